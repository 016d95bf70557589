"""`--like NAME`: the fields of a paper's system, where the command line does not give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

from evobool.cli.shared.messages import say
from evobool.cli.shared.option import with_option
from evobool.model.systems.filling import SYSTEMS, filled, system_of
from evobool.model.systems.system import System

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

OPTION = "--like"
Like = Annotated[
    str | None,
    Parameter(
        name=OPTION,
        help=f"Fill the fields that are not given from a paper's system ({', '.join(SYSTEMS)}), and say "
        "which.",
    ),
]
SILENT = ("--quiet", "--json")
_filled: list[tuple[System, Mapping[str, Any]]] = []  # by the command line under way, to be told


def with_like(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the option added; what was filled is told when all went well."""

    @wraps(command)
    def telling(*arguments: Any, **options: Any) -> None:
        filling = _filled.pop() if _filled else None
        _filled.clear()
        command(*arguments, **options)
        if filling is not None:
            tell(*filling)

    return with_option(telling, "like", Like)


def fill_fields(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Give the fields of the system that is named; the parser calls this before it makes a setting."""
    flags = {argument.name: argument for argument in arguments}
    if "--population" not in flags or OPTION not in flags or not flags[OPTION].tokens:
        return  # or the command asks for fields in another way, and fills them itself
    system = system_of(flags[OPTION].tokens[-1].value)
    given = {
        name.removeprefix("--").replace("-", "_"): [token.value for token in argument.tokens]
        for name, argument in flags.items()
        if argument.tokens
    }
    found = filled(system, given)
    for name, value in found.items():
        flag = "--" + name.replace("_", "-")
        flags[flag].append(Token(keyword=flag, value=str(value), source=OPTION))
    _filled.clear()
    if not any(name in flags and flags[name].tokens for name in SILENT):
        _filled.append((system, found))


def tell(system: System, found: Mapping[str, Any]) -> None:
    """Say what was filled, where it is from, and what differs from there."""
    fields = ", ".join(f"{field.replace('_', ' ')} {value}" for field, value in found.items())
    say(f"like {system.name}: {fields or 'nothing, all is given'}")
    for line in (system.reference, system.differs):
        if line:
            say(line)
