"""`evobool run`: one setting, one run or many."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from evobool.cli.shared.messages import say
from evobool.errors import InputError
from evobool.interrupts import saving
from evobool.memory import available_memory, bytes_in_words
from evobool.model.settings.setting import Setting

if TYPE_CHECKING:
    from evobool.engines.base import Engine
    from evobool.model.outcome.run import Run
    from evobool.model.outcome.runs import Runs
    from evobool.model.outcome.trace import Trace
    from evobool.studies.work.executors import Work

Flag = Parameter(negative="")
BYTES_A_RUN = 1_000  # of a short run; a long one has a larger tree


def run(
    setting: Annotated[Setting, Parameter(name="*", negative="")],
    *,
    runs: int = 1,
    seed: int | None = None,
    index: int = 0,
    workers: int | None = None,
    engine: str = "auto",
    race: int | None = None,
    max_branches: int | None = None,
    json: Annotated[bool, Flag] = False,
    records: Path | None = None,
    plot: Path | None = None,
    svg: Path | None = None,
    dot: Path | None = None,
    tikz: Path | None = None,
    html: Path | None = None,
    quiet: Annotated[bool, Flag] = False,
) -> None:
    """Evolve a Boolean function: one run drawn as a tree, or many as a table.

    Parameters
    ----------
    runs
        How many runs.
    seed
        The seed. Runs 0, 1, 2, ... of a seed never change. Without one, a seed is chosen and shown.
    index
        The number of the run, or of the first of several. --records names it.
    workers
        How many runs at once; by default one per core. Results do not depend on it.
    engine
        auto, exact, packed or reference. On the complete truth table all give the same runs.
    race
        Let K runs step together until the first is done, and count the evaluations of all of them.
    max_branches
        The most case distinctions the exact engine makes to count one tree (10,000); then the run stops.
    json
        Print one JSON object on stdout and nothing else.
    records
        Write one row per run to this .csv, .jsonl or .parquet file.
    plot
        Draw the error and the leaves of one run over its iterations, as .svg, .pdf or .png.
    svg
        Draw the tree that one run ended with, as .svg.
    dot
        Write that tree for Graphviz, as .dot or .gv.
    tikz
        Write that tree as a TikZ picture for LaTeX, as .tex or .tikz.
    html
        Write one run to this .html file: a page that steps through its first 2,000 iterations, offspring by
        offspring.
    quiet
        No progress bar and no messages.
    """
    from evobool.cli.run.drawings import Drawings
    from evobool.cli.run.player import check_page, write_page
    from evobool.engines import pick
    from evobool.model.seeds import check_index, check_race, check_runs, check_seed
    from evobool.studies.files.records import check_path
    from evobool.studies.work.executors import Work, check_workers, cores

    check_runs("runs", runs)
    if race is not None:
        check_race("race", race)
    check_workers(workers)
    check_index(index, runs, race or 1)
    check_room("runs", runs)
    work = Work(setting, check_seed(seed), index, runs, engine, race, max_branches)
    if records is not None:
        check_path(records)
    wanted = {"plot": plot, "svg": svg, "dot": dot, "tikz": tikz}
    drawings = Drawings({option: path for option, path in wanted.items() if path is not None})
    drawings.check_single(runs, race)
    if html is not None:
        check_page(html, runs, race)
    ready = pick(setting, engine, max_branches)
    if not quiet:
        for warning in setting.warnings:
            say(f"warning: {warning}")
    if runs == 1 and race is None and (drawings.paths or not json):
        trace, seconds = _watched(work, ready, records, quiet)
        if json:
            _print_json(work, ready, [trace.run], seconds)
        else:
            from evobool.cli.run.outcome import print_run

            print_run(trace, quiet)
        drawings.write(trace, quiet)
        if html is not None:
            write_page(html, work, ready, quiet)
        return
    done, seconds = collect(work, ready, workers or cores(), records, quiet)
    if html is not None:
        write_page(html, work, ready, quiet)
    if json:
        _print_json(work, ready, done, seconds)
    else:
        from evobool.cli.run.outcome import print_table

        print_table(work, ready.name, done, seconds, quiet)


def _watched(work: Work, engine: Engine, records: Path | None, quiet: bool) -> tuple[Trace, float]:
    """One run with its changes, and how long it took."""
    from evobool.cli.shared.progress import Waiting
    from evobool.model.outcome.trace import Changes, Mark, Trace
    from evobool.studies.files.records import RecordsFile

    changes = Changes()
    with nullcontext() if records is None else RecordsFile(records) as sink:
        with Waiting(quiet) as waiting:
            engine.warm_up()
            waiting.compiled()
            started = time.perf_counter()
            run = engine.run(work.seed, work.first, watch=lambda step: changes.add(Mark.of(step)))
            seconds = time.perf_counter() - started
        if sink is not None:
            sink.write([run])
    return Trace.thin(run, changes), seconds


def check_room(field: str, runs: int) -> None:
    """Refuse more runs than memory can hold: a table is made of all of them."""
    needed, free = runs * BYTES_A_RUN, available_memory()
    if needed > free:
        what = f"would take {bytes_in_words(needed)}, but {bytes_in_words(free)} are free"
        raise InputError(field, runs, f"{what}; evobool study run keeps any number of runs in a file")


def collect(
    work: Work, engine: Engine, workers: int, records: Path | None, quiet: bool
) -> tuple[Runs, float]:
    """Carry out the runs with a progress bar, writing records as they come."""
    from evobool.cli.shared.progress import Waiting
    from evobool.model.outcome.runs import Runs
    from evobool.studies.files.records import RecordsFile
    from evobool.studies.work.executors import carry_out
    from evobool.studies.work.progress import Progress

    done: list[Sequence[Run]] = []
    with saving(), ExitStack() as stack:
        sink = None if records is None else stack.enter_context(RecordsFile(records))
        with Waiting(quiet):
            engine.warm_up()
        progress = stack.enter_context(Progress(work.count, quiet))
        started = time.perf_counter()
        for chunk in stack.enter_context(closing(carry_out([work], workers))):
            done.append(chunk)
            if sink is not None:
                sink.write(chunk)
            progress.advance(chunk)
        return Runs.joined([Runs.of(chunk) for chunk in done if chunk]), time.perf_counter() - started


def _print_json(work: Work, engine: Engine, runs: Sequence[Run], seconds: float) -> None:
    from evobool.studies.analysis.summary import summarise

    head: dict[str, Any] = {"setting": work.setting.to_dict(), "engine": engine.name, "seed": work.seed}
    head["index"] = work.first
    if work.race is not None:
        head["race"] = work.race
    print(json.dumps(head | summarise(runs).to_dict() | {"seconds": round(seconds, 6)}))
