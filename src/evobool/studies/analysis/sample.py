"""`Sample`: all runs of one setting, the failed ones among them, and what they say: B, T, S, ..."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import Runs
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.estimates import (
    Interval,
    Mean,
    Spread,
    mean_interval,
    mean_of,
    share_interval,
    spread,
)
from evobool.studies.analysis.survival import (
    Numbers,
    Solved,
    Steps,
    ecdf,
    kaplan_meier_quantile,
    quantile_interval,
    restart_error,
    restart_interval,
    restart_time,
)
from evobool.studies.store.columns import COUNTS, counts_of
from evobool.studies.store.store import Store

VALUES = {  # what runs have, and the column of a store that holds it
    "T": "iterations",
    "S": "leaves",
    "evaluations": "iterations",
    **{name: name for name in COUNTS},
    "generalisation_error": "generalisation_error",
}
QUANTILES = {"median": 0.5, "q05": 0.05, "q95": 0.95}
OF_ALL = ("ert", "restricted", *QUANTILES)  # what all runs say of T, the failed ones among them
WRONG_ROWS = "wrong_rows"  # of the last training set; the store's column `error`


@dataclass(frozen=True, eq=False)
class Sample:
    """The runs of one setting in order: whether each was solved, and a column for each value that was read.

    A value that is not known is nan: the errors of a run without a tree, and those that were not computed.

    >>> sample = Sample(Setting(n=4), np.array([True, True, False]), {"T": np.array([20.0, 40.0, 10_000.0])})
    >>> sample.failed, sample.mean("T"), sample.median
    (1, Mean(mean=30.0, sd=14.142135623730951, count=2), 40.0)
    """

    setting: Setting
    solved: Solved
    columns: Mapping[str, Numbers]

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Sample:
        """The sample that some runs of one setting make, with all their values."""
        made = Runs.of(runs)
        columns: dict[str, NDArray[Any]] = {
            "T": made.iterations,
            "S": made.leaves,
            "evaluations": made.evaluations,
        }
        for name in made.setting.functions:
            accepted, final = counts_of(name)
            columns[accepted], columns[final] = made.functions_accepted(name), made.functions_final(name)
        columns["generalisation_error"] = np.array(made.generalisation_error, dtype=float)  # None becomes nan
        return cls(made.setting, made.solved, {name: each.astype(float) for name, each in columns.items()})

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.solved)

    @cached_property
    def failed(self) -> int:
        """How many failed."""
        return int((~self.solved).sum())

    @property
    def B(self) -> float:
        """The share of runs that failed."""
        return self.failed / self.runs

    @property
    def B_interval(self) -> Interval:
        """A 95 % interval for it (Wilson)."""
        return share_interval(self.failed, self.runs)

    def column(self, value: str) -> Numbers:
        """One value of all runs."""
        return self.columns[value]

    def successful(self, value: str) -> Numbers:
        """The same of the solved runs, where it is known."""
        found = self.column(value)[self.solved]
        return found[~np.isnan(found)]

    def mean(self, value: str) -> Mean | None:
        """The mean over the successful runs; None if there are none."""
        return mean_of(self.successful(value))

    def interval(self, value: str) -> Interval | None:
        """A 95 % interval for it (bootstrap)."""
        return mean_interval(self.successful(value))

    def spread(self, value: str) -> Spread | None:
        """Where the values of the successful runs lie."""
        return spread(self.successful(value))

    @property
    def slowest(self) -> float:
        """The T of the longest successful run, 0 without any."""
        return float(self.successful("T").max(initial=0.0))

    def restricted_mean(self, cap: float | None = None) -> float:
        """The mean of min(T, cap) over all runs; a run that failed went on for as long as it may."""
        times = self.column("T")
        return float((times if cap is None else np.minimum(times, cap)).mean())

    @cached_property
    def restricted_interval(self) -> Interval:
        """A 95 % interval for it without a cap of its own (bootstrap)."""
        mean = self.restricted_mean()
        return mean_interval(self.column("T")) or (mean, mean)

    @property
    def ert(self) -> float | None:
        """The expected iterations until a success with restarts: those of all runs over the successes."""
        return restart_time(self.column("T"), self.solved)

    def quantile(self, p: float) -> float | None:
        """The Kaplan-Meier quantile of T over all runs, None if fewer than a share p were solved."""
        return kaplan_meier_quantile(self.column("T"), self.solved, p)

    def quantile_interval(self, p: float) -> tuple[float, float | None] | None:
        """A 95 % interval for it; its upper end is None if the runs do not bound it."""
        return quantile_interval(self.column("T"), self.solved, p)

    @property
    def median(self) -> float | None:
        """The Kaplan-Meier median of T, None if fewer than half of the runs were solved."""
        return self.quantile(0.5)

    @property
    def median_interval(self) -> tuple[float, float | None] | None:
        """A 95 % interval for it; its upper end is None if the runs do not bound it."""
        return self.quantile_interval(0.5)

    @property
    def ecdf(self) -> Steps:
        """The share of all runs solved by each time."""
        return ecdf(self.column("T"), self.solved)

    def of_all(self, measure: str) -> float | None:
        """One of `OF_ALL`: what all runs say of T."""
        if measure in QUANTILES:
            return self.quantile(QUANTILES[measure])
        return self.ert if measure == "ert" else self.restricted_mean()

    def of_all_interval(self, measure: str) -> Interval | None:
        """A 95 % interval for it; its upper end is infinite if the runs do not bound it."""
        if measure in QUANTILES:
            ends = self.quantile_interval(QUANTILES[measure])
            return None if ends is None else (ends[0], float("inf") if ends[1] is None else ends[1])
        if measure == "ert":
            return restart_interval(self.column("T"), self.solved)
        return self.restricted_interval

    def of_all_error(self, measure: str, interval: Interval | None) -> float | None:
        """Its standard error; that of a quantile is what its interval says, None without a bounded one."""
        if measure == "ert":
            return restart_error(self.column("T"), self.solved)
        if measure == "restricted":
            found = mean_of(self.column("T"))
            return None if found is None else found.standard_error
        bounded = interval is not None and np.isfinite(interval[1])
        return None if interval is None or not bounded else (interval[1] - interval[0]) / 3.92

    def to_dict(self) -> dict[str, Any]:
        """B and `OF_ALL` over all runs, the spread of each value over the successful ones, for JSON."""
        spreads = {name: self.spread(name) for name in self.columns}
        told = {name: None if found is None else asdict(found) for name, found in spreads.items()}
        of_all = {name: self.of_all(name) for name in OF_ALL}
        return {"runs": self.runs, "failed": self.failed, "B": self.B} | of_all | told


def read_samples(store: Store, settings: Iterable[Setting], values: Sequence[str]) -> Iterator[Sample]:
    """The samples of settings that a store holds, in its order; those of settings without runs are empty."""
    chosen = {setting.id: setting for setting in settings}
    names = dict.fromkeys(VALUES[value] for value in values if value in VALUES)
    texts = store.columns(["error"], chosen) if WRONG_ROWS in values else None
    for key, table in store.numbers([*names, "solved"], chosen):
        held = dict(zip(names, table.T, strict=False))
        columns = {value: held[VALUES[value]] for value in values if value in VALUES}
        if "evaluations" in columns:
            columns["evaluations"] = np.asarray(chosen[key].evaluations(held["iterations"]), dtype=float)
        if texts is not None:
            columns[WRONG_ROWS] = np.array([error for (error,) in next(texts)[1]], dtype=float)
        yield Sample(chosen[key], table[:, -1] == 1, columns)
