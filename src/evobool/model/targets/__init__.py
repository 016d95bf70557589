"""Targets: the Boolean functions to evolve, by definition, by formula or by truth table."""
