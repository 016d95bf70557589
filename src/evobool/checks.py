"""Checks of values that somebody gave, by field."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from evobool.errors import InputError, shown

LARGEST_INTEGER = 2**63 - 1  # what a machine word and a store's column hold


def check_choice(field: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value that is not among the choices, and name the nearest one.

    >>> check_choice("deletion", "laef", ["subtree", "leaf"])
    Traceback (most recent call last):
    evobool.errors.InputError: deletion = laef: must be one of subtree, leaf; did you mean leaf?
    """
    choices = tuple(choices)
    if value in choices:
        return
    near = get_close_matches(shown(value), choices, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(field, value, f"must be one of {', '.join(choices)}{hint}")


def check_integer(field: str, value: object, least: int, most: int = LARGEST_INTEGER) -> None:
    """Refuse what is not an integer from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(field, value, "must be an integer")
    if value < least:
        raise InputError(field, value, f"must be at least {least}")
    if value > most:
        power = most.bit_length() if most >= LARGEST_INTEGER else 0  # easier to read than 2^63 - 1 in digits
        raise InputError(field, value, f"must be less than 2^{power}" if power else f"must be at most {most}")
