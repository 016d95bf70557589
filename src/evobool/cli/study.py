"""`evobool study`: many settings, many runs, nothing lost."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from evobool.errors import InputError
from evobool.setting import check_integer

if TYPE_CHECKING:
    import polars

study = App(name="study", help="Grids of settings, thousands of runs each, in a store that can be resumed.")


@study.command
def run(
    plan: Path | None = None,
    *,
    store: Path,
    grid: Annotated[list[str] | None, Parameter(negative="")] = None,
    runs: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    engine: str | None = None,
    quiet: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Make the runs that the store does not have yet.

    Parameters
    ----------
    plan
        A TOML file with runs, seed and a [grid] of fields.
    store
        The SQLite file that holds the runs; made if absent, continued if not.
    grid
        A field and its values, such as n=4,8,12; may be given several times, instead of a file.
    runs
        How many runs of each setting (500, or what the file says); raising it continues.
    seed
        The seed of the whole study; the store remembers it.
    workers
        How many runs at once; all cores if absent.
    engine
        auto, exact, packed or reference.
    quiet
        No progress bar and no messages.
    """
    from dataclasses import replace

    from evobool.executors import cores
    from evobool.plan import Plan, parse_grid, read_plan
    from evobool.store import Store

    if (plan is None) == (grid is None):
        raise InputError("plan", plan, "give a TOML file or --grid, one of them")
    wanted = read_plan(plan) if plan is not None else Plan(grid=parse_grid(grid or []))
    given: dict[str, Any] = {"runs": runs, "seed": seed, "engine": engine}
    wanted = replace(wanted, **{name: value for name, value in given.items() if value is not None})
    if workers is not None:
        check_integer("workers", workers, 1)
    found = wanted.study()
    try:
        found.collect(store, workers=workers or cores(), progress=not quiet)
    except KeyboardInterrupt:
        if not quiet:
            print(f"evobool: stopped; what is done is in {store}, the same command goes on", file=sys.stderr)
        raise
    if not quiet:
        with Store(store) as done:
            total = sum(done.done().values())
            print(f"{total:,} runs of {len(done.done())} settings in {store}", file=sys.stderr)


@study.command
def status(store: Path, *, runs: int | None = None) -> None:
    """What is done, and what is owed.

    Parameters
    ----------
    store
        The file that holds the runs.
    runs
        How many runs of each setting are wanted; the most any setting has if absent.
    """
    from evobool.results import flat_fields
    from evobool.store import Store

    if runs is not None:
        check_integer("runs", runs, 1)
    with Store(store) as opened:
        settings, done = opened.settings(), opened.done()
        wanted = runs or max(done.values(), default=0)
        print(f"{sum(done.values()):,} runs of {len(settings)} settings, seed {opened.seed}")
        owed = {key: wanted - count for key, count in done.items() if count < wanted}
        for made in opened.provenance().values():
            print("made by " + ", ".join(f"{name} {value}" for name, value in made.items()))
    print(f"owed to reach {wanted:,} each: {sum(owed.values()):,} runs of {len(owed)} settings")
    for key, count in owed.items():
        fields = flat_fields(settings[key])
        print(f"  {count:,} of n={fields['n']} limit={fields['limit']} training={fields['training']} ({key})")


@study.command
def show(store: Path, *, rows: str = "n", columns: str = "limit", value: str = "T") -> None:
    """A table of one value, by two fields.

    Parameters
    ----------
    store
        The file that holds the runs.
    rows
        The field that varies from line to line.
    columns
        The field that varies from column to column.
    value
        What to show: B, T, S, evaluations, ors_accepted, ors_final or generalisation_error (means).
    """
    from evobool.results import Results

    _print_frame(Results(store).pivot(rows, columns, value), f"{value} by {rows} and {columns}")


@study.command
def export(store: Path, *, format: str = "csv", out: Path) -> None:
    """Write the runs and their summary for other tools.

    Parameters
    ----------
    store
        The file that holds the runs.
    format
        csv or parquet.
    out
        A new or empty folder.
    """
    from evobool.export import export as write
    from evobool.results import Results
    from evobool.store import Store

    Store(store).close()
    for path in write(Results(store), format, out):
        print(path)


@study.command
def merge(*stores: Path, into: Path) -> None:
    """Put the runs of several stores of one seed into another.

    Parameters
    ----------
    stores
        The files to read; they stay as they are.
    into
        The file to write; made if absent.
    """
    from evobool.store import merge as put_together

    if not stores:
        raise InputError("stores", "(none)", "give at least one")
    print(f"{put_together(stores, into):,} runs added to {into}")


def _print_frame(frame: polars.DataFrame, title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    for name in frame.columns:
        table.add_column(name, justify="right")
    for row in frame.iter_rows():
        table.add_row(*map(_cell, row))
    Console(width=None if Console().is_terminal else 110).print(table)


def _cell(value: object) -> str:
    return "-" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
