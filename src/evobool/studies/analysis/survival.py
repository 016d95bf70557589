"""Times that were cut off where runs gave up: quantiles (Kaplan-Meier), the ECDF, and times with restarts."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.studies.analysis.estimates import LARGEST_BOOTSTRAP, Interval

Numbers = NDArray[np.float64]
Solved = NDArray[np.bool_]
RESAMPLES, BATCH = 1999, 2_000_000  # resamples of a bootstrap, and how many numbers are drawn at a time
ROUNDING = 1e-9  # of a share


class Steps(NamedTuple):
    """The share of runs solved by each time at which one was, with pointwise 95 % intervals (log-log)."""

    times: Numbers
    shares: Numbers
    lows: Numbers
    highs: Numbers


def kaplan_meier_quantile(times: Numbers, solved: Solved, p: float = 0.5) -> float | None:
    """The time by which a share p of all runs is solved, None if that was never seen.

    >>> times, solved = np.array([10.0, 20.0, 30.0, 99.0]), np.array([True, True, False, False])
    >>> kaplan_meier_quantile(times, solved), kaplan_meier_quantile(times, solved, 0.95)
    (20.0, None)
    """
    if not solved.any():
        return None
    if solved.all():
        place = max(0, int(np.ceil(p * len(times) - ROUNDING)) - 1)
        return float(np.partition(times, place)[place])
    return _first_at_most(_survival(times, solved), 1 - p)


def quantile_interval(times: Numbers, solved: Solved, p: float = 0.5) -> tuple[float, float | None] | None:
    """A 95 % interval for a quantile (Brookmeyer and Crowley, log-log).

    It reaches from the first time at which the lower confidence limit of the share unsolved is at most
    1 - p to the first at which the upper one is (None if never). Without a lower end there is no interval.

    >>> quantile_interval(np.arange(1.0, 101.0), np.full(100, True))
    (40.0, 60.0)
    """
    if solved.sum() < 2:
        return None
    between = _between(_survival(times, solved))
    low = _first_at_most(between.low, 1 - p)
    return None if low is None else (low, _first_at_most(between.high, 1 - p))


def ecdf(times: Numbers, solved: Solved) -> Steps:
    """The share of runs solved by each time at which one was (Kaplan-Meier).

    >>> found = ecdf(np.array([10.0, 20.0, 99.0, 99.0]), np.array([True, True, False, False]))
    >>> found.times.tolist(), found.shares.tolist()
    ([10.0, 20.0], [0.25, 0.5])
    """
    survival = _survival(times, solved)
    between = _between(survival)
    where = np.isin(survival.quantiles, times[solved])
    low, high = (np.asarray(end.probabilities)[where] for end in (between.low, between.high))
    shares = 1 - np.asarray(survival.probabilities)[where]
    lows, highs = (np.where(np.isnan(end), shares, 1 - end) for end in (high, low))
    return Steps(np.asarray(survival.quantiles)[where], shares, lows, highs)


def restart_time(times: Numbers, solved: Solved) -> float | None:
    """ERT: the iterations of all runs over the number of successes, None without a success.

    It is the expected time until a success if a run that fails is started anew.

    >>> restart_time(np.array([30.0, 50.0, 100.0]), np.array([True, True, False]))
    90.0
    """
    return float(times.sum() / solved.sum()) if solved.any() else None


def restart_interval(times: Numbers, solved: Solved) -> Interval | None:
    """A 95 % interval for it: bootstrap over runs (BCa), or the normal one of its logarithm for many runs.

    A resample without a success has no end; where such are common the upper end is infinite.
    """
    from scipy import stats

    count, value = int(solved.sum()), restart_time(times, solved)
    if value is None or len(times) < 2:
        return None
    if solved.all() and np.all(times == times[0]):
        return value, value
    if len(times) > LARGEST_BOOTSTRAP:
        half = stats.norm.isf(0.025) * (restart_error(times, solved) or 0.0) / value
        return float(value * np.exp(-half)), float(value * np.exp(half))
    rng, size = np.random.default_rng(0), len(times)
    resampled = []
    for first in range(0, RESAMPLES, step := max(1, BATCH // size)):
        chosen = rng.integers(0, size, (min(step, RESAMPLES - first), size))
        totals, successes = times[chosen].sum(axis=1), solved[chosen].sum(axis=1)
        resampled.append(np.where(successes == 0, np.inf, totals / np.maximum(successes, 1)))
    found = np.sort(np.concatenate(resampled))
    below = (np.sum(found < value) + np.sum(found == value) / 2) / RESAMPLES
    shift = stats.norm.ppf(np.clip(below, 1 / RESAMPLES, 1 - 1 / RESAMPLES))
    bend = 0.0
    if count > 1:
        pull = value - (times.sum() - times) / (count - solved)  # what each run left out changes
        pull = pull - pull.mean()
        bend = float(np.sum(pull**3) / (6 * np.sum(pull**2) ** 1.5)) if pull.any() else 0.0
    z = shift + stats.norm.ppf([0.025, 0.975])
    places = stats.norm.cdf(shift + z / (1 - bend * z)) * (RESAMPLES + 1)
    low, high = (found[int(np.clip(np.round(place) - 1, 0, RESAMPLES - 1))] for place in places)
    return float(low), float(high)


def restart_error(times: Numbers, solved: Solved) -> float | None:
    """The standard error of ERT, that of a ratio of two means; None for fewer than two successes."""
    value = restart_time(times, solved)
    if value is None or solved.sum() < 2:
        return None
    return float((times - value * solved).std(ddof=1) / np.sqrt(len(times)) / solved.mean())


def _survival(times: Numbers, solved: Solved) -> Any:
    from scipy import stats

    return stats.ecdf(stats.CensoredData(uncensored=times[solved], right=times[~solved])).sf


def _between(survival: Any) -> Any:
    with warnings.catch_warnings():  # undefined where nobody or everybody is solved; told by nan
        warnings.simplefilter("ignore", RuntimeWarning)
        return survival.confidence_interval(method="log-log")


def _first_at_most(survival: Any, share: float) -> float | None:
    below = np.flatnonzero(survival.probabilities <= share + ROUNDING)  # nan is not
    return float(survival.quantiles[below[0]]) if len(below) else None
