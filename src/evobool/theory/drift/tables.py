"""The error over all n variables of a truth table over some of them.

A table is an integer with one bit per row. A target that joins literals by AND is true on so few inputs that
the table need not be over its variables:

    wrong inputs = |tree| + |target| - 2 |tree and target|,

where the last term is counted on the rows that make the literals true. A target that joins them by OR is the
complement of the AND of their complements. For any other target the table must be over all its variables.
"""

from __future__ import annotations

from functools import lru_cache

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.targets.targets import Goal, truth_columns


class Tables:
    """Truth tables over `variables`; `literals` holds those of x and ~x, `ones` the constant true one.

    >>> from evobool.model.targets.targets import goal_of
    >>> small = Tables(goal_of("and", 4), (1, 2, 3))
    >>> small.error(small.literals[1] & small.literals[2]), small.error(small.literals[-1])
    (3, 9)
    """

    def __init__(self, goal: Goal, variables: tuple[int, ...]) -> None:
        columns = truth_columns(len(variables))
        self.ones: int = (1 << 2 ** len(variables)) - 1
        self.literals = dict(zip(variables, columns, strict=True))
        self.literals |= {-x: column ^ self.ones for x, column in self.literals.items()}
        self._shift: int = goal.n - len(variables)
        self._joins = goal.joins is not None
        if goal.joins is not None:
            one_is_enough = FUNCTIONS[goal.joins].value(0, 1) == 1
            self._flip: int = self.ones if one_is_enough else 0
            self._mask: int = self.ones
            for literal in goal.literals:
                self._mask &= self.literals.get(-literal if one_is_enough else literal, self.ones)
            self._target: int = 1 << (goal.n - len(goal.literals))
            self._free: int = goal.n - len({*variables, *goal.variables})
        else:
            assert set(goal.variables) <= set(variables)
            every = [self.literals.get(x, 0) for x in range(1, goal.n + 1)]
            self._flip = int(goal.value(every, self.ones))

    def error(self, table: int) -> int:
        """How many of the 2^n inputs a tree with this table gets wrong."""
        table ^= self._flip
        wrong = table.bit_count() << self._shift
        if not self._joins:
            return wrong
        return wrong + self._target - 2 * ((table & self._mask).bit_count() << self._free)


@lru_cache(maxsize=64)
def tables_over(goal: Goal, variables: tuple[int, ...]) -> Tables:
    """Built once for all trees with the same variables."""
    return Tables(goal, variables)
