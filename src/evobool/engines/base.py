"""What every engine offers: runs of one setting, by seed and index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import ClassVar

from evobool.model.formulas.counting import MAX_BRANCHES
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Race, Run, Step
from evobool.model.outcome.runs import Runs
from evobool.model.settings.refused import DRAWN, GIVEN, unread
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import wrong_if_countable

# The fields of Algorithm 1 with one parent, which all engines of today read.
ONE_PARENT = frozenset(
    {
        *("n", "target", "functions", "literals", "limit", "training", "accept_error", "max_iterations"),
        *("algorithm", "mutation", "deletion", "weights", "selection", "offspring", "start", "first_leaf"),
    }
)
# A target that is known on the rows of a table only is read by the engines that list rows.
ON_ROWS = ONE_PARENT | {GIVEN}
# What is there beyond one parent.
POPULATIONS = frozenset(
    {
        *(
            "population",
            "survival",
            "distinct",
            "parents",
            "crossover",
            "variation",
            "mutation_rate",
            "depth",
        ),
        *("islands", DRAWN),
    }
)
Stop = Callable[[], bool]
Watch = Callable[[Step], None]


class Interrupted(Exception):
    """The runs were stopped before they were done."""


def never() -> bool:
    """Never stop."""
    return False


class Engine(ABC):
    """Makes runs of one setting; knows nothing about stores, tables or files."""

    name: ClassVar[str]
    reads: ClassVar[frozenset[str]]  # the fields of a setting it takes into account
    lists_rows: ClassVar[bool]  # so that there must be room for them, and draws them one by one
    releases_gil: ClassVar[bool]

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        self.setting = setting
        self.max_branches = MAX_BRANCHES if max_branches is None else max_branches

    @classmethod
    def refuses(cls, setting: Setting) -> str | None:
        """Why this engine cannot run a setting; None if it can."""
        field = unread(setting, cls.reads)
        return cls.refuses_value(setting) if field is None else f"{field} = {getattr(setting, field)}"

    @classmethod
    def refuses_value(cls, setting: Setting) -> str | None:
        """The same for settings of which it reads all fields that have unusual values."""
        return None

    @classmethod
    @abstractmethod
    def rank(cls, setting: Setting) -> int:
        """Its place among the engines that can run a setting, the quickest first."""

    @abstractmethod
    def _batch(self, seed: int, numbers: range, cap: int | None, stop: Stop, watch: Watch | None) -> Runs:
        """The runs of some numbers; watched, there is one."""

    def runs(
        self, seed: int, first: int, count: int, *, step: int = 1, cap: int | None = None, stop: Stop = never
    ) -> Runs:
        """`count` runs of a seed, from `first` in steps of `step`, each stopped after `cap` iterations.

        Raises `Interrupted` soon after `stop` says so.
        """
        return self._batch(seed, range(first, first + count * step, step), cap, stop, None)

    def run(
        self,
        seed: int,
        index: int,
        *,
        cap: int | None = None,
        watch: Watch | None = None,
        stop: Stop = never,
    ) -> Run:
        """One run; `watch` is called with every accepted change, `cap` and `stop` are as for `runs`."""
        return self._batch(seed, range(index, index + 1), cap, stop, watch)[0]

    def warm_up(self) -> None:
        """Do what is done only once (compiling), so that it does not count towards a run's time."""
        self.runs(0, 0, 1, cap=1)

    def race(self, seed: int, index: int, runs: int, *, stop: Stop = never) -> Race:
        """Runs that step together until the first is done (the lambda runs of section 4).

        Runs do not influence each other, so they are made in turn, each no further than the best so far. The
        earliest wins; if several are equally early, the one with the smaller error, then the first.
        """
        winner: Run | None = None
        evaluations: Counter[int] = Counter()  # nearly all runs do as many as the winner
        for number in range(index * runs, (index + 1) * runs):
            cap = winner.iterations if winner is not None and winner.solved else None
            run = self.runs(seed, number, 1, cap=cap, stop=stop)[0]
            evaluations[run.evaluations] += 1
            if winner is None or _rank(run) < _rank(winner):
                winner = run
        assert winner is not None
        most = winner.evaluations if winner.solved else max(evaluations)
        return Race(winner, runs, sum(min(each, most) * times for each, times in evaluations.items()))


def generalisation_error(setting: Setting, tree: Tree, error: int | None) -> Fraction | None:
    """The exact fraction of all inputs the tree gets wrong.

    None for an empty tree, and for a tree that needs too many case distinctions to count. Where the target is
    given by rows, the fraction of those held out; None without any.
    """
    if error is None:
        return None
    wrong = error if setting.on_all_inputs else wrong_if_countable(tree, setting.goal)
    return None if wrong is None else Fraction(wrong, setting.goal.inputs)


def _rank(run: Run) -> tuple[bool, int, float]:
    """Solved before unsolved, early before late if solved, then by the smaller error."""
    return not run.solved, run.iterations if run.solved else 0, inf if run.error is None else run.error
