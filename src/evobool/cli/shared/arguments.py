"""The words of a command line, checked before they are parsed.

The parser complains about the first thing it misses, which need not be what is wrong: `evobool run 8` would
only be told that --n is missing. Here unknown options are called unknown, and stray words stray.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from inspect import Parameter as Signature
from typing import TYPE_CHECKING

from evobool.errors import EvoboolError, InputError

if TYPE_CHECKING:
    from cyclopts import App
    from cyclopts.argument import Argument

OPTION = re.compile(r"--?[A-Za-z]")
ANSWERED_AT_ONCE = ("--help", "-h", "--version")


def check_words(app: App, words: Sequence[str]) -> None:
    """Refuse what a command does not know, what it misses, and numbers that are not whole."""
    if any(word in ANSWERED_AT_ONCE for word in words):
        return
    chain, apps, rest = app.parse_commands(words)
    name = " ".join(chain)
    if apps[-1].default_command is None:
        if rest and OPTION.match(rest[0]):
            raise EvoboolError(f"unknown option {rest[0]}: a command comes first; see evobool --help")
        return
    arguments = [each for each in apps[-1].assemble_argument_collection() if each.names != ("*",)]
    options = {option: each for each in arguments for option in each.names if option.startswith("--")}
    given, stray = _sort(name, options, rest)
    _check_places(name, arguments, options, given, stray)


def _sort(name: str, options: dict[str, Argument], words: Sequence[str]) -> tuple[set[str], list[str]]:
    """The options that are given, their values checked, and the words that belong to none."""
    given: set[str] = set()
    stray: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            stray += waiting
            break
        if not OPTION.match(word):
            stray.append(word)
            continue
        written, equals, value = word.partition("=")
        option = written.replace("_", "-")
        if option not in options:
            raise EvoboolError(f"unknown option {written}{_nearest(name, option, options)}")
        given.add(option)
        if options[option].hint is bool:
            continue
        if not equals:
            if not waiting or waiting[0].startswith("--"):
                raise EvoboolError(f"{option} needs a value; see evobool {name} --help")
            value = waiting.pop(0)
        if options[option].hint in (int, int | None):
            _check_whole(option, value)
    return given, stray


def _nearest(name: str, option: str, options: dict[str, Argument]) -> str:
    """The option that was meant, as far as can be guessed."""
    near = get_close_matches(f"--{option.lstrip('-')}", options, n=1)
    return f"; did you mean {near[0]}?" if near else f"; see evobool {name} --help"


def _check_whole(option: str, value: str) -> None:
    """Refuse a number that the parser would round."""
    try:
        int(value, 0)
    except ValueError:
        if not value.lstrip("+-").isdecimal():  # 007 is one, too
            field = option.lstrip("-").replace("-", "_")
            raise InputError(field, value, "must be an integer") from None


def _check_places(
    name: str, arguments: list[Argument], options: dict[str, Argument], given: set[str], stray: list[str]
) -> None:
    """Refuse words without a place, and places without a word."""
    kinds = (Signature.POSITIONAL_ONLY, Signature.POSITIONAL_OR_KEYWORD)
    places = [each for each in arguments if each.field_info.kind in kinds and not given & set(each.names)]
    many = any(each.field_info.kind is Signature.VAR_POSITIONAL for each in arguments)
    if len(stray) > len(places) and not many:
        word = stray[len(places)]
        raise EvoboolError(f"unexpected argument {word}{_meant(name, word, options, given)}")
    for each in arguments:
        filled = given & set(each.names) or (each in places and places.index(each) < len(stray))
        if each.required and not filled and each.field_info.kind is not Signature.VAR_POSITIONAL:
            what = each.names[0].lstrip("-").upper() if each in places else each.names[0]
            raise EvoboolError(f"{name} needs {what}; see evobool {name} --help")


def _meant(name: str, word: str, options: dict[str, Argument], given: set[str]) -> str:
    """What a stray word may have been meant for."""
    field, equals, value = word.partition("=")
    option = f"--{field.replace('_', '-')}"
    if option in options:
        return f"; did you mean {option}{' ' + value if equals else ''}?"
    if word.isdecimal() and "--n" in options and "--n" not in given:
        return f"; did you mean --n {word}?"
    return f"; see evobool {name} --help"
