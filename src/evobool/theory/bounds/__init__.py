"""Drift theorems and the paper's bounds with explicit constants."""
