"""The store: one SQLite file, one row a run, safe against kill -9, full disks and second writers.

Rows are keyed by (setting, run index) and never changed: writing one again does nothing, so a run made twice
counts once. Every commit is flushed to the disk (WAL, synchronous FULL).
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evobool.errors import EvoboolError, InputError
from evobool.model.functions import FUNCTIONS
from evobool.model.record import Run
from evobool.model.setting import ADDED, Setting
from evobool.model.tree import Tree
from evobool.studies import plugged
from evobool.studies.columns import COLUMNS, Row, columns_for, counted_functions, row_of
from evobool.studies.shard import WHOLE, Shard, parse_shard

APPLICATION_ID = 0x65766F62  # "evob": how a store is told from any other SQLite file
FIRST_SCHEMA = 1  # the paper's settings
SCHEMA_VERSION = 2  # counts of further functions, fields that version 0.1 did not have, plugins
BUSY_SECONDS = 60.0
SCHEMA = f"""
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE setting (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fields TEXT NOT NULL);
CREATE TABLE provenance (number INTEGER PRIMARY KEY, fields TEXT NOT NULL UNIQUE);
CREATE TABLE run (setting INTEGER NOT NULL REFERENCES setting, {", ".join(COLUMNS)},
                  PRIMARY KEY (setting, run)) WITHOUT ROWID;
"""


class StoreError(EvoboolError):
    """A store that cannot be read or written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"store = {path}: {why}")


class Store:
    """An open store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "leaf.db", seed=1) as store:
    ...     store.seed, store.settings()
    (1, {})
    """

    def __init__(self, path: Path, *, seed: int | None = None) -> None:
        """Open a store; with a seed, for writing: it is made if absent, and must be of that seed if not."""
        self.path = Path(path)
        exists = begun(self.path)
        if not exists and seed is None:
            why = "holds no runs yet" if self.path.is_file() else "there is no such file"
            raise InputError("store", path, why)
        if exists:
            _check_ours(self.path)
        self.connection = self._open(seed)
        self.setting_numbers: dict[str, int] = {}
        try:
            if seed is not None:
                self._prepare(seed)
            self.seed = int(self._one("SELECT value FROM study WHERE key = 'seed'"))
            if seed is not None and seed != self.seed:
                raise InputError(
                    "seed", seed, f"{path} holds runs of seed {self.seed}; use that, or another store"
                )
        except BaseException:
            self.connection.close()
            raise

    def _open(self, seed: int | None) -> sqlite3.Connection:
        try:
            mode = "ro" if seed is None else "rwc"
            uri = f"{self.path.resolve().as_uri()}?mode={mode}"
            return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        except sqlite3.OperationalError as problem:
            raise InputError("store", self.path, str(problem)) from None

    def _prepare(self, seed: int) -> None:
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
                self.connection.execute("INSERT INTO study VALUES ('seed', ?)", (str(seed),))
                self.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self.connection.execute(f"PRAGMA user_version = {FIRST_SCHEMA}")
            self.connection.execute("COMMIT")

    def _one(self, query: str, values: Sequence[Any] = ()) -> Any:
        row = self.connection.execute(query, values).fetchone()
        return None if row is None else row[0]

    def guard(self) -> _Guard:
        """Turn what SQLite says into an error of ours, leaving the file as it was."""
        return _Guard(self)

    def add_settings(self, settings: Iterable[Setting]) -> None:
        """Make settings known to the store; refuses plugins of another source than those it was made with."""
        settings = list(settings)
        self.take_settings(
            {setting.id: setting.identity() for setting in settings}, plugged.plugins_of(settings)
        )

    def take_settings(self, fields: Mapping[str, dict[str, Any]], used: Mapping[str, plugged.Noted]) -> None:
        """The same with settings as their fields by id, and the plugins they use."""
        plugged.check_same(self.path, self.plugins(), used)
        rows = [
            (key, json.dumps(each, sort_keys=True, separators=(",", ":"))) for key, each in fields.items()
        ]
        wanted = columns_for(name for each in fields.values() for name in each["functions"])
        with self.guard():
            self.connection.execute("BEGIN IMMEDIATE")
            new = [column for column in wanted if column not in self.column_names()]
            for column in new:
                self.connection.execute(f"ALTER TABLE run ADD COLUMN {column}")
            plugged.note(self.connection, used)
            later = new or used or any(name in each for each in fields.values() for name in ADDED)
            if later and self._one("PRAGMA user_version") < SCHEMA_VERSION:
                self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            self.connection.executemany("INSERT OR IGNORE INTO setting (id, fields) VALUES (?, ?)", rows)
            self.connection.execute("COMMIT")
        self.setting_numbers = dict(self.connection.execute("SELECT id, number FROM setting"))

    def settings(self) -> dict[str, Setting]:
        """All settings by id, in the order they were added."""
        try:
            return {key: Setting(**fields) for key, fields in self.setting_fields().items()}
        except InputError as problem:
            raise plugged.missing_plugin(self.path, self.plugins()) or problem from None

    def setting_fields(self) -> dict[str, dict[str, Any]]:
        """The fields of all settings by id, as they were written; plugins need not be loaded."""
        rows = self.connection.execute("SELECT id, fields FROM setting ORDER BY number")
        return {key: json.loads(fields) for key, fields in rows}

    def plugins(self) -> dict[str, plugged.Noted]:
        """The plugins the runs were made with, by kind and name, such as "selection threshold"."""
        return plugged.held_by(self.connection)

    def check_plugins(self) -> None:
        """Refuse to repeat runs with plugins of another source than those they were made with."""
        plugged.check_same(self.path, self.plugins(), plugged.plugins_of(self.settings().values()))

    def column_names(self) -> tuple[str, ...]:
        """The columns of a run, the setting aside."""
        held = {row[1] for row in self.connection.execute("PRAGMA table_info(run)")}
        return columns_for(counted_functions(held))

    def add_provenance(self, fields: dict[str, str]) -> int:
        """Note how runs were made; returns what to write with them."""
        text = json.dumps(fields, sort_keys=True)
        with self.guard():
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.execute("INSERT OR IGNORE INTO provenance (fields) VALUES (?)", (text,))
            self.connection.execute("COMMIT")
        return int(self._one("SELECT number FROM provenance WHERE fields = ?", (text,)))

    def provenance(self) -> dict[int, dict[str, str]]:
        """How the runs were made, by number."""
        rows = self.connection.execute("SELECT number, fields FROM provenance")
        return {number: json.loads(fields) for number, fields in rows}

    @property
    def speed(self) -> float | None:
        """Runs a second when the last ones were made, None if nobody noted it."""
        noted = self._one("SELECT value FROM study WHERE key = 'speed'")
        return None if noted is None else float(noted)

    @property
    def shard(self) -> Shard:
        """Which shard of a study this is."""
        noted = self._one("SELECT value FROM study WHERE key = 'shard'")
        return WHOLE if noted is None else parse_shard(noted)

    @property
    def shard_runs(self) -> int | None:
        """How many runs of each setting all shards together were last asked for, None of a whole study."""
        noted = self._one("SELECT value FROM study WHERE key = 'shard_runs'")
        return None if noted is None else int(noted)

    def claim(self, runs: int, shard: Shard) -> None:
        """Note which shard the store is of; a shard's store takes no other runs, and a whole one no shard."""
        held = self.shard
        if shard != held and (held != WHOLE or self._one("SELECT COUNT(*) FROM setting")):
            now, asked = ("a whole study" if each == WHOLE else f"shard {each}" for each in (held, shard))
            raise InputError("store", self.path, f"is the store of {now}; {asked} needs one of its own")
        if shard == WHOLE or self.shard_runs == runs:
            return
        notes = [("shard", str(shard)), ("shard_runs", str(runs))]
        with self.guard():
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany("INSERT OR REPLACE INTO study VALUES (?, ?)", notes)
            self.connection.execute("COMMIT")

    def add_runs(self, runs: Iterable[Run], provenance: int, speed: float | None = None) -> int:
        """Write runs in one transaction; those already there stay as they are. Returns how many were new.

        `speed`, in runs a second, is stored beside them; `status` estimates the time left from it.
        """
        names = self.column_names()
        rows = [(self.setting_numbers[run.setting.id], *row_of(run, provenance, names)) for run in runs]
        with self.guard():
            self.connection.execute("BEGIN IMMEDIATE")
            before = self.connection.total_changes
            self.connection.executemany(insertion(names), rows)
            added = self.connection.total_changes - before
            if speed is not None:
                self.connection.execute("INSERT OR REPLACE INTO study VALUES ('speed', ?)", (f"{speed:.3f}",))
            self.connection.execute("COMMIT")
        return added

    def done(self) -> dict[str, int]:
        """How many runs there are of each setting."""
        count = "(SELECT COUNT(*) FROM run WHERE run.setting = setting.number)"
        return dict(self.connection.execute(f"SELECT id, {count} FROM setting ORDER BY number"))

    def missing(self, setting: Setting, runs: int, shard: Shard = WHOLE) -> list[tuple[int, int]]:
        """The shard's runs below `runs` that are not there, as (first, count), in the shard's steps."""
        owned = shard.indices(setting, runs)
        query = "SELECT run FROM run WHERE setting = ? AND run < ? AND run % ? = ? ORDER BY run"
        number = self._one("SELECT number FROM setting WHERE id = ?", (setting.id,))
        gaps, next_run = [], owned.start
        for (run,) in self.connection.execute(query, (number, runs, owned.step, owned.start)):
            if run > next_run:
                gaps.append((next_run, (run - next_run) // owned.step))
            next_run = run + owned.step
        rest = range(next_run, runs, owned.step)
        return [*gaps, (next_run, len(rest))] if rest else gaps

    def numbers(
        self, columns: Sequence[str], keys: Collection[str] | None = None
    ) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Setting by setting, numeric columns of its runs in order of their index, as one array."""
        for key, number in self._settings(keys):
            query = f"SELECT {', '.join(columns)} FROM run WHERE setting = ? ORDER BY run"
            entries = itertools.chain.from_iterable(self.connection.execute(query, (number,)))
            yield key, np.fromiter(entries, dtype=float).reshape(-1, len(columns))

    def columns(
        self, names: Sequence[str], keys: Collection[str] | None = None
    ) -> Iterator[tuple[str, list[Row]]]:
        """Setting by setting, the wanted columns of its runs in order of their index."""
        for key, number in self._settings(keys):
            query = f"SELECT {', '.join(names)} FROM run WHERE setting = ? ORDER BY run"
            yield key, self.connection.execute(query, (number,)).fetchall()

    def some(self, names: Sequence[str], key: str, first: int, count: int) -> list[Row]:
        """The wanted columns of `count` runs of a setting, from the one in place `first` on."""
        query = f"SELECT {', '.join(names)} FROM run WHERE setting = ? ORDER BY run LIMIT ? OFFSET ?"
        number = self._one("SELECT number FROM setting WHERE id = ?", (key,))
        return self.connection.execute(query, (number, count, first)).fetchall()

    def _settings(self, keys: Collection[str] | None) -> list[tuple[str, int]]:
        """Id and number of the settings asked for, or of all, in the order they were added."""
        found = self.connection.execute("SELECT id, number FROM setting ORDER BY number").fetchall()
        return found if keys is None else [(key, number) for key, number in found if key in keys]

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Guard:
    """A block of writes: what fails is rolled back and reported in one line."""

    def __init__(self, store: Store) -> None:
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


def insertion(columns: Sequence[str]) -> str:
    """The statement that writes a run, its setting first; a run that is already there stays as it is."""
    marks = ", ".join("?" * (len(columns) + 1))
    return f"INSERT OR IGNORE INTO run (setting, {', '.join(columns)}) VALUES ({marks})"


def begun(path: Path) -> bool:
    """Whether there is a store; a file left by a process killed before it made the tables is none yet."""
    if not path.is_file() or path.stat().st_size == 0:
        return False
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
        try:
            return bool(connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error:
        return True  # opening it says what is wrong


def stored_tree(text: str) -> Tree:
    """The tree of a run from its column in the store.

    >>> stored_tree("and 1 or 2 -3")
    Tree('x1 & (x2 | ~x3)')
    """
    return Tree(tuple(token if token in FUNCTIONS else int(token) for token in text.split()))


def _check_ours(path: Path) -> None:
    """Refuse a file that is not a sound store, without touching it."""
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    except sqlite3.Error as problem:
        raise InputError("store", path, str(problem)) from None
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if tables and application != APPLICATION_ID:
            raise InputError("store", path, "is an SQLite file of another program")
        if version > SCHEMA_VERSION:
            raise InputError("store", path, f"has schema {version}; this evobool knows {SCHEMA_VERSION}")
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise InputError("store", path, f"is damaged ({fault})")
    except sqlite3.DatabaseError as problem:
        raise InputError("store", path, f"is not a store ({problem})") from None
    finally:
        connection.close()
