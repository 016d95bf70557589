"""The fields of a setting as a form, made from the definitions that the command line uses."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from evobool.engines import ENGINES
from evobool.model.settings.fields import LAST, OneOf, SomeOf, Spelled, Takes, Whole
from evobool.model.settings.setting import DEFINITIONS, Setting
from evobool.studio.allowed import MOST

USUAL = {"n": 8}  # what the form begins with where a setting has no default


def form() -> list[dict[str, Any]]:
    """The fields in order: name, what it is for, its default, and what it takes.

    >>> [field["name"] for field in form() if field["kind"] == "number"]
    ['n', 'accept_error', 'max_iterations', 'offspring', 'population']
    """
    hints = get_type_hints(Setting)
    return [
        {
            "name": field.name,
            "label": field.name.replace("_", " "),
            "help": DEFINITIONS[field.name].help,
            "default": USUAL.get(field.name, _written(field.default)),
            "first": DEFINITIONS[field.name].asked < LAST,
        }
        | _kind(field.name, DEFINITIONS[field.name].takes, hints[field.name])
        for field in sorted(fields(Setting), key=lambda field: DEFINITIONS[field.name].asked)
    ]


def engines() -> tuple[str, ...]:
    """The engines to choose from."""
    return ENGINES


def _written(default: Any) -> Any:
    return list(default) if isinstance(default, tuple) else default


def _kind(name: str, takes: Takes, hint: Any) -> dict[str, Any]:
    """What a field takes."""
    match takes:
        case Whole(least, most):
            return {"kind": "number", "least": least, "most": min(most, MOST.get(name, most))}
        case OneOf(choices):
            return {"kind": "choice", "choices": list(choices)}
        case SomeOf(choices):
            return {"kind": "several", "choices": [[each, choices[each].glyph] for each in choices]}
        case Spelled(words=words):
            return {"kind": "text", "suggestions": list(words) or _words(hint)}
    raise AssertionError(takes)


def _words(hint: Any) -> list[str]:
    """The words that a type lists."""
    if get_origin(hint) is Literal:
        return [str(word) for word in get_args(hint)]
    return [word for part in get_args(hint) for word in _words(part)]
