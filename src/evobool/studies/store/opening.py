"""Opening the file of a store: whether it is one, whether it is sound, and how it can be read."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from evobool.errors import InputError
from evobool.studies.store.damage import DamagedError, StoreError, reading

APPLICATION_ID = 0x65766F62  # "evob": how a store is told from any other SQLite file
SCHEMA_VERSION = 3  # the first that a release wrote; stores of it live on
BUSY_SECONDS = 60.0
OPENING = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}


def connect(path: Path, *, write: bool = False) -> sqlite3.Connection:
    """A connection for reading, or for reading and writing.

    SQLite reads a store by way of files beside it. Where none can be made, as in a read-only folder, the file
    is opened as one that nobody changes, which is right as long as no log of changes (-wal) lies beside it.
    """
    if "\0" in str(path):
        raise InputError("store", repr(str(path)), "a file name cannot hold a zero byte")
    if write:
        return _connect(path, "mode=rwc")
    connection = _connect(path, "mode=ro")
    try:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode & 0xFF in OPENING and path.is_file():
            connection.close()
            log = Path(f"{path}-wal")
            if log.exists() and log.stat().st_size:
                why = f"cannot be read here: {log.name} holds changes; copy both to a folder you can write to"
                raise StoreError(path, why) from None
            return _connect(path, "mode=ro&immutable=1")
    except (sqlite3.Error, UnicodeDecodeError):  # the latter where SQLite quotes a damaged schema
        pass  # whoever reads next says what is wrong
    return connection


def _connect(path: Path, options: str) -> sqlite3.Connection:
    place = quote(os.path.join(os.fsencode(os.getcwd()), os.fsencode(path)))
    try:
        return sqlite3.connect(
            f"file://{place}?{options}", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
    except sqlite3.OperationalError as problem:
        raise InputError("store", path, str(problem)) from None


def begun(path: Path) -> bool:
    """Whether there is a store; a file left by a process killed before it made the tables is none yet."""
    if not path.is_file() or path.stat().st_size == 0:
        return False
    connection = connect(path)
    try:
        traces = (
            "SELECT COUNT(*) FROM sqlite_master",
            "PRAGMA application_id",
            "PRAGMA user_version",
            "SELECT page_count - 1 FROM pragma_page_count",
        )
        return any(connection.execute(query).fetchone()[0] for query in traces)
    except (sqlite3.Error, UnicodeDecodeError):
        return True  # opening it says what is wrong
    finally:
        connection.close()


def check_ours(path: Path) -> None:
    """Refuse a file that is not a sound store, without touching it."""
    with closing(connect(path)) as connection, reading(path):
        check_kind(connection, path)
        fault = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise DamagedError(path, str(fault))


def tidy(path: Path) -> None:
    """Remove the empty log that SQLite leaves beside a file that was only read, unless somebody uses it."""
    log = Path(f"{path}-wal")
    if log.is_file() and log.stat().st_size == 0:
        with (
            suppress(sqlite3.Error),
            closing(_connect(path, "mode=rw")) as connection,
        ):  # removes it on closing
            connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file of another program, and of a version that was never released or is not known yet."""
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        if getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
            raise InputError("store", path, "is not a store (file is not a database)") from None
        raise
    if tables and application != APPLICATION_ID:
        raise InputError("store", path, "is an SQLite file of another program")
    if version > SCHEMA_VERSION:
        raise InputError("store", path, f"has schema {version}; this evobool knows {SCHEMA_VERSION}")
    if version < 1 or not tables:
        raise DamagedError(path, f"schema {version}, {tables} tables")
    if version < SCHEMA_VERSION:
        raise InputError(
            "store", path, f"has schema {version}, from before the first release; make its runs again"
        )
