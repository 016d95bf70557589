"""Statistics of runs: B, T, S and what else a table shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import Runs
from evobool.studies.store.columns import counts_of

Interval = tuple[float, float]
Values = Sequence[float] | NDArray[np.float64] | NDArray[np.int64]
LARGEST_BOOTSTRAP = 5_000


@dataclass(frozen=True)
class Spread:
    """Where values lie; sd with n - 1, None for a single value."""

    mean: float
    sd: float | None
    median: float
    q05: float
    q95: float


@dataclass(frozen=True)
class Summary:
    """The runs of one setting in numbers; the spreads are over the successful runs, None without any."""

    runs: int
    failed: int
    B: float
    T: Spread | None
    S: Spread | None
    evaluations: Spread | None
    functions: dict[str, Spread | None]
    generalisation_error: Spread | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types, with the counts of functions beside the rest: `ors_accepted`, `ors_final`, ..."""
        found: dict[str, Any] = {}
        for name, value in asdict(self).items():
            found |= value if name == "functions" else {name: value}
        return found


def summarise(runs: Sequence[Run]) -> Summary:
    """B over all runs, everything else over the successful ones, as in the paper's tables."""
    solved = Runs.of(runs).successful()
    counts = function_counts(solved.setting.functions, solved)
    return Summary(
        runs=len(runs),
        failed=len(runs) - len(solved),
        B=(len(runs) - len(solved)) / len(runs),
        T=spread(solved.iterations),
        S=spread(solved.leaves),
        evaluations=spread(solved.evaluations),
        functions={name: spread(values) for name, values in counts.items()},
        generalisation_error=spread(known_errors(solved)),
    )


def function_counts(functions: Sequence[str], runs: Runs) -> dict[str, NDArray[np.int64]]:
    """How often each function was inserted by accepted offspring, and is in the final tree, run by run."""
    found: dict[str, NDArray[np.int64]] = {}
    for name in functions:
        accepted, final = counts_of(name)
        found[accepted] = runs.functions_accepted(name)
        found[final] = runs.functions_final(name)
    return found


def known_errors(runs: Runs) -> list[float]:
    """The generalisation errors that could be computed."""
    return [error for error in runs.generalisation_error if error is not None]


def spread(values: Values) -> Spread | None:
    """Mean, standard deviation, median and the 5 % and 95 % quantiles.

    >>> spread([1, 2, 3, 4])
    Spread(mean=2.5, sd=1.2909944487358056, median=2.5, q05=1.15, q95=3.8499999999999996)
    """
    if len(values) == 0:
        return None
    data = np.asarray(values, dtype=float)
    q05, median, q95 = np.quantile(data, [0.05, 0.5, 0.95])
    sd = float(data.std(ddof=1)) if len(data) > 1 else None
    return Spread(float(data.mean()), sd, float(median), float(q05), float(q95))


def mean_interval(values: Values) -> Interval | None:
    """A 95 % interval for the mean: bootstrap (BCa), or the normal one where runs are many."""
    from scipy import stats

    data: NDArray[np.float64] = np.asarray(values, dtype=float)
    if len(data) < 2:
        return None
    if np.all(data == data[0]):
        return float(data[0]), float(data[0])
    if len(data) > LARGEST_BOOTSTRAP:
        low, high = stats.norm.interval(0.95, data.mean(), data.std(ddof=1) / np.sqrt(len(data)))
        return float(low), float(high)
    rng = np.random.default_rng(0)
    found = stats.bootstrap((data,), np.mean, n_resamples=1999, batch=100, rng=rng).confidence_interval
    return float(found.low), float(found.high)


def share_interval(count: int, total: int) -> Interval:
    """A 95 % interval for a proportion (Wilson)."""
    from scipy import stats

    found = stats.binomtest(count, total).proportion_ci(method="wilson")
    return float(found.low), float(found.high)
