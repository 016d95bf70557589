"""A setting as an exact Markov chain."""

from evobool.theory.chain.chain import Chain

__all__ = ["Chain"]
