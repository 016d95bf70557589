"""What the checksums of a store cost its readers; writes the section `checksums` of benchmarks.md."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

from _docs import Table, digits, machine, write_section
from evobool import Results, Study, grid
from evobool.export.ioh import write_ioh
from evobool.studies.store import checksums
from evobool.studies.store.merge import merge
from evobool.studies.store.store import Store
from evobool.theory.landscape.failed import failed_runs

RUNS, ROUNDS, SEED, WORKERS = 100_000, 9, 1, 2
REPEATED = 1_000  # of each setting, where runs are made again
GOAL = "at most 5 %"


def main() -> None:
    """Read the same stores with and without checks, in turn, and compare the best rounds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path, small, out = folder / "a.db", folder / "small.db", folder / "out"
        settings = grid(n=[3, 4], limit="n", deletion="leaf")
        Study(settings, runs=RUNS, seed=SEED).collect(path, workers=WORKERS)
        Study(settings, runs=REPEATED, seed=SEED).collect(small, workers=WORKERS)
        results, few = Results(path), Results(small)
        ways: dict[str, tuple[Callable[[], object], str]] = {
            "one value of every run (`study show`, `plot`, `fit`)": (
                lambda: list(results.samples("T")),
                GOAL,
            ),
            "the summary": (results.summary, GOAL),
            "every run as a frame (`study export`)": (lambda: list(results.runs()), GOAL),
            "every run copied (`study merge`)": (lambda: merge([path], fresh(out) / "b.db"), GOAL),
            f"{2 * REPEATED:,} runs repeated (`study export --format ioh`)": (
                lambda: write_ioh(few, fresh(out)),
                GOAL,
            ),
            "failed runs explored, 20 of each setting (`study stuck`)": (lambda: explored(path), GOAL),
            "every run as rows of Python objects, and nothing done with them": (lambda: rows(path), ""),
        }
        table = Table(f"Reading {2 * RUNS:,} runs", ["what", "unchecked", "checked", "cost", "goal"])
        for what, (read, goal) in ways.items():
            without, checked = in_turn(read)
            cost = f"{100 * (checked / without - 1):.1f} %"
            table.add(what, f"{digits(without)} s", f"{digits(checked)} s", cost, goal)
    table.show()
    write_section("checksums", "\n\n".join(["## Checksums", table.markdown(), machine()]))


def fresh(folder: Path) -> Path:
    """An empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def explored(path: Path) -> int:
    """Explore from the last trees of failed runs."""
    with Store(path) as store:
        return sum(1 for _ in failed_runs(store, most=20))


def rows(path: Path) -> int:
    """Read all columns of all runs."""
    with Store(path) as store:
        return sum(len(found) for _, found in store.columns(store.column_names()))


@contextmanager
def unchecked() -> Iterator[None]:
    """A block in which whatever is read is believed."""
    with (
        patch.object(checksums, "check_table", lambda *_: None),
        patch.object(checksums, "check_rows", lambda path, key, blocks, names, rows: rows.fetchall()),
    ):
        yield


def in_turn(read: Callable[[], object]) -> tuple[float, float]:
    """The shortest processor time without and with checks, the two taking turns."""
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for checked in times:
            with nullcontext() if checked else unchecked():
                started = time.process_time()
                read()
                times[checked].append(time.process_time() - started)
    return min(times[False]), min(times[True])


if __name__ == "__main__":
    main()
