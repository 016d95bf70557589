"""Formulas: binary functions, prefix tuples, trees, and how many inputs satisfy them."""
