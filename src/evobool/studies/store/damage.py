"""What can be wrong with a store's file, said in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evobool.errors import EvoboolError, InputError

# SQLite's codes for what the file itself is not to blame for: a lock, memory, rights, the disk.
NOT_THE_FILE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
LONGEST_FAULT = 120


class StoreError(EvoboolError):
    """A store that cannot be read or written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"store = {path}: {why}")


class DamagedError(InputError):
    """A store whose content is not what was written.

    >>> print(DamagedError(Path("a.db"), "runs of setting 1").fault)
    runs of setting 1
    """

    def __init__(self, path: Path, fault: str) -> None:
        self.path, self.fault = path, " ".join(fault.split())[:LONGEST_FAULT]
        advice = "`evobool study check` lists what is sound, `evobool study merge --sound` saves it"
        super().__init__("store", path, f"is damaged ({self.fault}); {advice}")

    def __reduce__(self) -> tuple[type[DamagedError], tuple[Path, str]]:  # type: ignore[override]
        return DamagedError, (self.path, self.fault)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """A block that reads: whatever it stumbles over is damage, unless the file is not to blame."""
    try:
        yield
    except EvoboolError:
        raise
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in NOT_THE_FILE:
            raise StoreError(path, f"cannot be read ({problem})") from None
        raise DamagedError(path, str(problem)) from None
    except (ValueError, TypeError, LookupError, OverflowError) as problem:
        raise DamagedError(path, f"unreadable content: {problem}") from None
