from __future__ import annotations

import os
import signal
import threading
from contextlib import closing
from multiprocessing.pool import ThreadPool

import pytest

from evobool import Race, Run, Setting, race
from evobool.engines import ENGINES, pick
from evobool.engines.base import Interrupted
from evobool.studies.work.executors import (
    LARGEST_CHUNK,
    Chunks,
    Work,
    _leave_interrupts_to_the_parent,
    carry_out,
    cores,
    make_chunk,
)
from tests.support.machine import JIT

COMPILED = [name for name in ENGINES if name not in ("auto", "reference")]
SETTING = Setting(n=4, limit="n+1", deletion="leaf", max_iterations=300)
SAMPLED = Setting(n=4, training=10, accept_error=1, max_iterations=50)


def collected(work: Work, workers: int) -> list[Run]:
    chunks = list(carry_out([work], workers))
    return [run for chunk in chunks for run in chunk]


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("setting", [SETTING, SAMPLED], ids=["complete", "sampled"])
def test_worker_count_does_not_change_compiled_runs(setting: Setting, engine: str) -> None:
    work = Work(setting, seed=3, first=5, count=200 if JIT else 12, engine=engine)
    alone = collected(work, 1)
    assert alone == pick(setting, engine).runs(3, 5, work.count)
    assert {run.engine for run in alone} == {engine}
    assert [run.index for run in alone] == list(range(5, 5 + work.count))
    for workers in (2, 3):
        assert collected(work, workers) == alone


def test_worker_count_does_not_change_reference_runs() -> None:
    work = Work(SETTING, seed=3, first=0, count=20, engine="reference")
    alone = collected(work, 1)
    assert {run.engine for run in alone} == {"reference"}
    for workers in (2, 3):
        assert collected(work, workers) == alone


@pytest.mark.parametrize("workers", [1, 2])
def test_races(workers: int) -> None:
    work = Work(SETTING, seed=3, first=2, count=5, engine="packed", race=3)
    outcomes: list[Race] = [
        race(SETTING, runs=3, seed=3, index=index, engine="packed") for index in range(2, 7)
    ]
    runs = collected(work, workers)
    assert [run.index for run in runs] == [outcome.winner.index for outcome in outcomes]
    assert [run.iterations for run in runs] == [outcome.winner.iterations for outcome in outcomes]
    assert [run.evaluations for run in runs] == [outcome.evaluations for outcome in outcomes]


@pytest.mark.compiled
def test_closing_stops_the_runs_under_way() -> None:
    stuck = next(run.index for run in pick(STUCK, "packed").runs(1, 0, 2_000) if not run.solved)
    endless = STUCK.with_(max_iterations=2**60)
    before = threading.active_count()
    work = Work(endless, seed=1, first=stuck - 1, count=1_000, engine="packed")
    with closing(carry_out([work], 2)) as chunks:
        assert next(chunks)[0].solved  # and closing ends the next, which would take for ever
    assert threading.active_count() == before


# Leaf deletion at n = limit = 4 leaves one run in 200 stuck for ever.
STUCK = Setting(n=4, limit="n", deletion="leaf", max_iterations=3_000)


def test_closing_early_with_a_lone_worker() -> None:
    with closing(carry_out([Work(SETTING, 3, 0, 10, "packed")], 1)) as chunks:
        assert [run.index for run in next(chunks)] == [0]


@pytest.mark.parametrize("engine", ["reference", "packed"])
@pytest.mark.parametrize("race", [None, 2])
def test_a_chunk_told_to_stop_gives_nothing(engine: str, race: int | None) -> None:
    stop = threading.Event()
    stop.set()
    hard = Setting(n=4, limit="1", max_iterations=10**9)  # no run of it ends by itself
    if not JIT:
        hard = hard.with_(max_iterations=200)
    work = Work(hard, seed=3, first=0, count=2, engine=engine, race=race)
    if JIT or engine == "reference":
        assert make_chunk(work, stop)[0] == []
    else:  # without the compiler the packed engine would reach its first look at `stop` too late
        ready = pick(hard, engine)
        ready.budget = 10  # type: ignore[attr-defined]
        with pytest.raises(Interrupted):
            ready.runs(3, 0, 2, stop=stop.is_set)


def test_chunks_follow_the_clock() -> None:
    chunks = Chunks([])
    for count, seconds, size in (
        (1, 0.0, 2),
        (8, 0.1, 8),
        (8, 10.0, 1),
        (LARGEST_CHUNK, 1e-9, LARGEST_CHUNK),
    ):
        chunks.learn(Work(SETTING, 3, 0, count), seconds)
        assert chunks.size == size


def test_works_are_cut_into_chunks_without_gaps() -> None:
    chunks, seen = Chunks([Work(SETTING, 3, 5, 4), Work(SAMPLED, 4, 0, 3)]), []
    for chunk in chunks:
        seen += [(chunk.setting, chunk.seed, run) for run in range(chunk.first, chunk.first + chunk.count)]
        chunks.learn(chunk, 0.0)
    assert seen == [(SETTING, 3, run) for run in range(5, 9)] + [(SAMPLED, 4, run) for run in range(3)]


def test_several_works_come_back_in_order() -> None:
    works = [Work(SETTING, 3, 0, 7, "packed"), Work(SAMPLED, 4, 2, 5, "packed")]
    expected = [run for work in works for run in collected(work, 1)]
    assert [run for chunk in carry_out(works, 2) for run in chunk] == expected


def test_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == (os.cpu_count() or 1)


def test_worker_processes_ignore_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        _leave_interrupts_to_the_parent()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_no_more_workers_than_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    # a system gives only so many threads
    asked: list[int] = []

    def pool(workers: int) -> ThreadPool:
        asked.append(workers)
        return ThreadPool(2)

    monkeypatch.setattr("evobool.studies.work.executors.ThreadPool", pool)
    work = Work(SETTING, seed=3, first=0, count=3, engine="packed")
    assert collected(work, 100_000) == collected(work, 1)
    assert asked == [3]
