"""Colours, marks and axes shared by all figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.container import ErrorbarContainer
from matplotlib.ticker import LogLocator, NullFormatter

STYLE: Any = {  # of pictures in reports
    "svg.hashsalt": "evobool",  # the same picture gives the same bytes
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
COLOURS = {"INS": "#0072b2", "DEL": "#d55e00", "SUB": "#009e73"}  # Okabe and Ito
LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"INS": "^", "DEL": "v", "SUB": "o"}
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES = ("o", "s", "^", "D", "v", "P", "X")
MOST_CURVES = len(PALETTE) * len(SHAPES)  # of one picture: more would look alike


def logarithmic(axes: Axes, places: Sequence[float]) -> None:
    """A logarithmic axis with a tick at each place, if they are few enough to read."""
    axes.set_xscale("log")
    ticks = sorted(set(places))
    if len(ticks) <= 12:
        axes.set_xticks(ticks, [f"{place:,.0f}" for place in ticks])
        axes.minorticks_off()


def look(count: int) -> tuple[str, str]:
    """The colour and mark of one curve among several; no two look alike until all pairs are used up."""
    return PALETTE[count % len(PALETTE)], SHAPES[(count + count // len(PALETTE)) % len(SHAPES)]


def marked(
    axes: Axes, x: Any, y: Any, errors: Any, style: tuple[str, str], *, hollow: bool = False, **options: Any
) -> ErrorbarContainer:
    """Marks with error bars, of one colour and mark; hollow ones may lie on others."""
    usual: dict[str, Any] = {"color": style[0], "marker": style[1], "markersize": 5, "capsize": 2}
    return axes.errorbar(x, y, errors, **usual | ({"markerfacecolor": "none"} if hollow else {}) | options)


def sizes_axis(axes: Axes, sizes: Sequence[int], base: int = 10) -> None:
    """A logarithmic axis of n with a tick at each size."""
    axes.set_xscale("log", base=base)
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.minorticks_off()
    axes.set_xlabel("n")


def plain_logarithmic(axes: Axes, low: float, high: float) -> None:
    """A logarithmic vertical axis labelled with plain numbers, or powers of ten if it spans many."""
    axes.set_yscale("log")
    if low < 1e-3 or high >= 1e7 or log10(high / low) > 3.5:
        powers_of_ten(axes.yaxis)
        return
    steps = (1.0, 2.0, 5.0) if log10(high / low) < 2 else (1.0,)
    axes.yaxis.set_major_locator(LogLocator(subs=steps))
    axes.yaxis.set_major_formatter(lambda value, place: f"{value:,g}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def powers_of_ten(axis: Axis) -> None:
    """Label a logarithmic axis at powers of ten in plain characters: mathematical text is slow to render."""
    axis.set_major_formatter(lambda value, place: f"10{str(round(log10(value))).translate(HIGH)}")
    axis.set_minor_formatter(NullFormatter())
