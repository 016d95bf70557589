"""Weighted least squares: y as a sum of terms, each with a constant of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Fitted:
    """y = sum of constants times terms, with the constants' standard errors."""

    constants: Numbers
    errors: Numbers
    residuals: Numbers  # in standard errors

    @property
    def chi_square(self) -> float:
        """The sum of squared residuals."""
        return float(self.residuals @ self.residuals)

    @property
    def freedom(self) -> int:
        """The degrees of freedom: points less constants."""
        return len(self.residuals) - len(self.constants)

    @property
    def p(self) -> float:
        """The probability of a chi-square at least as large if the law is true."""
        from scipy import stats

        return float(stats.chi2.sf(self.chi_square, self.freedom))


def fit(terms: Sequence[Numbers], y: Numbers, errors: Numbers) -> Fitted:
    """Fit the terms to y, which has these standard errors.

    >>> x = np.array([1.0, 2.0, 3.0])
    >>> fit([x, np.ones(3)], 2 * x + 1, np.full(3, 0.1)).constants.round(6).tolist()
    [2.0, 1.0]
    """
    weighted = np.column_stack(terms) / errors[:, None]
    constants, *_ = np.linalg.lstsq(weighted, y / errors, rcond=None)
    spread: Numbers = np.sqrt(np.diag(np.linalg.inv(weighted.T @ weighted)))
    return Fitted(np.asarray(constants, dtype=np.float64), spread, y / errors - weighted @ constants)
