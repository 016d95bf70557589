"""An option that the parser reads before it makes a setting, for commands that need not know of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints


def with_option(command: Callable[..., None], name: str, hint: Any) -> Callable[..., None]:
    """A command with an option added, which is not passed on."""

    @wraps(command)
    def wider(*arguments: Any, **options: Any) -> None:
        options.pop(name, None)
        command(*arguments, **options)

    option = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
    hints = get_type_hints(command, include_extras=True)
    given = [
        each.replace(annotation=hints[name]) for name, each in inspect.signature(command).parameters.items()
    ]
    wider.__signature__ = inspect.Signature([*given, option])  # type: ignore[attr-defined]
    wider.__annotations__ = hints | {name: hint}
    del wider.__wrapped__  # what is inside does not know the option
    return wider
