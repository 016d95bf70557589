"""The fewest leaves of a tree for every function of n variables, by dynamic programming over all of them.

The functions of k leaves are those that join a function of i leaves and one of k - i and are not known yet.
Renaming the inputs of both changes nothing, so one of the two may stand for its class: at n = 4 that is 402
functions against 65,536 instead of all pairs, which takes a second.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from evobool.atlas.numbered import Numbers, check_n, count_of, images, renamings, target_of
from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix
from evobool.model.formulas.tree import Tree
from evobool.model.targets.targets import truth_columns

UNKNOWN = 0


class _Join(NamedTuple):
    """How a function was first found."""

    function: str
    left: int
    right: int


class Fewest:
    """For every function of n variables the fewest leaves of a tree of F over all literals that computes it.

    >>> fewest = Fewest(3, ("and", "or"))
    >>> int(fewest.leaves[0b10010110]), fewest.tree(0b11101000).leaves  # XOR_3 and the majority
    (10, 5)

    See Also
    --------
    InputClasses : functions that are alike
    evobool.Tree : what `tree` returns
    """

    def __init__(self, n: int, functions: tuple[str, ...]) -> None:
        check_n(n)
        self.n, self.functions = n, functions
        self._images = images(n)
        self.leaves: Numbers = np.zeros(count_of(n), dtype=np.int64)  # 0: no tree computes it
        self._found: dict[int, _Join | int] = {}  # for one function of each class: its join or its literal
        self._fill()

    def _fill(self) -> None:
        for variable, column in enumerate(truth_columns(self.n), start=1):
            self._note(column, 1, variable)
        most, leaves = 1, 1
        while leaves < 2 * most:  # nothing new at all sums of two known sizes: all is found
            leaves += 1
            for left in range(1, leaves):
                if self._join(left, leaves - left, leaves):
                    most = leaves

    def _join(self, left: int, right: int, leaves: int) -> bool:
        """Join functions of so many leaves each; says whether any was new."""
        others = np.flatnonzero(self.leaves == right)
        new = False
        for first in [table for table in self._found if self.leaves[table] == left]:
            for name in self.functions:
                tables = FUNCTIONS[name].apply(first, others, count_of(self.n) - 1)
                for place in np.flatnonzero(self.leaves[tables] == UNKNOWN):
                    table, other = int(tables[place]), int(others[place])
                    if self.leaves[table] == UNKNOWN:  # none like it came up just now
                        self._note(table, leaves, _Join(name, first, other))
                        new = True
        return new

    def _note(self, table: int, leaves: int, how: _Join | int) -> None:
        """Keep a function, and all like it."""
        if self.leaves[table] == UNKNOWN:
            self.leaves[self._images[:, table]] = leaves
            self._found[table] = how

    @cached_property
    def _stands(self) -> Numbers:
        """For every function, the one of its class whose join is kept."""
        found = np.zeros(count_of(self.n), dtype=np.int64)
        for table in self._found:
            found[self._images[:, table]] = table
        return found

    def tree(self, table: int) -> Tree:
        """A tree with the fewest leaves; a function that no tree computes is refused."""
        if self.leaves[table] == UNKNOWN:
            why = f"no tree of {', '.join(self.functions)} computes it"
            raise InputError("target", target_of(table, self.n), why)
        return Tree.trusted(self._prefix(table))

    def _prefix(self, table: int) -> Prefix:
        known = int(self._stands[table])
        how = self._found[known]
        if isinstance(how, int):
            prefix: Prefix = (how,)
        else:
            prefix = (how.function, *self._prefix(how.left), *self._prefix(how.right))
        renaming = renamings(self.n)[int(np.flatnonzero(self._images[:, known] == table)[0])]
        return tuple(token if isinstance(token, str) else renaming.literal(token) for token in prefix)


@lru_cache(maxsize=16)
def fewest(n: int, functions: tuple[str, ...]) -> Fewest:
    """The same, computed once.

    >>> int(fewest(4, ("and", "or")).leaves.max())
    16
    """
    return Fewest(n, functions)
