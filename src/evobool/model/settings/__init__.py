"""Settings: one cell of a table, its fields, and the words for them."""
