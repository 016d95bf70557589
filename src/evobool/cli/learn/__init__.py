"""Commands for tables of labelled rows, and for the formulas learnt from them."""
