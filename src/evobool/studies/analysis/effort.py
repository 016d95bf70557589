"""Koza's computational effort: how many trees to judge for a success with a probability of 0.99."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.studies.analysis.estimates import Interval
from evobool.studies.analysis.survival import RESAMPLES, Numbers, Solved

SURE = 0.99  # Koza's z


class Effort(NamedTuple):
    """The least I(M, i, z) over the generations i, and where it is; the runs R(z) that it takes."""

    trees: float
    generation: int
    runs: int


def shares_by_generation(times: Numbers, solved: Solved) -> Numbers:
    """P(M, i): the share of runs solved by each generation, from 0 on.

    >>> shares_by_generation(np.array([0.0, 2.0, 9.0]), np.array([True, True, False])).round(2).tolist()
    [0.33, 0.33, 0.67]
    """
    last = int(times[solved].max(initial=0))
    counts = np.bincount(times[solved].astype(np.int64), minlength=last + 1)
    found: Numbers = np.cumsum(counts) / max(len(times), 1)
    return found


def runs_needed(shares: Numbers, sure: float = SURE) -> NDArray[np.float64]:
    """R(z): how many runs give a success with probability z, where each has such a share; never below 1.

    >>> runs_needed(np.array([0.0, 0.5, 0.99, 1.0])).tolist()
    [inf, 7.0, 1.0, 1.0]
    """
    with np.errstate(divide="ignore"):
        needed = np.log(1 - sure) / np.log1p(-shares)
    found: NDArray[np.float64] = np.maximum(np.ceil(needed - 1e-9), 1.0)
    return found


def efforts(times: Numbers, solved: Solved, population: int, sure: float = SURE) -> Numbers:
    """I(M, i, z) = M (i + 1) R(z) for each generation."""
    shares = shares_by_generation(times, solved)
    found: Numbers = population * np.arange(1, len(shares) + 1) * runs_needed(shares, sure)
    return found


def effort(times: Numbers, solved: Solved, population: int, sure: float = SURE) -> Effort | None:
    """The least of these, None without a success.

    >>> effort(np.array([1.0, 1.0, 5.0, 50.0]), np.array([True, True, True, False]), 100)
    Effort(trees=1400.0, generation=1, runs=7)
    """
    if not solved.any():
        return None
    found = efforts(times, solved, population, sure)
    place = int(np.argmin(found))
    needed = runs_needed(shares_by_generation(times, solved)[place : place + 1], sure)
    return Effort(float(found[place]), place, int(needed[0]))


def effort_interval(times: Numbers, solved: Solved, population: int, sure: float = SURE) -> Interval | None:
    """A 95 % interval for the least effort: percentiles of a bootstrap over runs."""
    if not solved.any():
        return None
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(RESAMPLES):
        places = rng.integers(0, len(times), len(times))
        found = effort(times[places], solved[places], population, sure)
        drawn.append(np.inf if found is None else found.trees)
    low, high = np.quantile(drawn, (0.025, 0.975), method="nearest")
    return float(low), float(high)
