"""`evobool run`: one setting, one run or many."""

from __future__ import annotations

from pathlib import Path

from evobool.cli.shared.data_file import check_used
from evobool.cli.shared.flags import Fields, Json, Style
from evobool.cli.shared.messages import warn


def run(
    setting: Fields,
    *,
    runs: int = 1,
    seed: int | None = None,
    index: int = 0,
    workers: int | None = None,
    engine: str = "auto",
    race: int | None = None,
    max_branches: int | None = None,
    json: Json = False,
    records: Path | None = None,
    plot: Path | None = None,
    svg: Path | None = None,
    dot: Path | None = None,
    tikz: Path | None = None,
    html: Path | None = None,
    animate: Path | None = None,
    style: Style = None,
    label: str | None = None,
    test: Path | None = None,
    quiet: bool = False,
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
        auto, exact, packed, population or reference. On the complete truth table all give the same runs.
    race
        Let K runs step together until the first is done, and count the evaluations of all of them.
    max_branches
        The most case distinctions the exact engine makes to count one tree (10,000); then the run stops.
    records
        Write one row per run to this .csv, .jsonl or .parquet file.
    plot
        Draw one run, as .svg, .pdf or .png: its error and leaves over the iterations; of a population the
        best and median error, and how different its trees are.
    svg
        Draw the tree that one run ended with, as .svg.
    dot
        Write that tree for Graphviz, as .dot or .gv.
    tikz
        Write that tree as a TikZ picture for LaTeX, as .tex or .tikz.
    html
        Write one run to this .html file: a page that steps through its first 2,000 iterations, offspring by
        offspring.
    animate
        Write the tree after each accepted change of one run as an animated .gif or .webp, or as .svg files
        with numbers.
    label
        The column that --target data:FILE takes as the target; the last one if absent.
    test
        A table like that of --target data:FILE, held out: its rows give the generalisation error.
    quiet
        No progress bar and no messages.
    """
    from evobool.cli.run.files import Files
    from evobool.cli.run.making import check_room, collect, short, watched
    from evobool.cli.run.outcome import print_json, print_run, print_table
    from evobool.engines import pick
    from evobool.engines.base import Engine
    from evobool.model.formulas.writing import check_style
    from evobool.model.seeds import check_index, check_race, check_runs, check_seed
    from evobool.studies.files.records import check_path
    from evobool.studies.work.executors import Work, check_workers, cores

    check_style(style)
    check_used(label, test, [setting])
    check_runs("runs", runs)
    if race is not None:
        check_race("race", race)
    check_workers(workers)
    check_index(index, runs, race or 1)
    check_room("runs", runs)
    work = Work(setting, check_seed(seed), index, runs, engine, race, max_branches)
    if records is not None:
        check_path(records)
    files = Files.of(work, plot=plot, svg=svg, dot=dot, tikz=tikz, html=html, animate=animate)
    single = runs == 1 and race is None
    made = short(work, files.paths) if single and records is None else None
    ready = made or pick(setting, engine, max_branches)
    warn(setting, quiet)
    if isinstance(ready, Engine) and not files.paths and (json or not single):
        done, seconds = collect(work, ready, workers or cores(), records, quiet)
        if json:
            print_json(work, ready.name, done, seconds)
        else:
            print_table(work, ready.name, done, seconds, quiet)
        return
    if isinstance(ready, Engine):
        ready = watched(work, ready, records, quiet, kinds=files.paths)
    trace, seconds = ready
    files.write(trace, quiet)  # before anything is printed: a reader may have left
    if json:
        print_json(work, trace.run.engine, [trace.run], seconds)
    else:
        print_run(trace, quiet, style)
