"""The front of a search for formulas: errors against leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evobool.plots.style import PALETTE


class Shown(NamedTuple):
    """What is shown of a front: leaves and errors of each formula, the one chosen, and the floor."""

    leaves: Sequence[int]
    errors: Sequence[int]
    chosen: int  # its leaves
    floor: int
    rows: int


def draw_front(axes: Axes, front: Shown) -> None:
    """The fewest errors found for each number of leaves, and the floor that no formula gets below."""
    steps = axes.step([*front.leaves], [*front.errors], where="post", color=PALETTE[0], linewidth=1.4)
    steps[0].set(marker="o", markersize=4)
    place = front.leaves.index(front.chosen)
    axes.plot(front.chosen, front.errors[place], "o", color=PALETTE[1], markersize=9, label="chosen")
    axes.axhline(front.floor, color="#777777", linestyle="--", linewidth=1.2, label=f"floor: {front.floor:,}")
    axes.set_ylim(0, 1.08 * max(1, *front.errors, front.floor))
    axes.set_xlabel("leaves")
    axes.set_ylabel(f"wrong rows of {front.rows:,}, learnt from")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.legend(frameon=False)
