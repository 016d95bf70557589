"""One run."""

from __future__ import annotations

from matplotlib.axes import Axes

from evobool.errors import InputError
from evobool.model.record import Run
from evobool.plots.style import COLOURS, MARKS


def draw_run(axes: Axes, run: Run) -> None:
    """How the error of one run fell, a mark for every accepted change."""
    if not run.trajectory:
        raise InputError("run", "without a trajectory", "make it with evolve(..., trajectory=True)")
    steps = run.trajectory
    axes.step(
        [*(step.iteration for step in steps), run.iterations],
        [*(step.error for step in steps), steps[-1].error],
        where="post",
        color="#777777",
        linewidth=1.2,
        zorder=1,
    )
    for name, colour in COLOURS.items():
        chosen = [step for step in steps if step.operation == name]
        if chosen:
            axes.scatter(
                [step.iteration for step in chosen],
                [step.error for step in chosen],
                s=22,
                marker=MARKS[name],
                color=colour,
                label=name,
                zorder=2,
            )
    axes.set_yscale("symlog", base=2, linthresh=1)
    axes.set_ylim(bottom=-0.2)
    axes.set_xlabel("iteration")
    axes.set_ylabel("error (wrong rows)")
    axes.legend(title="accepted", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
