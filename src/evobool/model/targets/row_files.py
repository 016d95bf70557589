"""`data:FILE`: a table of 0 and 1 whose label is the target, read once and then known by its hash."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from evobool.errors import InputError
from evobool.memory import available_memory, bytes_in_words
from evobool.model.targets.labelled import DATA, KNOWN, MOST_COLUMNS, SHOWN_DIGITS, Labelled

HASH = re.compile(f"[0-9a-f]{{{SHOWN_DIGITS}}}")
TRUE, FALSE = frozenset({"1", "true"}), frozenset({"0", "false"})
MOST_ROWS = 10**7
OTHERS = frozenset((".pla", ".tt", ".truth", ".parquet", ".pq", ".arrow", ".feather", ".ipc"))
BYTES_A_CELL = 60  # while the words of a file are read


class Asked(NamedTuple):
    """Which column is the label, the last unless it is named, and the file of rows that are held out."""

    label: str | None = None
    test: Path | None = None
    folder: Path = Path()  # that files are sought from


_USUALLY = Asked()
_asked: ContextVar[Asked] = ContextVar("how tables are read", default=_USUALLY)


@contextmanager
def reading(asked: Asked) -> Iterator[None]:
    """Read the tables that a block names with this label, and these rows held out."""
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def read_from_now_on(asked: Asked) -> None:
    """The same for the rest of the process."""
    _asked.set(asked)


def rows_of(target: object) -> Labelled | None:
    """The rows that a target such as data:FILE names; None if it is of another kind."""
    if isinstance(target, Labelled):
        return target
    if not isinstance(target, str) or target.strip().partition(":")[0].strip() != DATA:
        return None
    target = target.strip()
    if target in KNOWN:
        return KNOWN[target]
    named = target.partition(":")[2].strip()
    if not named:
        raise InputError("target", target, "needs a file: data:rows.csv")
    asked = _asked.get()
    path = asked.folder / named
    if not path.exists() and HASH.fullmatch(named):
        raise InputError("target", target, "no table of this content is loaded; give its file, data:FILE")
    return read_rows(path, asked.label, None if asked.test is None else asked.folder / asked.test)


def read_rows(path: str | Path, label: str | None = None, test: str | Path | None = None) -> Labelled:
    """Read a table (.csv, or .tsv) of 0 and 1, or false and true, with a line of names above.

    Parquet, Arrow, PLA and truth tables are read too, by their endings.

    The label is the last column unless it is named; `test` is a file of rows that are held out.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "rows.csv"
    ...     _ = path.write_text("a,b,y\\n0,1,1\\n1,1,0\\n")
    ...     read_rows(path, label="b").names
    ('a', 'y')
    """
    rows = _read(*_stamped(Path(path), "target"), label, None)
    if test is None:
        return rows
    return _read(
        *_stamped(Path(path), "target"), label, _read(*_stamped(Path(test), "test"), rows.label, None)
    )


def _stamped(path: Path, field: str) -> tuple[str, Path, tuple[int, int]]:
    """A file and what changes when it is written, so that it is read once."""
    try:
        found = path.stat()
    except (OSError, ValueError) as problem:
        raise InputError(field, path, getattr(problem, "strerror", None) or "cannot be read") from None
    return field, path, (found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=4)
def _read(
    field: str, path: Path, stamp: tuple[int, int], label: str | None, held_out: Labelled | None
) -> Labelled:
    if path.suffix.lower() in OTHERS:
        return replace(Labelled.read(path, label), held_out=held_out)
    names, lines = _words(field, path, stamp[1])
    name = names[-1] if label is None else label
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(names[:5])}"
        raise InputError("label", name, f"{path.name} has no such column{hint}")
    if len(names) < 2:
        raise InputError(field, path, "has the label only, and no other column")
    import numpy as np

    values = np.empty((len(lines), len(names)), dtype=np.bool_)
    for place, title in enumerate(names):
        for row, line in enumerate(lines):
            word = line[place].strip().lower()
            if word not in TRUE and word not in FALSE:
                why = f"row {row + 1}, column {title}: {line[place][:20]!r} is not 0, 1, false or true"
                raise InputError(field, path, f"{why}; evobool learn reads any table")
            values[row, place] = word in TRUE
    place = names.index(name)
    rest = [each for each in range(len(names)) if each != place]
    columns = [names[each] for each in rest]
    return Labelled.of(values[:, rest], values[:, place], columns, name, str(path), held_out)


def _words(field: str, path: Path, size: int) -> tuple[list[str], list[list[str]]]:
    """The names of a file's columns, and its rows; what is no table is refused."""
    if size * BYTES_A_CELL // 2 > available_memory():
        raise InputError(field, path, f"is too large to be read: {bytes_in_words(size)}")
    separator = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            found = _table(field, path, csv.reader(file, delimiter=separator, strict=True))
    except OSError as problem:
        raise InputError(field, path, problem.strerror or "cannot be read") from None
    except UnicodeDecodeError as problem:
        raise InputError(field, path, f"is not UTF-8 (byte {problem.start + 1})") from None
    except csv.Error as problem:
        raise InputError(field, path, f"is not a table: {problem}") from None
    return found


def _table(field: str, path: Path, reader: Any) -> tuple[list[str], list[list[str]]]:
    names = [name.strip() for name in next(reader, [])]
    if not names:
        raise InputError(field, path, "is empty")
    if len(names) > MOST_COLUMNS:
        raise InputError(field, path, f"has {len(names):,} columns, at most {MOST_COLUMNS:,} are read")
    if "" in names:
        raise InputError(field, path, f"column {names.index('') + 1} has no name")
    lines: list[list[str]] = []
    for line in reader:
        if len(line) != len(names) and line:
            why = f"line {reader.line_num} has {len(line)} columns, the names are {len(names)}"
            raise InputError(field, path, why)
        if line:
            lines.append(line)
        if len(lines) > MOST_ROWS:
            raise InputError(field, path, f"has more than {MOST_ROWS:,} rows")
    if not lines:
        raise InputError(field, path, "has no rows")
    return names, lines
