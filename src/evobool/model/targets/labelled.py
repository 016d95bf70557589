"""Labelled rows: the target where all that is known of it is its value on the rows of a table.

Columns and labels are bit lines, as everywhere: bit r is the value on row r. The rows are known by a hash of
what they hold, so that nothing depends on where a file lies.
"""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.above import above
from evobool.errors import InputError

if TYPE_CHECKING:  # NumPy takes long to import, and a setting needs it only with a table
    import numpy as np
    from numpy.typing import NDArray

DATA = "data"
KNOWN: dict[str, Labelled] = {}  # by name: what settings of this process speak of
_USERS: Counter[str] = Counter()  # of those that are known for a while only
_LOCK = threading.Lock()
SHOWN_DIGITS = 16
MOST_COLUMNS = 2**20


@dataclass(frozen=True)
class Labelled:
    """Rows with labels: bit r of `columns[i]` is the value of x(i+1) on row r, bit r of `labels` its label.

    `held_out` are rows of the same columns that runs never see; trees are judged on them at the end. `file`
    says where the rows come from, and is not part of them.

    >>> rows = Labelled(("a", "b"), (0b0011, 0b0101), 0b0001, 4, "y")
    >>> rows.n, rows.name, rows.take([0, 1]).columns
    (2, 'data:66ca6d15789c2e0c', (3, 1))
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    labels: int
    rows: int
    label: str = "label"
    held_out: Labelled | None = None
    file: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.names) <= MOST_COLUMNS or len(self.names) != len(self.columns):
            raise InputError("columns", len(self.columns), "there must be at least one, each with a name")
        if self.rows < 1:
            raise InputError("rows", self.rows, "there must be at least one")
        if any(not 0 <= line <= self.ones for line in (*self.columns, self.labels)):
            raise InputError("rows", self.rows, "there are bits outside them")
        if len({*self.names, self.label}) <= len(self.names):
            twice = sorted(name for name in {*self.names} if [*self.names, self.label].count(name) > 1)
            raise InputError("column", twice[0], "there are two of this name")
        if self.held_out is not None and self.held_out.names != self.names:
            raise InputError("test", self.held_out.file, "has other columns than the rows to learn from")

    @classmethod
    def of(
        cls,
        values: NDArray[Any],
        labels: NDArray[Any],
        names: Sequence[str] = (),
        label: str = "label",
        file: str = "",
        held_out: Labelled | None = None,
    ) -> Labelled:
        """The same from an array with a row for each row, and an array of labels; all of them 0 or 1.

        >>> import numpy as np
        >>> Labelled.of(np.array([[0, 1], [1, 1]]), np.array([0, 1])).columns
        (2, 3)
        """
        names = tuple(names) or tuple(f"x{place + 1}" for place in range(values.shape[1]))
        columns = tuple(bit_line(values[:, place]) for place in range(values.shape[1]))
        return cls(names, columns, bit_line(labels), len(labels), label, held_out, file)

    @staticmethod
    def read(path: Path, label: str | None = None) -> Labelled:
        """The same from a file of any format, whose columns are all truth values."""
        found: Labelled = above("Labelled.read", path, label)
        return found

    @property
    def n(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def ones(self) -> int:
        """The bit line that is true on every row."""
        return (1 << self.rows) - 1

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of all there is but the file."""
        content = hashlib.sha256(self._head().encode())
        for line in (*self.columns, self.labels):
            content.update(line.to_bytes(self._size, "little"))
        if self.held_out is not None:
            content.update(self.held_out.hash.encode())
        return content.hexdigest()

    @property
    def name(self) -> str:
        """What a setting calls it."""
        return f"{DATA}:{self.hash[:SHOWN_DIGITS]}"

    @property
    def title(self) -> str:
        """What tables and figures call it."""
        return f"{self.label} in {self.file}" if self.file else f"{self.label} ({self.hash[:6]})"

    def take(self, places: Sequence[int] | NDArray[np.int64]) -> Labelled:
        """Some of the rows, in the order given and as often; none of those held out.

        >>> Labelled(("a",), (0b10,), 0b01, 2).take([1, 1, 0]).columns
        (3,)
        """
        import numpy as np

        chosen = np.asarray(places, dtype=np.int64)
        columns = tuple(bit_line(values_of(line, self.rows)[chosen]) for line in self.columns)
        labels = bit_line(values_of(self.labels, self.rows)[chosen])
        return Labelled(self.names, columns, labels, len(chosen), self.label, None, self.file)

    def matrix(self) -> NDArray[np.bool_]:
        """The columns as an array with a row for each row."""
        import numpy as np

        return np.stack([values_of(line, self.rows) for line in self.columns], axis=1)

    def to_bytes(self) -> bytes:
        """All there is, as `from_bytes` reads it."""
        lines = b"".join(line.to_bytes(self._size, "little") for line in (*self.columns, self.labels))
        rest = b"" if self.held_out is None else self.held_out.to_bytes()
        head = json.dumps([self._head(), self.file]).encode()
        sizes = len(head).to_bytes(8, "little") + len(rest).to_bytes(8, "little")
        return zlib.compress(sizes + head + rest + lines, 6)

    @classmethod
    def from_bytes(cls, content: bytes) -> Labelled:
        """Rows from what `to_bytes` wrote.

        >>> rows = Labelled(("a", "b"), (0b0011, 0b0101), 0b0001, 4, "y", file="here.csv")
        >>> Labelled.from_bytes(rows.to_bytes()) == rows
        True
        """
        text = zlib.decompress(content)
        head_end = 16 + int.from_bytes(text[:8], "little")
        rest_end = head_end + int.from_bytes(text[8:16], "little")
        head, file = json.loads(text[16:head_end])
        names, label, rows = json.loads(head)
        held_out = cls.from_bytes(text[head_end:rest_end]) if rest_end > head_end else None
        size = -(-rows // 8)
        lines = [
            int.from_bytes(text[start : start + size], "little")
            for start in range(rest_end, rest_end + (len(names) + 1) * size, size)
        ]
        return cls(tuple(names), tuple(lines[:-1]), lines[-1], rows, label, held_out, file)

    @property
    def _size(self) -> int:
        """The bytes of a bit line."""
        return -(-self.rows // 8)

    def _head(self) -> str:
        """Everything but the bits, as canonical JSON."""
        return json.dumps([self.names, self.label, self.rows], separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<{self.rows:,} rows of {self.n:,} columns, {self.title}>"


def remember(rows: Labelled) -> str:
    """Let settings name these rows; returns the name."""
    return KNOWN.setdefault(rows.name, rows).name


@contextmanager
def remembered(tables: Sequence[Labelled]) -> Iterator[None]:
    """Let settings name these rows for a while; the last of several threads to leave lets them go."""
    with _LOCK:
        held = [rows.name for rows in tables if _USERS[rows.name] or rows.name not in KNOWN]
        _USERS.update(held)
        for rows in tables:
            remember(rows)
    try:
        yield
    finally:
        with _LOCK:
            for name in held:
                _USERS[name] -= 1
                if not _USERS[name]:
                    del _USERS[name]
                    KNOWN.pop(name, None)


def bit_line(values: NDArray[Any]) -> int:
    """An array of truth values as an integer: bit r is value r.

    >>> import numpy as np
    >>> bit_line(np.array([True, False, True, True]))
    13
    """
    import numpy as np

    return int.from_bytes(
        np.packbits(np.asarray(values, dtype=np.bool_), bitorder="little").tobytes(), "little"
    )


def values_of(line: int, rows: int) -> NDArray[np.bool_]:
    """The other way round.

    >>> values_of(13, 4).tolist()
    [True, False, True, True]
    """
    import numpy as np

    found = np.frombuffer(line.to_bytes(-(-rows // 8), "little"), dtype=np.uint8)
    return np.unpackbits(found, count=rows, bitorder="little").astype(np.bool_)
