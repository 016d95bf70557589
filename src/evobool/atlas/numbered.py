"""All functions of n variables as numbers, and what renaming and negating their inputs does to them.

A function is its truth table: row r is bit r of the number (`model/targets/tabled.py`). There are 2^16
functions of four variables, so whatever concerns all of them is an array with an entry for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from evobool.checks import check_integer
from evobool.model.targets.tabled import Tabled

LARGEST_N = 4
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Renaming:
    """Puts another literal in place of each variable: xi becomes `literals[i - 1]`.

    >>> swap = Renaming((2, -1))  # x1 becomes x2, x2 becomes ~x1
    >>> swap.literal(1), swap.literal(-2), f"{swap.image(0b0010):04b}"  # x1 & ~x2 becomes x2 & x1
    (2, 1, '1000')
    """

    literals: tuple[int, ...]

    def literal(self, literal: int) -> int:
        """What becomes of a literal."""
        new = self.literals[abs(literal) - 1]
        return new if literal > 0 else -new

    def rows(self) -> list[int]:
        """For each row of the new table, the row of the old one that it shows."""
        n = len(self.literals)
        return [
            sum(((row >> (abs(new) - 1) & 1) ^ (new < 0)) << place for place, new in enumerate(self.literals))
            for row in range(2**n)
        ]

    def image(self, table: int) -> int:
        """What becomes of a function."""
        return sum((table >> old & 1) << new for new, old in enumerate(self.rows()))


def check_n(n: int) -> None:
    """Refuse more variables than an atlas has room for."""
    check_integer("n", n, 1, LARGEST_N)


def count_of(n: int) -> int:
    """How many functions of n variables there are."""
    return 1 << (1 << n)


def target_of(table: int, n: int) -> str:
    """The name of a function as a setting's target.

    >>> target_of(0x8000, 4)
    'table:8000'
    """
    return Tabled(table, n).name


@lru_cache(maxsize=LARGEST_N)
def renamings(n: int) -> tuple[Renaming, ...]:
    """All ways to rename and negate the inputs, the one that changes nothing first.

    >>> len(renamings(4))
    384
    """
    return tuple(
        Renaming(tuple(sign * x for sign, x in zip(signs, order, strict=True)))
        for order in permutations(range(1, n + 1))
        for signs in product((1, -1), repeat=n)
    )


@lru_cache(maxsize=LARGEST_N)
def images(n: int) -> NDArray[np.uint16]:
    """`images(n)[r, f]` is what the renaming number r makes of the function f."""
    every = np.arange(count_of(n), dtype=np.uint16)
    bits = [(every >> np.uint16(row)) & np.uint16(1) for row in range(2**n)]
    found = np.zeros((len(renamings(n)), len(every)), dtype=np.uint16)
    for number, renaming in enumerate(renamings(n)):
        for new, old in enumerate(renaming.rows()):
            found[number] |= bits[old] << np.uint16(new)
    return found
