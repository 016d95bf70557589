"""Weighted least squares with several terms: `evobool.studies.fits` has laws of one constant only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

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
        """How large chi-square should be."""
        return len(self.residuals) - len(self.constants)

    @property
    def p(self) -> float:
        """How likely a chi-square as large is if the law is true."""
        return float(stats.chi2.sf(self.chi_square, self.freedom))


def fit(terms: Sequence[Numbers], y: Numbers, errors: Numbers) -> Fitted:
    """Fit the terms to y, which has these standard errors."""
    weighted = np.column_stack(terms) / errors[:, None]
    constants, *_ = np.linalg.lstsq(weighted, y / errors, rcond=None)
    spread: Numbers = np.sqrt(np.diag(np.linalg.inv(weighted.T @ weighted)))
    return Fitted(np.asarray(constants, dtype=np.float64), spread, y / errors - weighted @ constants)


def small(p: float) -> str:
    """A p-value, short."""
    return "< 10⁻⁶" if p < 1e-6 else f"{p:.1g}" if p < 0.1 else f"{p:.2f}"
