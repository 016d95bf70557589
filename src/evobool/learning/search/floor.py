"""The floor: rows with equal features and different labels bound what any formula can reach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evobool.model.objective import Costs
from evobool.model.targets.labelled import Labelled, values_of


class Floor(NamedTuple):
    """The fewest errors that any formula makes on some rows, and the lowest cost of errors."""

    errors: int
    cost: int


def floor_of(rows: Labelled, costs: Costs = (1, 1)) -> Floor:
    """Among rows that look alike, the labels of one class are wrong, whatever the formula.

    >>> floor_of(Labelled(("a",), (0b0011,), 0b0101, 4), (1, 3))
    Floor(errors=2, cost=2)
    """
    matrix = np.packbits(rows.matrix(), axis=1)
    alike = np.ascontiguousarray(matrix).view(np.dtype((np.void, matrix.shape[1]))).ravel()
    group = np.unique(alike, return_inverse=True)[1]
    labels = values_of(rows.labels, rows.rows)
    positives = np.bincount(group[labels], minlength=int(group.max()) + 1)
    negatives = np.bincount(group[~labels], minlength=len(positives))
    cost = np.minimum(positives * costs[1], negatives * costs[0]).sum()
    return Floor(int(np.minimum(positives, negatives).sum()), int(cost))
