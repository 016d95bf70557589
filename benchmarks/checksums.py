"""What the checksums of a store cost its readers; writes the section `checksums` of docs/benchmarks.md."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from _docs import Table, digits, machine, write_section
from evobool import Results, Study, grid
from evobool.studies.store import Store

RUNS, ROUNDS, SEED, WORKERS = 100_000, 7, 1, 2


def main() -> None:
    """Read the same store with and without checks, in turn, and compare the best rounds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        Study(grid(n=[2, 3]), runs=RUNS, seed=SEED).collect(path, workers=WORKERS)
        results = Results(path)
        ways: dict[str, Callable[[], object]] = {
            "one value of every run (`study show`, `plot`, `fit`)": lambda: list(results.samples("T")),
            "the summary": results.summary,
            "every run as a frame (`study export`)": lambda: list(results.runs()),
            "every run as rows (`study merge`, before writing)": lambda: rows(path),
        }
        table = Table(f"Reading {2 * RUNS:,} runs", ["what", "unchecked", "checked", "cost", "goal"])
        for name, read in ways.items():
            without, checked = in_turn(read)
            cost = f"{100 * (checked / without - 1):.1f} %"
            goal = "" if "merge" in name else "at most 5 %"
            table.add(name, f"{digits(without)} s", f"{digits(checked)} s", cost, goal)
    table.show()
    write_section("checksums", "\n\n".join(["## Checksums", table.markdown(), machine()]))


def rows(path: Path) -> int:
    """Read all columns of all runs."""
    with Store(path) as store:
        return sum(len(found) for _, found in store.columns(store.column_names()))


def in_turn(read: Callable[[], object]) -> tuple[float, float]:
    """The shortest processor time without and with checks, the two taking turns."""
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for checked in times:
            with patch.object(Store, "_blocks", Store._blocks if checked else lambda *_: None):
                started = time.process_time()
                read()
                times[checked].append(time.process_time() - started)
    return min(times[False]), min(times[True])


if __name__ == "__main__":
    main()
