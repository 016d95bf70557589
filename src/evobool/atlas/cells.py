"""What the runs on one function say: how often it is found, how soon, and with how many leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from evobool.atlas.systems import System
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.summary import Interval, mean_interval, share_interval
from evobool.studies.analysis.survival import kaplan_meier_median, median_interval
from evobool.studies.store.store import Store, stored_tree

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cell:
    """All runs of a system on a function.

    `times` are the iterations of every run, those that gave up included: min(T, cap). `solution` is the
    smallest tree that solved it, None without one.
    """

    system: System
    table: int
    setting: Setting
    times: Numbers
    solved: NDArray[np.bool_]
    leaves: Numbers
    solution: Tree | None

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.times)

    @property
    def successes(self) -> int:
        """How many succeeded."""
        return int(self.solved.sum())

    @property
    def success_interval(self) -> Interval:
        """A 95 % interval for the probability of success within the cap (Wilson)."""
        return share_interval(self.successes, self.runs)

    @property
    def mean(self) -> float:
        """The mean of min(T, cap) over all runs: how hard the function is."""
        return float(self.times.mean())

    @cached_property
    def mean_interval(self) -> Interval:
        """A 95 % interval for it (bootstrap)."""
        return mean_interval(self.times) or (self.mean, self.mean)

    @property
    def median(self) -> float | None:
        """The time by which half of the runs had succeeded; None if fewer did."""
        return kaplan_meier_median(self.times, self.solved)

    @property
    def median_interval(self) -> tuple[float, float | None] | None:
        """A 95 % interval for it; open above if its end is beyond the cap."""
        return median_interval(self.times, self.solved)

    @property
    def mean_leaves(self) -> float | None:
        """The mean number of leaves of the trees that solved it."""
        return float(self.leaves[self.solved].mean()) if self.solved.any() else None

    @cached_property
    def fewest(self) -> int:
        """The fewest leaves of any tree for it."""
        return self.system.fewest(self.table, self.setting.n)


def gather(
    store: Store, settings: dict[tuple[str, int], Setting], systems: dict[str, System]
) -> Iterator[Cell]:
    """The cells of all settings, as many runs as the store holds of each."""
    keys = {setting.id: key for key, setting in settings.items()}
    names = ["iterations", "leaves", "solved"]
    texts = store.columns(["solved", "leaves", "tree"], keys)
    for (key, numbers), (_, rows) in zip(store.numbers(names, keys), texts, strict=True):
        system, table = keys[key]
        best = min(((int(leaves), text) for solved, leaves, text in rows if solved), default=None)
        yield Cell(
            systems[system],
            table,
            settings[system, table],
            numbers[:, 0],
            numbers[:, 2] == 1,
            numbers[:, 1],
            None if best is None else stored_tree(best[1]),
        )
