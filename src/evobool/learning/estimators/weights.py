"""Weights as numbers of rows, and rows in an order that does not depend on how they came."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import _check_sample_weight

from evobool.errors import InputError
from evobool.learning.tables.binarising import Lines, rows_of
from evobool.learning.tables.features import Bits
from evobool.model.generator import GOLDEN, WORD, mix

MOST_ROWS = 10_000_000


def repeats(weights: Any, X: Any) -> NDArray[np.int64]:
    """How often each row counts: weights must be whole numbers, or multiples of the smallest above 0.

    >>> import numpy as np
    >>> repeats([2, 0, 1], np.zeros((3, 1))).tolist(), repeats([0.5, 0.5, 1.5], np.zeros((3, 1))).tolist()
    ([2, 0, 1], [1, 1, 3])
    """
    found = _check_sample_weight(weights, X, dtype=np.float64)
    if (found < 0).any():
        raise InputError("sample_weight", found.min(), "must not be negative")
    counts = found if (found == np.rint(found)).all() else found / found[found > 0].min()
    if not (counts == np.rint(counts)).all():
        raise InputError("sample_weight", found.max(), "must be whole numbers, or multiples of the smallest")
    if counts.sum() > MOST_ROWS:
        raise InputError("sample_weight", counts.sum(), f"add up to more than {MOST_ROWS:,} rows")
    whole: NDArray[np.int64] = counts.astype(np.int64)
    return whole


def canonical(lines: Lines, labels: Bits) -> NDArray[np.int64]:
    """The places of the rows in an order that depends on what they hold only, and looks random.

    Rows are sorted by a sum, modulo 2^64, of a number for each feature that is true.

    >>> import numpy as np
    >>> bits, labels = np.array([[0b011]], dtype=np.uint8), np.array([False, True, True])
    >>> canonical(bits, labels).tolist(), canonical(bits, labels[[1, 0, 2]]).tolist()
    ([1, 0, 2], [0, 1, 2])
    """
    sums = labels.astype(np.uint64) * np.uint64(mix(GOLDEN))
    for place, bits in enumerate(rows_of(lines, len(labels)), start=2):
        sums += bits.astype(np.uint64) * np.uint64(mix((place * GOLDEN) & WORD))
    return np.argsort(sums, kind="stable")
