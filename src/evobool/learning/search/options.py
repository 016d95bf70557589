"""What is asked of a search for formulas, checked when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.checks import LARGEST_INTEGER, check_choice, check_integer
from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.objective import Objective, objective_of
from evobool.model.seeds import check_seed

EFFORT = 40_000_000  # evaluations
MAX_LEAVES = 32
MOST_LEAVES = 10_000
FOLDS, MOST_FOLDS = 5, 100


@dataclass(frozen=True)
class Options:
    """What `learn` takes. Without an effort it is the usual one, or endless where seconds are given.

    >>> Options(leaves=8, seed=1).most, Options(seconds=2.5, seed=1).effort > EFFORT
    (8, True)
    """

    max_leaves: int | None = MAX_LEAVES
    leaves: int | None = None
    objective: str = "errors"
    functions: tuple[str, ...] = ("and", "or")
    folds: int = FOLDS
    effort: int | None = None
    seconds: float | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.max_leaves is not None:
            self._set("max_leaves", check_integer("max_leaves", self.max_leaves, 1, MOST_LEAVES))
        if self.leaves is not None:
            most = MOST_LEAVES if self.max_leaves is None else self.max_leaves
            self._set("leaves", check_integer("leaves", self.leaves, 1, most))
        self._set("folds", check_integer("folds", self.folds, 0, MOST_FOLDS))
        if self.folds == 1:
            raise InputError("folds", 1, "must be 0, or at least 2")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise InputError("seconds", self.seconds, "must be above 0, and finite")
        usual = EFFORT if self.seconds is None else LARGEST_INTEGER
        self._set("effort", usual if self.effort is None else check_integer("effort", self.effort, 1))
        if self.aim.costs is None:
            why = "is a trade-off; formulas are compared by one number"
            raise InputError("objective", self.objective, why)
        self._set("objective", self.aim.name)
        if not self.functions:
            raise InputError("functions", self.functions, "there must be at least one")
        for name in self.functions:
            check_choice("functions", name, FUNCTIONS)
        self._set("functions", tuple(dict.fromkeys(self.functions)))
        self._set("seed", check_seed(self.seed))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def aim(self) -> Objective:
        """The objective."""
        return objective_of(self.objective)

    @property
    def most(self) -> int | None:
        """The most leaves of a formula."""
        return self.max_leaves if self.leaves is None else self.leaves

    @property
    def parts(self) -> int:
        """The folds that are made: none where the number of leaves is given."""
        return 0 if self.leaves is not None else self.folds
