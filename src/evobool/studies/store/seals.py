"""Seals: a checksum over each small table of a store, over the table of checksums, and over the schema."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

from evobool.studies.store.checksums import OWN, digest_of_all
from evobool.studies.store.damage import DamagedError

TABLE = "CREATE TABLE seal (name TEXT PRIMARY KEY, crc INTEGER NOT NULL) WITHOUT ROWID"
SMALL = ("study", "setting", "provenance", "plugin", "given")
ALL = ("schema", *SMALL, "checksum")


def crc_of(connection: sqlite3.Connection, name: str) -> int:
    """What the seal of this name must say."""
    if name == "checksum":
        return digest_of_all(connection)
    if name == "schema":
        query = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    elif connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
        query = f"SELECT * FROM {name} ORDER BY 1"
    else:
        return 0
    return zlib.crc32(json.dumps(connection.execute(query).fetchall()).encode())


def seal(connection: sqlite3.Connection, *names: str) -> None:
    """Renew seals, within the transaction that changes what they stand for."""
    rows = [(name, crc_of(connection, name)) for name in names]
    connection.executemany("INSERT OR REPLACE INTO seal VALUES (?, ?)", rows)


def change_seal(connection: sqlite3.Connection, difference: int) -> None:
    """Renew the seal over the table of checksums by how its rows changed."""
    (before,) = connection.execute("SELECT crc FROM seal WHERE name = 'checksum'").fetchone()
    connection.execute("UPDATE seal SET crc = ? WHERE name = 'checksum'", (before ^ difference,))


def broken(connection: sqlite3.Connection) -> list[str]:
    """The seals that do not hold."""
    held = dict(connection.execute("SELECT name, crc FROM seal").fetchall())
    return [name for name in ALL if held.get(name, 0) != crc_of(connection, name)]


def check_seals(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a store with a broken seal, or whose runs have other columns than their checksums."""
    wrong = broken(connection)
    if wrong:
        raise DamagedError(path, f"the seal over {', '.join(wrong)} is broken")
    if not same_columns(connection):
        raise DamagedError(path, "columns of runs and checksums differ")


def same_columns(connection: sqlite3.Connection) -> bool:
    """Whether there is a checksum for every column of the runs, and no other."""
    run, sums = (
        {row[1] for row in connection.execute(f"PRAGMA table_info({name})")} for name in ("run", "checksum")
    )
    return run | set(OWN) == sums
