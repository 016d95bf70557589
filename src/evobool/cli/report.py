"""What `evobool run` shows: one run as a tree and a falling error, or many as a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import log2

from rich.console import Console
from rich.table import Table

from evobool.model.record import Run
from evobool.model.setting import Setting
from evobool.studies.executors import Work
from evobool.studies.fields import common
from evobool.studies.summary import Interval, Spread, mean_interval, share_interval, summarise

CHART_WIDTH, CHART_HEIGHT = 60, 9
LARGEST_DRAWING = 64  # leaves; a larger tree is printed on one line


def print_run(run: Run, errors: Sequence[tuple[int, int]]) -> None:
    """The tree, how it did, and how its error fell."""
    print(run.tree.draw() if run.leaves <= LARGEST_DRAWING else run.tree)
    print()
    outcome = "solved" if run.solved else f"not solved (stopped by: {run.stopped})"
    print(f"{describe(run.setting)}, seed {run.seed}, {run.engine} engine")
    print(f"{outcome}: {run.iterations} iterations, {run.leaves} leaves, error {short(run.error)}", end="")
    if run.setting.samples is not None and run.generalisation_error is not None:
        print(
            f" of {run.setting.samples} rows, generalisation error {float(run.generalisation_error):.3g}",
            end="",
        )
    print("\n")
    print(falling_error(errors, run.iterations))


def describe(setting: Setting) -> str:
    """A setting in a few words."""
    return common([setting], ["max_iterations"])


def short(number: int | None) -> str:
    """A whole number as it is, a huge one as a power of two."""
    if number is None:
        return "none (the tree is empty)"
    return str(number) if number < 10**15 else f"about 2^{log2(number):.1f}"


def falling_error(errors: Sequence[tuple[int, int]], iterations: int) -> str:
    """A small chart of the error (logarithmic) over the iterations."""
    if not errors:
        return "no change was ever accepted"
    columns = [level(errors, iterations * (k + 1) / CHART_WIDTH) for k in range(CHART_WIDTH)]
    top = max(max(columns), 1.0)
    highest = short(max(error for _, error in errors))
    margin = max(len(highest), 5)
    lines = bars([column / top for column in columns], highest, margin)
    lines.append(f"{'error':>{margin}}  1{'iteration ' + str(iterations):>{CHART_WIDTH - 1}}")
    return "\n".join(lines)


def bars(heights: Sequence[float], highest: str, margin: int) -> list[str]:
    """Heights between 0 and 1 as columns of blocks over a line, the label of 1 to the left."""
    eighths = [round(8 * CHART_HEIGHT * height) for height in heights]
    lines = []
    for row in range(CHART_HEIGHT - 1, -1, -1):
        label = highest if row == CHART_HEIGHT - 1 else ""
        bar = "".join(" ▁▂▃▄▅▆▇█"[max(0, min(8, height - 8 * row))] for height in eighths)
        lines.append(f"{label:>{margin}} │{bar.rstrip()}")
    return [*lines, f"{'0':>{margin}} └{'─' * len(heights)}"]


def level(errors: Sequence[tuple[int, int]], iteration: float) -> float:
    """log2(1 + error) of the tree held at an iteration; before the first tree, of the first."""
    now = errors[0][1]
    for at, error in errors:
        if at > iteration:
            break
        now = error
    return log2(1 + now)


def print_table(work: Work, engine: str, runs: Sequence[Run], seconds: float, quiet: bool = False) -> None:
    """B, T and S as in the paper's tables, with 95 % intervals."""
    summary = summarise(runs)
    solved = [run for run in runs if run.solved]
    what = "runs" if work.race is None else f"races of {work.race} runs"
    table = Table(
        title=describe(work.setting), caption=f"{len(runs)} {what}, seed {work.seed}, {engine} engine"
    )
    for name in ("", "mean (sd)", "95 % interval", "median", "5 % … 95 %"):
        table.add_column(name, justify="left" if not name else "right")
    low, high = share_interval(summary.failed, summary.runs)
    table.add_row("B  failed runs", f"{summary.B:.3f}", f"{low:.3f} … {high:.3f}", "", "")
    for title, spread, values in (
        ("T  iterations", summary.T, [run.iterations for run in solved]),
        ("S  leaves", summary.S, [run.leaves for run in solved]),
        ("evaluations", summary.evaluations, [run.evaluations for run in solved]),
        ("ORs accepted", summary.ors_accepted, [run.functions_accepted["or"] for run in solved]),
        ("ORs in the tree", summary.ors_final, [run.functions_final["or"] for run in solved]),
    ):
        table.add_row(title, *cells(spread, mean_interval(values)))
    if work.setting.samples is not None and summary.generalisation_error is not None:
        errors = [float(run.generalisation_error) for run in solved if run.generalisation_error is not None]
        table.add_row(
            "generalisation error", *cells(summary.generalisation_error, mean_interval(errors), "{:.3g}")
        )
    console = Console(width=None if Console().is_terminal else 110)
    console.print(table)
    short_of_time = not solved and all(run.stopped == "iterations" for run in runs)
    if short_of_time and not quiet and not work.setting.warnings:
        most = work.setting.max_iterations
        print(f"evobool: no run was done within {most} iterations; see --max-iterations", file=sys.stderr)
    iterations = sum(run.iterations for run in runs)
    console.print(f"{iterations:,} iterations in {seconds:.2f} s", highlight=False)


def cells(
    spread: Spread | None, interval: Interval | None, form: str = "{:.1f}"
) -> tuple[str, str, str, str]:
    """One line of the table."""
    if spread is None:
        return "-", "-", "-", "-"
    sd = "-" if spread.sd is None else form.format(spread.sd)
    between = "-" if interval is None else f"{form.format(interval[0])} … {form.format(interval[1])}"
    return (
        f"{form.format(spread.mean)} ({sd})",
        between,
        form.format(spread.median),
        f"{form.format(spread.q05)} … {form.format(spread.q95)}",
    )
