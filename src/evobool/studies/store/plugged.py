"""Which plugins the runs of a store were made with: their names, files, and the hashes of their sources."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from evobool import plugins
from evobool.errors import InputError
from evobool.model.settings.setting import Setting

TABLE = """
CREATE TABLE IF NOT EXISTS plugin (name TEXT PRIMARY KEY, file TEXT NOT NULL, hash TEXT NOT NULL)
"""
SHOWN_DIGITS = 8


class Noted(NamedTuple):
    """Where a plugin came from: its file, empty if it was defined by hand, and the hash of the source."""

    file: str
    hash: str

    def __str__(self) -> str:
        return f"{self.file or 'defined by hand'}, source {self.hash[:SHOWN_DIGITS]}"


def plugins_of(settings: Iterable[Setting]) -> dict[str, Noted]:
    """The plugins that settings name, such as {"selection threshold": ...}."""
    found = {name: source for each in settings for name, source in plugins.used_by(each).items()}
    return {name: Noted(each.name if each.loadable else "", each.hash) for name, each in found.items()}


def held_by(connection: sqlite3.Connection) -> dict[str, Noted]:
    """The plugins that a store notes."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'plugin'").fetchone():
        return {}
    rows = connection.execute("SELECT name, file, hash FROM plugin ORDER BY name")
    return {name: Noted(file, source) for name, file, source in rows}


def check_same(path: Path, held: Mapping[str, Noted], wanted: Mapping[str, Noted]) -> None:
    """Refuse plugins whose source is not the one that a store was made with."""
    for name, now in wanted.items():
        before = held.get(name, now)
        if before.hash != now.hash:
            raise InputError(
                "plugin", name, f"{path} was made with another source ({before}) than this one ({now})"
            )


def note(connection: sqlite3.Connection, wanted: Mapping[str, Noted]) -> None:
    """Write plugins down, within a transaction."""
    if wanted:
        connection.execute(TABLE)
        rows = [(name, *noted) for name, noted in wanted.items()]
        connection.executemany("INSERT OR IGNORE INTO plugin VALUES (?, ?, ?)", rows)
