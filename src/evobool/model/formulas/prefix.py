"""Formulas as tuples of tokens in prefix order, and how they are evaluated.

A literal is an integer (`3` is x3, `-3` is ~x3), a function is its name: `x1 & (x2 | ~x3)` is
`("and", 1, "or", 2, -3)`. The empty tree is `()`. Nothing here recurses, and everything takes time
proportional to the length, so a formula may be as long and as deep as it likes. `reading.py` reads a formula,
`writing.py` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evobool.model.formulas.functions import FUNCTIONS

LARGEST_VARIABLE = 10**9 - 1  # nine digits
Token = int | str
Prefix = tuple[Token, ...]


def literal_name(literal: int) -> str:
    """`x3` for 3, `~x3` for -3."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def ends_of(prefix: Prefix) -> tuple[int, ...]:
    """`ends[i]` is where the subtree that begins at token i ends."""
    ends = [0] * len(prefix)
    for start in range(len(prefix) - 1, -1, -1):
        ends[start] = start + 1 if isinstance(prefix[start], int) else ends[ends[start + 1]]
    return tuple(ends)


def evaluated(prefix: Prefix, columns: Sequence[Any], ones: Any) -> Any:
    """The formula's value on many rows at once; `columns[i]` holds x(i+1)."""
    stack: list[Any] = []
    for token in reversed(prefix):
        if isinstance(token, str):
            stack.append(FUNCTIONS[token].apply(stack.pop(), stack.pop(), ones))
        else:
            column = columns[abs(token) - 1]
            stack.append(column if token > 0 else column ^ ones)
    return stack[0]
