"""A million runs into a store and out again; writes the section `store` of benchmarks.md."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from _docs import Table, digits, machine, write_section
from evobool import Study, grid
from evobool.engines import pick
from evobool.model.seeds import setting_seed
from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work, carry_out

RUNS, MANY, SEED, WORKERS = 1_000_000, 100_000, 1, 2
AND_4, AND_8 = grid(n=4, limit="2n"), grid(n=8, limit="2n")


def seconds(settings: Sequence[Setting], runs: int, workers: int) -> float:
    """How long runs take without a store."""
    works = [Work(setting, setting_seed(SEED, setting), 0, runs) for setting in settings]
    started = time.perf_counter()
    assert sum(len(chunk) for chunk in carry_out(works, workers)) == runs * len(settings)
    return time.perf_counter() - started


def owed_in() -> float:
    """How long it takes to see what a study of many settings owes."""
    settings = [Setting(n=1, max_iterations=10 + number) for number in range(MANY)]
    study = Study(settings, runs=2, seed=SEED, engine="packed")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.db"
        replace(study, runs=1).collect(path, workers=1)
        with Store(path) as store:
            started = time.perf_counter()
            assert len(study.owed(store)) == MANY
            return time.perf_counter() - started


def peak() -> float:
    """The most memory that this process ever used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Time the runs alone, the same runs into a store, its summary, and one worker against two."""
    for setting in (*AND_4, *AND_8):
        pick(setting).warm_up()
    alone = seconds(AND_4, RUNS, WORKERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.db"
        study = Study(AND_4, runs=RUNS, seed=SEED)
        replace(study, runs=RUNS // 10).collect(Path(folder) / "tenth.db", workers=WORKERS)
        tenth = peak()
        started = time.perf_counter()
        results = study.collect(path, workers=WORKERS)
        stored = time.perf_counter() - started
        all_of_it = peak()
        size = path.stat().st_size
        started = time.perf_counter()
        total = int(np.sum(results.summary()["runs"].to_numpy()))
        summarised = time.perf_counter() - started
    assert total == RUNS
    one, two = (min(seconds(AND_8, RUNS // 4, workers) for _ in range(3)) for workers in (1, 2))
    table = Table("A million runs of AND_4, limit 2n, two workers", ["work", "measured", "goal"])
    table.add("the runs alone", f"{digits(alone)} s", "")
    table.add("the runs, into a store", f"{digits(stored)} s", "at most 12 s")
    table.add("peak memory after a tenth of them, after all", f"{tenth:.0f}, {all_of_it:.0f} MB", "flat")
    table.add("the summary", f"{digits(summarised)} s", "under 2 s")
    table.add("the file", f"{digits(size / RUNS)} bytes per run", "")
    table.add(f"what is owed of {MANY:,} settings, one run of each held", f"{digits(owed_in())} s", "seconds")
    table.add("AND_8, runs alone: one worker / two", digits(one / two), "at least 1.8")
    table.show()
    write_section("store", "\n\n".join(["## The store", table.markdown(), machine()]))


if __name__ == "__main__":
    main()
