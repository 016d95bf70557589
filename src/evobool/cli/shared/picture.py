"""Pictures that commands write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from evobool.paths import check_output

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evobool.model.outcome.run import Run
    from evobool.model.outcome.trace import Trace

ENDINGS = (".svg", ".pdf", ".png")
TITLE_WIDTH = 88  # characters of a line


def check_picture(field: str, path: Path) -> None:
    """Refuse a file that cannot be written, or whose ending names no format of ours."""
    check_output(field, path, ENDINGS)


def save_picture(path: Path, *draws: Callable[[Axes], object]) -> None:
    """Draw each on axes of its own, two side by side, and save; the ending names the format."""
    check_picture("out", path)
    from matplotlib.figure import Figure

    lines, columns = -(-len(draws) // 2), min(2, len(draws))
    size = (6.4, 4.4) if len(draws) == 1 else (5.6 * columns, 3.8 * lines)
    figure = Figure(figsize=size, layout="constrained")
    panels = [*figure.subplots(lines, columns, squeeze=False).flat]
    for draw, axes in zip(draws, panels, strict=False):
        draw(axes)
    for axes in panels[len(draws) :]:
        axes.set_visible(False)
    figure.savefig(path, dpi=150)


def save_run(path: Path, trace: Trace, title: str) -> None:
    """One run: its error above, its leaves below, over the same iterations."""
    from matplotlib.figure import Figure

    from evobool.plots.runs import draw_error, draw_leaves

    figure = Figure(figsize=(7.2, 5.6), layout="constrained")
    above, below = figure.subplots(2, height_ratios=(3, 2), sharex=True)
    draw_error(above, trace)
    draw_leaves(below, trace)
    above.set_xlabel("")
    figure.suptitle(fill(title, TITLE_WIDTH), fontsize="medium")
    figure.savefig(path, dpi=150)


def save_population(path: Path, run: Run, title: str) -> None:
    """One run of a population: its errors above, how different its members are below."""
    from matplotlib.figure import Figure

    from evobool.engines.generations import history
    from evobool.plots.populations import draw_diversity, draw_errors

    moments = history(run.setting, run.seed, run.index)
    figure = Figure(figsize=(7.2, 5.6), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    draw_errors(above, moments, run.setting.rows)
    draw_diversity(below, moments)
    above.set_xlabel("")
    figure.suptitle(fill(title, TITLE_WIDTH), fontsize="medium")
    figure.savefig(path, dpi=150)
