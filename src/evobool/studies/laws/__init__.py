"""Curves: a value against a field, and the laws that fit them."""
