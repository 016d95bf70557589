"""A setting as an exact Markov chain."""
