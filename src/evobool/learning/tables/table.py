"""A table to learn from: rows as bits, one a feature, and the label of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.learning.tables.binarising import Binarising, Lines, binarised
from evobool.learning.tables.features import Bits, Feature, Value, name_text
from evobool.learning.tables.files import read_file
from evobool.learning.tables.labels import Label, later_labels, read_label
from evobool.learning.tables.thresholds import DEFAULT
from evobool.model.targets.labelled import Labelled, bit_line

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True, eq=False)
class Table:
    """Labelled rows: `lines[i]` holds feature i, a bit a row, and `labels` where the label is positive.

    Variable x(i+1) of a formula is feature i. `frame` is what was read, if it was kept.
    """

    binarising: Binarising
    label: Label
    lines: Lines
    labels: Bits
    frame: polars.DataFrame | None = None

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the formulas' variables stand for."""
        return self.binarising.features

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.labels)

    def columns(self) -> list[int]:
        """The features as integers used as rows of bits, as `Tree.evaluate` takes them."""
        return [int.from_bytes(line.tobytes(), "little") for line in self.lines]

    def labelled(self, file: str = "", held_out: Labelled | None = None) -> Labelled:
        """The rows as a target: what runs are made on."""
        names = tuple(map(str, self.features))
        label = name_text(self.label.column)
        return Labelled(names, tuple(self.columns()), bit_line(self.labels), self.rows, label, held_out, file)

    def later(self, source: Path | str | polars.DataFrame) -> Table:
        """Another table with the same columns, read as this one was: held-out rows."""
        as_text = [*self.binarising.texts(), self.label.column]
        frame = frame_of(source, self.label.column, as_text)[0]
        labels = later_labels(frame, self.label)
        kept = None if self.frame is None else frame
        return Table(self.binarising, self.label, self.binarising.lines(frame), labels, kept)


def frame_of(
    source: Path | str | polars.DataFrame, label: str | None = None, as_text: Sequence[str] = ()
) -> tuple[polars.DataFrame, tuple[str, ...]]:
    """A frame as it is, or a file read; and the columns that its format says are labels."""
    if isinstance(source, Path | str):
        read = read_file(source, as_text, label)
        return read.frame, read.outputs
    return source, ()


def read_table(
    source: Path | str | polars.DataFrame,
    label: str | None = None,
    positive: str | Value | None = None,
    thresholds: int = DEFAULT,
    leave_out: Sequence[str] = (),
    read_as: Mapping[str, str] | None = None,
    keep: bool = False,
) -> Table:
    """Read a labelled table from a file or a polars frame, and keep the values as they were if so asked.

    >>> import polars as pl
    >>> table = read_table(pl.DataFrame({"age": [41, 44, 60], "ill": ["no", "no", "yes"]}), "ill")
    >>> list(map(str, table.features)), table.labels.tolist()
    (['age <= 42', 'age <= 52'], [False, False, True])
    """
    frame, outputs = frame_of(source, label, () if label is None else (label,))
    if label is None:
        if len(outputs) != 1:
            raise InputError("label", None, f"must name the column to learn: {', '.join(frame.columns[:10])}")
        label = outputs[0]
    found, labels = read_label(frame, label, positive)
    told, lines = binarised(frame.drop(label), thresholds, leave_out, read_as)
    if not told.features:
        raise InputError("table", label, "every other column is constant; there is nothing to learn from")
    return Table(told, found, lines, labels, frame if keep else None)
