"""A folder that holds a study's store and what is made from it: new, begun earlier, or something else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evobool.errors import InputError
from evobool.model.seeds import check_seed
from evobool.studies.store.one import OneStore
from evobool.studies.store.store import Store, begun

STORE = "runs.db"
SEED = 1


@dataclass(frozen=True)
class StudyFolder:
    """Where a study's results go.

    >>> StudyFolder(Path("reproduction")).store.as_posix()
    'reproduction/runs.db'
    """

    path: Path

    @property
    def store(self) -> Path:
        """The file that holds the runs."""
        return self.path / STORE

    @cached_property
    def one(self) -> OneStore:
        """That file, opened once for whoever is within a `with` of it."""
        return OneStore(self.store)

    @property
    def begun(self) -> bool:
        """Whether it holds runs."""
        return begun(self.store)

    def check(self, what: str, seed: int | None, ours: Collection[str]) -> None:
        """Refuse a folder that holds settings other than `ours` (ids) or another seed."""
        if seed is not None:
            check_seed(seed)
        if self.path.exists() and not self.path.is_dir():
            raise InputError("out", self.path, "is a file; name a folder")
        if self.begun:
            try:
                self._check_runs(seed, ours)
            except InputError:
                Store(self.store).close()  # where it is damaged, or no store at all, that is said instead
                raise
        elif self.path.is_dir() and not all(path.name.startswith(STORE) for path in self.path.iterdir()):
            raise InputError("out", self.path, f"is not empty and holds no {what}; name another folder")

    def _check_runs(self, seed: int | None, ours: Collection[str]) -> None:
        """Refuse other runs; whether the store is sound is seen when it is opened for more."""
        with Store(self.store, check=False) as store:
            if seed not in (None, store.seed):
                raise InputError("seed", seed, f"{self.path} holds runs of seed {store.seed}")
            if not store.done().keys() <= set(ours):
                raise InputError("out", self.path, "holds the runs of another study; name another folder")

    def seed(self, seed: int | None) -> int | None:
        """The seed to collect with: as given, the store's own (None), or the first for a new folder."""
        return SEED if seed is None and not self.begun else seed
