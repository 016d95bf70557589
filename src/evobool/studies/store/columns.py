"""The columns of a run in a store. Counts of other functions than AND and OR are added where needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.outcome.runs import Runs
from evobool.model.outcome.survivors import written

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
MEMBERS = "members"  # in stores of settings that keep several trees
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


def columns_for(functions: Iterable[str], *, populations: bool = False) -> tuple[str, ...]:
    """The columns of a store that counts some functions, and may hold populations.

    >>> columns_for(["and", "xor"])[len(COLUMNS):]
    ('xors_accepted', 'xors_final')
    """
    wanted = set(functions) - set(ALWAYS_COUNTED)
    counts = [column for name in FUNCTIONS if name in wanted for column in counts_of(name)]
    return (*COLUMNS, *counts, *([MEMBERS] if populations else []))


def rows_of(runs: Runs, provenance: int, columns: Sequence[str]) -> list[Row]:
    """Runs as the store keeps them: an error beyond 64 bits as text, a function outside F counted 0."""
    size = len(runs)
    kept: dict[str, Iterable[Any]] = {
        "run": runs.indices.tolist(),
        "provenance": [provenance] * size,
        "solved": runs.solved.astype(int).tolist(),
        "stopped": runs.stopped,
        "iterations": runs.iterations.tolist(),
        "evaluations": runs.evaluations.tolist(),
        "leaves": runs.leaves.tolist(),
        "error": [str(each) if each is not None and each >= 2**63 else each for each in runs.error],
        "generalisation_error": runs.generalisation_error,
        "engine": [runs.engine] * size,
        "tree": runs.trees.texts(),
    }
    for name in counted_functions(columns):
        accepted, final = counts_of(name)
        kept[accepted] = runs.functions_accepted(name).tolist()
        kept[final] = runs.functions_final(name).tolist()
    if MEMBERS in columns:
        kept[MEMBERS] = [None] * size if runs.populations is None else map(written, runs.populations)
    return list(zip(*(kept[column] for column in columns), strict=True))
