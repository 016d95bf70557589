"""A table's columns as features, and features as lines of bits: one bit a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evobool.checks import check_choice, check_integer
from evobool.errors import InputError
from evobool.learning.tables.columns import Column, later_values, read_column
from evobool.learning.tables.features import Bits, Feature
from evobool.learning.tables.thresholds import DEFAULT

if TYPE_CHECKING:
    import polars

Lines = NDArray[np.uint8]  # a line a feature; row r is bit r % 8 of byte r // 8
MOST_THRESHOLDS = 1000


@dataclass(frozen=True)
class Binarising:
    """How a table's columns became features; `dropped` are columns that say nothing, each with why."""

    columns: tuple[Column, ...]
    features: tuple[Feature, ...]
    dropped: tuple[tuple[str, str], ...] = ()

    def lines(self, frame: polars.DataFrame, ignore_unknown: bool = False) -> Lines:
        """The features' values on another table with these columns; refused where they cannot be known.

        Or, with `ignore_unknown`, false: no question is answered yes by a value that was never seen.
        """
        asked = {feature.column for feature in self.features}
        found: dict[Feature, NDArray[np.uint8]] = {}
        for column in self.columns:
            if column.name in asked:
                if column.name not in frame.columns:
                    raise InputError("column", column.name, "is needed by the rule, but not in this table")
                values = later_values(column, frame[column.name], ignore_unknown)
                for feature in self.features:
                    if feature.column == column.name:
                        found[feature] = packed(feature.holds(values))
        return stacked([found[feature] for feature in self.features], len(frame))

    def texts(self) -> list[str]:
        """The columns whose categories are text, which another file may spell with digits only."""
        return [each.name for each in self.columns if any(isinstance(value, str) for value in each.known)]

    def only(self, features: Sequence[Feature]) -> Binarising:
        """The same for some of the features and their columns."""
        named = {feature.column for feature in features}
        return Binarising(tuple(each for each in self.columns if each.name in named), tuple(features))

    def described(self) -> list[tuple[str, str]]:
        """Every column and what it was read as."""
        return [(column.name, str(column)) for column in self.columns]

    def told_dropped(self) -> str:
        """One line on the columns that say nothing; empty if there are none."""
        if not self.dropped:
            return ""
        shown = [f"{name} ({why})" for name, why in self.dropped[:10]]
        more = f" and {len(self.dropped) - 10:,} more" if len(self.dropped) > 10 else ""
        return f"dropped: {', '.join(shown)}{more}"


def packed(bits: Bits) -> NDArray[np.uint8]:
    """A line of bits, eight rows a byte."""
    return np.packbits(bits, bitorder="little")


def stacked(lines: list[NDArray[np.uint8]], rows: int) -> Lines:
    """Lines below each other, also if there are none."""
    return np.stack(lines) if lines else np.zeros((0, (rows + 7) // 8), dtype=np.uint8)


def unpacked(lines: Lines, rows: int) -> Bits:
    """The truth values of lines: a row of the result for each.

    >>> import numpy as np
    >>> unpacked(packed(np.array([True, False, True]))[None], 3)
    array([[ True, False,  True]])
    """
    return np.unpackbits(lines, axis=1, count=rows, bitorder="little").view(np.bool_)


def binarised(
    frame: polars.DataFrame,
    thresholds: int = DEFAULT,
    leave_out: Sequence[str] = (),
    read_as: Mapping[str, str] | None = None,
) -> tuple[Binarising, Lines]:
    """Read every column, and ask its questions; constant and repeated lines are dropped.

    >>> import polars as pl
    >>> told, lines = binarised(pl.DataFrame({"age": [41, 44, 60], "smoker": [True, False, False]}))
    >>> list(map(str, told.features)), told.dropped
    (['age <= 42', 'age <= 52'], (('smoker', 'repeated'),))
    """
    check_integer("thresholds", thresholds, 1, MOST_THRESHOLDS)
    told = dict(read_as or {})
    for field, names in (("leave_out", leave_out), ("read_as", told)):
        for name in names:
            check_choice(field, name, frame.columns)
    columns, features, lines = list[Column](), list[Feature](), list[NDArray[np.uint8]]()
    dropped, seen = list[tuple[str, str]](), set[bytes]()
    for name in frame.columns:
        if name in leave_out:
            continue
        column, values = read_column(frame[name], thresholds, told.get(name))
        columns.append(column)
        before, repeated = len(features), False
        for feature in column.features():
            bits = feature.holds(values)
            if bits.all() or not bits.any():
                continue
            line = packed(bits)
            key = _key(line, bits)
            if key in seen:
                repeated = True
                continue
            seen.add(key)
            features.append(feature)
            lines.append(line)
        if len(features) == before:
            dropped.append((name, "repeated" if repeated else "constant"))
    return Binarising(tuple(columns), tuple(features), tuple(dropped)), stacked(lines, len(frame))


def _key(line: NDArray[np.uint8], bits: Bits) -> bytes:
    """Equal for lines that are equal or each other's negation: both give the same two literals."""
    first = line if not bits[0] else packed(~bits)
    return blake2b(first.tobytes(), digest_size=16).digest()


def rows_of(lines: Lines, rows: int) -> Iterator[Bits]:
    """The truth values of one line after the other."""
    for line in lines:
        yield np.unpackbits(line, count=rows, bitorder="little").view(np.bool_)
