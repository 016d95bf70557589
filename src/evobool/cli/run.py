"""`evobool run`: one setting, one run or many."""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from evobool.model.setting import Setting, check_integer

if TYPE_CHECKING:
    from evobool.engines.base import Engine
    from evobool.model.record import Run
    from evobool.studies.executors import Work

Flag = Parameter(negative="")


def run(
    setting: Annotated[Setting, Parameter(name="*", negative="")],
    *,
    runs: int = 1,
    seed: int | None = None,
    workers: int | None = None,
    engine: str = "auto",
    race: int | None = None,
    max_branches: int | None = None,
    json: Annotated[bool, Flag] = False,
    records: Path | None = None,
    quiet: Annotated[bool, Flag] = False,
) -> None:
    """Evolve a Boolean function: one run drawn as a tree, or many as a table.

    Parameters
    ----------
    runs
        How many runs.
    seed
        Where randomness starts; runs 0, 1, ... of a seed are always the same. Chosen and told if absent.
    workers
        How many runs at once; all cores if absent. Results do not depend on it.
    engine
        auto, exact, packed or reference. On the complete truth table all give the same runs.
    race
        Let K runs step together until the first is done, and count the evaluations of all.
    max_branches
        How many case distinctions the exact engine may make to count one tree (10,000); a run that needs
        more ends there, and its record says so.
    json
        Print one JSON object on stdout and nothing else.
    records
        Write a row a run into this .csv, .jsonl or .parquet file.
    quiet
        No progress bar and no messages.
    """
    from evobool.engines import pick
    from evobool.model.seeds import check_seed
    from evobool.studies.executors import Work, cores
    from evobool.studies.records import check_path

    for field, value in (("runs", runs), ("workers", workers), ("race", race)):
        if value is not None:
            check_integer(field, value, 1)
    work = Work(setting, check_seed(seed), 0, runs, engine, race, max_branches)
    if records is not None:
        check_path(records)
    ready = pick(setting, engine, max_branches)
    if not quiet:
        for warning in setting.warnings:
            print(f"evobool: warning: {warning}", file=sys.stderr)
    if runs == 1 and race is None and not json:
        _show_one(work, ready, records, quiet)
        return
    done, seconds = collect(work, ready, workers or cores(), records, quiet)
    if json:
        _print_json(work, ready, done, seconds)
    else:
        from evobool.cli.report import print_table

        print_table(work, ready.name, done, seconds, quiet)


def _show_one(work: Work, engine: Engine, records: Path | None, quiet: bool) -> None:
    """One run, drawn."""
    from evobool.cli.progress import Waiting
    from evobool.cli.report import print_run
    from evobool.studies.records import RecordsFile

    errors: list[tuple[int, int]] = []
    with nullcontext() if records is None else RecordsFile(records) as sink:
        with Waiting(quiet) as waiting:
            engine.warm_up()
            waiting.compiled()
            run = engine.run(work.seed, 0, watch=lambda step: errors.append((step.iteration, step.error)))
        if sink is not None:
            sink.write([run])
    print_run(run, errors)


def collect(
    work: Work, engine: Engine, workers: int, records: Path | None, quiet: bool
) -> tuple[list[Run], float]:
    """Carry out the runs with a progress bar, writing records as they come."""
    from evobool.cli.progress import Waiting
    from evobool.studies.executors import carry_out
    from evobool.studies.progress import Progress
    from evobool.studies.records import RecordsFile

    done: list[Run] = []
    with ExitStack() as stack:
        sink = None if records is None else stack.enter_context(RecordsFile(records))
        with Waiting(quiet):
            engine.warm_up()
        progress = stack.enter_context(Progress(work.count, quiet))
        started = time.perf_counter()
        for chunk in stack.enter_context(closing(carry_out([work], workers))):
            done += chunk
            if sink is not None:
                sink.write(chunk)
            progress.advance(chunk)
        return done, time.perf_counter() - started


def _print_json(work: Work, engine: Engine, runs: list[Run], seconds: float) -> None:
    from evobool.studies.summary import summarise

    head: dict[str, Any] = {"setting": work.setting.to_dict(), "engine": engine.name, "seed": work.seed}
    if work.race is not None:
        head["race"] = work.race
    print(json.dumps(head | summarise(runs).to_dict() | {"seconds": round(seconds, 6)}))
