"""Shorter formulas: the same function with fewer leaves, on all inputs or on given rows."""
