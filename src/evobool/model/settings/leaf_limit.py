"""Leaf limits as expressions in n: `2n`, `1.5n`, `n + log2 n`, `2 sqrt(n)`, `n^2`, rounded up.

An expression is a sum of terms c n^a (log2 n)^b, kept as exact fractions. Written in its shortest form it is
the same text for equal expressions, so that equal limits share a setting's id.
"""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from math import ceil

from evobool.checks import as_integer
from evobool.errors import InputError

LONGEST = 40  # characters
DIGITS = 200
LARGEST_EXPONENT = 8
Power = tuple[Fraction, Fraction]  # exponents of n and of log2 n
Terms = dict[Power, Fraction]
ONE: Power = (Fraction(0), Fraction(0))
_TOKEN = re.compile(r"\s*(\d+\.\d+|\d+|log2|sqrt|n|[-+*/^()])")
_EXPECTED = "must be none, a number, or an expression in n such as n+1, 2n, 1.5n, n + log2 n or n^2"


def read_limit(value: object) -> Terms | None:
    """Read a limit; None if there is none."""
    if value is None:
        return None
    if not isinstance(value, str):
        value, given = as_integer(value), value
        if value is None:
            raise InputError("limit", given, _EXPECTED)
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        raise InputError("limit", "a number of more than 40 digits", "must be shorter")
    text = str(value).strip().lower()
    if len(text) > LONGEST:
        raise InputError("limit", text[:LONGEST], f"is longer than {LONGEST} characters")
    if text == "none":
        return None
    terms = _Parser(text).parse()
    if len(written_limit(terms)) > LONGEST:  # it could not be read again
        raise InputError("limit", text, f"multiplied out it is longer than {LONGEST} characters")
    return terms


def written_limit(terms: Terms | None) -> str:
    """The shortest way to write a limit.

    >>> [written_limit(read_limit(text)) for text in ("2*n + 0", "3n/2", "log2 n + n", "n*n", None)]
    ['2n', '1.5n', 'n+log2(n)', 'n^2', 'none']
    """
    return "none" if terms is None else _written(terms)


def leaves_allowed(terms: Terms | None, n: int) -> int | None:
    """How many leaves a limit allows, rounded up; None without a limit.

    >>> leaves_allowed(read_limit("n+log2(n)"), 1000), leaves_allowed(read_limit("1.5n"), 5)
    (1010, 8)
    """
    if terms is None:
        return None
    if n == 1 and any(b < 0 for _, b in terms):
        raise InputError("limit", written_limit(terms), "divides by log2 n, which is 0 for n = 1")
    if all(a.denominator == 1 and b == 0 for a, b in terms):
        return ceil(sum((c * Fraction(n) ** int(a) for (a, _), c in terms.items()), Fraction(0)))
    with localcontext() as context:
        context.prec = DIGITS
        total = sum((_term(c, power, n) for power, c in terms.items()), Decimal(0))
        nearest = total.to_integral_value()
        if abs(total - nearest) < Decimal(10) ** -30:  # whole, but for the rounding of roots and logarithms
            return int(nearest)
        return int(total.to_integral_value(ROUND_CEILING))


def _term(c: Fraction, power: Power, n: int) -> Decimal:
    a, b = (Decimal(part.numerator) / Decimal(part.denominator) for part in power)
    log = Decimal(n).ln() / Decimal(2).ln()
    value = Decimal(c.numerator) / Decimal(c.denominator) * Decimal(n) ** a
    return value * (log**b if n > 1 else Decimal(0)) if b else value


class _Parser:
    """Recursive descent: sum, product, power, atom."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                raise self.fail(f"cannot read {text[position:].strip()[:10]!r}; {_EXPECTED}")
            self.tokens.append(match[1])
            position = match.end()
        if not self.tokens:
            raise self.fail(_EXPECTED)

    def fail(self, why: str) -> InputError:
        return InputError("limit", self.text[:LONGEST], why)

    def parse(self) -> Terms:
        found = self.sum()
        if self.tokens:
            raise self.fail(f"{self.tokens[0]!r} is out of place; {_EXPECTED}")
        return {power: c for power, c in found.items() if c}

    def take(self, *wanted: str) -> str | None:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else None

    def sum(self) -> Terms:
        sign = -1 if self.take("+", "-") == "-" else 1
        total: Terms = {}
        while True:
            for power, c in self.product().items():
                total[power] = total.get(power, Fraction(0)) + sign * c
            operator = self.take("+", "-")
            if operator is None:
                return total
            sign = -1 if operator == "-" else 1

    def product(self) -> Terms:
        found = self.power()
        while self.tokens and self.tokens[0] not in ("+", "-", ")", "^"):
            if self.take("/"):
                found = self.times(found, self.raised(self.power(), Fraction(-1)))
            elif self.take("*") or not self.tokens[0][0].isdigit():
                found = self.times(found, self.power())
            else:  # n2 is more likely meant as n^2 than as 2n
                raise self.fail(f"{self.tokens[0]!r} is out of place; {_EXPECTED}")
        return found

    def power(self) -> Terms:
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.atom()
        if set(exponent) - {ONE}:
            raise self.fail("an exponent must be a number")
        return self.raised(base, exponent.get(ONE, Fraction(0)))

    def atom(self) -> Terms:
        token = self.tokens.pop(0) if self.tokens else ""
        if token == "(":
            inside = self.sum()
            if not self.take(")"):
                raise self.fail("a ( without its )")
            return inside
        if token == "n":
            return {(Fraction(1), Fraction(0)): Fraction(1)}
        if token == "sqrt":
            return self.raised(self.atom(), Fraction(1, 2))
        if token == "log2":
            if self.atom() != {(Fraction(1), Fraction(0)): Fraction(1)}:
                raise self.fail("only the logarithm of n is known: log2 n")
            return {(Fraction(0), Fraction(1)): Fraction(1)}
        if token[:1].isdigit():
            return {ONE: Fraction(token)}
        raise self.fail(f"{token!r} is out of place; {_EXPECTED}" if token else f"ends too soon; {_EXPECTED}")

    def raised(self, terms: Terms, exponent: Fraction) -> Terms:
        terms = {power: c for power, c in terms.items() if c}
        if abs(exponent) > LARGEST_EXPONENT:
            raise self.fail(f"exponents are at most {LARGEST_EXPONENT}")
        if exponent.denominator == 1 and exponent >= 0:
            found: Terms = {ONE: Fraction(1)}
            for _ in range(int(exponent)):
                found = self.times(found, terms)
            return found
        if not terms:
            raise self.fail("divides by 0, or takes a root of 0")
        if len(terms) > 1:
            raise self.fail("only products can be divided by, or have roots taken")
        ((a, b), c) = next(iter(terms.items()))
        root = _rational_power(c, exponent)
        if root is None:
            raise self.fail(f"{c}^{exponent} is not a fraction")
        return {(a * exponent, b * exponent): root}

    def times(self, one: Terms, other: Terms) -> Terms:
        """The product, unless it grows out of hand."""
        found: Terms = {}
        for (a, b), c in one.items():
            for (d, e), f in other.items():
                found[a + d, b + e] = found.get((a + d, b + e), Fraction(0)) + c * f
        if any(abs(exponent) > LARGEST_EXPONENT for power in found for exponent in power):
            raise self.fail(f"exponents are at most {LARGEST_EXPONENT}")
        if any(max(abs(c.numerator), c.denominator) >= 10**LONGEST for c in found.values()):
            raise self.fail(f"its numbers have more than {LONGEST} digits")
        return found


def _rational_power(c: Fraction, exponent: Fraction) -> Fraction | None:
    """c to the exponent if that is a fraction, else None."""
    if c < 0:
        return None
    parts = []
    for part in (c.numerator, c.denominator):
        root = round(part ** (1 / exponent.denominator)) if part < 2**50 else 0
        if root**exponent.denominator != part:
            return None
        parts.append(root)
    return Fraction(parts[0], parts[1]) ** exponent.numerator


def _written(terms: Terms) -> str:
    text = ""
    for power in sorted(terms, reverse=True):
        c = terms[power]
        text += ("-" if c < 0 else "+" if text else "") + _written_term(abs(c), power)
    return text or "0"


def _written_term(c: Fraction, power: Power) -> str:
    factors = [name for name in (_written_power("n", power[0]), _written_power("log2(n)", power[1])) if name]
    if not factors:
        return _number(c)[0] + _number(c)[1]
    number, below = _number(c)
    return ("" if number == "1" else number) + "*".join(factors) + below


def _written_power(name: str, exponent: Fraction) -> str:
    if exponent == 0:
        return ""
    if exponent == 1:
        return name
    if exponent == Fraction(1, 2):
        return f"sqrt({name})"
    return f"{name}^{exponent}" if exponent.denominator == 1 and exponent > 0 else f"{name}^({exponent})"


def _number(c: Fraction) -> tuple[str, str]:
    """A fraction as a decimal where that is exact, else its numerator and what it is divided by."""
    rest = c.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest > 1:
        return str(c.numerator), f"/{c.denominator}"
    if c.denominator == 1:
        return str(c.numerator), ""
    with localcontext() as context:
        context.prec = DIGITS
        return format(Decimal(c.numerator) / Decimal(c.denominator), "f"), ""
