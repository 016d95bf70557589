"""A population over the trees judged: its best and median error, and how different its members are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from evobool.engines.generations import Moment
from evobool.plots.style import PALETTE


def draw_errors(axes: Axes, moments: Sequence[Moment], rows: int) -> None:
    """The fewest and the median wrong rows of the members."""
    _lines(axes, moments, {"best": "best", "median": "median"})
    axes.set_ylabel(f"wrong rows of {rows:,}")


def draw_diversity(axes: Axes, moments: Sequence[Moment]) -> None:
    """How many members, different trees, different functions and families there are."""
    size = [(moment.evaluations, len(moment.members)) for moment in moments]
    axes.step(*zip(*size, strict=True), where="post", color="#999999", linestyle=":", label="members")
    _lines(axes, moments, {"trees": "trees", "functions": "functions", "families": "families"})
    axes.set_ylabel("different")


def _lines(axes: Axes, moments: Sequence[Moment], values: dict[str, str]) -> None:
    for number, (value, name) in enumerate(values.items()):
        known = [(each.evaluations, held) for each in moments if (held := getattr(each, value)) is not None]
        if known:
            look: Any = {"color": PALETTE[number], "linewidth": 1.4, "label": name}
            axes.step(*zip(*known, strict=True), where="post", **look)
    axes.set_xlim(0, 1.02 * max(moments[-1].evaluations, 1))
    axes.set_ylim(0, None)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.0f}"))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel("trees judged")
    axes.legend(frameon=False, fontsize="small", loc="lower right", bbox_to_anchor=(1, 1), ncols=4)
    axes.spines[["top", "right"]].set_visible(False)
