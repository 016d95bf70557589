"""What is wrong with a command line, in one line and in our words.

The parser complains about the first thing it misses, which need not be what is wrong: `evobool run 8` would
only be told that --n is missing. Here stray words are called stray, and unknown options unknown.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from inspect import Parameter as Signature
from typing import TYPE_CHECKING

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from evobool.checks import check_choice, whole_number
from evobool.cli.shared.examples import EXAMPLES
from evobool.errors import EvoboolError, InputError

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

OPTION = re.compile(r"--?[A-Za-z]")


def check_whole(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Refuse numbers that the parser would round; it calls this before it converts them."""
    for argument in arguments:
        for token in argument.tokens if argument.hint in (int, int | None) else ():
            whole_number(_field(argument.name), token.value)


def check_hyphens(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Refuse options that the parser takes for the word - where a table is read from standard input."""
    options = [argument.name for argument in arguments if argument.name.startswith("--")]
    see = f"; see evobool {' '.join(commands)} --help"
    for argument in arguments:
        for token in argument.tokens if argument.parameter.allow_leading_hyphen else ():
            if token.keyword is None and OPTION.match(token.value):
                raise EvoboolError(_unknown(token.value, options, see))


def worded(problem: CycloptsError) -> str:
    """What the parser complains about."""
    unused = [word for word in problem.unused_tokens or () if word != "--"]
    if isinstance(problem, UnknownCommandError) and OPTION.match(unused[0]):
        return f"unknown option {unused[0]}: a command comes first; see evobool --help"
    if isinstance(problem, UnknownCommandError):
        return _unknown_command(" ".join(problem.command_chain or ()), unused[0])
    if isinstance(problem, UnknownOptionError):
        word = problem.token.keyword or problem.token.value
        return _unknown(word, _options(problem), _help(problem))
    if isinstance(problem, CoercionError):
        return _not_a_choice(problem)
    if isinstance(problem, MissingArgumentError) and problem.keyword is not None:
        return f"{problem.keyword} needs a value{_help(problem)}"
    if isinstance(problem, MissingArgumentError | UnusedCliTokensError) and unused:
        option = next(filter(OPTION.match, unused), None)
        if option is not None:
            return _unknown(option, _options(problem), _help(problem))
        return _stray(problem, unused[0])
    if isinstance(problem, MissingArgumentError) and problem.argument is not None:
        place = problem.argument.field_info.kind is Signature.POSITIONAL_OR_KEYWORD
        missing = problem.argument.name
        needed = missing.lstrip("-").upper() if place else missing
        return f"{' '.join(problem.command_chain or ())} needs {needed}{_help(problem)}"
    return " ".join(str(problem).split())


def _unknown_command(chain: str, word: str) -> str:
    """A command that does not exist, and the one that was meant, which may be one of `study`."""
    named = {name.split()[-1]: name for name in reversed(EXAMPLES) if name}
    near = get_close_matches(word, named, n=1)
    help = f"see {' '.join(filter(None, ('evobool', chain, '--help')))}"
    meant = f"did you mean evobool {named[near[0]]}?" if near else help
    return f"unknown command {f'{chain} {word}'.strip()}; {meant}"


def _field(option: str) -> str:
    return option.lstrip("-").replace("-", "_")


def _help(problem: CycloptsError) -> str:
    return f"; see evobool {' '.join(problem.command_chain or ())} --help"


def _options(problem: CycloptsError) -> list[str]:
    """The options of the command that was meant."""
    arguments = problem.app.assemble_argument_collection() if problem.app else ()
    return [argument.name for argument in arguments if argument.name.startswith("--")]


def _unknown(word: str, options: list[str], see: str) -> str:
    """An option that a command does not have, and the one that was meant, as far as can be guessed."""
    option = word.partition("=")[0]
    near = get_close_matches(f"--{option.lstrip('-').replace('_', '-')}", options, n=1)
    return f"unknown option {option}{f'; did you mean {near[0]}?' if near else see}"


def _stray(problem: CycloptsError, word: str) -> str:
    """A word without a place, and the option that was meant."""
    field, equals, value = word.partition("=")
    option, options = f"--{field.replace('_', '-')}", _options(problem)
    given = {each.partition("=")[0] for each in problem.root_input_tokens or ()}
    meant = _help(problem)
    if option in options:
        meant = f"; did you mean {option}{' ' + value if equals else ''}?"
    elif word.isdecimal() and "--n" in options and "--n" not in given:
        meant = f"; did you mean --n {word}?"
    return f"unexpected argument {word}{meant}"


def _not_a_choice(problem: CoercionError) -> str:
    """A word that is not among a field's choices, refused as it is in Python; other problems as they come."""
    argument, token = problem.argument, problem.token
    choices = argument.get_choices(force=True) if argument is not None else None
    if argument is not None and token is not None and choices:
        try:
            check_choice(_field(argument.name), token.value, choices)
        except InputError as ours:
            return str(ours)
    return " ".join(str(problem).split())
