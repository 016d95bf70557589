"""Checksums of runs: for every 1,024 indices of a setting a row in the table `checksum`.

Each column of such a row is the CRC-32 of that column of `run`, over the runs that the block holds, in order
of their index: numbers as 64-bit floats, texts each followed by a line break. So whoever reads some columns
checks just these, at a few per cent of the cost of reading them, and runs added at the end of a block
continue its checksums without reading what is there.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.studies.store.columns import COUNTS, MEMBERS, Row
from evobool.studies.store.damage import DamagedError

BLOCK = 1024
TEXTS = frozenset(("stopped", "error", "engine", "tree", MEMBERS))
NOT_COMPUTED = -1.0  # an error that is null, in checksums alone; no other number of a run is negative
INSTEAD_OF_NULL = {"generalisation_error": NOT_COMPUTED} | dict.fromkeys(COUNTS, 0.0)
OWN = ("setting", "block", "id", "runs")


class Block(NamedTuple):
    """What the runs of a block must give: how many they are, and a checksum for each column."""

    number: int
    id: str
    runs: int
    sums: dict[str, int]


def table(columns: Iterable[str]) -> str:
    """The statement that makes the table; `id` ties the setting's number to what it stands for."""
    return (
        f"CREATE TABLE checksum (setting INTEGER NOT NULL, block INTEGER NOT NULL, id TEXT NOT NULL, "
        f"runs INTEGER NOT NULL, {', '.join(columns)}, PRIMARY KEY (setting, block)) WITHOUT ROWID"
    )


def column_bytes(name: str, values: Sequence[Any]) -> bytes:
    """The canonical bytes of a column.

    >>> column_bytes("tree", ["1", "and 1 2"]), column_bytes("error", [None, 2**64])
    (b'1\\nand 1 2\\n', b'\\n18446744073709551616\\n')
    """
    if name == "error":
        values = _decimals(values)
    if name == MEMBERS:
        values = [value or "" for value in values]
    if name in TEXTS:
        return ("\n".join(values) + "\n").encode()
    try:  # nothing else turns a tuple into floats as quickly
        return struct.pack(f"{len(values)}d", *values)
    except struct.error:
        missing: Any = INSTEAD_OF_NULL.get(name)
        filled: list[Any] = [missing if value is None else value for value in values]
        return array("d", filled).tobytes()


def _decimals(values: Sequence[Any]) -> Sequence[str]:
    """Whole numbers as text, each different one turned only once; nulls are empty."""
    try:
        struct.pack(f"{len(values)}q", *values)
    except struct.error:  # nulls, or texts: numbers of more than 64 bits
        return ["" if value is None else str(value) for value in values]
    texts = {value: str(value) for value in set(values)}
    if len(texts) == 1:
        return list(texts.values()) * len(values)
    return list(map(texts.__getitem__, values))


def sums_of(names: Sequence[str], rows: Sequence[Row], before: Block | None = None) -> dict[str, int]:
    """The checksums of rows, or of those of a block with the rows after them."""
    start = {} if before is None else before.sums
    columns = zip(names, zip(*rows, strict=True), strict=True)
    return {name: zlib.crc32(column_bytes(name, values), start.get(name, 0)) for name, values in columns}


def without_new_columns(name: str, runs: int) -> int:
    """The checksum of a column that was added after the runs of a block were written: nulls."""
    return zlib.crc32(column_bytes(name, [None] * runs))


def within(block: int) -> str:
    """The condition on a run that belongs to a block."""
    return f"run BETWEEN {block * BLOCK} AND {(block + 1) * BLOCK - 1}"


def blocks_of(
    connection: sqlite3.Connection, setting: int, names: Sequence[str], only: int | None = None
) -> list[Block]:
    """The blocks of a setting, or one of them, with the checksums of some columns."""
    chosen = "" if only is None else f" AND block = {only}"
    columns = ", ".join(("block", "id", "runs", *names))
    query = f"SELECT {columns} FROM checksum WHERE setting = ?{chosen} ORDER BY block"
    found = []
    for block, key, runs, *sums in connection.execute(query, (setting,)):
        known = dict(zip(names, sums, strict=True))
        late = {name: without_new_columns(name, runs) for name, crc in known.items() if crc is None}
        found.append(Block(block, key, runs, known | late))
    return found


def check_table(
    path: Path, key: str, blocks: Sequence[Block], names: Sequence[str], table: NDArray[np.float64]
) -> None:
    """Refuse numbers of a setting's runs, a column each, that do not give the checksums."""
    _check_number(path, key, blocks, len(table))
    start = 0
    for block in blocks:
        stop = start + block.runs
        for name, column in zip(names, table.T, strict=True):
            if block.id != key or zlib.crc32(column[start:stop].tobytes()) != block.sums[name]:
                raise _differs(path, key, block, name)
        start = stop


def check_rows(
    path: Path, key: str, blocks: Sequence[Block], names: Sequence[str], rows: sqlite3.Cursor
) -> list[Row]:
    """The same of rows as they come from the table, which are returned.

    Each block is checked as soon as it is read, when its values are still in the processor's cache.
    """
    found: list[Row] = []
    for block in blocks:
        some = rows.fetchmany(block.runs)
        found += some
        if len(some) < block.runs:
            break
        for name, crc in sums_of(names, some).items():
            if block.id != key or crc != block.sums[name]:
                raise _differs(path, key, block, name)
    _check_number(path, key, blocks, len(found) + len(rows.fetchall()))
    return found


def _check_number(path: Path, key: str, blocks: Sequence[Block], runs: int) -> None:
    """Refuse more or fewer runs than were written."""
    if sum(block.runs for block in blocks) != runs:
        raise DamagedError(path, f"setting {key}: {runs} runs where there must be others")


def _differs(path: Path, key: str, block: Block, name: str) -> DamagedError:
    """A column of a block is not what was written."""
    where = f"runs {block.number * BLOCK} to {(block.number + 1) * BLOCK - 1}"
    return DamagedError(path, f"setting {key}, {where}: {name}")


def write_block(connection: sqlite3.Connection, setting: int, block: Block) -> int:
    """Put a block into the table; returns the change of the seal over all blocks (see `seals`)."""
    names = list(block.sums)
    before = digest_of(connection, setting, block.number)
    columns = ", ".join((*OWN, *names))
    marks = ", ".join("?" * (len(OWN) + len(names)))
    values = (setting, block.number, block.id, block.runs, *block.sums.values())
    connection.execute(f"INSERT OR REPLACE INTO checksum ({columns}) VALUES ({marks})", values)
    return before ^ digest_of(connection, setting, block.number)


def digest_of(connection: sqlite3.Connection, setting: int, block: int) -> int:
    """A number that stands for a row of the table, 0 if there is none."""
    query = "SELECT * FROM checksum WHERE setting = ? AND block = ?"
    row = connection.execute(query, (setting, block)).fetchone()
    return 0 if row is None else zlib.crc32(json.dumps(row).encode())


def digest_of_all(connection: sqlite3.Connection) -> int:
    """The digests of all rows of the table, joined by exclusive or: the order does not matter."""
    found = 0
    for row in connection.execute("SELECT * FROM checksum"):
        found ^= zlib.crc32(json.dumps(row).encode())
    return found
