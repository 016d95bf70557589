"""One run: its error and leaves over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from evobool.model.outcome.run import Run
from evobool.model.outcome.trace import Trace, level
from evobool.plots.style import COLOURS, HIGH, MARKS, PALETTE

SEVERAL = "several"  # mutations in one iteration of the (1+1) GP
OTHER = "other"  # operations, of a mutation operator that is not HVL-Prime
MANY = 500  # marks from which on they are drawn small
PLAIN = 2**20  # a larger error is labelled as a power of two


def draw_run(axes: Axes, run: Run) -> None:
    """How the error of one run fell, with a mark for each accepted change; see `draw_error`."""
    draw_error(axes, Trace.of(run))


def draw_error(axes: Axes, trace: Trace) -> None:
    """The error over the iterations, a mark for each accepted change, and how the run ended.

    Errors are drawn at height log2(1 + error), which has room for 0 and for 2^1000. The iteration axis is
    logarithmic if most of the fall comes early. Both axes say so.
    """
    run, errors = trace.run, trace.errors
    if errors:
        held = [(at, level(error)) for at, error in errors]
        _steps(axes, held, level(errors[-1][1]), run, color="#777777", linewidth=1.2, zorder=1)
    if not trace.changes:
        axes.text(0.5, 0.5, "no change was ever accepted", transform=axes.transAxes, ha="center")
    _mark_changes(axes, trace)
    if accepted := run.setting.accept_error:
        dashes: Any = {"color": PALETTE[4], "linestyle": "--", "linewidth": 1.2}
        axes.axhline(level(accepted), label=f"A = {accepted}", **dashes)
    if run.error is not None:
        _mark_end(axes, run, level(run.error))
    highest = max([1.0, *(level(error) for _, error in errors)])
    axes.set_ylim(-0.04 * highest, 1.04 * highest)
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(_error_label))
    known = run.setting.rows
    rows = "wrong rows" if run.setting.on_all_inputs or not known else f"wrong rows of {known:,}"
    axes.set_ylabel(f"error ({rows})\nlogarithmic: log(1 + error)")
    _iterations(axes, trace)
    _legend(axes)


def draw_leaves(axes: Axes, trace: Trace) -> None:
    """The leaves over the iterations, the limit as a line, and how the run ended."""
    run, leaves = trace.run, trace.leaves
    if leaves:
        _steps(axes, leaves, run.leaves, run, color=PALETTE[0], linewidth=1.4)
    limit = run.setting.leaf_limit
    if limit is not None:
        formula = "" if run.setting.limit == str(limit) else f" {run.setting.limit} ="
        axes.axhline(limit, color=PALETTE[1], linestyle="--", linewidth=1.2, label=f"limit{formula} {limit}")
        _legend(axes)
    _mark_end(axes, run, run.leaves, named=False)
    axes.set_ylim(0, 1.08 * max([limit or 1, run.leaves, *(count for _, count in leaves)]))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_ylabel("leaves")
    _iterations(axes, trace)


def _steps(axes: Axes, held: Sequence[tuple[int, float]], last: float, run: Run, **look: Any) -> None:
    """What was held from iteration to iteration, up to the last."""
    axes.step([*(at for at, _ in held), run.iterations], [*(y for _, y in held), last], where="post", **look)


def _mark_changes(axes: Axes, trace: Trace) -> None:
    """A mark for every accepted change, by operation."""
    marks = MARKS | {SEVERAL: "D", OTHER: "P"}
    colours = COLOURS | {SEVERAL: PALETTE[3], OTHER: PALETTE[4]}
    for name, mark in marks.items():
        chosen = [change for change in trace.changes if _kind(change.operation) == name]
        count = sum(times for operation, times in trace.counts.items() if _kind(operation) == name)
        if chosen:
            axes.scatter(
                [change.iteration for change in chosen],
                [level(change.error) for change in chosen],
                s=22 if len(trace.changes) < MANY else 5,
                linewidths=0,
                marker=mark,
                color=colours[name],
                label=f"{name} accepted ({count:,})",
                rasterized=trace.thinned is not None,  # as shapes they would take megabytes
                zorder=2,
            )


def _kind(operation: str) -> str:
    return SEVERAL if "+" in operation else operation if operation in MARKS else OTHER


def _mark_end(axes: Axes, run: Run, height: float, named: bool = True) -> None:
    """A star where the run was solved, a cross where it gave up."""
    words = "solved" if run.solved else "gave up"
    axes.plot(
        [run.iterations],
        [height],
        linestyle="none",
        marker="*" if run.solved else "X",
        markersize=13 if run.solved else 9,
        markeredgecolor="white",
        color="black",
        label=f"{words} at iteration {run.iterations:,}" if named else None,
        clip_on=False,
        zorder=4,
    )


def _legend(axes: Axes) -> None:
    """Above the axes, where it hides nothing; in two lines if one would be wider than the figure."""
    figure = axes.get_figure(root=True)
    if axes.get_legend_handles_labels()[0] and figure is not None:
        axes.legend(
            frameon=False,
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=4 if figure.get_figwidth() > 7 else 2,
            fontsize="small",
            borderaxespad=0.2,
            columnspacing=1.2,
            handletextpad=0.4,
        )


def _iterations(axes: Axes, trace: Trace) -> None:
    """The horizontal axis, labelled with its scale."""
    last = trace.run.iterations
    if trace.early:
        axes.set_xscale("log")
        axes.set_xlim(0.9, last * 1.15)
    else:
        axes.set_xlim(0, max(last * 1.03, 1.5))
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.0f}"))
    axes.set_xlabel("iteration (logarithmic)" if trace.early else "iteration")
    axes.spines[["top", "right"]].set_visible(False)


def _error_label(height: float, place: int | None) -> str:
    """The error at a height; ticks are whole numbers, so errors are 2^k - 1, as for conjunctions."""
    if height < 0:
        return ""
    error = 2 ** round(height) - 1
    return f"{error:,}" if error < PLAIN else f"2{str(round(height)).translate(HIGH)}"
