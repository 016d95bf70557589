"""How a value is written: in a table's cell, with a mark where it is a mean of the runs that succeeded."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from evobool.studies.analysis.point import Point
from evobool.studies.analysis.sample import VALUES

MARK = "†"
KINDS = {  # what a value is, and how its interval is made
    "B": ("share of all runs that failed", "Wilson"),
    "ert": (
        "expected iterations until a success, with restarts: of all runs, per success",
        "bootstrap",
    ),
    "restricted": ("mean T of all runs, a failed run counted as long as it ran", "bootstrap"),
    "median": ("Kaplan-Meier median of T over all runs", "log-log"),
    "q05": ("Kaplan-Meier 5 % quantile of T over all runs", "log-log"),
    "q95": ("Kaplan-Meier 95 % quantile of T over all runs", "log-log"),
    **dict.fromkeys(VALUES, ("mean over the successful runs", "bootstrap")),
}
INSTEAD = "for all runs see ert, restricted, median, q05 and q95"


def number(value: float | None) -> str:
    """A number in few characters.

    >>> number(7420.03), number(44.417), number(0.85), number(float("inf")), number(None)
    ('7,420', '44.42', '0.85', '∞', '-')
    """
    if value is None:
        return "-"
    if not isfinite(value):
        return "∞"
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"


def told(point: Point, interval: bool = False) -> str:
    """A cell: the value, the interval where wanted, and for a mean of survivors the mark and B.

    >>> from evobool import Setting
    >>> told(Point(Setting(n=6), 6, 200, 170, 7420.0, 6761.0, 8013.0, survivors=True), interval=True)
    '7,420 [6,761 … 8,013] † B 0.85'
    """
    words = number(point.value)
    if interval and point.low is not None:
        words += f" [{number(point.low)} … {number(point.high)}]"
    return f"{words} {MARK} B {point.B:.3g}" if point.survivors else words


def legend(points: Iterable[Point]) -> str:
    """What the mark means; nothing without a marked value.

    >>> from evobool import Setting
    >>> legend([Point(Setting(n=6), 6, 200, 170, 7420.0, survivors=True)])
    '† mean of the 15 % that succeeded'
    """
    shares = [1 - point.B for point in points if point.survivors]
    if not shares:
        return ""
    low, high = (_percent(end) for end in (min(shares), max(shares)))
    return f"{MARK} mean of the {low if low == high else f'{low} to {high}'} % that succeeded"


def _percent(share: float) -> str:
    """A share below 1 in per cent, never rounded to 0 or 100."""
    percent = 100 * share
    return f"{percent:.0f}" if 1 <= percent <= 99 else f"{percent:.3g}" if percent < 99.95 else "> 99.9"
