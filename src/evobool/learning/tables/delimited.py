"""Text files of rows: values separated by commas, tabs or semicolons, names in the first row."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Container
from typing import TYPE_CHECKING

import numpy as np

from evobool.errors import InputError, shown

if TYPE_CHECKING:
    import polars

MISSING = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "?"]  # how files spell a missing value
LONGEST_HEADER = 1 << 26  # characters


def read_delimited(
    content: bytes, name: str, separator: str, as_text: Container[str], most_columns: int
) -> polars.DataFrame:
    """The rows of a text file, with types that fit all values; ragged rows and repeated names are refused."""
    import polars as pl

    if b"\0" in content[:4096]:
        raise InputError("table", name, "is not text: it contains a NUL")
    content = content.removeprefix(b"\xef\xbb\xbf")
    names = _header(content, name, separator, most_columns)
    overrides = {each: pl.String for each in names if each in as_text}

    def read(scanned: int | None) -> polars.DataFrame:
        return pl.read_csv(
            io.BytesIO(content),
            separator=separator,
            null_values=MISSING,
            infer_schema_length=scanned,
            schema_overrides=overrides,
            raise_if_empty=False,
        )

    try:
        try:
            frame = read(1000)
        except pl.exceptions.ComputeError:  # a value further down is of another type than those before
            frame = read(None)
    except (pl.exceptions.PolarsError, UnicodeDecodeError) as problem:
        raise InputError("table", name, _why(str(problem), content, separator)) from None
    frame.columns = names
    if frame.height and frame[:, -1].null_count():
        _refuse_short(content, name, separator, len(names))
    return frame


def _header(content: bytes, name: str, separator: str, most: int) -> list[str]:
    """The names in the first row; each must be there, and only once."""
    try:
        head = content[:LONGEST_HEADER].decode(
            "utf-8", errors="ignore" if len(content) > LONGEST_HEADER else "strict"
        )
    except UnicodeDecodeError as problem:
        raise InputError("table", name, f"is not text in UTF-8: byte {problem.start + 1}") from None
    try:
        csv.field_size_limit(LONGEST_HEADER)
        names = next(csv.reader(io.StringIO(head, newline=""), delimiter=separator))
    except (csv.Error, StopIteration) as problem:
        raise InputError("table", name, f"has no row of names ({problem})") from None
    if len(names) > most:
        raise InputError("table", name, f"has {len(names):,} columns; at most {most:,}")
    if "" in names:
        raise InputError("table", name, f"column {names.index('') + 1} has no name")
    twice, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise InputError("table", name, f"has {times} columns of the name {shown(twice)}")
    return names


def _why(problem: str, content: bytes, separator: str) -> str:
    """What polars could not read, in our words."""
    if "more fields" in problem:
        row = _first_odd(content, separator)
        return f"row {row[0]} has {row[1]} values, the row of names {row[2]}" if row else "has ragged rows"
    return f"cannot be read ({' '.join(problem.split())[:120]})"


def _refuse_short(content: bytes, name: str, separator: str, columns: int) -> None:
    """polars fills short rows up; they are told from rows that end in a missing value by counting."""
    data = np.frombuffer(content, dtype=np.uint8)
    if b'"' not in content:
        ends = np.flatnonzero(data == ord("\n"))
        bounds = np.concatenate([[-1], ends, [len(data)] if not content.endswith(b"\n") else []]).astype(
            np.int64
        )
        places = np.flatnonzero(data == ord(separator))
        counts = np.diff(np.searchsorted(places, bounds))
        blank = np.diff(bounds) <= 1 + (data[np.clip(bounds[1:] - 1, 0, None)] == ord("\r"))
        if columns > 1 and np.all((counts == columns - 1) | blank):
            return
    row = _first_odd(content, separator)
    if row is not None:
        raise InputError("table", name, f"row {row[0]} has {row[1]} values, the row of names {row[2]}")


def _first_odd(content: bytes, separator: str) -> tuple[int, int, int] | None:
    """The first row with another number of values than there are names: its number and both."""
    rows = csv.reader(io.StringIO(content.decode("utf-8", errors="replace"), newline=""), delimiter=separator)
    names = len(next(rows))
    for number, row in enumerate(rows, start=1):
        if row and len(row) != names:
            return number, len(row), names
    return None
