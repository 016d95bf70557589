"""Spread runs over the cores of this machine; what comes back does not depend on how many there are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.pool import AsyncResult, Pool, ThreadPool

from evobool.checks import check_integer
from evobool.engines import chosen, pick
from evobool.engines.base import Engine, Interrupted
from evobool.errors import InputError
from evobool.interrupts import check
from evobool.model.outcome.run import Run
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import Labelled, remember
from evobool.plugins import Source, blamed, ensure, used_by

CHUNK_SECONDS = 0.1
MOST_WORKERS = 1024
FIRST_CHUNK, LARGEST_CHUNK = 16, 4096
CLOSE_SECONDS = 5.0
LOOK_SECONDS = 0.5  # how often to see, while waiting for runs, whether a signal was swallowed


@dataclass(frozen=True)
class Work:
    """Runs (or races of `race` runs each) to carry out: `count` of them, from `first` in steps of `step`.

    `sources` are the plugins that the setting names, `given` the table that is its target, if it is one;
    whoever makes the runs loads them first.
    """

    setting: Setting
    seed: int
    first: int
    count: int
    engine: str = "auto"
    race: int | None = None
    max_branches: int | None = None
    step: int = 1
    sources: tuple[Source, ...] | None = None
    given: Labelled | None = None

    def __post_init__(self) -> None:
        if self.sources is None:
            found = dict.fromkeys(used_by(self.setting).values())
            object.__setattr__(self, "sources", tuple(found))
            object.__setattr__(self, "given", self.setting.goal.given)

    @property
    def bound_here(self) -> bool:
        """Whether a plugin was defined by hand, so that no other process can load it."""
        return not all(source.loadable for source in self.sources or ())

    @property
    def in_python(self) -> bool:
        """Whether the runs hold the interpreter's lock, as those of the reference engine do."""
        return not chosen(self.setting, self.engine).releases_gil

    @property
    def indices(self) -> range:
        """The numbers of the runs."""
        return range(self.first, self.first + self.count * self.step, self.step)


Waiting = deque[tuple[Work, "AsyncResult[tuple[Sequence[Run], float]]"]]


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_workers(workers: int | None) -> int | None:
    """Refuse a number of workers that no machine has; None stands for all cores."""
    return None if workers is None else check_integer("workers", workers, 1, MOST_WORKERS)


class Clock:
    """Time that is limited, asked as an event is; `seconds` is None if it is not."""

    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else time.monotonic() + seconds

    def is_set(self) -> bool:
        """Whether it is over."""
        return self.end is not None and time.monotonic() >= self.end


def carry_out(
    works: Iterable[Work], workers: int, clock: Clock | None = None
) -> Generator[Sequence[Run], None, None]:
    """The runs of all works in order, a few at a time.

    Closing the generator stops the runs under way within a fraction of a second, and so does the clock.
    """
    works = list(works)
    chunks = Chunks(works)
    workers = min(workers, sum(work.count for work in works))  # a system gives only so many threads
    processes = any(work.in_python for work in works)
    if workers <= 1 or (processes and any(work.bound_here for work in works)):
        for chunk in chunks:
            runs, seconds = make_chunk(chunk, clock)
            chunks.learn(chunk, seconds)
            check()
            yield runs
        return
    stop = threading.Event()
    pool = _pool(processes, workers)
    try:
        waiting: Waiting = deque()
        for chunk in chunks:
            waiting.append((chunk, pool.apply_async(make_chunk, (chunk, None if processes else stop))))
            if len(waiting) >= 2 * workers:
                yield _next_done(waiting, chunks, clock, stop)
        while waiting:
            yield _next_done(waiting, chunks, clock, stop)
    finally:
        stop.set()
        _close(pool, processes)


def _close(pool: Pool, processes: bool) -> None:
    """End a pool. Threads that compile cannot be stopped: they are waited for, but not for long."""

    def close() -> None:
        pool.terminate()
        pool.join()

    if processes:
        close()
        return
    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    closing.join(CLOSE_SECONDS)


def _next_done(waiting: Waiting, chunks: Chunks, clock: Clock | None, stop: threading.Event) -> Sequence[Run]:
    """Wait for the oldest chunk."""
    chunk, result = waiting.popleft()
    while True:
        try:
            runs, seconds = result.get(timeout=LOOK_SECONDS)
            break
        except multiprocessing.TimeoutError:
            check()
            if clock is not None and clock.is_set():
                stop.set()
    check()
    chunks.learn(chunk, seconds)
    return runs


class Chunks:
    """Cuts works into chunks of about `seconds`, learning from each how long a run takes."""

    def __init__(self, works: Sequence[Work], seconds: float = CHUNK_SECONDS) -> None:
        self.works = works
        self.seconds = seconds
        self.size = 1
        self.setting: Setting | None = None

    def __iter__(self) -> Iterator[Work]:
        for work in self.works:
            self.setting, self.size = work.setting, min(self.size, FIRST_CHUNK)
            done = 0
            while done < work.count:
                count = min(self.size, work.count - done)
                yield replace(work, first=work.first + done * work.step, count=count)
                done += count

    def learn(self, chunk: Work, seconds: float) -> None:
        """Set the size of the chunks to come, at most twice the one just done; other works teach nothing."""
        if self.setting not in (None, chunk.setting):
            return
        ideal = chunk.count * self.seconds / max(seconds, 1e-6)
        largest = round(LARGEST_CHUNK * self.seconds / CHUNK_SECONDS)
        self.size = max(1, min(largest, 2 * chunk.count, int(ideal)))


def _pool(processes: bool, workers: int) -> Pool:
    """Threads where the engines let go of the interpreter's lock, processes elsewhere."""
    if not processes:
        try:
            return ThreadPool(workers)
        except RuntimeError:
            raise InputError("workers", workers, "the system starts no more threads; use fewer") from None
    try:
        with _interrupts_held():
            return multiprocessing.get_context("spawn").Pool(workers, _leave_interrupts_to_the_parent)
    except OSError as problem:
        raise InputError("workers", workers, f"the system starts no more processes: {problem}") from None


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal; those that begin in this block inherit that it waits."""
    if sys.platform == "win32":  # knows no masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Mine(threading.local):
    """Each thread's own engine, kept from chunk to chunk."""

    key: tuple[object, ...] = ()
    engine: Engine


_mine = _Mine()


def make_chunk(work: Work, stop: threading.Event | Clock | None) -> tuple[Sequence[Run], float]:
    """One chunk of the work, and the seconds it took."""
    started = time.perf_counter()
    ensure(work.sources or ())
    if work.given is not None:
        remember(work.given)
    key = (work.setting, work.engine, work.max_branches, work.sources)
    if _mine.key != key:
        _mine.engine, _mine.key = pick(work.setting, work.engine, work.max_branches), key
    engine = _mine.engine
    asked = stop.is_set if stop is not None else (lambda: False)
    try:
        runs: Sequence[Run]
        if work.race is None:
            runs = engine.runs(work.seed, work.first, work.count, step=work.step, stop=asked)
        else:
            races = [engine.race(work.seed, index, work.race, stop=asked) for index in work.indices]
            runs = [replace(race.winner, evaluations=race.evaluations) for race in races]
    except Interrupted:
        runs = []
    except Exception as problem:
        raise blamed(problem) or problem from None  # told here: a process sends no frames
    return runs, time.perf_counter() - started
