"""The file of a store: opening it, transactions that renew seals, reads that are guarded as writes are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from evobool.errors import InputError
from evobool.model.seeds import check_seed
from evobool.model.settings.setting import id_of
from evobool.studies.store import checksums, seals
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.damage import DamagedError, StoreError, reading
from evobool.studies.store.opening import APPLICATION_ID, SCHEMA_VERSION, begun, check_ours, connect, tidy

SCHEMA = f"""
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE setting (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fields TEXT NOT NULL);
CREATE TABLE provenance (number INTEGER PRIMARY KEY, fields TEXT NOT NULL UNIQUE);
CREATE TABLE run (setting INTEGER NOT NULL REFERENCES setting, {", ".join(COLUMNS)},
                  PRIMARY KEY (setting, run)) WITHOUT ROWID;
{checksums.table(COLUMNS)};
{seals.TABLE};
"""


class StoreFile:
    """The file of a store: opened if it is sound, written in transactions, read in snapshots."""

    def __init__(
        self, path: Path, *, seed: int | None = None, write: bool = False, check: bool = True
    ) -> None:
        """Open a store; with a seed or `write`, for writing.

        A store to write is made if absent, and must be of the seed, if one is given, if not.

        A damaged store is refused, unless `check` is False; runs are checked all the same when they are read.
        """
        self.path = Path(path)
        self.writes = write or seed is not None
        self.unsealed: set[str] = set()  # what the transaction under way has changed
        exists = begun(self.path)
        if not exists and not self.writes:
            why = "holds no runs yet" if self.path.is_file() else "there is no such file"
            raise InputError("store", path, why)
        if exists and check:
            check_ours(self.path)
        self.connection = connect(self.path, write=self.writes)
        try:
            if self.writes:
                self._prepare(seed)
            with self.snapshot():
                if check:
                    seals.check_seals(self.connection, self.path)
                    read_fields(self.connection, self.path)
                self.seed = int(self.noted("seed") or "")
            self._check_seed(seed)
        except BaseException:
            self.connection.close()
            raise

    def to_write(self, seed: int | None = None) -> None:
        """Open an open store for writing too; what was checked is not checked again."""
        self._check_seed(seed)
        if not self.writes:
            self.connection.close()
            self.connection, self.writes = connect(self.path, write=True), True
            self._prepare(seed)

    def _check_seed(self, seed: int | None) -> None:
        if seed not in (None, self.seed):
            why = f"{self.path} holds runs of seed {self.seed}; use that, or another store"
            raise InputError("seed", seed, why)

    def _prepare(self, seed: int | None) -> None:
        """Make the tables, unless another process was quicker."""
        with self.guard():
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = FULL")
            self.connection.execute(
                "PRAGMA wal_autocheckpoint = 8000"
            )  # pages: fewer, larger moves into the file
            self.connection.execute("BEGIN IMMEDIATE")
            if self._one("PRAGMA user_version") == 0:
                for statement in SCHEMA.split(";")[:-1]:
                    self.connection.execute(statement)
                self.connection.execute("INSERT INTO study VALUES ('seed', ?)", (str(check_seed(seed)),))
                self.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                seals.seal(self.connection, *seals.ALL)
            self.connection.execute("COMMIT")

    def _one(self, query: str, values: Sequence[Any] = ()) -> Any:
        row = self.connection.execute(query, values).fetchone()
        return None if row is None else row[0]

    def noted(self, key: str) -> str | None:
        """What is noted about the whole study under this key."""
        with reading(self.path):
            found = self._one("SELECT value FROM study WHERE key = ?", (key,))
            return None if found is None else str(found)

    def guard(self) -> Guard:
        """Turn what SQLite says into an error of ours, leaving the file as it was."""
        return Guard(self)

    @contextmanager
    def writing(self, *names: str) -> Iterator[None]:
        """A transaction, or a part of the one that is under way.

        The seals of these names are renewed at its end if something has changed.
        """
        with self.guard():
            if self.connection.in_transaction:
                self.unsealed.update(names)
                yield
                return
            self.connection.execute("BEGIN IMMEDIATE")
            self.unsealed = set(names)
            before = self.connection.total_changes
            yield
            if self.connection.total_changes > before:
                seals.seal(self.connection, *self.unsealed)
            self.connection.execute("COMMIT")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Reads that see one state of the store; what cannot be read is damage."""
        with reading(self.path):
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.rollback()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
        if not self.writes:
            tidy(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Guard:
    """A block of writes: what fails is rolled back and reported in one line."""

    def __init__(self, store: StoreFile) -> None:
        self.store = store

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if problem is None:
            return
        if self.store.connection.in_transaction:
            self.store.connection.rollback()
        if isinstance(problem, sqlite3.Error):
            raise StoreError(self.store.path, f"{problem}; what was committed is safe") from None


def read_fields(connection: sqlite3.Connection, path: Path) -> dict[str, dict[str, Any]]:
    """The fields of all settings by id; an id that is not the hash of its fields is damage."""
    with reading(path):
        rows = connection.execute("SELECT id, fields FROM setting ORDER BY number").fetchall()
        return {key: checked_fields(path, key, text) for key, text in rows}


def checked_fields(path: Path, key: str, text: str) -> dict[str, Any]:
    """The fields of one setting from their text."""
    fields = json.loads(text)
    if not isinstance(fields, dict) or id_of(fields) != key:
        raise DamagedError(path, f"setting {key}: its fields belong to another id")
    return fields
