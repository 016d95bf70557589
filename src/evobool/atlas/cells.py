"""What the runs on one function say: how often it is found, how soon, and with how many leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from evobool.atlas.systems import System
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.estimates import Interval, share_interval
from evobool.studies.analysis.sample import Sample, read_samples
from evobool.studies.store.store import Store, stored_tree


@dataclass(frozen=True, eq=False)
class Cell:
    """All runs of a system on a function, and the smallest tree that solved it, None without one."""

    system: System
    table: int
    sample: Sample
    solution: Tree | None

    @property
    def setting(self) -> Setting:
        """What was run."""
        return self.sample.setting

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return self.sample.runs

    @property
    def successes(self) -> int:
        """How many succeeded."""
        return self.runs - self.sample.failed

    @property
    def success_interval(self) -> Interval:
        """A 95 % interval for the probability of success within the cap (Wilson)."""
        return share_interval(self.successes, self.runs)

    @property
    def mean(self) -> float:
        """The mean of min(T, cap) over all runs: how hard the function is."""
        return self.sample.restricted_mean()

    @property
    def mean_leaves(self) -> float | None:
        """The mean number of leaves of the trees that solved it."""
        found = self.sample.mean("S")
        return None if found is None else found.mean

    @cached_property
    def fewest(self) -> int:
        """The fewest leaves of any tree for it."""
        return self.system.fewest(self.table, self.setting.n)


def gather(
    store: Store, settings: dict[tuple[str, int], Setting], systems: dict[str, System]
) -> Iterator[Cell]:
    """The cells of all settings, as many runs as the store holds of each."""
    keys = {setting.id: key for key, setting in settings.items()}
    texts = store.columns(["solved", "leaves", "tree"], keys)
    samples = read_samples(store, settings.values(), ["T", "S"])
    for sample, (_, rows) in zip(samples, texts, strict=True):
        system, table = keys[sample.setting.id]
        best = min(((int(leaves), text) for solved, leaves, text in rows if solved), default=None)
        yield Cell(systems[system], table, sample, None if best is None else stored_tree(best[1]))
