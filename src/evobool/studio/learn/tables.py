"""A table that a page sent: its columns, before one of them is chosen to learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evobool.errors import InputError
from evobool.learning.tables.features import value_text
from evobool.learning.tables.files import Read, read_content
from evobool.learning.tables.pla import looks_like_pla, outputs_of
from evobool.studio.allowed import INSTEAD, MOST_TABLE_COLUMNS, MOST_TABLE_ROWS, check_most
from evobool.studio.asked import Words, only

if TYPE_CHECKING:
    import polars

MOST_VALUES = 12  # of a column, to choose the positive one from
LONGEST_NAME = 200  # characters of a file's name


def overview(words: Words, content: bytes) -> dict[str, Any]:
    """The rows, the columns with the values of those that could be learnt, and which to begin with.

    >>> told = overview({"file": "ill.csv"}, b"age,ill\\n41,no\\n44,no\\n60,yes\\n")
    >>> told["rows"], told["label"], told["columns"][1]
    (3, 'ill', {'name': 'ill', 'values': ['no', 'yes']})
    """
    only(words, ["file"])
    name = file_of(words)
    outputs = outputs_of(content, name) if looks_like_pla(content) else []
    read = sent(content, name, outputs[0] if outputs else None)
    columns = [{"name": each, "values": _values(read.frame[each])} for each in read.frame.columns]
    columns += [{"name": each, "values": None} for each in outputs[1:]]
    two = [each["name"] for each in columns if each["values"] and len(each["values"]) == 2]
    several = [each["name"] for each in columns if each["values"]]
    label = next(iter([*outputs, *read.outputs, *two[::-1], *several[::-1]]), None)
    if label is None:
        why = "has no column of two values, or of a few: nothing to tell apart"
        raise InputError("table", name, why)
    return {"rows": read.frame.height, "columns": columns, "label": label}


def file_of(words: Words) -> str:
    """What the file is called, without the folder it lies in."""
    name = words.get("file", "").replace("\\", "/").rpartition("/")[2].strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError("file", name[:40] or "(nothing)", "must be the name of a file")
    return name


def sent(content: bytes, name: str, label: str | None = None) -> Read:
    """A table that is not too large for the studio."""
    read = read_content(content, name, () if label is None else (label,), label)
    check_most("rows", read.frame.height, MOST_TABLE_ROWS)
    check_most("columns", read.frame.width, MOST_TABLE_COLUMNS)
    return read


def _values(series: polars.Series) -> list[str] | None:
    """The different values of a column, if they are few and none is missing."""
    import polars as pl

    if series.null_count() or not (series.dtype.is_integer() or series.dtype in (pl.Boolean, pl.String)):
        return None
    known = series.unique()
    if not 2 <= len(known) <= MOST_VALUES:
        return None
    return [each if isinstance(each, str) else value_text(each) for each in known.sort().to_list()]


def too_large(rows: int, questions: int) -> InputError:
    """Why a table is refused whose columns have too many values."""
    why = f"its columns ask {questions:,} questions of {rows:,} rows, more than the studio takes; {INSTEAD}"
    return InputError("table", f"{questions:,} questions", why)
