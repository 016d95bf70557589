"""The model: trees, functions, targets, settings, mutation. Plain Python, no numba."""
