"""Settings and errors in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import Any

from evobool.model.settings.setting import DEFINITIONS, FIELDS, Setting


def describe(setting: Setting) -> str:
    """A setting in a few words."""
    return common([setting], ["max_iterations"])


def common(settings: Sequence[Setting], apart: Sequence[str] = ()) -> str:
    """What settings have in common, in a few words, without the fields that tell them apart.

    >>> common([Setting(n=4, limit="n"), Setting(n=8, limit="n")], ["n"])
    'AND_n, rls-gp, limit n, subtree deletion, complete truth table'
    """
    first, various = settings[0], {*varying(settings), *apart}
    usual = Setting(n=first.n)
    n = "n" if "n" in various else str(first.n)
    told = [
        first.goal.title_for(n) if name == "target" else _said(name, first)
        for name, definition in sorted(DEFINITIONS.items(), key=lambda item: item[1].told)
        if name != "n" and name not in various
        if definition.always or getattr(first, name) != getattr(usual, name)
    ]
    if "target" in various and n != "n":
        told.insert(0, f"n = {n}")
    return ", ".join(told)


def _said(name: str, setting: Setting) -> str:
    """The value of a field in words."""
    value = getattr(setting, name)
    template = DEFINITIONS[name].said or f"{name.replace('_', ' ')} {{value}}"
    return template.format(setting, value=", ".join(value) if isinstance(value, tuple) else value)


def varying(settings: Iterable[Setting]) -> dict[str, list[Any]]:
    """The fields that settings differ in, each with its values in the order met.

    >>> varying([Setting(n=4), Setting(n=8), Setting(n=8, limit="n")])
    {'n': [4, 8], 'limit': ['none', 'n']}
    """
    flat = [flat_fields(setting) for setting in settings]
    values = {name: list(dict.fromkeys(fields[name] for fields in flat)) for name in FIELDS}
    return {name: met for name, met in values.items() if len(met) > 1}


def flat_fields(setting: Setting) -> dict[str, Any]:
    """The fields of a setting as numbers and words, each always of the same type.

    >>> flat_fields(Setting(n=4, training=16))["training"]
    '16'
    """
    return {name: each.takes.flat(getattr(setting, name)) for name, each in DEFINITIONS.items()}


def short(number: int | None) -> str:
    """A whole number as it is, a huge one as a power of two.

    >>> short(127), short(3 * 2**999), short(None)
    ('127', 'about 2^1000.6', 'none (the tree is empty)')
    """
    if number is None:
        return "none (the tree is empty)"
    return str(number) if number < 10**15 else f"about 2^{log2(number):.1f}"
