"""How the words of `evobool learn` name tables and columns."""

from __future__ import annotations

from collections.abc import Sequence

from evobool.errors import InputError
from evobool.learning.tables.files import STDIN


def named(pairs: Sequence[str]) -> dict[str, str]:
    """Columns and what each is read as, of pairs NAME=KIND.

    >>> named(["code=category", "a=b=number"])
    {'code': 'category', 'a=b': 'number'}
    """
    found = dict[str, str]()
    for pair in pairs:
        name, equals, kind = pair.rpartition("=")
        if not equals:
            raise InputError("read_as", pair, "must look like code=category: a column, and what it is")
        if name in found:
            raise InputError("read_as", pair, f"says twice what {name} is")
        found[name] = kind
    return found


def check_stdin(table: str, test: str | None) -> None:
    """Refuse two tables from standard input."""
    if table == test == STDIN:
        raise InputError("test", test, "is read from standard input, and so is the table")


def shown_name(table: str) -> str:
    """What a table is called."""
    return "standard input" if table == STDIN else table
