"""What might make a function hard: its sensitivity, influence, Fourier weight and unateness.

With values -1 and 1 for true and false, f is a sum of characters, products of variables, with coefficients
whose squares add up to 1: the weight of degree d is the sum of the squares of those with d variables
(O'Donnell, Analysis of Boolean Functions, chapters 1 and 2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evobool.atlas.numbered import Numbers


@dataclass(frozen=True)
class Measures:
    """Numbers that no change of the names and signs of inputs and output alters."""

    variables: int  # that it depends on
    largest_sensitivity: int
    average_sensitivity: float  # the total influence
    largest_influence: float
    weights: tuple[float, ...]  # by degree, from 0
    unate: bool  # monotone once some inputs are negated

    @property
    def low_weight(self) -> float:
        """The Fourier weight of degree at most 1: how much of f its bias and single variables explain."""
        return self.weights[0] + self.weights[1]


def measures_of(table: int, n: int) -> Measures:
    """The measures of a function.

    >>> majority = measures_of(0b11101000, 3)
    >>> majority.largest_sensitivity, majority.average_sensitivity, majority.weights, majority.unate
    (2, 1.5, (0.0, 0.75, 0.0, 0.25), True)
    """
    rows = np.arange(2**n)
    values: Numbers = (table >> rows) & 1
    flips = np.array([values != values[rows ^ (1 << place)] for place in range(n)])
    influences = flips.mean(axis=1)
    signs = 1 - 2 * values
    weights = [0.0] * (n + 1)
    for subset in range(2**n):
        parity = np.array([(int(row) & subset).bit_count() & 1 for row in rows])
        weights[subset.bit_count()] += float((signs * (1 - 2 * parity)).mean()) ** 2
    return Measures(
        variables=int((influences > 0).sum()),
        largest_sensitivity=int(flips.sum(axis=0).max()),
        average_sensitivity=float(influences.sum()),
        largest_influence=float(influences.max()),
        weights=tuple(weights),
        unate=all(_one_way(values, place) for place in range(n)),
    )


def _one_way(values: Numbers, place: int) -> bool:
    """Whether raising this input never lowers the value, or never raises it."""
    rows = np.arange(len(values))
    low = rows[(rows >> place & 1) == 0]
    change = values[low | (1 << place)] - values[low]
    return not ((change > 0).any() and (change < 0).any())
