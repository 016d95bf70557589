"""The law of T as charts draw it."""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(values: Sequence[float], width: int) -> list[float]:
    """The sums of values over t = 1 ... width, then the next so many, and so on; that of t = 0 is left out.

    >>> in_columns([0.5, 1, 2, 3, 4, 5], 2)
    [3, 7, 5]
    """
    return [sum(values[start : start + width]) for start in range(1, len(values), width)]
