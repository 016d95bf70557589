"""Which law do runtimes follow: n log n, n log^2 n, n^2, ...? Weighted least squares, one constant a law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evobool.errors import InputError

Numbers = NDArray[np.float64]
LAWS: dict[str, Callable[[Numbers], Numbers]] = {
    "log n": np.log,
    "n": lambda n: n,
    "n log n": lambda n: n * np.log(n),
    "n log^2 n": lambda n: n * np.log(n) ** 2,
    "n^2": lambda n: n**2,
    "n^2 log n": lambda n: n**2 * np.log(n),
    "n^3": lambda n: n**3,
    "2^n": lambda n: np.exp2(n),
}
TELLING = 6.0  # a difference in chi-square below which two laws are not told apart (a likelihood ratio of 20)


@dataclass(frozen=True)
class Law:
    """One law fitted: y = constant * law(x)."""

    name: str
    constant: float
    error: float
    chi_square: float
    freedom: int
    p: float
    residuals: tuple[float, ...]  # in standard errors


@dataclass(frozen=True)
class Fit:
    """All laws, the best first, and the exponent of a plain power of x."""

    laws: tuple[Law, ...]
    exponent: float
    exponent_error: float

    @property
    def verdict(self) -> str:
        """What the data say, in words."""
        best = self.laws[0]
        rivals = [law.name for law in self.laws[1:] if law.chi_square - best.chi_square < TELLING]
        told = (
            f"the data cannot tell {', '.join([best.name, *rivals])} apart"
            if rivals
            else f"{best.name} fits best"
        )
        if best.p < 0.01:
            told += f", but no law fits within the errors (p = {best.p:.1g})"
        return told


def fit_laws(x: Sequence[float], y: Sequence[float], errors: Sequence[float]) -> Fit:
    """Fit every law to means y with standard errors.

    >>> fit = fit_laws([8, 16, 32, 64], [5.0, 20.1, 79.8, 320.5], [0.1, 0.2, 0.5, 2.0])
    >>> fit.verdict, round(fit.exponent, 2)
    ('n^2 fits best', 2.0)
    """
    from scipy import optimize, stats

    sizes, means, sigma = (np.asarray(values, dtype=float) for values in (x, y, errors))
    if len(set(sizes.tolist())) < 3:
        raise InputError("x", list(x), "needs at least three different values")
    if np.any(sizes <= 1) or np.any(means <= 0) or np.any(sigma <= 0):
        raise InputError("x", list(x), "laws need x above 1, positive means and errors")
    laws = []
    for name, law in LAWS.items():
        shape = law(sizes)
        if not np.all(np.isfinite(shape)):
            continue
        found, covariance = optimize.curve_fit(
            lambda shape, constant: constant * shape, shape, means, p0=[1.0], sigma=sigma, absolute_sigma=True
        )
        residuals = (means - found[0] * shape) / sigma
        chi_square, freedom = float(np.sum(residuals**2)), len(sizes) - 1
        p = float(stats.chi2.sf(chi_square, freedom))
        error = float(np.sqrt(covariance[0, 0]))
        laws.append(Law(name, float(found[0]), error, chi_square, freedom, p, tuple(residuals.tolist())))
    power, covariance = np.polyfit(np.log(sizes), np.log(means), 1, w=means / sigma, cov="unscaled")
    laws.sort(key=lambda law: law.chi_square)
    return Fit(tuple(laws), float(power[0]), float(np.sqrt(covariance[0, 0])))
