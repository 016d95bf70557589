"""Which law does growth follow: n log n, n log^2 n, n (a log n + b), ...? All laws, and how well they fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.studies.analysis.least_squares import Fitted, Numbers, fit

TERMS: dict[str, Callable[[Numbers], Numbers]] = {
    "log n": np.log,
    "n": lambda n: n,
    "n log n": lambda n: n * np.log(n),
    "n log^2 n": lambda n: n * np.log(n) ** 2,
    "n^2": lambda n: n**2,
    "n^2 log n": lambda n: n**2 * np.log(n),
    "n^3": lambda n: n**3,
    "2^n": lambda n: np.exp2(n),
}
LAWS: dict[str, tuple[str, ...]] = {name: (name,) for name in TERMS} | {
    "n (a log n + b)": ("n log n", "n"),
    "n (a log^2 n + b)": ("n log^2 n", "n"),
    "n (a log^2 n + b log n)": ("n log^2 n", "n log n"),
    "n (a log^2 n + b log n + c)": ("n log^2 n", "n log n", "n"),
}
TELLING = 6.0  # a difference in chi-square below which two laws are not told apart (a likelihood ratio of 20)


@dataclass(frozen=True)
class Law:
    """One law fitted: y = constants times its terms."""

    name: str
    fitted: Fitted

    @property
    def score(self) -> float:
        """Chi-square, and what each further constant must lower it by to be worth having."""
        return self.fitted.chi_square + TELLING * (len(LAWS[self.name]) - 1)

    def at(self, x: Sequence[float] | Numbers) -> Numbers:
        """The law's values at some x."""
        places = np.asarray(x, dtype=float)
        terms = np.column_stack([TERMS[term](places) for term in LAWS[self.name]])
        return np.asarray(terms @ self.fitted.constants, dtype=np.float64)

    def formula(self, x: str = "n") -> str:
        """The law with its constants, ln for the natural logarithm.

        >>> best_law([8, 16, 32, 64], [16.6, 44.4, 110.9, 266.2], [0.1] * 4, ["n log n"]).formula()
        '1 n ln n'
        """
        constants = [f"{value:.3g}" for value in self.fitted.constants]
        if len(constants) == 1:
            return f"{constants[0]} {written(self.name, x)}"
        text = written(self.name, x)
        for letter, constant in zip("abc", constants, strict=False):
            text = re.sub(rf"\b{letter}\b", constant, text)
        return text.replace("+ -", "- ")


@dataclass(frozen=True)
class Fit:
    """All laws, the best first, and the exponent of a plain power of x."""

    laws: tuple[Law, ...]
    exponent: float
    exponent_error: float

    @property
    def verdict(self) -> str:
        """What the data say, in words. A law that only adds a constant to the best is no rival of it."""
        best = self.laws[0]
        rivals = [
            law.name
            for law in self.laws[1:]
            if law.score - best.score < TELLING and not set(LAWS[best.name]) <= set(LAWS[law.name])
        ]
        told = (
            f"the data cannot tell {', '.join([best.name, *rivals])} apart"
            if rivals
            else f"{best.name} fits best"
        )
        if best.fitted.p < 0.01:
            told += f", but no law fits within the errors (p = {best.fitted.p:.1g})"
        return told


def law_named(text: str, field: str = "law") -> str:
    """The registry's name of a law, however it is spelt.

    >>> law_named("n ln n"), law_named("n*log²(n)"), law_named("n(a ln n+b)")
    ('n log n', 'n log^2 n', 'n (a log n + b)')
    """

    def key(name: str) -> str:
        plain = name.lower().replace("ln", "log").replace("²", "^2").replace("³", "^3").replace("**", "^")
        return re.sub(r"[\s*]", "", re.sub(r"log(\^2)?\(n\)", r"log\1n", plain))

    known = {key(name): name for name in LAWS}
    found = known.get(key(text), text)
    check_choice(field, found, LAWS)
    return found


def written(name: str, x: str = "n") -> str:
    """A law for a reader: ln for the natural logarithm, superscripts, and the name of what it grows with.

    >>> written("n log^2 n"), written("n^2", "training")
    ('n ln² n', 'training²')
    """
    text = name.replace("log", "ln").replace("^2", "²").replace("^3", "³")
    return re.sub(r"(?<![a-z])n(?![a-z])", x, text)


def shape(name: str, x: Sequence[float] | Numbers) -> Numbers:
    """The values of a law without a constant to fit, to divide by."""
    if len(LAWS[name]) > 1:
        single = ", ".join(law for law, terms in LAWS.items() if len(terms) == 1)
        raise InputError("divide", name, f"has constants of its own; divide by one of {single}")
    return TERMS[name](np.asarray(x, dtype=float))


def best_law(
    x: Sequence[float], y: Sequence[float], errors: Sequence[float], names: Sequence[str] | None = None
) -> Law:
    """The best of some laws, or of all."""
    return fit_laws(x, y, errors, names).laws[0]


def fit_laws(
    x: Sequence[float], y: Sequence[float], errors: Sequence[float], names: Sequence[str] | None = None
) -> Fit:
    """Fit laws, by default every one, to means y with standard errors.

    Laws are ranked by chi-square; a further constant must lower it by 6 to move a law ahead.

    >>> fit = fit_laws([8, 16, 32, 64], [5.0, 20.1, 79.8, 320.5], [0.1, 0.2, 0.5, 2.0])
    >>> fit.verdict, round(fit.exponent, 2)
    ('n^2 fits best', 2.0)
    """
    sizes, means, sigma = (np.asarray(values, dtype=float) for values in (x, y, errors))
    chosen = list(LAWS) if names is None else [law_named(name) for name in names]
    if len(set(sizes.tolist())) < 3:
        raise InputError("x", list(x), "needs at least three different values")
    if np.any(sizes <= 1) or np.any(means <= 0) or np.any(sigma <= 0):
        raise InputError("x", list(x), "laws need x above 1, positive means and errors")
    laws = []
    for name in chosen:
        with np.errstate(over="ignore"):
            terms = [TERMS[term](sizes) for term in LAWS[name]]
        if np.all(np.isfinite(terms)) and len(terms) < len(sizes):
            laws.append(Law(name, fit(terms, means, sigma)))
    if not laws:
        raise InputError("law", ", ".join(chosen), f"cannot be fitted to {len(sizes)} points")
    power, covariance = np.polyfit(np.log(sizes), np.log(means), 1, w=means / sigma, cov="unscaled")
    laws.sort(key=lambda law: law.score)
    return Fit(tuple(laws), float(power[0]), float(np.sqrt(covariance[0, 0])))
