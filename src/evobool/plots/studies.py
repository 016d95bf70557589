"""The results of a study: curves with bands and fitted laws, and the laws' residuals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, pairwise
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import common
from evobool.plots.ecdf import draw_ecdf
from evobool.plots.style import MOST_CURVES, PALETTE, SHAPES, logarithmic, look, marked, plain_logarithmic
from evobool.studies.analysis.choosing import Where
from evobool.studies.analysis.point import MEASURES, Point
from evobool.studies.analysis.results import Results
from evobool.studies.analysis.sample import QUANTILES, VALUES
from evobool.studies.analysis.told import KINDS, MARK, legend
from evobool.studies.laws.curves import Curve, curves
from evobool.studies.laws.fits import Fit, Law
from evobool.studies.laws.shapes import law_named, shape, written
from evobool.studies.store.columns import COUNTS, check_value, count_title

NAMES = {
    "T": "T (iterations)",
    "S": "S (leaves)",
    "B": "B (share of failed runs)",
    "ert": "ERT (iterations per success)",
    "restricted": "restricted mean T (iterations)",
    "median": "median T (iterations)",
    "q05": "5 % quantile of T (iterations)",
    "q95": "95 % quantile of T (iterations)",
    "generalisation_error": "generalisation error",
    "evaluations": "evaluations",
    **{name: count_title(name) for name in COUNTS},
}
SCALES = ("log", "linear")
CAPTION_WIDTH, MANY = 96, 7  # characters per line; legend entries that fit beside the curves
DASHES = ("--", ":", "-.")
DODGE = 0.018  # the largest distance between the shares of two groups, as a fraction of x
POOR = 0.01  # below this p, the legend says that a law does not fit


def draw_study(
    axes: Axes,
    results: Results,
    x: str = "n",
    y: str = "T",
    group: str | Sequence[str] = "limit",
    *,
    where: Where | None = None,
    divide: str | None = None,
    laws: Sequence[str] = (),
    censored: bool = False,
    x_scale: str | None = None,
    y_scale: str | None = None,
    title: str | None = None,
) -> list[Curve]:
    """Draw one value against a field with 95 % bands, one curve per group; returns the curves.

    `laws` are fitted to each curve and drawn with their constants in the legend; "best" takes the one that
    fits best; `censored` fits means over the successful runs although others failed. `divide` shows the value
    divided by a law, such as "n log n". The vertical axis is logarithmic unless the value is a share, is
    divided or may be 0, the horizontal one unless x is 0 somewhere. A caption says over which runs, and how
    many. `y="ecdf"` draws the share of runs solved by each T, for each setting.
    """
    for name, asked in (("x_scale", x_scale), ("y_scale", y_scale)):
        if asked is not None:
            check_choice(name, asked, SCALES)
    check_value("y", y, (*MEASURES, "ecdf"))
    if y == "ecdf":
        if divide or laws or y_scale == "log":
            raise InputError("y", y, "is a share of runs: it has no law, no --divide and a linear scale")
        drawn, words = draw_ecdf(axes, results, _apart(x, group), where, x_scale != "linear", title)
        _write_below(axes, words)
        _legend(axes, axes.get_legend_handles_labels()[0])
        return drawn
    measured = curves(results, x, y, group, where, MOST_CURVES, fitted=bool(laws))
    fitted = [_laws(curve, laws, censored) for curve in measured]
    shown = measured if divide is None else [curve.divided(divide) for curve in measured]
    points = [point for curve in shown for point in curve.seen]
    if not points:
        raise InputError("store", results.path, f"has no {y} to draw: no setting has enough successful runs")
    x_scale = _x_scale(x, x_scale, points)
    scale = y_scale or ("linear" if y == "B" or divide or _zeros(points) else "log")
    if scale == "log" and y != "B" and _zeros(points):
        zero = _zeros(points)[0]
        raise InputError("y_scale", "log", f"{y} is 0 at {x} = {zero.x:g}, which a log axis cannot show")
    _write_below(axes, caption(shown, bool(laws), scale))
    handles: list[Any] = []
    dodge = _dodge(points, len(shown))
    for count, (curve, found) in enumerate(zip(shown, fitted, strict=True)):
        style = look(count)
        beside = (count - (len(shown) - 1) / 2) * dodge if y == "B" else 0.0
        joined = not found and y != "B"
        handles.append(_draw_curve(axes, curve, style, log=scale == "log", joined=joined, beside=beside))
        for dash, law in zip(cycle(DASHES), found, strict=False):
            handles.append(_draw_law(axes, curve, law, (style[0], dash), divide, x_scale == "log"))
    _set_axes(axes, x, y, divide, points, x_scale, scale)
    _legend(axes, handles)
    settings = [point.setting for curve in measured for point in curve.points]
    axes.set_title(fill(title or common(settings, _apart(x, group)), 72), fontsize=11)
    return measured


def _legend(axes: Axes, handles: Sequence[Any]) -> None:
    """The legend, beside the picture if it is long."""
    beyond: Any = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.02)} if len(handles) > MANY else {}
    axes.legend(handles=handles, frameon=False, fontsize=9, **beyond)


def _x_scale(x: str, asked: str | None, points: Sequence[Point]) -> str:
    """The scale of the horizontal axis: logarithmic where it can be, unless somebody asked."""
    zero = next((point.x for point in points if point.x <= 0), None)
    if asked == "log" and zero is not None:
        raise InputError("x_scale", "log", f"{x} is {zero:g} in some setting, which a log axis cannot show")
    return asked or ("log" if zero is None else "linear")


def _apart(x: str, group: str | Sequence[str]) -> list[str]:
    return [x, *([group] if isinstance(group, str) else group)]


def _laws(curve: Curve, names: Sequence[str], censored: bool) -> list[Law]:
    """The laws asked for, fitted to a curve."""
    return [curve.fit(None if name == "best" else [name], censored=censored).laws[0] for name in names]


def _dodge(points: Sequence[Point], groups: int) -> float:
    """How far apart shares of two groups stand: never so far that they come near another x."""
    places = sorted({point.x for point in points})
    gaps = [after / before - 1 for before, after in pairwise(places) if before > 0]
    return min([DODGE, *(0.7 * gap / groups for gap in gaps)])


def _zeros(points: Sequence[Point]) -> list[Point]:
    return [point for point in points if point.value == 0 or point.low == 0]


def _draw_curve(
    axes: Axes, curve: Curve, style: tuple[str, str], *, log: bool, joined: bool, beside: float
) -> ErrorbarContainer:
    """Marks with error bars, and a band unless they stand `beside` each other.

    On a log axis, a share of 0 is a triangle at the upper end of its interval.
    """
    none = [point for point in curve.seen if log and not point.value]
    some = [point for point in curve.seen if point not in none]
    x, values = [point.x * (1 + beside) for point in some], [float(point.value or 0) for point in some]
    _mark_survivors(axes, some, x, style)
    lows = [value if point.low is None else point.low for point, value in zip(some, values, strict=True)]
    highs = [_top(point, value) for point, value in zip(some, values, strict=True)]
    if curve.y != "B":
        axes.fill_between(x, lows, highs, color=style[0], alpha=0.18, linewidth=0)
    errors = np.abs([np.subtract(values, lows), np.subtract(highs, values)])
    line: Any = {"linestyle": "-" if joined else "none", "linewidth": 1.3, "elinewidth": 0.9}
    drawn = marked(axes, x, values, errors, style, label=curve.name, **line)
    ends = [float(point.high or 0) for point in none]
    hollow: Any = {"marker": "v", "markersize": 7, "markerfacecolor": "none", "linestyle": "none"}
    axes.plot([point.x * (1 + beside) for point in none], ends, color=style[0], **hollow)
    return drawn


def _mark_survivors(axes: Axes, points: Sequence[Point], x: Sequence[float], style: tuple[str, str]) -> None:
    """Means of survivors are hollow, with B beside them."""
    marked = [(place, point) for place, point in zip(x, points, strict=True) if point.survivors]
    shape: Any = {"color": style[0], "marker": style[1], "markersize": 5, "linestyle": "none", "zorder": 3}
    for place, point in marked:
        at = (place, float(point.value or 0))
        axes.plot(*at, markerfacecolor="white", **shape)
        axes.annotate(f"B {point.B:.2g}", at, (5, -9), textcoords="offset points", fontsize=7, color=style[0])


def _top(point: Point, value: float) -> float:
    """Where an interval ends; one without an upper end is drawn up to where runs gave up."""
    if point.high is None:
        return value
    return point.high if np.isfinite(point.high) else max(value, float(point.setting.max_iterations))


def _draw_law(
    axes: Axes, curve: Curve, law: Law, style: tuple[str, str], divide: str | None, log: bool
) -> Line2D:
    """A fitted law as a dashed line over the curve's range, its constants and p in the legend."""
    low, high = curve.seen[0].x, curve.seen[-1].x
    fine = np.geomspace(low, high, 200) if log else np.linspace(low, high, 200)
    values = law.at(fine) if divide is None else law.at(fine) / shape(law_named(divide), fine)
    p = law.fitted.p
    told = f"p = {p:.2g}" if p >= POOR else f"does not fit, p = {p:.1g}"
    label = f"{law.formula(curve.x)} ({told})"
    (line,) = axes.plot(
        fine, values, color=style[0], linestyle=style[1], linewidth=1.2, zorder=1.5, label=label
    )
    return line


def _set_axes(
    axes: Axes, x: str, y: str, divide: str | None, points: Sequence[Point], x_scale: str, y_scale: str
) -> None:
    """Scales and labels."""
    if x_scale == "log":
        logarithmic(axes, [point.x for point in points])
    if y_scale == "log":
        ends = [end for point in points for end in (point.low, point.value, point.high)]
        positive = [float(end) for end in ends if end and np.isfinite(end)]
        plain_logarithmic(axes, min(positive), max(positive))
    elif y != "B":
        axes.set_ylim(bottom=0)
    axes.set_xlabel(x)
    axes.set_ylabel(NAMES[y] if divide is None else f"{y} / ({written(law_named(divide), x)})")
    axes.spines[["top", "right"]].set_visible(False)


def caption(shown: Sequence[Curve], laws: bool, scale: str) -> str:
    """The caption of a figure: over which runs, how many there were, and what could not be drawn."""
    y, x = shown[0].y, shown[0].x
    points = [point for curve in shown for point in curve.points]
    counts = sorted({point.runs for point in points})
    each = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    total, failed = sum(point.runs for point in points), sum(point.failed for point in points)
    kind, how = KINDS[y]
    head = f"{_title(y)}: {kind}" if y in VALUES else kind[:1].upper() + kind[1:]
    words = [
        f"{head}, 95 % intervals ({how}).",
        f"{each} runs of each setting, {total:,} in total, {failed:,} failed.",
    ]
    marked = legend(points)
    if marked:
        words.append(f"Hollow, with B beside: {marked.removeprefix(MARK).strip()}.")
    if laws:
        words.append("Laws by weighted least squares of ln y, p by bootstrap over runs.")
    if y == "B" and scale == "log" and any(point.value == 0 for point in points):
        words.append("Hollow triangle: no failure, drawn at the upper end of its interval.")
    if any(point.high is not None and np.isinf(point.high) for point in points):
        words.append("An interval without an upper end is drawn up to where runs gave up.")
    empty = ((curve.name, point.x) for curve in shown for point in curve.points if point.value is None)
    missing = [f"{name} at {x} = {place:g}" for name, place in empty]
    if missing:
        why = "no success" if y not in QUANTILES else f"fewer than {QUANTILES[y]:.0%} were solved"
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        words.append(f"Not drawn ({why}): {', '.join(missing[:3])}{more}.")
    return " ".join(words)


def _title(y: str) -> str:
    return NAMES[y].split(" (")[0][:1].upper() + NAMES[y].split(" (")[0][1:]


def _write_below(axes: Axes, text: str) -> None:
    """Small text below the horizontal axis."""
    place: Any = {"xycoords": "axes fraction", "textcoords": "offset points", "ha": "left", "va": "top"}
    axes.annotate(fill(text, CAPTION_WIDTH), (0, 0), (0, -38), fontsize=8, color="#444444", **place)


def draw_residuals(axes: Axes, curve: Curve, fit: Fit, laws: int = 3) -> None:
    """How far each mean of a curve is from the best laws, in standard errors; the grey band is ± two."""
    x = [point.x for point in curve.seen if point.standard_error is not None]
    for count, law in enumerate(fit.laws[:laws]):
        label = f"{law.formula(curve.x)} (p = {law.fitted.p:.2g})"
        axes.plot(x, law.fitted.residuals, color=PALETTE[count], marker=SHAPES[count], label=label)
    axes.axhspan(-2, 2, color="#e4e4e4", zorder=0)
    logarithmic(axes, x)
    axes.set_title(f"{curve.y}, {curve.name}", fontsize=11)
    axes.set_xlabel(curve.x)
    axes.set_ylabel("residual (standard errors)")
    axes.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.2))
    axes.spines[["top", "right"]].set_visible(False)
