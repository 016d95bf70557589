"""How wrong a truth table over some of n variables is, over all of them.

A table is an integer with one bit per row. A target that joins literals by AND is true on so few inputs that
the table need not be over its variables:

    false positives = |tree| - |tree and target|,    false negatives = |target| - |tree and target|,

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
    >>> small.wrong(small.literals[1] & small.literals[2]), small.wrong(small.literals[-1])
    ((3, 0), (8, 1))
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
            self._dual = one_is_enough
            self._free: int = goal.n - len({*variables, *goal.variables})
        else:
            assert set(goal.variables) <= set(variables)
            every = [self.literals.get(x, 0) for x in range(1, goal.n + 1)]
            self._flip = int(goal.value(every, self.ones))

    def wrong(self, table: int) -> tuple[int, int]:
        """How many of the 2^n inputs are false positives, and false negatives, of a tree with this table."""
        wrong = table ^ self._flip
        if not self._joins:
            missed = (wrong & self._flip).bit_count()
            return (wrong.bit_count() - missed) << self._shift, missed << self._shift
        both = (wrong & self._mask).bit_count() << self._free
        false, missed = (wrong.bit_count() << self._shift) - both, self._target - both
        return (missed, false) if self._dual else (false, missed)


@lru_cache(maxsize=64)
def tables_over(goal: Goal, variables: tuple[int, ...]) -> Tables:
    """Built once for all trees with the same variables."""
    return Tables(goal, variables)
