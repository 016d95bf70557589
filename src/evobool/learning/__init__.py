"""Learning from tables: what a table is read as, formulas over its columns, and how they are written."""
