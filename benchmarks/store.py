"""A million runs into a store and out again; writes the section `store` of docs/benchmarks.md."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from _docs import Table, digits, machine, write_section
from evobool import Study, grid
from evobool.engines import pick
from evobool.model.seeds import setting_seed
from evobool.studies.executors import Work, carry_out

RUNS, SEED, WORKERS = 1_000_000, 1, 2


def main() -> None:
    """Time the runs alone, the same runs into a store, and its summary."""
    settings = grid(n=2, limit=["n", "2n"])
    runs = RUNS // len(settings)
    for setting in settings:
        pick(setting).warm_up()
    works = [Work(setting, setting_seed(SEED, setting), 0, runs) for setting in settings]
    started = time.perf_counter()
    made = sum(len(chunk) for chunk in carry_out(works, WORKERS))
    alone = time.perf_counter() - started
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.db"
        started = time.perf_counter()
        results = Study(settings, runs=runs, seed=SEED).collect(path, workers=WORKERS)
        stored = time.perf_counter() - started
        size = path.stat().st_size
        started = time.perf_counter()
        total = int(np.sum(results.summary()["runs"].to_numpy()))
        summarised = time.perf_counter() - started
    assert made == total == RUNS
    table = Table("A million runs, two workers", ["work", "measured", "goal"])
    table.add("the runs alone", f"{digits(alone)} s", "")
    table.add("writing them, on top of the runs", f"{digits(stored - alone)} s", "under 10 s")
    table.add("the summary", f"{digits(summarised)} s", "under 2 s")
    table.add("the file", f"{digits(size / RUNS)} bytes per run", "")
    table.show()
    write_section("store", "\n\n".join(["## The store", table.markdown(), machine()]))


if __name__ == "__main__":
    main()
