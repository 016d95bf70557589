"""One value by two fields, as a table to be read: cells with marks, and what they say below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evobool.above import above
from evobool.studies.analysis.listing import Listing
from evobool.studies.analysis.point import Point, over_all
from evobool.studies.analysis.told import INSTEAD, KINDS, legend, number, told


@dataclass(frozen=True)
class Cell:
    """One setting in a table of two fields: where it stands, and its value."""

    row: Any
    column: Any
    point: Point


@dataclass(frozen=True, repr=False)
class Table:
    """Cells by two fields. A mean of survivors, where other runs failed, is marked, with B beside it."""

    rows: str
    columns: str
    value: str
    cells: tuple[Cell, ...]
    interval: bool = False

    @property
    def title(self) -> str:
        """What is shown by what."""
        return f"{self.value} by {self.rows} and {self.columns}"

    @property
    def head(self) -> list[str]:
        """The names of the columns."""
        return [self.rows, *(f"{self.columns} = {each}" for each in self._columns)]

    @property
    def lines(self) -> list[list[str]]:
        """The cells as text, a dash where there is no value."""
        held = {(cell.row, cell.column): told(cell.point, self.interval) for cell in self.cells}
        rows = dict.fromkeys(cell.row for cell in self.cells)
        return [[_name(row), *(held.get((row, each), "-") for each in self._columns)] for row in rows]

    @property
    def caption(self) -> str:
        """What the values are, and what the mark means."""
        kind, how = KINDS[self.value]
        words = [kind + (f", 95 % intervals ({how})" if self.interval else "")]
        marked = legend(cell.point for cell in self.cells)
        words += [marked] if marked else []
        if marked and self.value in ("T", "evaluations"):
            words.append(INSTEAD)
        elif over_all(self.value) and any(cell.point.value is None for cell in self.cells):
            words.append("-: too few runs succeeded")
        return "; ".join(words)

    @property
    def listing(self) -> Listing:
        """The table to be written in other forms; as numbers, a record is one setting with its interval."""
        records = []
        for cell in self.cells:
            point = cell.point
            record = {self.rows: cell.row, self.columns: cell.column, self.value: point.value}
            if self.interval:
                record |= {"low": point.low, "high": point.high}
            records.append(record | {"runs": point.runs, "failed": point.failed})
        return Listing(self.title, self.head, self.lines, records, self.caption)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.cells)} cells>"

    def __str__(self) -> str:
        return self.listing.text("markdown")

    def _repr_html_(self) -> str:
        html: str = above("Table._repr_html_", self)
        return html

    @property
    def _columns(self) -> list[Any]:
        return list(dict.fromkeys(cell.column for cell in self.cells))


def _name(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)
