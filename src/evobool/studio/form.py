"""The fields of a setting as a form, made from the definitions that the command line uses."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any, Literal, get_args, get_origin, get_type_hints

from evobool.engines import ENGINES
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.selection import SELECTIONS
from evobool.model.settings.setting import CHOICES, INTEGERS, Setting
from evobool.model.targets.targets import TARGETS
from evobool.studio.allowed import MOST

FIRST = (
    "target",
    "n",
    "limit",
    "functions",
    "literals",
    "deletion",
    "algorithm",
    "training",
)  # shown at once
USUAL = {"n": 8}  # what the form begins with where a setting has no default


def form() -> list[dict[str, Any]]:
    """The fields in order: name, what it is for, its default, and what it takes.

    >>> [field["name"] for field in form() if field["kind"] == "number"]
    ['n', 'accept_error', 'max_iterations', 'offspring']
    """
    helps, hints = field_helps(), get_type_hints(Setting)
    order = sorted(Setting.__dataclass_fields__, key=lambda name: (name not in FIRST, _place(name)))
    return [
        {
            "name": name,
            "label": name.replace("_", " "),
            "help": helps[name],
            "default": USUAL.get(name, _written(Setting.__dataclass_fields__[name].default)),
            "first": name in FIRST,
        }
        | _kind(name, hints[name])
        for name in order
    ]


def engines() -> tuple[str, ...]:
    """The engines to choose from."""
    return ENGINES


def field_helps() -> dict[str, str]:
    """What each field is for, from the docstring that `--help` shows.

    >>> field_helps()["n"]
    'The number of variables.'
    """
    text = cleandoc(Setting.__doc__ or "")
    section = re.split(r"\n\w+\n-+\n", text)[1]
    entries = re.findall(r"^(\w+)\n((?:    .*\n?)+)", section, flags=re.MULTILINE)
    return {name: " ".join(words.split()) for name, words in entries}


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else list(Setting.__dataclass_fields__).index(name)


def _written(default: Any) -> Any:
    return list(default) if isinstance(default, tuple) else default


def _kind(name: str, hint: Any) -> dict[str, Any]:
    """What a field takes."""
    known: dict[str, Any] = {"selection": SELECTIONS, "mutation": OPERATORS, **CHOICES}
    if name in known:
        return {"kind": "choice", "choices": list(known[name])}
    if name == "functions":
        return {"kind": "several", "choices": [[each, FUNCTIONS[each].glyph] for each in FUNCTIONS]}
    if name in INTEGERS:
        least, most = INTEGERS[name]
        return {"kind": "number", "least": least, "most": min(most, MOST.get(name, most))}
    suggestions = list(TARGETS) if name == "target" else _words(hint)
    return {"kind": "text", "suggestions": suggestions}


def _words(hint: Any) -> list[str]:
    """The words that a type lists."""
    if get_origin(hint) is Literal:
        return [str(word) for word in get_args(hint)]
    return [word for part in get_args(hint) for word in _words(part)]
