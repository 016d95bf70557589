"""Times that were cut off where runs gave up: the Kaplan-Meier median and an interval for it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Solved = NDArray[np.bool_]


def kaplan_meier_median(times: Numbers, solved: Solved) -> float | None:
    """The time by which half of all runs are solved, None if that was never seen.

    >>> kaplan_meier_median(np.array([10.0, 20.0, 30.0, 99.0]), np.array([True, True, False, False]))
    20.0
    """
    if not solved.any():
        return None
    if solved.all():
        half = (len(times) + 1) // 2 - 1
        return float(np.partition(times, half)[half])
    return _first_below_half(_survival(times, solved))


def median_interval(times: Numbers, solved: Solved) -> tuple[float, float | None] | None:
    """A 95 % interval for the median (Brookmeyer and Crowley, log-log).

    It reaches from the first time at which the lower confidence limit of the share unsolved is at most one
    half to the first at which the upper one is (None if never). Without a lower end there is no interval.

    >>> median_interval(np.arange(1.0, 101.0), np.full(100, True))
    (40.0, 60.0)
    """
    if solved.sum() < 2:
        return None
    survival = _survival(times, solved)
    with warnings.catch_warnings():  # undefined where nobody or everybody is solved; told by nan
        warnings.simplefilter("ignore", RuntimeWarning)
        between = survival.confidence_interval(method="log-log")
    low = _first_below_half(between.low)
    return None if low is None else (low, _first_below_half(between.high))


def _survival(times: Numbers, solved: Solved) -> Any:
    from scipy import stats

    return stats.ecdf(stats.CensoredData(uncensored=times[solved], right=times[~solved])).sf


def _first_below_half(survival: Any) -> float | None:
    below = np.flatnonzero(survival.probabilities <= 0.5)  # nan is not
    return float(survival.quantiles[below[0]]) if len(below) else None
