"""Weighted least squares: y as a sum of terms, or ln y as the logarithm of any positive law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Value = Callable[[Numbers, Any], Any]
TINY = 1e-30  # of an imaginary step, whose derivative is exact
ROUNDS, ENOUGH = 80, 1e-9


@dataclass(frozen=True)
class Fitted:
    """A law's constants with their standard errors, and what is left of y.

    `by_resampling` is the p of a bootstrap over runs, None where there was none.
    """

    constants: Numbers
    errors: Numbers
    residuals: Numbers  # in standard errors
    by_resampling: float | None = None

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

        if self.by_resampling is not None:
            return self.by_resampling
        return float(stats.chi2.sf(self.chi_square, self.freedom))


def fit(terms: Sequence[Numbers], y: Numbers, errors: Numbers) -> Fitted:
    """Fit the terms to y, which has these standard errors.

    >>> x = np.array([1.0, 2.0, 3.0])
    >>> fit([x, np.ones(3)], 2 * x + 1, np.full(3, 0.1)).constants.round(6).tolist()
    [2.0, 1.0]
    """
    weighted = np.column_stack(terms) / errors[:, None]
    constants, *_ = np.linalg.lstsq(weighted, y / errors, rcond=None)
    residuals = y / errors - weighted @ constants
    return Fitted(np.asarray(constants, dtype=np.float64), _spread(weighted), residuals)


def _spread(matrix: Numbers) -> Numbers:
    """The standard errors of constants, by QR: M'M would square the condition of M."""
    inverse = np.linalg.inv(np.linalg.qr(matrix, mode="r"))
    return np.asarray(np.linalg.norm(inverse, axis=1), dtype=np.float64)


def slopes(value: Value, x: Numbers, constants: Numbers) -> Numbers:
    """The derivatives of a law by its constants, by imaginary steps; the last axis is of the constants."""
    count = constants.shape[-1]
    moved = constants[..., None, :] + 1j * TINY * np.eye(count)
    with np.errstate(all="ignore"):
        return np.swapaxes(np.asarray(value(x, moved)).imag / TINY, -1, -2)


def logarithms(value: Value, x: Numbers, constants: Numbers) -> Numbers:
    """ln of a law, nan where it is not positive."""
    with np.errstate(all="ignore"):
        found = np.asarray(value(x, constants), dtype=float)
        return np.where((found > 0) & np.isfinite(found), np.log(np.where(found > 0, found, 1.0)), np.nan)


def descend(
    value: Value, x: Numbers, logs: Numbers, errors: Numbers, start: Numbers
) -> tuple[Numbers, Numbers]:
    """Fit ln of a law to many lines of logs at once, from where it is positive (damped Gauss-Newton).

    Returns the constants and the residuals in standard errors, a line each.
    """

    def left(constants: Numbers) -> tuple[Numbers, Numbers]:
        residuals = (logs - logarithms(value, x, constants)) / errors
        return residuals, np.nan_to_num((residuals**2).sum(axis=-1), nan=np.inf)

    constants = np.array(start, dtype=float)
    residuals, cost = left(constants)
    damping = np.full(len(constants), 1e-3)
    for _ in range(ROUNDS):
        with np.errstate(all="ignore"):
            law = np.asarray(value(x, constants), dtype=float)
            matrix = slopes(value, x, constants) / (law * errors)[..., None]
        matrix = np.where(np.isfinite(matrix), matrix, 0.0)
        scale = np.sqrt((matrix**2).sum(axis=1)) + 1e-300
        matrix = matrix / scale[:, None, :]
        square = np.swapaxes(matrix, 1, 2) @ matrix + damping[:, None, None] * np.eye(matrix.shape[-1])
        pull = np.swapaxes(matrix, 1, 2) @ np.nan_to_num(residuals)[..., None]
        trial = constants + np.linalg.solve(square, pull)[..., 0] / scale
        new, cheaper = left(trial)
        better = cheaper < cost
        gain = np.where(better, cost - cheaper, 0.0)
        still = np.any(gain > ENOUGH * (1 + cheaper)) or np.any(~better & (damping < 1e6))
        constants, residuals = (
            np.where(better[:, None], trial, constants),
            np.where(better[:, None], new, residuals),
        )
        cost = np.where(better, cheaper, cost)
        damping = np.where(better, damping / 10, damping * 10)
        if not still:
            break
    return constants, residuals


def covariance_errors(value: Value, x: Numbers, errors: Numbers, constants: Numbers) -> Numbers | None:
    """The standard errors of constants, None if the data do not tell the constants apart."""
    law = np.asarray(value(x, constants), dtype=float)
    matrix = slopes(value, x, constants) / (law * errors)[:, None]
    if not np.all(np.isfinite(matrix)):
        return None
    scale = np.sqrt((matrix**2).sum(axis=0))
    if np.any(scale == 0):
        return None
    matrix = matrix / scale
    if np.linalg.cond(matrix) > 1e10:
        return None
    spread: Numbers = _spread(matrix) / scale
    return spread
