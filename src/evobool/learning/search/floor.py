"""The floor: rows with equal features and different labels bound what any formula can reach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.model.objective import Costs
from evobool.model.targets.labelled import Labelled, values_of

BLOCK = 4096


class Floor(NamedTuple):
    """The fewest errors that any formula makes on some rows, and the lowest cost of errors."""

    errors: int
    cost: int


def floor_of(rows: Labelled, costs: Costs = (1, 1)) -> Floor:
    """Among rows that look alike, the labels of one class are wrong, whatever the formula.

    >>> floor_of(Labelled(("a",), (0b0011,), 0b0101, 4), (1, 3))
    Floor(errors=2, cost=2)
    """
    group = np.unique(_packed(rows), return_inverse=True)[1]
    labels = values_of(rows.labels, rows.rows)
    positives = np.bincount(group[labels], minlength=int(group.max()) + 1)
    negatives = np.bincount(group[~labels], minlength=len(positives))
    cost = np.minimum(positives * costs[1], negatives * costs[0]).sum()
    return Floor(int(np.minimum(positives, negatives).sum()), int(cost))


def _packed(rows: Labelled) -> NDArray[np.void]:
    """Every row as a word of bytes, eight columns in each; turned block by block, which fits into a cache."""
    size = -(-rows.rows // 8)
    turned = np.zeros((-(-rows.n // 8), rows.rows), dtype=np.uint8)
    for place, line in enumerate(rows.columns):
        packed = np.frombuffer(line.to_bytes(size, "little"), dtype=np.uint8)
        bits = np.unpackbits(packed, count=rows.rows, bitorder="little")
        turned[place // 8] |= bits << (place % 8)
    words = np.empty(turned.shape[::-1], dtype=np.uint8)
    for start in range(0, rows.rows, BLOCK):
        words[start : start + BLOCK] = turned[:, start : start + BLOCK].T
    return words.view(np.dtype((np.void, words.shape[1]))).ravel()
