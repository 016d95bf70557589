"""The tables that runs of a store were made on: kept whole, so that a store can be continued anywhere."""

from __future__ import annotations

import sqlite3
from base64 import b85decode, b85encode
from collections.abc import Iterable, Mapping
from pathlib import Path

from evobool.errors import InputError
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import Labelled
from evobool.studies.store.damage import DamagedError

TABLE = """
CREATE TABLE IF NOT EXISTS given (name TEXT PRIMARY KEY, content TEXT NOT NULL)
"""


def tables_of(settings: Iterable[Setting]) -> dict[str, Labelled]:
    """The tables that settings have as their targets, by name."""
    found = (setting.goal.given for setting in settings)
    return {each.name: each for each in found if each is not None}


def held_by(connection: sqlite3.Connection, path: Path, *, sound: bool = False) -> dict[str, Labelled]:
    """The tables that a store keeps; one that is not what its name says is damage, or left out if `sound`."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'given'").fetchone():
        return {}
    found: dict[str, Labelled] = {}
    for name, text in connection.execute("SELECT name, content FROM given ORDER BY name"):
        table = _read(text)
        if table is not None and table.name == name:
            found[name] = table
        elif not sound:
            raise DamagedError(path, f"the table {name} is not what it was")
    return found


def _read(text: object) -> Labelled | None:
    """A table from its text, whatever became of that."""
    try:
        return Labelled.from_bytes(b85decode(str(text)))
    except Exception:  # any bytes can be there
        return None


def check_same(path: Path, held: Mapping[str, Labelled], wanted: Mapping[str, Labelled]) -> None:
    """Refuse a file that holds another table than the one of that name that the store was made with."""
    before = {(Path(each.file).name, each.label): each for each in held.values() if each.file}
    for name, now in wanted.items():
        old = before.get((Path(now.file).name, now.label), now)
        if old.name != name and name not in held:
            why = f"{path} was made with another table {now.title} ({old.name}), {old.rows:,} rows"
            raise InputError("target", name, f"{why}; use another store")


def note(connection: sqlite3.Connection, wanted: Mapping[str, Labelled]) -> None:
    """Write tables down, within a transaction."""
    if wanted:
        connection.execute(TABLE)
        rows = [(name, b85encode(table.to_bytes()).decode()) for name, table in wanted.items()]
        connection.executemany("INSERT OR IGNORE INTO given VALUES (?, ?)", rows)
