"""The figures of docs/reference/learning.md: ranks, accuracy against seconds, and what an iteration costs."""

from __future__ import annotations

from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from _docs import DOCS
from cost_figure import LOOK

from .comparison import NAMES, SMALL, UNRANKED, League
from .ranks import drawn

OURS, SMALL_COLOUR, LARGE = "#d55e00", "#0072b2", "#777777"


def save(figure: Figure, name: str) -> None:
    """Write a figure; equal numbers give an equal file."""
    with matplotlib.rc_context(LOOK):
        figure.savefig(DOCS / "figures" / f"{name}.svg", metadata={"Date": None})


def draw_ranks(found: League) -> None:
    """Mean ranks with the critical difference."""
    with matplotlib.rc_context(LOOK | {"font.size": 10}):
        save(drawn(found.ranking(), NAMES), f"learning-ranks-{found.objective}")


def draw_seconds(found: League) -> None:
    """The mean of every learner against the processor time of a fit."""
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=(7.6, 4.2), layout="constrained")
        axes: Any = figure.subplots()
        for name, folds in found.folds.items():
            if name in UNRANKED:
                continue
            seconds = [folds[number][table].seconds for number in found.common for table in folds[number]]
            x, y = np.mean(seconds), np.mean(found.scores(name, found.common))
            colour = OURS if name == "ours" else SMALL_COLOUR if name in SMALL else LARGE
            axes.plot([x], [y], "o", color=colour, markersize=8)
            axes.annotate(NAMES[name], (x, y), (8, -4), textcoords="offset points", fontsize=11, color=colour)
        axes.set(xscale="log", xlabel="seconds of a processor for a fit", ylabel=f"mean {found.what}")
        axes.margins(x=0.28, y=0.12)
        axes.grid(alpha=0.3)
        save(figure, f"learning-seconds-{found.objective}")


def draw_cost(points: list[tuple[int, int, float]]) -> None:
    """Nanoseconds an iteration against rows, and against literals."""
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=(11, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2)
        for axes, place, name, fixed in ((left, 0, "rows", (1, 30)), (right, 1, "literals", (0, 1_000))):
            chosen = sorted(point for point in points if point[fixed[0]] == fixed[1])
            sizes = [point[place] * (2 if place else 1) for point in chosen]
            axes.plot(sizes, [point[2] for point in chosen], "o-", color=OURS)
            rest = "60 literals" if place == 0 else "1,000 rows"
            axes.set(xscale="log", xlabel=f"{name}, at {rest}", ylim=(0, None))
            axes.set_title("nanoseconds an iteration")
            axes.grid(alpha=0.3)
        left.set(yscale="log", ylim=(10, None))
        save(figure, "learning-cost")
