"""`evobool study show`, `compare`, `stuck` and `export`: runs as tables and files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from evobool.checks import check_integer
from evobool.cli.shared.flags import Format, Json, StoreFile, Where
from evobool.cli.study.choosing import check_format, parse_where, write_listing
from evobool.errors import InputError
from evobool.interrupts import saving

MOST_PANELS = 12


def show(
    store: StoreFile,
    *,
    rows: str = "n",
    columns: str = "limit",
    value: str = "T",
    interval: bool = False,
    where: Where = None,
    format: Format = "table",
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
    from evobool.studies.analysis.results import Results

    check_format(format)
    found = Results(store).table(rows, columns, value, parse_where(where), interval=interval)
    write_listing(found.listing, format)


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


def compare(
    first: Path,
    second: Path | None = None,
    *,
    by: str | None = None,
    out: Path | None = None,
    format: Format = "table",
) -> None:
    """Compare the T of two stores, setting by setting, or of one store by a field.

    Parameters
    ----------
    first
        A store.
    second
        Another; settings are paired by the fields that vary within the stores.
    by
        Without a second store: the field whose values are compared, such as selection.
    out
        Draw the shares of runs solved by each T over each other, a panel for each pair: .svg, .pdf or .png.
    """
    from evobool.cli.shared.picture import check_picture, save_picture
    from evobool.plots.ecdf import draw_pair
    from evobool.studies.analysis.results import Results

    check_format(format)
    if out is not None:
        check_picture("out", out)
    if second is None and by is None:
        raise InputError("second", "(none)", "give another store, or a field to compare by with --by")
    found = Results(first).compare(None if second is None else Results(second), by=by)
    if out is not None:
        if len(found.pairs) > MOST_PANELS:
            raise InputError("out", out, f"would have {len(found.pairs):,} panels, at most {MOST_PANELS}")
        save_picture(out, *(partial(draw_pair, pair=pair) for pair in found.pairs))
    write_listing(found.listing, format, left=("setting", "effect"))


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
