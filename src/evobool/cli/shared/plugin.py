"""`--plugin FILE`: targets, rules, operators and regimes of your own, for commands that know settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from evobool.cli.shared.option import with_option

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

OPTION = "--plugin"
Files = Annotated[
    list[Path] | None,
    Parameter(
        name=OPTION,
        help="A Python file with targets, selection rules, mutation operators or training regimes of your "
        "own: functions decorated with @target(NAME), @selection(NAME), @mutation(NAME) or @training(NAME) "
        "of evobool.plugins, such as define(x, ones), accepts(offspring, parent, draws), "
        "mutate(tree, setting, draws) and sets(goal, rows, draws). NAME is "
        "then a value of the setting. May be given several times.",
    ),
]


def with_plugins(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the option added."""
    return with_option(command, "plugin", Files)


def load_plugins(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Load the files that are named; the parser calls this before it makes a setting."""
    for argument in arguments:
        for token in argument.tokens if argument.name == OPTION else ():
            from evobool.plugins import load

            load(token.value)
