"""Estimates from numbers, with 95 % intervals: means, shares, and where values lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]
Values = Sequence[float] | NDArray[np.float64] | NDArray[np.int64]
LARGEST_BOOTSTRAP = 5_000
NORMAL = 1.959963984540054  # 97.5 % of a normal distribution lie below


@dataclass(frozen=True)
class Spread:
    """Where values lie; sd with n - 1, None for a single value."""

    mean: float
    sd: float | None
    median: float
    q05: float
    q95: float


@dataclass(frozen=True)
class Mean:
    """The mean of so many values; sd and standard error are None for fewer than two."""

    mean: float
    sd: float | None
    count: int

    @property
    def standard_error(self) -> float | None:
        """How far the mean itself varies."""
        return None if self.sd is None else self.sd / sqrt(self.count)


def mean_of(values: Values) -> Mean | None:
    """The mean of values, None without any.

    >>> mean_of([1, 2, 3, 4])
    Mean(mean=2.5, sd=1.2909944487358056, count=4)
    """
    data = np.asarray(values, dtype=float)
    if len(data) == 0:
        return None
    return Mean(float(data.mean()), float(data.std(ddof=1)) if len(data) > 1 else None, len(data))


def spread(values: Values) -> Spread | None:
    """Mean, standard deviation, median and the 5 % and 95 % quantiles.

    >>> spread([1, 2, 3, 4])
    Spread(mean=2.5, sd=1.2909944487358056, median=2.5, q05=1.15, q95=3.8499999999999996)
    """
    found = mean_of(values)
    if found is None:
        return None
    q05, median, q95 = np.quantile(np.asarray(values, dtype=float), [0.05, 0.5, 0.95])
    return Spread(found.mean, found.sd, float(median), float(q05), float(q95))


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
    """A 95 % interval for a proportion (Wilson).

    >>> low, high = share_interval(7, 500)
    >>> round(low, 3), round(high, 3)
    (0.007, 0.029)

    See Also
    --------
    evobool.Results.summary : has it for every setting, with `intervals=True`
    """
    share, z2 = count / total, NORMAL**2
    below = 2 * (total + z2)
    centre = (2 * total * share + z2) / below
    half = NORMAL / below * sqrt(4 * total * share * (1 - share) + z2)
    return 0.0 if count == 0 else centre - half, 1.0 if count == total else centre + half
