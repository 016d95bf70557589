"""Figures: each function draws on the axes it is given."""
