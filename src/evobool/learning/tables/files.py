"""Reading a table from a file, whatever its format."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.errors import EvoboolError, InputError
from evobool.learning.tables.delimited import read_delimited
from evobool.learning.tables.pla import looks_like_pla, read_pla, read_rows_of_bits
from evobool.memory import available_memory, bytes_in_words

if TYPE_CHECKING:
    import polars

MOST_COLUMNS = 100_000
TIMES = 4  # its size, that reading a file may take
STDIN = "-"


@dataclass(frozen=True)
class Read:
    """What a file holds; `outputs` are the columns that its format says are labels."""

    frame: polars.DataFrame
    outputs: tuple[str, ...] = ()


def read_file(path: Path | str, as_text: Container[str] = (), label: str | None = None) -> Read:
    """A table from a CSV, TSV, Parquet, Arrow or PLA file, a truth table, or `-` for standard input.

    `as_text` names columns whose values stay as they are spelled. Of a PLA file with several outputs, `label`
    picks the one whose don't-cares are left out.
    """
    name = str(path)
    if name == STDIN:
        content = sys.stdin.buffer.read()
    else:
        try:
            size = Path(path).stat().st_size
            content = Path(path).read_bytes() if TIMES * size <= available_memory() else None
        except (ValueError, IsADirectoryError) as problem:  # a NUL in its name; a folder
            raise InputError("table", name, f"cannot be read ({problem.args[-1]})") from None
        if content is None:
            raise InputError("table", name, f"is too large to be read: {bytes_in_words(size)}")
    return read_content(content, name, as_text, label)


def read_content(content: bytes, name: str, as_text: Container[str] = (), label: str | None = None) -> Read:
    """The same from what a file of some name holds."""
    if not content.strip():
        raise InputError("table", name, "is empty")
    reader = _reader(name, content)
    read = reader(content, name, as_text, label)
    frame = read.frame
    if frame.width > MOST_COLUMNS:
        raise InputError("table", name, f"has {frame.width:,} columns; at most {MOST_COLUMNS:,}")
    if not frame.width or not frame.height:
        raise InputError("table", name, "has no rows" if frame.width else "has no columns")
    return read


Reader = Callable[[bytes, str, Container[str], str | None], Read]


def _reader(name: str, content: bytes) -> Reader:
    """What reads a file: by its name, else by how it begins."""
    ending = Path(name).suffix.lower()
    if ending in READERS:
        return READERS[ending]
    if content.startswith(b"PAR1"):
        return _parquet
    if content.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return _arrow
    return _pla if looks_like_pla(content) else _guessed


def _guessed(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    """Text separated by what its first line has more of: tabs, semicolons or commas."""
    first = content[:100_000].split(b"\n", 1)[0]
    counts = {separator: first.count(separator.encode()) for separator in ",\t;"}
    separator = max(counts, key=lambda each: counts[each])
    return Read(read_delimited(content, name, separator, as_text, MOST_COLUMNS))


def _tabs(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    return Read(read_delimited(content, name, "\t", as_text, MOST_COLUMNS))


def _parquet(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    import polars as pl

    return Read(_by_polars(pl.read_parquet, content, name, "Parquet"))


def _arrow(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    import polars as pl

    stream = content.startswith(b"\xff\xff\xff\xff")
    return Read(_by_polars(pl.read_ipc_stream if stream else pl.read_ipc, content, name, "Arrow"))


def _pla(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    return Read(*read_pla(content, name, label))


def _bits(content: bytes, name: str, as_text: Container[str], label: str | None) -> Read:
    return Read(*read_rows_of_bits(content, name))


def _by_polars(read: Callable[..., Any], content: bytes, name: str, form: str) -> polars.DataFrame:
    """What polars reads; whatever it finds wrong is said in one line."""
    import polars as pl

    try:
        frame: pl.DataFrame = read(io.BytesIO(content))
    except (pl.exceptions.PolarsError, OSError, ValueError) as problem:
        why = " ".join(str(problem).split())
        raise InputError("table", name, f"is not a valid {form} file ({why[:120]})") from None
    except BaseException as problem:  # a panic of polars on a damaged file derives from BaseException
        if type(problem).__name__ != "PanicException":
            raise
        raise EvoboolError(f"table = {name}: is a damaged {form} file") from None
    return frame


READERS: dict[str, Reader] = {
    ".csv": _guessed,
    ".tsv": _tabs,
    ".tab": _tabs,
    ".parquet": _parquet,
    ".pq": _parquet,
    ".arrow": _arrow,
    ".feather": _arrow,
    ".ipc": _arrow,
    ".pla": _pla,
    ".truth": _bits,
    ".tt": _bits,
}
