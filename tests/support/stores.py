"""What is in a store, and what a kill leaves of one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from evobool import InputError
from evobool.studies.store.store import Store


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything about the runs but how they were made."""
    with Store(path) as store:
        return dict(store.columns([name for name in store.column_names() if name != "provenance"]))


def count(path: Path) -> int:
    """The runs in a store that may not be there yet."""
    try:
        with Store(path) as store:
            return sum(store.done().values())
    except (InputError, sqlite3.Error, TypeError):
        return 0


def kill_at_birth(path: Path, walled: bool) -> None:
    """What a kill leaves of a store before it has tables: an empty file, or one with its journal mode set."""
    path.touch()
    if walled:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
        assert path.stat().st_size > 0
