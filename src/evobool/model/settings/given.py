"""The fields of a setting as keyword arguments of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any, TypeVar

from evobool.errors import InputError
from evobool.model.settings import keywords
from evobool.model.settings.setting import FIELDS, Setting

F = TypeVar("F", bound=Callable[..., Any])


def known_fields(where: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a call gives of a setting, in the order of the fields; anything else is refused.

    >>> known_fields("evolve", {"limit": "n", "n": 4})
    {'n': 4, 'limit': 'n'}
    >>> known_fields("evolve", {"n": 4, "deletoin": "leaf"})
    Traceback (most recent call last):
    evobool.errors.InputError: evolve = deletoin: unknown field; did you mean deletion?
    """
    for name in given:
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(FIELDS)}"
            raise InputError(where, name, f"unknown field; {hint}")
    return {name: given[name] for name in FIELDS if name in given}


def completed(types: type[keywords.Fields] | type[keywords.Grid]) -> Callable[[F], F]:
    """Put the fields into the signature of a function that takes them as `**fields`.

    Notebooks and consoles complete what the signature lists. Editors that do not run Python read the types
    of `**fields`.
    """

    def shown(function: F) -> F:
        plain = signature(function)
        *before, _ = plain.parameters.values()
        fields = [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=getattr(Setting, name, Parameter.empty),
                annotation=types.__annotations__[name].__forward_arg__,
            )
            for name in FIELDS
        ]
        function.__signature__ = plain.replace(parameters=[*before, *fields])  # type: ignore[attr-defined]
        return function

    return shown
