"""The store: one SQLite file, one row a run, safe against kill -9, full disks and second writers.

Rows are keyed by (setting, run index) and never changed: writing one again does nothing, so a run made twice
counts once. Every commit is flushed to the disk (WAL, synchronous FULL). What is read is checked: runs
against their checksums, settings against their ids, the rest against seals (`checksums.py`, `seals.py`).
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import by_setting
from evobool.model.settings.setting import Setting, keeps_several
from evobool.model.targets.labelled import Labelled, remember
from evobool.plugins import stand_in
from evobool.studies.store import checksums, labelled, plugged, seals
from evobool.studies.store.columns import MEMBERS, Row, columns_for, counted_functions, rows_of
from evobool.studies.store.damage import DamagedError as DamagedError
from evobool.studies.store.damage import StoreError as StoreError
from evobool.studies.store.damage import reading
from evobool.studies.store.file import StoreFile, checked_fields, read_fields
from evobool.studies.store.inserting import Inserting
from evobool.studies.store.opening import begun as begun
from evobool.studies.store.shard import WHOLE, Shard, parse_shard

if TYPE_CHECKING:
    import polars

GOAL, SHARD_GOAL = "runs", "shard_runs"  # notes of how many runs were asked for
Gap = tuple[int, int]  # the first run that is missing, and how many are


class Store(StoreFile):
    """An open store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "leaf.db", seed=1) as store:
    ...     store.seed, store.settings()
    (1, {})
    """

    def __init__(
        self, path: Path, *, seed: int | None = None, write: bool = False, check: bool = True
    ) -> None:
        super().__init__(path, seed=seed, write=write, check=check)
        self.setting_numbers: dict[str, int] = {}
        self.verified = False

    def add_settings(self, settings: Iterable[Setting]) -> None:
        """Make settings known to the store; refuses plugins of another source than those it was made with."""
        settings = list(settings)
        self.take_settings(
            {setting.id: setting.identity() for setting in settings},
            plugged.plugins_of(settings),
            labelled.tables_of(settings),
        )

    def take_settings(
        self,
        fields: Mapping[str, dict[str, Any]],
        used: Mapping[str, plugged.Noted],
        tables: Mapping[str, Labelled],
    ) -> None:
        """The same with settings as their fields by id, and the plugins and tables they use."""
        plugged.check_same(self.path, self.plugins(), used)
        labelled.check_same(self.path, self.tables(), tables)
        rows = [
            (key, json.dumps(each, sort_keys=True, separators=(",", ":"))) for key, each in fields.items()
        ]
        wanted = columns_for(
            (name for each in fields.values() for name in each["functions"]),
            populations=any(keeps_several(each) for each in fields.values()),
        )
        with self.writing("setting", "plugin", "given"):
            self._add_columns([column for column in wanted if column not in self.column_names()])
            plugged.note(self.connection, used)
            labelled.note(self.connection, tables)
            self.connection.executemany("INSERT OR IGNORE INTO setting (id, fields) VALUES (?, ?)", rows)
            if used or tables:
                seals.seal(self.connection, "schema")
        with self.snapshot():
            self.setting_numbers = dict(self.connection.execute("SELECT id, number FROM setting"))

    def _add_columns(self, new: Sequence[str]) -> None:
        """Count further functions, within a transaction."""
        if not new:
            return
        for table in ("run", "checksum"):
            for column in new:
                self.connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        seals.seal(self.connection, "schema", "checksum")

    def settings(self) -> dict[str, Setting]:
        """All settings by id, in the order they were added; plugins that are gone have stand-ins."""
        for name, noted in self.plugins().items():
            stand_in(name, noted.file, noted.hash)
        for table in self.tables().values():
            remember(table)
        return {key: Setting(**fields) for key, fields in self.setting_fields().items()}

    def setting_fields(self) -> dict[str, dict[str, Any]]:
        """The fields of all settings by id, as they were written; plugins need not be loaded."""
        return read_fields(self.connection, self.path)

    def fields_of(self, number: int) -> dict[str, Any]:
        """The same of the setting with this number, whatever the others are like."""
        with reading(self.path):
            query = "SELECT id, fields FROM setting WHERE number = ?"
            return checked_fields(self.path, *self.connection.execute(query, (number,)).fetchone())

    def plugins(self) -> dict[str, plugged.Noted]:
        """The plugins the runs were made with, by kind and name, such as "selection threshold"."""
        with reading(self.path):
            return plugged.held_by(self.connection)

    def tables(self, *, sound: bool = False) -> dict[str, Labelled]:
        """The tables the runs were made on, by name; those that are `sound`, if asked."""
        with reading(self.path):
            return labelled.held_by(self.connection, self.path, sound=sound)

    def check_plugins(self) -> None:
        """Refuse to repeat runs with plugins of another source than those they were made with."""
        plugged.check_same(self.path, self.plugins(), plugged.plugins_of(self.settings().values()))

    def column_names(self) -> tuple[str, ...]:
        """The columns of a run, the setting aside."""
        with reading(self.path):
            held = {row[1] for row in self.connection.execute("PRAGMA table_info(run)")}
        return columns_for(counted_functions(held), populations=MEMBERS in held)

    def add_provenance(self, fields: dict[str, str]) -> int:
        """Note how runs were made; returns what to write with them."""
        text = json.dumps(fields, sort_keys=True)
        with self.writing("provenance"):
            self.connection.execute("INSERT OR IGNORE INTO provenance (fields) VALUES (?)", (text,))
        return int(self._one("SELECT number FROM provenance WHERE fields = ?", (text,)))

    def provenance(self) -> dict[int, dict[str, str]]:
        """How the runs were made, by number."""
        with reading(self.path):
            rows = self.connection.execute("SELECT number, fields FROM provenance").fetchall()
            found = {number: json.loads(fields) for number, fields in rows}
            if not all(isinstance(fields, dict) for fields in found.values()):
                raise DamagedError(self.path, "how runs were made is not an object of JSON")
        return found

    @property
    def speed(self) -> float | None:
        """Runs a second when the last ones were made, None if nobody noted it."""
        with reading(self.path):
            noted = self.noted("speed")
            return None if noted is None else float(noted)

    @property
    def shard(self) -> Shard:
        """Which shard of a study this is."""
        noted = self.noted("shard")
        return WHOLE if noted is None else parse_shard(noted)

    @property
    def goal_runs(self) -> int | None:
        """How many runs of each setting were last asked for, of all shards together; None if not noted."""
        with reading(self.path):
            noted = self.noted(SHARD_GOAL) or self.noted(GOAL)
            return None if noted is None else int(noted)

    def claim(self, runs: int, shard: Shard) -> None:
        """Note which shard the store is of; a shard's store takes no other runs, and a whole one no shard."""
        held = self.shard
        if shard != held and (held != WHOLE or self.setting_fields()):
            now, asked = ("a whole study" if each == WHOLE else f"shard {each}" for each in (held, shard))
            raise InputError("store", self.path, f"is the store of {now}; {asked} needs one of its own")
        if self.goal_runs == runs:
            return
        self.verify()  # nothing is noted in a damaged store either
        notes = [(GOAL, str(runs))] if shard == WHOLE else [("shard", str(shard)), (SHARD_GOAL, str(runs))]
        with self.writing("study"):
            self.connection.executemany("INSERT OR REPLACE INTO study VALUES (?, ?)", notes)

    def add_runs(self, chunks: Iterable[Sequence[Run]], provenance: int, speed: float | None = None) -> int:
        """Write runs in one transaction; those already there stay as they are. Returns how many were new.

        `speed`, in runs a second, is stored beside them; `status` estimates the time left from it.
        """

        def rows() -> Iterator[tuple[str, list[Row], Sequence[checksums.Block]]]:
            names, found = self.column_names(), dict[str, list[Row]]()
            for runs in itertools.chain.from_iterable(map(by_setting, chunks)):
                found.setdefault(runs.setting.id, []).extend(rows_of(runs, provenance, names))
            yield from ((key, some, ()) for key, some in found.items())

        return self.add_rows(rows(), speed)

    def add_rows(
        self,
        rows: Iterable[tuple[str, Sequence[Row], Sequence[checksums.Block]]],
        speed: float | None = None,
    ) -> int:
        """The same with settings by id, their runs as values of all columns of this store, and the checksums
        that whole blocks of these runs are known to give.

        `rows` is asked within the transaction, so that no other process adds columns meanwhile.
        """
        with self.writing("study"):
            into = Inserting(self.connection, self.path, self.column_names())
            for key, found, known in rows:
                into.insert(self.setting_numbers[key], key, found, known)
            into.finish()
            if speed is not None:
                self.connection.execute("INSERT OR REPLACE INTO study VALUES ('speed', ?)", (f"{speed:.3f}",))
        return into.added

    def done(self) -> dict[str, int]:
        """How many runs there are of each setting."""
        count = "(SELECT COUNT(*) FROM run WHERE run.setting = setting.number)"
        summed = "(SELECT IFNULL(SUM(runs), 0) FROM checksum WHERE checksum.setting = setting.number)"
        with reading(self.path):
            query = f"SELECT id, {count}, {summed} FROM setting ORDER BY number"
            rows = self.connection.execute(query).fetchall()
        for key, runs, wanted in rows:
            if runs != wanted:
                raise DamagedError(self.path, f"setting {key}: {runs} runs where there must be {wanted}")
        return {key: runs for key, runs, _ in rows}

    def missing(self, settings: Iterable[Setting], runs: int, shard: Shard = WHOLE) -> dict[str, list[Gap]]:
        """By setting, the shard's runs below `runs` that are not there, as (first, count), in its steps."""
        owned = {setting.id: shard.indices(setting, runs) for setting in settings}
        begun = {key for key, count in self.done().items() if count and key in owned}
        gaps = {key: _gaps(owned[key], table[:, 0]) for key, table in self.numbers(["run"], begun)}
        return {
            key: gaps[key] if key in gaps else _gaps(indices, np.empty(0)) for key, indices in owned.items()
        }

    def numbers(
        self, columns: Sequence[str], keys: Collection[str] | None = None
    ) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Setting by setting, numeric columns of its runs in order of their index, as one array.

        A generalisation error that is not known is nan; a function that was not counted yet is 0.
        """
        missing = checksums.INSTEAD_OF_NULL
        told = [f"IFNULL({name}, {missing[name]}) {name}" if name in missing else name for name in columns]
        for key, number in self.numbered(keys):
            with self.snapshot():
                blocks, rows = self._asked(number, columns, told=told)
                entries = itertools.chain.from_iterable(rows)
                table = np.fromiter(entries, dtype=float).reshape(-1, len(columns))
                checksums.check_table(self.path, key, blocks, columns, table)
            if "generalisation_error" in columns:
                errors = table[:, columns.index("generalisation_error")]
                errors[errors == checksums.NOT_COMPUTED] = np.nan
            yield key, table

    def columns(
        self, names: Sequence[str], keys: Collection[str] | None = None
    ) -> Iterator[tuple[str, list[Row]]]:
        """Setting by setting, the wanted columns of its runs in order of their index."""
        for key, _, rows in self.checked(names, keys):
            yield key, rows

    def checked(
        self, names: Sequence[str], keys: Collection[str] | None = None
    ) -> Iterator[tuple[str, list[checksums.Block], list[Row]]]:
        """The same with the checksums that the rows were found to give."""
        for key, number in self.numbered(keys):
            blocks, rows = self._rows(key, number, names)
            yield key, blocks, rows

    def frames(self, keys: Collection[str] | None = None) -> Iterator[tuple[str, polars.DataFrame]]:
        """Setting by setting, all columns of its runs as a frame; settings without runs are left out."""
        import polars

        names = self.column_names()
        for key, _, rows in self.checked(names, keys):
            if not rows:
                continue
            try:
                frame = polars.DataFrame(rows, schema=list(names), orient="row", infer_schema_length=None)
            except (polars.exceptions.PolarsError, ValueError, TypeError, OverflowError) as problem:
                raise DamagedError(self.path, f"setting {key}: {problem}") from None
            yield key, frame

    def verify(self) -> None:
        """Refuse a store of which any run is damaged; an open one is looked through once."""
        if not self.verified:
            for _ in self.columns(self.column_names()):
                pass
        self.verified = True

    def _rows(
        self, key: str, number: int, names: Sequence[str], only: int | None = None
    ) -> tuple[list[checksums.Block], list[Row]]:
        """The wanted columns of a setting's runs, or of one block, and the checksums that they give."""
        with self.snapshot():
            blocks, found = self._asked(number, names, only)
            return blocks, checksums.check_rows(self.path, key, blocks, names, found)

    def _asked(
        self, number: int, names: Sequence[str], only: int | None = None, told: Sequence[str] = ()
    ) -> tuple[list[checksums.Block], sqlite3.Cursor]:
        """The same before anything is read or checked; `told` says how SQL is to write the columns."""
        within = "" if only is None else f" AND {checksums.within(only)}"
        query = f"SELECT {', '.join(told or names)} FROM run WHERE setting = ?{within} ORDER BY run"
        blocks = checksums.blocks_of(self.connection, number, names, only)
        return blocks, self.connection.execute(query, (number,))

    def some(self, names: Sequence[str], key: str, first: int, count: int) -> list[Row]:
        """The wanted columns of `count` runs of a setting, from the one in place `first` on."""
        for _, rows in self.columns(names, [key]):
            return rows[first : first + count]
        return []

    def rows_of(self, names: Sequence[str], key: str, runs: Iterable[int]) -> Iterator[Row]:
        """Index and wanted columns of some runs of a setting; only their blocks are read, and checked."""
        wanted = set(runs)
        ((_, number),) = self.numbered([key])
        for block in sorted({run // checksums.BLOCK for run in wanted}):
            _, rows = self._rows(key, number, ["run", *names], block)
            yield from (row for row in rows if row[0] in wanted)

    def numbered(self, keys: Collection[str] | None = None) -> list[tuple[str, int]]:
        """Id and number of the settings asked for, or of all, in the order they were added."""
        with reading(self.path):
            found = self.connection.execute("SELECT id, number FROM setting ORDER BY number").fetchall()
        return found if keys is None else [(key, number) for key, number in found if key in keys]


def _gaps(owned: range, runs: NDArray[np.float64]) -> list[Gap]:
    """The stretches of a range that are not among some runs, which are in order."""
    found = runs.astype(np.int64)
    found = found[(found >= 0) & (found < owned.stop) & (found % owned.step == owned.start)]
    held = np.concatenate([[-1], (found - owned.start) // owned.step, [len(owned)]])  # places in the range
    places = np.flatnonzero(np.diff(held) > 1)
    return [(owned[int(held[place]) + 1], int(held[place + 1] - held[place]) - 1) for place in places]


def stored_tree(text: str) -> Tree:
    """The tree of a run from its column in the store.

    >>> stored_tree("and 1 or 2 -3")
    Tree('x1 & (x2 | ~x3)')
    """
    return Tree(tuple(token if token in FUNCTIONS else int(token) for token in text.split()))
