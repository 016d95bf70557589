"""Where numbers are cut: at quantiles, or between all neighbours where there are few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DEFAULT = 8
LARGEST_SAMPLE = 100_000  # values that quantiles are taken from; of more, evenly spaced ones


def thresholds(numbers: NDArray[np.float64], most: int) -> tuple[int | float, ...]:
    """At most so many cuts of the values that are not missing; `x <= cut` tells neighbours apart.

    >>> import numpy as np
    >>> thresholds(np.array([1.0, 2.0, 2.0, 5.0]), 8), thresholds(np.arange(100.0), 3)
    ((1, 3), (24, 49, 74))
    """
    known = numbers[~np.isnan(numbers)]
    if len(known) > LARGEST_SAMPLE:
        known = known[np.linspace(0, len(known) - 1, LARGEST_SAMPLE).astype(np.int64)]
    values, counts = np.unique(known, return_counts=True)
    below = np.cumsum(counts)[:-1]  # how many values lie below each cut
    if len(below) > most:
        wanted = np.arange(1, most + 1) * (len(known) / (most + 1))
        right = np.searchsorted(below, wanted).clip(1, len(below) - 1)
        nearer = wanted - below[right - 1] <= below[right] - wanted
        cuts = np.unique(np.where(nearer, right - 1, right))
    else:
        cuts = np.arange(len(below))
    return tuple(between(float(values[cut]), float(values[cut + 1])) for cut in cuts)


def between(low: float, high: float) -> int | float:
    """A short number t with low <= t < high: whole if both are, else with few digits.

    >>> between(41.0, 44.0), between(0.123456, 0.123502), between(-0.7, 0.3), between(1e300, 2e300)
    (42, 0.1235, -0.2, 1.5e+300)
    """
    middle = low / 2 + high / 2
    if low.is_integer() and high.is_integer() and max(abs(low), abs(high)) < 2**53:
        return int((int(low) + int(high)) // 2)
    for digits in range(1, 18):
        short = float(f"{middle:.{digits}g}")
        if low <= short < high:
            return int(short) if short.is_integer() and abs(short) < 2**53 else short
    return low
