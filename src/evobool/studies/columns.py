"""The columns of a run in a store. Counts of other functions than AND and OR are added where needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from evobool.errors import InputError
from evobool.model.functions import FUNCTIONS
from evobool.model.record import Run

Row = tuple[Any, ...]
ALWAYS_COUNTED = ("and", "or")  # as in stores of version 0.1


def counts_of(function: str) -> tuple[str, str]:
    """The columns that count a function: inserted by accepted offspring, and in the final tree.

    >>> counts_of("xor")
    ('xors_accepted', 'xors_final')
    """
    return f"{function}s_accepted", f"{function}s_final"


def count_title(column: str) -> str:
    """Such a column as tables and figures call it.

    >>> count_title("ors_accepted"), count_title("xors_final")
    ('ORs accepted', 'XORs in the tree')
    """
    name, _, when = column.partition("s_")
    return f"{name.upper()}s {'accepted' if when == 'accepted' else 'in the tree'}"


COLUMNS = (
    "run",
    "provenance",
    "solved",
    "stopped",
    "iterations",
    "evaluations",
    "leaves",
    "error",
    "generalisation_error",
    *(column for name in ALWAYS_COUNTED for column in counts_of(name)),
    "engine",
    "tree",
)
COUNTS = {column: name for name in FUNCTIONS for column in counts_of(name)}


def check_value(field: str, value: str, known: Iterable[str]) -> None:
    """Refuse a value that runs do not have; counts of functions are named by example.

    >>> check_value("y", "ors", ["T", "S", *COUNTS])
    Traceback (most recent call last):
    evobool.errors.InputError: y = ors: must be one of T, S, ors_accepted, ors_final (or ands_, xors_, ...)
    """
    known = list(known)
    if value not in known:
        named = [*(name for name in known if name not in COUNTS), "ors_accepted", "ors_final"]
        raise InputError(field, value, f"must be one of {', '.join(named)} (or ands_, xors_, ...)")


def counted_functions(columns: Iterable[str]) -> tuple[str, ...]:
    """The functions that columns count, in the registry's order."""
    held = set(columns)
    return tuple(name for name in FUNCTIONS if held >= set(counts_of(name)))


def columns_for(functions: Iterable[str]) -> tuple[str, ...]:
    """The columns of a store that counts some functions.

    >>> columns_for(["and", "xor"])[len(COLUMNS):]
    ('xors_accepted', 'xors_final')
    """
    wanted = set(functions) - set(ALWAYS_COUNTED)
    return (*COLUMNS, *(column for name in FUNCTIONS if name in wanted for column in counts_of(name)))


def row_of(run: Run, provenance: int, columns: Sequence[str]) -> Row:
    """A run as the store keeps it: an error beyond 64 bits as text, a function outside F counted 0."""
    error, wrong, prefix = run.error, run.generalisation_error, run.tree.prefix
    kept: dict[str, Any] = {
        "run": run.index,
        "provenance": provenance,
        "solved": int(run.solved),
        "stopped": run.stopped,
        "iterations": run.iterations,
        "evaluations": run.evaluations,
        "leaves": run.leaves,
        "error": str(error) if error is not None and error >= 2**63 else error,
        "generalisation_error": None if wrong is None else float(wrong) if wrong else 0.0,
        "engine": run.engine,
        "tree": " ".join(map(str, prefix)),
    }
    for name in counted_functions(columns):
        accepted, final = counts_of(name)
        kept[accepted], kept[final] = run.functions_accepted.get(name, 0), prefix.count(name)
    return tuple(kept[column] for column in columns)
