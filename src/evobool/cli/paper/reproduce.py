"""`evobool reproduce`: the paper, every table and every figure."""

from __future__ import annotations

import json as json_format
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from evobool.cli.paper.collecting import collect_owed, made_line
from evobool.cli.shared.messages import say
from evobool.interrupts import saving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evobool.paper.reproduce import Reproduction
    from evobool.paper.tables import Table


Flag = Parameter(negative="")


def reproduce(
    *parts: str,
    runs: int = 500,
    seed: int | None = None,
    out: Path = Path("reproduction"),
    workers: int | None = None,
    json: Annotated[bool, Flag] = False,
    quiet: Annotated[bool, Flag] = False,
) -> None:
    """Run the paper again: its tables and figures beside what was published, and more.

    Parameters
    ----------
    parts
        table1 ... table3, figure1 ... figure5; beyond the paper or1 ... or3, large1 ... large3,
        subset1 ... subset3, races, theorem6, theorem7; or the groups paper, beyond and all. Everything if
        absent.
    runs
        How many runs of each cell; raising it adds to those in the folder.
    seed
        Where randomness starts (1 for a new folder); the same seed gives the same report.
    out
        The folder to write; one that was begun before is continued.
    workers
        How many runs at once; all cores if absent. Results do not depend on it.
    json
        Print the verdicts as one JSON object on stdout and nothing else.
    quiet
        No progress and no messages; the tables are printed all the same.
    """
    from evobool.paper.parts import choose
    from evobool.paper.reproduce import Reproduction
    from evobool.studies.work.executors import check_workers

    check_workers(workers)
    quiet = quiet or json
    started = time.perf_counter()
    wanted = Reproduction(choose(parts), runs, seed, out)
    out.mkdir(parents=True, exist_ok=True)
    try:
        with saving():
            made = collect_owed(wanted, workers, quiet)
            tables = _write(wanted, made, started, quiet)
    except KeyboardInterrupt as problem:
        raise type(problem)(f"; finished runs are in {out}; rerun to continue") from None
    if json:
        _print_json(wanted, tables)
    else:
        _show(tables)
    if not quiet:
        seconds = time.perf_counter() - started
        say(f"wrote {out / 'report.html'} in {seconds:.1f} s")
        held = wanted.held()
        if held > runs:
            say(f"{out} holds up to {held:,} runs of a cell; all are shown")


def _write(wanted: Reproduction, made: int, started: float, quiet: bool) -> Sequence[Table]:
    """Write the folder, naming on stderr what is under way."""
    from evobool.cli.shared.spinner import Spinner

    with Spinner(quiet, "writing the report") as spinner:
        return wanted.write(made_line(made, started), lambda name: spinner.update(f"writing {name}"))


def _print_json(wanted: Reproduction, tables: Sequence[Table]) -> None:
    """The verdicts, for machines."""
    from dataclasses import asdict

    from evobool.paper.folder import verdicts

    told = {
        name: asdict(verdict)
        | {"cells": verdict.cells, "chi_square": verdict.chi_square, "p": verdict.p, "mean": verdict.mean}
        | {"agrees": verdict.agrees, "words": verdict.words}
        for name, verdict in verdicts(tables).items()
    }
    head = {"out": str(wanted.out), "runs": wanted.runs, "parts": [part.name for part in wanted.shown()]}
    print(json_format.dumps(head | {"verdicts": told}))


def _show(tables: Sequence[Table]) -> None:
    """The tables, then one line for each table."""
    from rich.text import Text

    from evobool.cli.shared.console import Console
    from evobool.paper.folder import verdicts
    from evobool.paper.render import terminal

    console = Console(piped_width=160)
    for table in tables:
        for block in terminal(table, console):
            console.print(block)
        if table.compared:
            legend = "each cell: the paper's value (sd), ours ± standard error (B: 95 % interval), difference"
            console.print(legend, style="dim", highlight=False)
        for note in table.notes:
            console.print(note, style="dim", highlight=False)
        console.print()
    for name, verdict in verdicts(tables).items():
        style = None if verdict.agrees else "red"
        words = Text.assemble((name.split(".")[0], "bold"), f": {verdict}")
        console.print(words, style=style, highlight=False)
