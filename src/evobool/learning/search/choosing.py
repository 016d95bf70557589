"""Which formula of a front: as few leaves as cross-validation allows, by the one-standard-error rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evobool.learning.search.fronts import Front, Judge, Point


class Crossed(NamedTuple):
    """How a number of leaves does in cross-validation: the mean rate of what errors cost."""

    leaves: int
    mean: float
    standard_error: float
    rates: tuple[float, ...] = ()  # of each fold


def crossed(front: Front, folds: Sequence[tuple[Front, Judge]]) -> tuple[Crossed, ...]:
    """For every number of leaves on a front, the mean over folds of a formula with at most so many.

    `folds` are the fronts found on the other folds, each with a judge of its own.
    """
    found = []
    for point in front:
        rates = [rate(other.within(point.leaves), judge) for other, judge in folds]
        error = float(np.std(rates, ddof=1)) / len(rates) ** 0.5
        found.append(Crossed(point.leaves, float(np.mean(rates)), error, tuple(rates)))
    return tuple(found)


def rate(point: Point | None, judge: Judge) -> float:
    """What a formula's errors cost, as a share of what it costs to be wrong on every row."""
    if point is None:
        return 1.0
    negatives = judge.rows.rows - judge.positives
    return judge.point(point.tree).cost / max(1, judge.cost(negatives, judge.positives))


def one_standard_error(found: Sequence[Crossed]) -> int:
    """The fewest leaves whose mean is at most one standard error above the lowest.

    >>> one_standard_error([Crossed(1, 0.3, 0.02), Crossed(3, 0.12, 0.02), Crossed(9, 0.1, 0.03)])
    3
    """
    lowest = min(found, key=lambda each: each.mean)
    return min(each.leaves for each in found if each.mean <= lowest.mean + lowest.standard_error)
