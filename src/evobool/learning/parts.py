"""Rows to learn from and rows held out, each with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evobool.errors import InputError
from evobool.learning.search.folds import held_out
from evobool.learning.tables.table import Table
from evobool.model.targets.labelled import Labelled

if TYPE_CHECKING:
    import polars

HOLD_OUT = "0.2"


@dataclass(frozen=True)
class Part:
    """Some rows of a file as a target, and the number of each in the file, from 1 on.

    `frame` is the whole file, if it was kept.
    """

    rows: Labelled
    numbers: NDArray[np.int64]
    file: str = ""
    frame: polars.DataFrame | None = None


@dataclass(frozen=True)
class Parts:
    """A table's rows: those to learn from, and those held out, which may be none."""

    learnt: Part
    held: Part | None

    @property
    def rows(self) -> Labelled:
        """What to learn from, with what is held out behind it."""
        return replace(self.learnt.rows, held_out=None if self.held is None else self.held.rows)


def share_of(text: str) -> Fraction:
    """A share of rows: `0.2`, `1/5` or `20 %`.

    >>> share_of("0.2") == share_of("1/5") == share_of("20 %")
    True
    """
    word, percent = text.strip(), 1
    if word.endswith("%"):
        word, percent = word[:-1].rstrip(), 100
    try:
        found = Fraction(word) / percent if len(word) < 40 else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found < 1:
        raise InputError("hold_out", text, "must be a share of the rows, at least 0 and below 1")
    return found


def parts_of(
    table: Table,
    file: str = "",
    *,
    test: Path | str | polars.DataFrame | None = None,
    hold_out: str = HOLD_OUT,
    seed: int = 0,
) -> Parts:
    """Hold out the rows of another table, or a share of either class.

    >>> import polars as pl
    >>> from evobool.learning.tables.table import read_table
    >>> frame = pl.DataFrame({"age": range(0, 50, 5), "ill": ["no"] * 5 + ["yes"] * 5})
    >>> found = parts_of(read_table(frame, "ill"), seed=1)
    >>> found.learnt.rows.rows, found.held.rows.rows
    (8, 2)
    """
    whole = table.labelled(file)
    everything = np.arange(1, table.rows + 1, dtype=np.int64)
    all_of_it = Part(whole, everything, file, table.frame)
    if test is not None:
        later = table.later(test)
        name = str(test) if isinstance(test, Path | str) else ""
        numbers = np.arange(1, later.rows + 1, dtype=np.int64)
        return Parts(all_of_it, Part(later.labelled(name), numbers, name, later.frame))
    held = held_out(table.labels, share_of(hold_out), seed)
    if not held.any():
        return Parts(all_of_it, None)
    kept, away = np.flatnonzero(~held), np.flatnonzero(held)
    if table.labels[kept].all() or not table.labels[kept].any():
        why = "leaves rows of one class to learn from; hold out fewer"
        raise InputError("hold_out", hold_out, why)
    return Parts(
        *(replace(all_of_it, rows=whole.take(places), numbers=everything[places]) for places in (kept, away))
    )
