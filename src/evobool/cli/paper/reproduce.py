"""`evobool reproduce`: the paper, every table and every figure."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.cli.paper.collecting import Out, Seed, Workers, make_folder
from evobool.cli.shared.messages import say

if TYPE_CHECKING:
    from evobool.paper.folder import Shown
    from evobool.paper.reproduce import Reproduction


def reproduce(
    *parts: str,
    runs: int = 500,
    seed: Seed = None,
    out: Out = Path("reproduction"),
    workers: Workers = None,
    json: bool = False,
    quiet: bool = False,
) -> None:
    """Run the paper again: its tables and figures beside what was published, and more.

    Parameters
    ----------
    parts
        table1 ... table3, figure1 ... figure5; beyond the paper or1 ... or3, large1 ... large3,
        subset1 ... subset3, races, theorem6, theorem7; koza1992, nohejl2011, epochx, oreilly1996; or the
        groups paper, beyond, koza (these four, which take longest) and all (the others, the default).
    runs
        How many runs of each cell; raising it adds to those in the folder.
    json
        Print the verdicts as one JSON object on stdout and nothing else.
    quiet
        No progress and no messages; the tables are printed all the same.
    """
    from evobool.paper.parts import choose
    from evobool.paper.reproduce import Reproduction
    from evobool.studies.work.executors import check_workers

    check_workers(workers)
    wanted = Reproduction(choose(parts), runs, seed, out)
    with wanted.folder.one:
        shown = make_folder(wanted, workers, quiet or json)
        if json:
            _print_json(wanted, shown)
        else:
            _print(shown)
        if not (quiet or json) and (held := wanted.held()) > runs:
            say(f"{out} holds up to {held:,} runs of a cell; all are shown")


def _print_json(wanted: Reproduction, shown: Shown) -> None:
    """The verdicts, for machines."""
    from dataclasses import asdict

    told = {
        name: asdict(verdict)
        | {"cells": verdict.cells, "chi_square": verdict.chi_square, "p": verdict.p, "mean": verdict.mean}
        | {"agrees": verdict.agrees, "words": verdict.words}
        for name, verdict in shown.verdicts.items()
    }
    head = {"out": str(wanted.out), "runs": wanted.runs, "parts": [part.name for part in wanted.shown()]}
    print(json_format.dumps(head | {"verdicts": told}))


def _print(shown: Shown) -> None:
    """The tables, then one line for each table."""
    from rich.text import Text

    from evobool.cli.shared.console import Console
    from evobool.paper.render import terminal

    console = Console(piped_width=160)
    for table in shown.tables:
        for block in terminal(table, console):
            console.print(block)
        for note in (*([table.legend] if table.compared else []), *table.notes):
            console.print(note, style="dim", highlight=False)
        console.print()
    for name, verdict in shown.verdicts.items():
        words = Text.assemble((name.split(".")[0], "bold"), f": {verdict}")
        console.print(words, style=None if verdict.agrees else "red", highlight=False)
