"""Which law does growth follow: n log n, n^k, n (a log n + b), ...? All laws, and how well they fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evobool.errors import InputError
from evobool.studies.analysis.resampling import Resampled
from evobool.studies.laws.least_squares import (
    Fitted,
    Numbers,
    covariance_errors,
    descend,
    logarithms,
)
from evobool.studies.laws.shapes import LAWS, TERMS, Shape, shape_named, written
from evobool.studies.laws.starts import start_of

TELLING = 6.0  # a difference in chi-square below which two laws are not told apart (a likelihood ratio of 20)
FINE, FALL = (
    400,
    1e-3,
)  # places between the points where a law is looked at; a fall that is none, of its height


@dataclass(frozen=True)
class Law:
    """One law fitted."""

    shape: Shape
    fitted: Fitted

    @property
    def name(self) -> str:
        """As it is listed, or as its user wrote it."""
        return self.shape.name

    @property
    def score(self) -> float:
        """Chi-square, and what each further constant must lower it by to be worth having."""
        return self.fitted.chi_square + TELLING * (len(self.shape.constants) - 1)

    def at(self, x: Sequence[float] | Numbers) -> Numbers:
        """The law's values at some x."""
        places = np.asarray(x, dtype=float)
        return np.asarray(self.shape.value(places, self.fitted.constants), dtype=np.float64)

    def formula(self, x: str = "n") -> str:
        """The law with its constants, ln for the natural logarithm.

        >>> fit_laws([8, 16, 32, 64], [16.6, 44.4, 110.9, 266.2], [0.1] * 4, ["n log n"]).laws[0].formula()
        '1 n ln n'
        """
        constants = [f"{value:.3g}" for value in self.fitted.constants]
        if self.name in TERMS:
            return f"{constants[0]} {written(self.name, x)}"
        text = written(self.name.replace("a c^n", "a · c^n"), x)
        for letter, constant in zip(self.shape.constants, constants, strict=True):
            text = re.sub(rf"\b{letter}\b", constant, text)
        return text.replace("+ -", "- ")


@dataclass(frozen=True)
class Fit:
    """All laws, the best first, and the exponent of a plain power of x.

    `left_out` says of laws why they are not among them. `heavy` is True where single runs make much of the
    spread at half of the points: p then still errs on the safe side, but constants may be further off than
    they say.
    """

    laws: tuple[Law, ...]
    exponent: float
    exponent_error: float
    left_out: tuple[tuple[str, str], ...] = ()
    heavy: bool = False

    @property
    def verdict(self) -> str:
        """What the data say, in words. A law that only adds a constant to the best is no rival of it."""
        best = self.laws[0]
        rivals = [
            law.name
            for law in self.laws[1:]
            if law.score - best.score < TELLING and not law.shape.contains(best.shape)
        ]
        told = (
            f"the data cannot tell {', '.join([best.name, *rivals])} apart"
            if rivals
            else f"{best.name} fits best"
        )
        if best.fitted.p < 0.01:
            told += f", but no law fits within the errors (p = {best.fitted.p:.1g})"
        if self.heavy:
            told += "; single runs make much of the spread, so constants may be further off than they say"
        return told


def fit_laws(
    x: Sequence[float],
    y: Sequence[float],
    errors: Sequence[float],
    names: Sequence[str] | None = None,
    resampled: Sequence[Resampled] | None = None,
) -> Fit:
    """Fit laws, by default every one, to positive values y with standard errors.

    What is fitted is ln y, with the relative errors as weights: in heavy tails a mean that is too small comes
    with an error that is too small, which would pull a fit of y itself down. A law must be positive and,
    where all y rise, must not fall between the points. Laws are ranked by chi-square; a further constant
    must lower it by 6 to move a law ahead. With the values `resampled` by bootstrap, p and the constants'
    errors are those of the bootstrap, otherwise those of normal errors.

    >>> fit = fit_laws([8, 16, 32, 64], [5.0, 20.1, 79.8, 320.5], [0.1, 0.2, 0.5, 2.0])
    >>> fit.verdict, round(fit.exponent, 2)
    ('n^2 fits best', 2.0)
    """
    sizes, values, sigma = (np.asarray(each, dtype=float) for each in (x, y, errors))
    chosen = [shape_named(name) for name in (LAWS if names is None else names)]
    if len(set(sizes.tolist())) < 3:
        raise InputError("x", list(x), "needs at least three different values")
    if np.any(sizes <= 1) or np.any(values <= 0) or np.any(sigma <= 0):
        raise InputError("x", list(x), "laws need x above 1, positive means and errors")
    laws, left_out = [], []
    for law in chosen:
        found = _fit_one(law, sizes, values, sigma, resampled)
        if isinstance(found, str):
            left_out.append((law.name, found))
        else:
            laws.append(Law(law, found))
    if not laws:
        if len(left_out) == 1:
            raise InputError("law", *left_out[0])
        raise InputError("law", ", ".join(law.name for law in chosen), f"none fits {len(sizes)} points")
    power, covariance = np.polyfit(np.log(sizes), np.log(values), 1, w=values / sigma, cov="unscaled")
    laws.sort(key=lambda law: law.score)
    heavy = resampled is not None and 2 * sum(each.heavy for each in resampled) >= len(resampled)
    error = float(np.sqrt(covariance[0, 0]))
    return Fit(tuple(laws), float(power[0]), error, tuple(left_out), heavy)


def _fit_one(
    law: Shape, x: Numbers, y: Numbers, sigma: Numbers, resampled: Sequence[Resampled] | None
) -> Fitted | str:
    """One law fitted, or why it cannot be."""
    if len(law.constants) >= len(x):
        return f"has {len(law.constants)} constants, too many for {len(x)} points"
    start = start_of(law, x, y, sigma)
    if start is None or not np.all(np.isfinite(logarithms(law.value, x, start))):
        return "is not positive and finite at every point, whatever its constants"
    errors, logs = sigma / y, np.log(y)
    constants, residuals = (each[0] for each in descend(law.value, x, logs[None], errors, start[None]))
    spread = covariance_errors(law.value, x, errors, constants)
    if spread is None or np.any(np.abs(constants) > 1e150):
        return "has constants that the data do not bound or tell apart"
    fine = np.asarray(law.value(np.geomspace(x.min(), x.max(), FINE), constants), dtype=float)
    if not np.all(fine > 0):
        return "is negative between the points"
    order = np.argsort(x)
    if np.all(np.diff(y[order]) > 0) and np.any(np.diff(fine) < -FALL * fine[1:]):
        return "falls between the points, where all values rise"
    if resampled is None:
        return Fitted(constants, spread, residuals)
    return _by_resampling(law, x, logs, constants, residuals, resampled)


def _by_resampling(
    law: Shape,
    x: Numbers,
    logs: Numbers,
    constants: Numbers,
    residuals: Numbers,
    resampled: Sequence[Resampled],
) -> Fitted:
    """P and errors from values drawn again: how often is chi-square as large if the law is true?"""
    shifts = np.column_stack([np.log(each.values) for each in resampled]) - logs
    errors = np.column_stack([each.errors / each.values for each in resampled])
    start = np.broadcast_to(constants, (len(shifts), len(constants)))
    again, rest = descend(law.value, x, logarithms(law.value, x, constants) + shifts, errors, start)
    beyond = int(np.sum((rest**2).sum(axis=1) >= residuals @ residuals))
    return Fitted(constants, again.std(axis=0, ddof=1), residuals, (1 + beyond) / (1 + len(shifts)))
