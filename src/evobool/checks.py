"""Checks of values that somebody gave, by field."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Set
from difflib import get_close_matches
from operator import index
from typing import Any, SupportsIndex

from evobool.errors import InputError, shown

LARGEST_INTEGER = 2**63 - 1  # what a machine word and a store's column hold
LONGEST_INTEGER = 4_300  # digits of one in a text
_INTEGER = re.compile(r"[+-]?(0x[0-9a-f]+|0o[0-7]+|0b[01]+|[0-9]+(_[0-9]+)*)", re.IGNORECASE)


def check_choice(field: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value that is not among the choices, and name the nearest one.

    >>> check_choice("deletion", "laef", ["subtree", "leaf"])
    Traceback (most recent call last):
    evobool.errors.InputError: deletion = laef: must be one of subtree, leaf; did you mean leaf?
    """
    choices = tuple(choices)
    if isinstance(value, str) and value in choices:
        return
    near = get_close_matches(shown(value), choices, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(field, value, f"must be one of {', '.join(choices)}{hint}")


def check_integer(field: str, value: object, least: int, most: int = LARGEST_INTEGER) -> int:
    """The integer from `least` to `most` that a value is, NumPy's too; anything else is refused."""
    number = as_integer(value)
    if number is None:
        raise InputError(field, value, "must be an integer")
    if number < least:
        raise InputError(field, number, f"must be at least {least}")
    if number > most:
        power = most.bit_length() if most >= LARGEST_INTEGER else 0  # easier to read than 2^63 - 1 in digits
        raise InputError(
            field, number, f"must be less than 2^{power}" if power else f"must be at most {most}"
        )
    return number


def as_integer(value: object) -> int | None:
    """The plain integer that a value is, whatever its library; None for truth values and anything else.

    >>> as_integer(8), as_integer(True), as_integer(8.0), as_integer("8")
    (8, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several numbers, or NumPy's truth value
        return None


def whole_number(field: str, text: str) -> int:
    """The integer that a text stands for, written as TOML has it: all flags and addresses are read here.

    >>> whole_number("n", "+8"), whole_number("n", "1_000"), whole_number("n", "0x10")
    (8, 1000, 16)
    >>> whole_number("n", "1e3")
    Traceback (most recent call last):
    evobool.errors.InputError: n = 1e3: must be an integer
    """
    if not is_whole(text):
        raise InputError(field, text, "must be an integer")
    plain = text.strip().lstrip("+-").lower()
    return int(text, 0) if plain[:2] in ("0x", "0o", "0b") else int(text)


def is_whole(text: str) -> bool:
    """Whether a text is an integer."""
    return len(text) <= LONGEST_INTEGER and _INTEGER.fullmatch(text.strip()) is not None


def as_list(value: object) -> list[Any] | None:
    """What a list, a tuple, a range, an array or a column holds, in order; None for anything else.

    >>> as_list(range(4, 7)), as_list("n"), as_list({4, 5})
    ([4, 5, 6], None, None)
    """
    if not isinstance(value, Collection) or isinstance(value, str | bytes | Mapping | Set):
        return None
    return None if getattr(value, "ndim", 1) == 0 else list(value)
