"""One open store for all that a command does with it: a file is verified when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import TracebackType
from typing import Self
from weakref import finalize

from evobool.paths import as_path
from evobool.studies.store.store import Store


class OneStore:
    """A store that the first who needs it opens, and the last who used it closes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one = OneStore(Path(folder) / "a.db")
    ...     with one, one.opened(write=True, seed=1) as first, one.opened() as second:
    ...         first is second
    True
    """

    def __init__(self, path: str | Path, store: Store | None = None) -> None:
        """With an open store, that one: whoever opened it closes it."""
        self.path = as_path("store", path)
        self._store, self._users = store, int(store is not None)
        self.name = self.path.name

    @classmethod
    def of(cls, store: str | Path | OneStore) -> OneStore:
        """The same if it is one already, so that what is open is shared."""
        return store if isinstance(store, OneStore) else cls(store)

    @classmethod
    def passing(cls) -> Self:
        """A store in a folder of its own, which goes when nobody holds the store any more."""
        folder = mkdtemp(prefix="evobool-")
        one = cls(Path(folder) / "study.db")
        one.name = "in a temporary file"
        finalize(one, rmtree, folder, ignore_errors=True)
        return one

    def __enter__(self) -> Self:
        self._users += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._users -= 1
        if not self._users and self._store is not None:
            self._store.close()
            self._store = None

    @contextmanager
    def opened(self, *, write: bool = False, seed: int | None = None) -> Iterator[Store]:
        """The open store; see `StoreFile` for what it takes to write."""
        with self:
            if self._store is None:
                self._store = Store(self.path, write=write, seed=seed)
            elif write:
                self._store.to_write(seed)
            yield self._store
