"""The results of our runs of a setting, read from the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store

COLUMNS = {
    "T": "iterations",
    "S": "leaves",
    "ors_accepted": "ors_accepted",
    "ors_final": "ors_final",
    "error": "generalisation_error",
}
VALUES = (*COLUMNS, "sampled_error")
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Mean:
    """A mean over the successful runs; sd and standard error are None for fewer than two."""

    mean: float
    sd: float | None
    count: int

    @property
    def error(self) -> float | None:
        """The standard error."""
        return None if self.sd is None else self.sd / sqrt(self.count)


@dataclass(frozen=True, eq=False)
class Measured:
    """All runs of one setting in order: a column for each of COLUMNS, and whether each was solved."""

    setting: Setting
    table: Numbers

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.table)

    @cached_property
    def solved(self) -> NDArray[np.bool_]:
        """Which runs succeeded."""
        return np.asarray(self.table[:, -1] == 1)

    @property
    def failed(self) -> int:
        """How many runs failed."""
        return int(self.runs - self.solved.sum())

    @property
    def B(self) -> float:
        """The share of runs that failed."""
        return self.failed / self.runs

    @property
    def slowest(self) -> float:
        """The iterations of the longest successful run."""
        return float(self.column("T")[self.solved].max(initial=0.0))

    def column(self, value: str) -> Numbers:
        """One value for all runs."""
        return self.table[:, VALUES.index(value)]

    def mean(self, value: str) -> Mean | None:
        """The mean of a value over the successful runs; None if there are none."""
        values = self.column(value)[self.solved]
        if len(values) == 0:
            return None
        sd = float(values.std(ddof=1)) if len(values) > 1 else None
        return Mean(float(values.mean()), sd, len(values))


def measure(store: Store, settings: Iterable[Setting]) -> dict[str, Measured]:
    """What the store holds for these settings, by id; settings without runs are left out."""
    chosen = {setting.id: setting for setting in settings}
    found = {}
    tables, errors = store.numbers([*COLUMNS.values(), "solved"], chosen), store.columns(["error"], chosen)
    for (key, table), (_, rows) in zip(tables, errors, strict=True):
        if len(table):
            share = table[:, list(COLUMNS).index("error")]
            share[share < 0] = 1.0  # having no tree is as wrong as can be
            sampled = np.array([error if isinstance(error, int) else -1 for (error,) in rows], dtype=float)
            found[key] = Measured(chosen[key], np.insert(table, len(COLUMNS), sampled, axis=1))
    return found
