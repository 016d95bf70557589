"""The shapes of laws: which there are, how they are spelt, and what values they take."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.studies.laws.expression import parse
from evobool.studies.laws.least_squares import Numbers

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
SUMS: dict[str, tuple[str, ...]] = {name: (name,) for name in TERMS} | {
    "n (a log n + b)": ("n log n", "n"),
    "n (a log^2 n + b)": ("n log^2 n", "n"),
    "n (a log^2 n + b log n)": ("n log^2 n", "n log n"),
    "n (a log^2 n + b log n + c)": ("n log^2 n", "n log n", "n"),
}
CURVED: dict[str, tuple[str, str]] = {  # the constants, and the expression
    "a n^k": ("ak", "a*n^k"),
    "a c^n": ("ac", "a*c^n"),
    "a n^k log^j n": ("akj", "a*n^k*log(n)^j"),
}
LAWS = (*SUMS, *CURVED)
CONTAINED = {  # the laws that are a special case of another, but for those of its own terms
    "a n^k": {"n", "n^2", "n^3"},
    "a c^n": {"2^n"},
    "a n^k log^j n": {name for name in TERMS if name != "2^n"} | {"a n^k"},
}


@dataclass(frozen=True)
class Shape:
    """A law without values for its constants."""

    name: str
    constants: tuple[str, ...]
    linear: bool
    value: Callable[[Numbers, Any], Any]  # of x and constants, whose last axis is that of the constants

    @property
    def own(self) -> bool:
        """Whether a user wrote it."""
        return self.name not in LAWS

    def contains(self, other: Shape) -> bool:
        """Whether it is the other law for some values of its constants."""
        if self.name in SUMS and other.name in SUMS:
            return set(SUMS[other.name]) <= set(SUMS[self.name])
        return other.name in CONTAINED.get(self.name, set())


def shape_named(text: str, field: str = "law") -> Shape:
    """One of the known laws, however it is spelt, or a user's own.

    >>> shape_named("n ln n").constants, shape_named("a*n^2 + b*n*log(n)").linear
    (('a',), True)
    """
    name = found_name(text)
    if name in SUMS:
        return Shape(name, tuple("abc"[: len(SUMS[name])]), True, _sum(SUMS[name]))
    if name in CURVED:
        return _expressed(name, CURVED[name][1])
    if not re.search(r"[()*/+^-]|\*\*", text) or "!" in text:
        check_choice(field, text, LAWS)
    return _expressed(text.strip(), text, field)


def _sum(terms: Sequence[str]) -> Callable[[Numbers, Any], Any]:
    def value(x: Numbers, constants: Any) -> Any:
        with np.errstate(over="ignore"):
            return constants @ np.stack([TERMS[term](x) for term in terms])

    return value


def _expressed(name: str, text: str, field: str = "law") -> Shape:
    expression = parse(text, field)

    def value(x: Numbers, constants: Any) -> Any:
        known = {letter: constants[..., k, None] for k, letter in enumerate(expression.constants)}
        found = expression(known, x)
        return np.broadcast_to(found, (*constants.shape[:-1], len(x)))

    return Shape(name, expression.constants, expression.linear, value)


def found_name(text: str) -> str:
    """The registry's name of a law, or the text itself."""

    def key(name: str) -> str:
        plain = name.lower().replace("ln", "log").replace("²", "^2").replace("³", "^3").replace("**", "^")
        return re.sub(r"[\s*]", "", re.sub(r"log(\^[2j])?\(n\)", r"log\1n", plain))

    return {key(name): name for name in LAWS}.get(key(text), text)


def law_named(text: str, field: str = "law") -> str:
    """The registry's name of a law, however it is spelt.

    >>> law_named("n ln n"), law_named("n*log²(n)"), law_named("n(a ln n+b)")
    ('n log n', 'n log^2 n', 'n (a log n + b)')
    """
    found = found_name(text)
    check_choice(field, found, LAWS)
    return found


def written(name: str, x: str = "n") -> str:
    """A law for a reader: ln for the natural logarithm, superscripts, and the name of what it grows with.

    >>> written("n log^2 n"), written("n^2", "training")
    ('n ln² n', 'training²')
    """
    text = re.sub(r"\blog(?!2)", "ln", name).replace("**", "^")
    text = re.sub(r"\^2(?![\d.])", "²", re.sub(r"\^3(?![\d.])", "³", text))
    return re.sub(r"(?<![a-z])n(?![a-z(])", x, text)


def shape(name: str, x: Sequence[float] | Numbers) -> Numbers:
    """The values of a law without a constant to fit, to divide by."""
    if name not in TERMS:
        raise InputError("divide", name, f"has constants of its own; divide by one of {', '.join(TERMS)}")
    return TERMS[name](np.asarray(x, dtype=float))
