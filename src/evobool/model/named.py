"""An entry of a registry with what may follow its name: `tournament:7`, `subtree:0.5`, `ramped:2-6`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from evobool.checks import check_choice
from evobool.errors import InputError


@dataclass(frozen=True)
class Argument:
    """What follows a name and a colon: how it is read and written, and what it is where it is left out."""

    what: str
    example: str
    read: Callable[[str], Any]  # None if it cannot be read
    written: Callable[[Any], str] = str
    usual: Any = None


class Named(NamedTuple):
    """An entry and its argument, and how the two are written."""

    entry: Any
    argument: Any
    written: str


def named(field: str, value: object, registry: Mapping[str, Any]) -> Named:
    """The entry that a field names; an entry says by its `argument` what may follow."""
    text = value.strip() if isinstance(value, str) else ""
    name, colon, rest = (part.strip() for part in text.partition(":"))
    check_choice(field, name if text else value, registry)
    entry = registry[name]
    wanted: Argument | None = entry.argument
    if wanted is None:
        if colon:
            raise InputError(field, value, f"{name} takes no number")
        return Named(entry, None, name)
    found = wanted.read(rest) if colon else wanted.usual
    if found is None:
        raise InputError(field, value, f"must look like {name}:{wanted.example}, with {wanted.what}")
    return Named(entry, found, name if found == wanted.usual else f"{name}:{wanted.written(found)}")


def whole(what: str, example: str, least: int, most: int, usual: int | None = None) -> Argument:
    """A whole number within bounds."""

    def read(text: str) -> int | None:
        number = int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else -1
        return number if least <= number <= most else None

    return Argument(f"{what} from {least} to {most:,}", example, read, usual=usual)


def ranged(what: str, example: str, least: int, most: int) -> Argument:
    """Two whole numbers within bounds, the first no larger than the second."""

    def read(text: str) -> tuple[int, int] | None:
        match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
        if match is None:
            return None
        low, high = map(int, match.groups())
        return (low, high) if least <= low <= high <= most else None

    return Argument(f"{what} from {least} to {most}", example, read, lambda found: f"{found[0]}-{found[1]}")


def share_of(value: object) -> Fraction | None:
    """The probability that a number or a text of at most nine decimals is; None if it is none.

    >>> share_of("0.90"), share_of(1), share_of("2"), share_of("1e-1")
    (Fraction(9, 10), Fraction(1, 1), None, None)
    """
    text = str(value).strip() if isinstance(value, str | int | float) and value is not True else ""
    if not re.fullmatch(r"\d?\.?\d{0,9}", text, re.ASCII) or not text.strip("."):
        return None
    found = Fraction(text if text[-1] != "." else text[:-1])
    return found if found <= 1 else None


def decimal(share: Fraction) -> str:
    """Such a probability in decimals.

    >>> decimal(Fraction(9, 10)), decimal(Fraction(1)), decimal(Fraction(0))
    ('0.9', '1', '0')
    """
    return f"{(Decimal(share.numerator) / Decimal(share.denominator)).normalize():f}"


def _above_0(text: str) -> Fraction | None:
    found = share_of(text)
    return found or None


PROBABILITY = Argument("a probability above 0 with at most nine decimals", "0.9", _above_0, decimal)


def chance(share: Fraction, draws: Any) -> bool:
    """Whether something of a probability happens; what is certain is not drawn."""
    if share in (0, 1):
        return share == 1
    return bool(draws.below(share.denominator) < share.numerator)
