"""`evobool study show`, `compare`, `stuck` and `export`: runs as tables and files."""

from __future__ import annotations

from pathlib import Path

from evobool.checks import check_integer
from evobool.cli.shared.flags import Json, StoreFile, Where
from evobool.cli.study.choosing import parse_where, print_table
from evobool.interrupts import saving


def show(
    store: StoreFile,
    *,
    rows: str = "n",
    columns: str = "limit",
    value: str = "T",
    interval: bool = False,
    where: Where = None,
) -> None:
    """A table of one value, by two fields.

    Parameters
    ----------
    rows
        The field that varies from line to line.
    columns
        The field that varies from column to column.
    value
        The mean over the successful runs of T, S, evaluations, generalisation_error, or the count of a
        function: ors_accepted (inserted by accepted offspring), ors_final (in the tree), xors_final, ... Over
        all runs: B, ert (expected iterations until a success with restarts), restricted (mean of T, a failed
        run counted as long as it ran), median, q05 and q95 (of T, Kaplan-Meier).
    interval
        95 % intervals in the cells.
    """
    from rich.table import Table

    from evobool.studies.analysis.results import Results

    found = Results(store).table(rows, columns, value, parse_where(where), interval=interval)
    table = Table(title=found.title, caption=found.caption)
    for name in found.head:
        table.add_column(name, justify="right", no_wrap=True)
    for line in found.lines:
        table.add_row(*line)
    print_table(table)


def stuck(
    store: StoreFile,
    *,
    most: int = 20,
    cap: int = 20_000,
    seconds: int = 2,
    json: Json = False,
    quiet: bool = False,
) -> None:
    """Tell failed runs that are stuck for ever from those not yet done (RLS-GP, complete truth table).

    Parameters
    ----------
    most
        How many failed runs of a setting to look at, from the first on.
    cap
        How many trees to explore from one run's last before it stays undecided.
    seconds
        How long to explore from one, likewise.
    quiet
        No spinner.
    """
    from evobool.cli.study.stuck import show_stuck

    check_integer("most", most, 1)
    check_integer("cap", cap, 1)
    check_integer("seconds", seconds, 1)
    show_stuck(store, most, cap, seconds, json, quiet)


def compare(first: Path, second: Path) -> None:
    """Compare the T of two stores, setting by setting: two versions, or two options.

    Parameters
    ----------
    first
        A store.
    second
        Another; settings are paired by the fields that vary within the stores.
    """
    from rich.table import Table

    from evobool.studies.analysis.compare import compare as compare_samples
    from evobool.studies.analysis.compare import holm
    from evobool.studies.analysis.results import Results, paired
    from evobool.studies.analysis.told import MARK

    caption = (
        f"T: mean over the successful runs, {MARK} where others failed; min(T, cap): mean over all runs, the "
        "cap for those unsolved; median: Kaplan-Meier, over all runs; A: probability that a run of the first "
        "takes longer (Vargha and Delaney); p: log-rank test; Holm: p adjusted for all tests of this table"
    )
    table = Table(title=f"{first} / {second}", caption=caption)
    for name in ("setting", "failed", "T", "min(T, cap)", "median", "A", "effect", "p", "Holm"):
        table.add_column(name, justify="left" if name in ("setting", "effect") else "right", no_wrap=True)
    pairs = paired(Results(first), Results(second))
    found = [compare_samples(one, other) for _, one, other in pairs]
    adjusted = holm([each.p for each in found])
    for (name, _, _), each, p in zip(pairs, found, adjusted, strict=True):
        table.add_row(
            name,
            f"{each.failed[0]:,} / {each.failed[1]:,}",
            _two(each.means, each.failed),
            *(_two(values) for values in (each.restricted_means, each.medians)),
            f"{each.superiority:.3f}",
            each.effect,
            f"{each.p:.2g}",
            f"{p:.2g}",
        )
    print_table(table)


def _two(values: tuple[float | None, float | None], failed: tuple[int, int] = (0, 0)) -> str:
    """Two values, marked where they are means of survivors."""
    from evobool.studies.analysis.told import MARK

    marks = (f" {MARK}" if count else "" for count in failed)
    told = ("-" if value is None else f"{value:.1f}{mark}" for value, mark in zip(values, marks, strict=True))
    return " / ".join(told)


def export(store: StoreFile, *, format: str = "csv", out: Path) -> None:
    """Write the runs, with all that repeats each of them, and their summary for other tools.

    Parameters
    ----------
    format
        csv, parquet or ioh (IOHprofiler; repeats every run).
    out
        A new or empty folder.
    """
    from evobool.export import export as write
    from evobool.studies.analysis.results import Results

    with saving(), Results(store) as results, results.one.opened():  # half an export is removed
        written = write(results, format, out)
    for path in written:
        print(path)
