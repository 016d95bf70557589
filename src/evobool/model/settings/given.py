"""The fields of a setting as keyword arguments of a function."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from evobool.errors import InputError
from evobool.model.settings.completion import UNSET
from evobool.model.settings.setting import Setting


def given_fields(where: str, arguments: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a setting that a call gives.

    `evolve`, `race` and `grid` spell out every field as a parameter, because that is what completion in an
    editor or a notebook reads. They hand over their arguments (`locals()`) and `others`, the keywords that
    match no parameter.

    >>> given_fields("evolve", {"n": 4, "limit": UNSET, "seed": 1}, {})
    {'n': 4}
    >>> given_fields("evolve", {"n": 4}, {"deletoin": "leaf"})
    Traceback (most recent call last):
    evobool.errors.InputError: evolve = deletoin: unknown field; did you mean deletion?
    """
    known = list(Setting.__dataclass_fields__)
    for name in others:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            raise InputError(where, name, f"unknown field; {hint}")
    both = {**arguments, **others}
    return {name: both[name] for name in known if both.get(name, UNSET) is not UNSET}
