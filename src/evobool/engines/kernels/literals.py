"""The literals of L by number: x1 ... xn, then, if L has them, their negations in the same order."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined


def number_of(literal: int, n: int) -> int:
    """The number of a literal of a tree.

    >>> [number_of(literal, 3) for literal in (1, 3, -1, -3)]
    [0, 2, 3, 5]
    """
    return literal - 1 if literal > 0 else n - literal - 1


@inlined
def is_negated(literal: int, n: int) -> bool:
    """Whether it is a variable's negation."""
    return literal >= n


@inlined
def variable_of(literal: int, n: int) -> int:
    """The number of its variable."""
    return literal - n if literal >= n else literal


@inlined
def negation_of(literal: int, n: int) -> int:
    """The number of its negation, if L has it."""
    return literal - n if literal >= n else literal + n
