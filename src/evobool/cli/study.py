"""`evobool study`: many settings, many runs, nothing lost."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from evobool.errors import InputError
from evobool.model.setting import check_choice, check_integer

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
    scheduler: str | None = None,
    progress: str = "bar",
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
        A field and its values: n=4,8. Repeatable. functions=and,and+or is two: F = {and}, F = {and, or}.
    runs
        How many runs of each setting (500, or what the file says); raising it continues.
    seed
        The seed of the whole study; the store remembers it.
    workers
        How many runs at once; all cores if absent.
    engine
        auto, exact, packed or reference.
    scheduler
        A dask scheduler (tcp://host:8786, or its scheduler file) whose workers make the runs.
    progress
        bar, or json: one line a second on stderr, for machines.
    quiet
        No progress and no messages.
    """
    from dataclasses import replace

    from evobool.cli.progress import JsonProgress
    from evobool.studies.executors import cores
    from evobool.studies.plan import Plan, parse_grid, read_plan
    from evobool.studies.store import Store

    if (plan is None) == (grid is None):
        raise InputError("plan", plan, "give a TOML file or --grid, one of them")
    wanted = read_plan(plan) if plan is not None else Plan(grid=parse_grid(grid or []))
    given: dict[str, Any] = {"runs": runs, "seed": seed, "engine": engine}
    wanted = replace(wanted, **{name: value for name, value in given.items() if value is not None})
    if workers is not None:
        check_integer("workers", workers, 1)
    if workers is not None and scheduler is not None:
        raise InputError("workers", workers, "the scheduler has its own; give one of them")
    check_choice("progress", progress, ("bar", "json"))
    found = wanted.study()
    carry = None
    if scheduler is not None:
        from evobool.studies.cluster import dask_carrier

        carry = dask_carrier(scheduler)
    try:
        told = JsonProgress(found, store) if progress == "json" else True
        found.collect(store, workers=workers or cores(), progress=not quiet and told, carry=carry)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"; what is done is in {store}, the same command goes on") from None
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
    from evobool.studies.results import flat_fields
    from evobool.studies.store import Store

    if runs is not None:
        check_integer("runs", runs, 1)
    with Store(store) as opened:
        settings, done = opened.settings(), opened.done()
        wanted = runs or max(done.values(), default=0)
        print(f"{sum(done.values()):,} runs of {len(settings)} settings, seed {opened.seed}")
        owed = {key: wanted - count for key, count in done.items() if count < wanted}
        speed = opened.speed
        for made in opened.provenance().values():
            print("made by " + ", ".join(f"{name} {value}" for name, value in made.items()))
    print(f"owed to reach {wanted:,} each: {sum(owed.values()):,} runs of {len(owed)} settings")
    if owed and speed:
        print(f"about {sum(owed.values()) / speed:,.0f} s at the last {speed:,.0f} runs a second")
    for key, count in owed.items():
        fields = flat_fields(settings[key])
        print(f"  {count:,} of n={fields['n']} limit={fields['limit']} training={fields['training']} ({key})")


@study.command
def show(
    store: Path,
    *,
    rows: str = "n",
    columns: str = "limit",
    value: str = "T",
    where: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
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
    where
        A field and its value, such as deletion=leaf, for stores that vary more; may be given several times.
    """
    from evobool.studies.results import Results

    chosen = {}
    for pair in where or []:
        name, equals, wanted = pair.partition("=")
        if not equals:
            raise InputError("where", pair, "must be a field and its value, such as deletion=leaf")
        chosen[name] = wanted
    _print_frame(Results(store).pivot(rows, columns, value, chosen), f"{value} by {rows} and {columns}")


@study.command
def stuck(
    store: Path,
    *,
    most: int = 20,
    cap: int = 20_000,
    seconds: int = 2,
    json: Annotated[bool, Parameter(negative="")] = False,
    quiet: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Tell failed runs that are stuck for ever from those not yet done (RLS-GP, complete truth table).

    Parameters
    ----------
    store
        The file that holds the runs.
    most
        How many failed runs of a setting to look at, from the first on.
    cap
        How many trees to explore from one run's last before it stays undecided.
    seconds
        How long to explore from one, likewise.
    json
        Print one JSON object on stdout and nothing else.
    quiet
        No spinner.
    """
    from evobool.cli.stuck import show_stuck

    check_integer("most", most, 1)
    check_integer("cap", cap, 1)
    check_integer("seconds", seconds, 1)
    show_stuck(store, most, cap, seconds, json, quiet)


@study.command
def plot(store: Path, *, out: Path, x: str = "n", y: str = "T", group: str = "limit") -> None:
    """Draw one value against a field, a line a group, with 95 % intervals.

    Parameters
    ----------
    store
        The file that holds the runs.
    out
        The picture: .svg, .pdf or .png.
    x
        The field on the horizontal axis: n, training, limit or another number.
    y
        T, S, evaluations, ors_accepted, ors_final or generalisation_error.
    group
        The field that tells the lines apart.
    """
    from evobool.cli.picture import save_picture
    from evobool.plots.studies import draw_study
    from evobool.studies.results import Results

    save_picture(out, lambda axes: draw_study(axes, Results(store), x, y, group))


@study.command
def fit(store: Path, *, x: str = "n", y: str = "T", group: str = "limit", out: Path | None = None) -> None:
    """Which law fits: n log n, n log^2 n, n^2, ... by weighted least squares.

    Parameters
    ----------
    store
        The file that holds the runs.
    x
        The field the value grows with.
    y
        T, S, evaluations, ors_accepted, ors_final or generalisation_error.
    group
        The field that tells curves apart; each is fitted alone.
    out
        Draw the residuals of the best laws of the first group into this file.
    """
    from rich.console import Console
    from rich.table import Table

    from evobool.cli.picture import save_picture
    from evobool.plots.studies import draw_residuals
    from evobool.studies.fits import fit_laws
    from evobool.studies.results import Results, number, samples_by

    samples = [sample for sample in Results(store).samples(y) if sample.solved.sum() > 1]
    console = Console(width=None if Console().is_terminal else 110)
    for name, members in samples_by(samples, group).items():
        members.sort(key=lambda sample: number(sample.setting, x))
        values = [sample.successful for sample in members]
        places = [number(sample.setting, x) for sample in members]
        found = fit_laws(
            places,
            [float(value.mean()) for value in values],
            [float(value.std(ddof=1)) / len(value) ** 0.5 for value in values],
        )
        table = Table(title=f"{y} by {x}, {group} {name}", caption=found.verdict)
        for title in ("law", "constant", "chi-square", "p"):
            table.add_column(title, justify="left" if title == "law" else "right")
        for law in found.laws:
            constant = f"{law.constant:.4g} ± {law.error:.1g}"
            table.add_row(law.name, constant, f"{law.chi_square:.1f} / {law.freedom}", f"{law.p:.2g}")
        console.print(table)
        console.print(f"as a power: {x}^({found.exponent:.3f} ± {found.exponent_error:.3f})", highlight=False)
        if out is not None:
            save_picture(out, lambda axes, found=found, places=places: draw_residuals(axes, x, places, found))  # type: ignore[misc]
            out = None


@study.command
def compare(first: Path, second: Path) -> None:
    """Compare the T of two stores, setting by setting: two versions, or two options.

    Parameters
    ----------
    first
        A store.
    second
        Another; settings are paired by the fields that vary within the stores.
    """
    from rich.console import Console
    from rich.table import Table

    from evobool.studies.compare import compare as compare_samples
    from evobool.studies.results import Results, paired

    table = Table(title=f"T of {first} against {second}", caption="medians: Kaplan-Meier; p: log-rank")
    for name in ("setting", "means", "medians", "P(first > second)", "effect", "p"):
        table.add_column(name, justify="left" if name == "setting" else "right")
    for name, one, other in paired(Results(first), Results(second)):
        found = compare_samples(one, other)
        medians = " / ".join("-" if value is None else f"{value:.1f}" for value in found.medians)
        means = f"{found.means[0]:.1f} / {found.means[1]:.1f}"
        table.add_row(name, means, medians, f"{found.superiority:.3f}", found.effect, f"{found.p:.2g}")
    Console(width=None if Console().is_terminal else 110).print(table)


@study.command
def export(store: Path, *, format: str = "csv", out: Path) -> None:
    """Write the runs and their summary for other tools.

    Parameters
    ----------
    store
        The file that holds the runs.
    format
        csv, parquet or ioh (IOHprofiler; repeats every run).
    out
        A new or empty folder.
    """
    from evobool.export import export as write
    from evobool.studies.results import Results
    from evobool.studies.store import Store

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
    from evobool.studies.store import merge as put_together

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
