"""Rows in parts, each with its share of both classes: folds, and rows held out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from evobool.model.generator import GOLDEN, WORD, mix
from evobool.model.targets.labelled import Labelled, values_of

Places = NDArray[np.int64]


def shuffled(count: int, seed: int) -> Places:
    """The numbers below `count` in an order drawn by a seed, the same on every machine.

    >>> shuffled(5, seed=1).tolist()
    [2, 4, 0, 3, 1]
    """
    with np.errstate(over="ignore"):
        x = np.uint64(mix((seed + GOLDEN) & WORD)) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
            GOLDEN
        )
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.argsort(x ^ (x >> np.uint64(31)), kind="stable").astype(np.int64)


def dealt(labels: NDArray[np.bool_], parts: int, seed: int) -> NDArray[np.int64]:
    """The part of every row: each class is shuffled and dealt out in turn, so that parts are alike.

    >>> dealt(np.array([True, False, False, True]), 2, seed=1).tolist()
    [0, 1, 0, 1]
    """
    order = shuffled(len(labels), seed)
    order = order[np.argsort(labels[order], kind="stable")]
    found = np.empty(len(labels), dtype=np.int64)
    found[order] = np.arange(len(labels)) % parts
    return found


def folds_of(rows: Labelled, folds: int, seed: int) -> list[tuple[Labelled, Labelled]]:
    """For each fold the rows to learn from and those to judge by."""
    part = dealt(values_of(rows.labels, rows.rows), folds, seed)
    return [
        (rows.take(np.flatnonzero(part != fold)), rows.take(np.flatnonzero(part == fold)))
        for fold in range(folds)
    ]


def held_out(labels: NDArray[np.bool_], share: Fraction, seed: int) -> NDArray[np.bool_]:
    """Which rows are held out: their share of either class, rounded."""
    found = np.zeros(len(labels), dtype=np.bool_)
    order = shuffled(len(labels), seed)
    for value in (False, True):
        places = order[labels[order] == value]
        found[places[: round(share * len(places))]] = True
    return found
