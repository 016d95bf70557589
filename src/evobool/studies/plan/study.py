"""`Study`: a grid of settings, some runs of each, collected into a store."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from evobool.above import above
from evobool.checks import as_list, check_choice
from evobool.engines import ENGINES, check_branches
from evobool.errors import InputError
from evobool.model.outcome.run import Run
from evobool.model.seeds import check_runs, check_seed, setting_seed
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.results import Results
from evobool.studies.plan.grid import grid as grid
from evobool.studies.store.one import OneStore
from evobool.studies.store.shard import WHOLE, Shard
from evobool.studies.store.store import Store, begun
from evobool.studies.work.executors import Work, carry_out, check_workers, cores
from evobool.version import current

COMMIT_SECONDS, COMMIT_RUNS = 1.0, 20_000
Told = Callable[[Sequence[Run]], None]
Carry = Callable[[Sequence[Work]], Generator[Sequence[Run], None, None]]


@dataclass(frozen=True)
class Study:
    """Settings x runs, with one seed; or one shard of them, for a store of its own.

    >>> study = Study(grid(n=[3, 4], limit="2n"), runs=20, seed=1)
    >>> study.collect().summary()["runs"].to_list()
    [20, 20]

    See Also
    --------
    grid : makes the settings
    Results : what `collect` returns
    evobool.studies.dask_carrier : runs on many machines
    """

    settings: Sequence[Setting]
    runs: int = 500
    seed: int | None = None
    engine: str = "auto"
    max_branches: int | None = None
    shard: Shard = WHOLE

    def __post_init__(self) -> None:
        settings = self.settings if isinstance(self.settings, Sequence) else as_list(self.settings)
        if settings is None or not all(isinstance(each, Setting) for each in settings):
            raise InputError("settings", self.settings, "must be a list of settings, as grid makes it")
        if not settings:
            raise InputError("settings", "(none)", "the study is empty")
        check_choice("engine", self.engine, ENGINES)
        plain = {"settings": settings, "runs": check_runs("runs", self.runs)}
        plain |= {"max_branches": check_branches(self.max_branches)}
        if self.seed is not None:
            plain |= {"seed": check_seed(self.seed)}
        elif self.shard != WHOLE:
            raise InputError("seed", None, "must be given with a shard: all shards of a study have one seed")
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def owed(self, store: Store) -> list[Work]:
        """What is still to be run, setting by setting."""
        missing = store.missing(self.settings, self.runs, self.shard)
        return [
            Work(
                setting,
                setting_seed(store.seed, setting),
                first,
                count,
                self.engine,
                max_branches=self.max_branches,
                step=self.shard.count,
            )
            for setting in self.settings
            for first, count in missing[setting.id]
        ]

    def owing(self, path: str | Path | OneStore) -> int:
        """How many runs `collect` would add to this store, which need not exist yet."""
        one = OneStore.of(path)
        if not begun(one.path):
            return sum(len(self.shard.indices(setting, self.runs)) for setting in self.settings)
        with one.opened() as store:
            return sum(work.count for work in self.owed(store))

    def collect(
        self,
        path: str | Path | OneStore | None = None,
        *,
        workers: int | None = None,
        progress: bool | Told = False,
        carry: Carry | None = None,
    ) -> Results:
        """Make the runs that the store does not have yet, and return what it holds.

        If interrupted, finished runs are kept; call again to continue. Without a path the runs are kept as
        long as the results are. `progress` is True for a bar, or a function to call with the runs as they
        are made. `carry` is what makes the runs: threads or processes of this machine, unless something else
        is given.
        """
        one = OneStore.passing() if path is None else OneStore.of(path)
        workers = check_workers(workers)
        if not isinstance(progress, bool) and not callable(progress):
            raise InputError("progress", progress, "must be True, False, or a function to call with runs")
        with one.opened(write=True, seed=self.seed) as store:
            store.claim(self.runs, self.shard)
            store.add_settings(self.settings)
            work = self.owed(store)
            if work:
                store.verify()  # nothing is added to a damaged store
                writer, make = _Writer(store), carry or (lambda owed: carry_out(owed, workers or cores()))
                with _bar(sum(item.count for item in work), progress) as tell, closing(make(work)) as chunks:
                    try:
                        for runs in chunks:
                            writer.add(runs)
                            tell(runs)
                    finally:
                        writer.commit()
        return Results(one)

    def __repr__(self) -> str:
        return f"<{above('Study.__repr__', self)}>"

    def _repr_html_(self) -> str:
        html: str = above("Study._repr_html_", self)
        return html


@contextmanager
def _bar(runs: int, wanted: bool | Told) -> Iterator[Told]:
    """A progress bar over what is owed, nothing, or the callback that was given."""
    if not wanted:
        yield lambda runs: None
    elif wanted is not True:
        yield wanted
    else:
        from evobool.studies.work.progress import progress_bar

        with progress_bar(runs) as bar:
            yield bar.advance


class _Writer:
    """Gathers runs and commits them about once a second."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: list[Sequence[Run]] = []
        self.runs = 0  # in those waiting
        self.started = self.last = time.monotonic()
        self.made = 0
        self.provenance = store.add_provenance(provenance())

    def add(self, runs: Sequence[Run]) -> None:
        """Take runs, and commit if it is time."""
        if runs:
            self.waiting.append(runs)
            self.runs += len(runs)
        if self.runs >= COMMIT_RUNS or time.monotonic() - self.last >= COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Write what is waiting."""
        waiting, self.waiting = self.waiting, []
        self.last = time.monotonic()
        self.made += self.runs
        self.runs = 0
        if waiting:
            speed = self.made / max(self.last - self.started, 1e-3)
            self.store.add_runs(waiting, self.provenance, speed)


def provenance() -> dict[str, str]:
    """What made the runs."""
    return {
        "evobool": current(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
    }
