"""Functions that differ only in the names and signs of their inputs, or in the sign of their output as well.

With all literals in L, HVL-Prime draws x and ~x alike, and every x alike. Renaming and negating inputs
therefore turns runs on one function into runs on the other, whatever F is: the law of T is the same. The
classes of functions under these changes are the *input classes*: 6, 22 and 402 of 2, 3 and 4 variables.

Negating the output as well gives the NPN classes: 4, 14 and 222. A run on f becomes one on ~f if every
function of F gives way to its dual and every literal to its negation (De Morgan), which needs F to hold the
dual of each of its functions. {and, or} does. {and, or, xor} and {nand} do not, and the exact chain shows
that T does differ there: see `tests/atlas/test_symmetry.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from evobool.atlas.numbered import LARGEST_N, Numbers, check_n, count_of, images, renamings
from evobool.model.formulas.functions import FUNCTIONS


@dataclass(frozen=True)
class NpnClass:
    """Functions that are one up to their inputs and their output.

    `table` stands for the class, `size` is how many functions it has. `opposite` stands for the functions
    that come out negated; it is `table` itself if negating inputs does the same.

    >>> and_2 = npn_classes(2)[1]
    >>> f"{and_2.table:04b}", f"{and_2.opposite:04b}", and_2.size  # AND and OR
    ('1000', '1110', 8)
    """

    n: int
    table: int
    opposite: int
    size: int

    @property
    def polarities(self) -> tuple[int, ...]:
        """One function of each input class in it: one or two."""
        return (self.table,) if self.table == self.opposite else (self.table, self.opposite)


class InputClasses:
    """The input classes of all functions of n variables.

    >>> classes = InputClasses(4)
    >>> len(classes.first), classes.size(0x8000), f"{classes.standing(0x0001):04x}"
    (402, 16, '8000')

    See Also
    --------
    npn_classes : the output may be negated too
    """

    def __init__(self, n: int) -> None:
        check_n(n)
        self.n = n
        self._images = images(n)
        every = np.arange(count_of(n))
        self._least: Numbers = self._images.min(axis=0).astype(np.int64)  # stands for the orbit
        self.first: Numbers = every[self._least == every]

    @cached_property
    def sizes(self) -> Numbers:
        """For every function, how many there are in its class."""
        return np.bincount(self._least, minlength=count_of(self.n))[self._least]

    def size(self, table: int) -> int:
        """How many functions are like this one."""
        return int(self.sizes[table])

    def number(self, table: int) -> int:
        """The smallest function like this one, the same for all of a class."""
        return int(self._least[table])

    def members(self, table: int) -> list[int]:
        """The functions like this one, in order."""
        return [int(each) for each in np.unique(self._images[:, table])]

    def standing(self, table: int) -> int:
        """The function that stands for its class: the one with most symmetries among its variables, then one
        that is false where all inputs are, then the most positive one.

        So the class of AND is shown as x1 & x2 and not as ~x1 & ~x2.
        """
        orders = self._images[[min(each.literals) > 0 for each in renamings(self.n)]]

        def rank(each: int) -> tuple[int, int, int]:
            return -int((orders[:, each] == each).sum()), each & 1, -_read_backwards(each, self.n)

        return min(self.members(table), key=rank)


def _read_backwards(table: int, n: int) -> int:
    """The table with the variables in the opposite order: x1 then weighs most."""
    found = 0
    for row in range(2**n):
        mirrored = int(f"{row:0{n}b}"[::-1], 2)
        found |= (table >> row & 1) << mirrored
    return found


@lru_cache(maxsize=LARGEST_N)
def npn_classes(n: int) -> tuple[NpnClass, ...]:
    """The NPN classes of all functions of n variables, constants included, those true least often first.

    >>> [len(npn_classes(n)) for n in (1, 2, 3, 4)]
    [2, 4, 14, 222]

    See Also
    --------
    InputClasses : the output stays as it is
    """
    classes = InputClasses(n)
    full = count_of(n) - 1
    found = []
    for first in classes.first.tolist():
        other = classes.number(full ^ first)
        if (first.bit_count(), first) > (other.bit_count(), other):
            continue  # met from its other side
        size = classes.size(first) + (classes.size(other) if other != first else 0)
        found.append(NpnClass(n, classes.standing(first), classes.standing(other), size))
    return tuple(sorted(found, key=lambda each: (each.table.bit_count(), each.table)))


def output_symmetric(functions: Sequence[str]) -> bool:
    """Whether F holds the dual of each of its functions, so that f and ~f are equally hard.

    >>> output_symmetric(["and", "or"]), output_symmetric(["and", "or", "xor"]), output_symmetric(["nand"])
    (True, False, False)
    """
    return all(FUNCTIONS[name].dual.name in functions for name in functions)
