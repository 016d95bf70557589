"""Tables of labelled rows: reading files, what each column is read as, and columns as lines of bits."""
