"""Spread runs over the cores of this machine; what comes back does not depend on how many there are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from multiprocessing.pool import Pool, ThreadPool

from evobool.engines import pick
from evobool.engines.base import Engine, Interrupted
from evobool.run import Run
from evobool.setting import Setting

CHUNK_SECONDS = 0.1
LARGEST_CHUNK = 512


@dataclass(frozen=True)
class Work:
    """Runs (or races of `race` runs each) to carry out: the numbers first ... first + count - 1."""

    setting: Setting
    seed: int
    first: int
    count: int
    engine: str = "auto"
    race: int | None = None
    max_branches: int | None = None


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def collect(work: Work, engine: Engine, workers: int) -> Generator[list[Run], None, None]:
    """The runs in order of their number, a few at a time.

    `engine` is one ready for the setting: it tells how to go parallel, and serves a lone worker. Closing
    the iterator stops the runs under way within a fraction of a second.
    """
    if workers == 1 or work.count == 1:
        _mine.ready = (work.setting, engine)
        stop = threading.Event()
        yield from (_carry_out(chunk, stop)[0] for chunk in _singles(work))
        return
    stop = threading.Event()
    pool = _pool(engine, workers)
    try:
        yield from _in_order(pool, work, workers, stop if engine.releases_gil else None)
    finally:
        stop.set()
        pool.terminate()
        pool.join()


def _singles(work: Work) -> Iterator[Work]:
    """Chunks for a lone worker: one run, so that every look at the clock is possible."""
    size, done = 1, 0
    while done < work.count:
        size = min(size, work.count - done)
        started = time.perf_counter()
        yield replace(work, first=work.first + done, count=size)
        done += size
        size = _next_size(size, time.perf_counter() - started)


def _in_order(pool: Pool, work: Work, workers: int, stop: threading.Event | None) -> Iterator[list[Run]]:
    waiting: deque[tuple[int, object]] = deque()
    size, given = 1, 0
    while given < work.count or waiting:
        while given < work.count and len(waiting) < 2 * workers:
            count = min(size, work.count - given)
            chunk = replace(work, first=work.first + given, count=count)
            waiting.append((count, pool.apply_async(_carry_out, (chunk, stop))))
            given += count
        count, result = waiting.popleft()
        runs, seconds = result.get()  # type: ignore[attr-defined]
        size = _next_size(count, seconds)
        yield runs


def _next_size(size: int, seconds: float) -> int:
    """A chunk that should take about CHUNK_SECONDS, at most twice the last one."""
    ideal = size * CHUNK_SECONDS / max(seconds, 1e-6)
    return max(1, min(LARGEST_CHUNK, 2 * size, int(ideal)))


def _pool(engine: Engine, workers: int) -> Pool:
    """Threads where the engine lets go of the interpreter's lock, processes elsewhere."""
    if engine.releases_gil:
        return ThreadPool(workers)
    return multiprocessing.get_context("spawn").Pool(workers, _leave_interrupts_to_the_parent)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Mine(threading.local):
    """Each thread's own engine, kept from chunk to chunk."""

    ready: tuple[Setting, Engine] | None = None


_mine = _Mine()


def _carry_out(work: Work, stop: threading.Event | None) -> tuple[list[Run], float]:
    """One chunk of the work, and the seconds it took."""
    started = time.perf_counter()
    if _mine.ready is None or _mine.ready[0] != work.setting:
        _mine.ready = (work.setting, pick(work.setting, work.engine, work.max_branches))
    engine = _mine.ready[1]
    asked = stop.is_set if stop is not None else (lambda: False)
    try:
        if work.race is None:
            runs = engine.runs(work.seed, work.first, work.count, stop=asked)
        else:
            races = [
                engine.race(work.seed, work.first + number, work.race, stop=asked)
                for number in range(work.count)
            ]
            runs = [replace(race.winner, evaluations=race.evaluations) for race in races]
    except Interrupted:
        runs = []
    return runs, time.perf_counter() - started
