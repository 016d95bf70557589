"""The atlas as still pictures, for slides and pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from evobool.atlas.cells import Cell
from evobool.atlas.hardness import Correlation
from evobool.atlas.scale import STEPS, easiest, light
from evobool.plots.style import PALETTE, STYLE, plain_logarithmic

if TYPE_CHECKING:
    from evobool.atlas.survey import Entry, Survey

GAP = 0.18  # between tiles, in tiles
WIDTH = 13.0  # inches
FEWEST_ACROSS, FEWEST_DOWN = 30, 7  # in tiles: room for the legend
VEIL = 0.86  # how much of the colour is left out where the function is false
Corner = tuple[float, float]
Shape = tuple[list[Corner], str]  # a polygon and its colour


def write_pictures(survey: Survey, folder: Path) -> None:
    """Write a map of the atlas for each system, and one picture of what goes with T, as SVG and PDF."""
    folder.mkdir(exist_ok=True)
    with rc_context(STYLE):
        for system in survey.systems:
            figure = _figure(map_size(survey.entries))
            axes = figure.add_axes((0, 0, 1, 1))
            draw_map(axes, survey.entries, system.name, system.title, survey.max_iterations)
            _save(figure, folder / f"atlas-{system.name}")
        if any(survey.correlations.values()):
            figure = _figure((8.6, 5.6))
            titles = {system.name: system.title for system in survey.systems}
            draw_correlations(figure.add_axes((0.33, 0.2, 0.64, 0.78)), survey.correlations, titles)
            _save(figure, folder / "correlations")


def _figure(size: tuple[float, float]) -> Figure:
    figure = Figure(figsize=size)
    FigureCanvasAgg(figure)
    return figure


def _save(figure: Figure, path: Path) -> None:
    """As SVG and PDF, the same bytes for the same picture."""
    figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    figure.savefig(path.with_suffix(".pdf"), metadata={"CreationDate": None})


def rows_of(entries: Sequence[Entry], system: str) -> dict[int, list[Entry]]:
    """The classes by their fewest leaves, the easiest first."""
    rows: dict[int, list[Entry]] = {}
    for entry in sorted(entries, key=lambda each: (each.leaves, each.cells[system][0].mean)):
        rows.setdefault(entry.leaves, []).append(entry)
    return rows


def map_size(entries: Sequence[Entry]) -> tuple[float, float]:
    """A size in inches that leaves tiles square."""
    rows = rows_of(entries, "and-or")
    width, height = _room(rows)
    return WIDTH, WIDTH * height / width


def _room(rows: dict[int, list[Entry]]) -> tuple[float, float]:
    """What a map takes, in tiles."""
    columns, down = _shape(next(iter(rows.values()))[0].npn.n)
    across = max(map(len, rows.values())) * (columns / down + GAP)
    return max(FEWEST_ACROSS, across) + 1.9, max(FEWEST_DOWN, len(rows) * (1 + GAP)) + 0.6


def draw_map(axes: Axes, entries: Sequence[Entry], system: str, title: str, cap: int) -> None:
    """All classes in rows by their fewest leaves, coloured by how hard they are for a system.

    Rows are ordered by the first system, so that every class has the same place in all maps. Where a function
    and its negation differ, the upper left is the function's colour, the lower right its negation's.
    """
    rows = rows_of(entries, "and-or")
    width, height = _room(rows)
    step, scale, n = 1 + GAP, light(), entries[0].npn.n
    columns, cells_down = _shape(n)
    shapes: list[Shape] = []

    def colour(cell: Cell) -> str:
        return scale.of(cell.mean, easiest(n, cap), cap) if cell.successes else scale.never

    for down, (leaves, row) in enumerate(rows.items()):
        top = -down * step
        axes.text(-0.3, top - 0.5, str(leaves), ha="right", va="center", fontsize=12, color="#444444")
        for place, entry in enumerate(row):
            cells = entry.cells[system]
            shapes += _tile(
                place * (columns / cells_down + GAP), top, entry, colour(cells[0]), colour(cells[-1])
            )
    corners = [corner for corner, _ in shapes]
    axes.add_collection(PolyCollection(corners, facecolors=[fill for _, fill in shapes], linewidths=0))
    right = width - 2.9
    functions = sum(entry.npn.size for entry in entries)
    axes.text(right, -0.05, title, ha="right", va="top", fontsize=17, fontweight="bold")
    words = [
        f"all {functions:,} functions of {n} variables, as {len(entries)} classes",
        "rows: fewest leaves with AND and OR; full colour where a function is true",
    ]
    if any(len(entry.cells[system]) > 1 for entry in entries):
        words.append("upper left: the function; lower right: its negation")
    axes.text(right, -0.95, "\n".join(words), ha="right", va="top", fontsize=10, color="#444444")
    never = any(not cell.successes for entry in entries for cell in entry.cells[system])
    _legend(axes, right, -1.25 - 0.55 * len(words), never, easiest(n, cap), cap)
    axes.set(xlim=(-1.6, width - 1.6), ylim=(0.3 - height, 0.3))
    axes.set_aspect("equal")
    axes.axis("off")


def _tile(x: float, y: float, entry: Entry, first: str, second: str) -> list[Shape]:
    """A Karnaugh map: a pale ground, and the cells where the function is true, cut along the diagonal."""
    columns, rows = _shape(entry.npn.n)
    shapes = _cut((0, 0, 1, 1), _veiled(first), _veiled(second))
    for column in range(columns):
        for row in range(rows):
            if entry.npn.table >> (_gray(column) | _gray(row) * columns) & 1:
                cell = (column / columns, row / rows, (column + 1) / columns, (row + 1) / rows)
                shapes += _cut(cell, first, second)
    return [([(x + u * columns / rows, y - v) for u, v in corners], fill) for corners, fill in shapes]


def _shape(n: int) -> tuple[int, int]:
    """The columns and rows of a Karnaugh map."""
    across = (n + 1) // 2
    return 2**across, 2 ** (n - across)


def _cut(part: tuple[float, float, float, float], first: str, second: str) -> list[Shape]:
    """A part of the unit square, in one colour above the diagonal u + v = 1 and in another below it."""
    left, top, right, bottom = part
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if first == second:
        return [(corners, first)]
    above, below = _beyond(corners, -1), _beyond(corners, 1)
    return [shape for shape in ((above, first), (below, second)) if len(shape[0]) > 2]


def _beyond(corners: Sequence[Corner], sign: int) -> list[Corner]:
    """What is left of a convex polygon on one side of the diagonal (Sutherland and Hodgman)."""
    found = []
    for (u, v), (u2, v2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        here, there = sign * (u + v - 1), sign * (u2 + v2 - 1)
        if here >= 0:
            found.append((u, v))
        if here * there < 0:
            share = here / (here - there)
            found.append((u + share * (u2 - u), v + share * (v2 - v)))
    return found if any(sign * (u + v - 1) > 1e-9 for u, v in found) else []


def _gray(number: int) -> int:
    return number ^ (number >> 1)


def _veiled(colour: str) -> str:
    """A colour mixed with the white of the page."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 * VEIL + part * (1 - VEIL)):02x}" for part in parts)


def _legend(axes: Axes, right: float, top: float, never: bool, least: int, cap: int) -> None:
    """The scale, with its right end and its top where they are wanted."""
    scale, width = light(), 11.0
    left = right - width
    for step, colour in enumerate(scale.colours):
        ends = [left + step * width / STEPS, left + (step + 1) * width / STEPS]
        axes.fill_between(ends, top - 0.45, top, color=colour, linewidth=0)
    for power in range(int(log10(cap / least) + 1e-9) + 1):
        place, words = left + power / log10(cap / least) * width, f"{least * 10**power:,}"
        axes.text(place, top - 0.6, words if power else f"≤ {words}", ha="center", va="top", fontsize=9)
    words = f"mean of min(T, {cap:,}), iterations"
    axes.text(right, top - 1.2, words, ha="right", va="top", fontsize=9, color="#444444")
    if never:
        axes.fill_between([left - 4, left - 3.55], top - 0.45, top, color=scale.never, linewidth=0)
        axes.text(left - 3.3, top - 0.22, "never found", va="center", fontsize=9)


def draw_correlations(axes: Axes, correlations: dict[str, list[Correlation]], titles: dict[str, str]) -> None:
    """Rank correlations with T: thick lines 95 % over the runs, thin ones over the classes."""
    features = [each.feature for each in next(iter(correlations.values()))]
    for number, (system, found) in enumerate(correlations.items()):
        colour: Any = PALETTE[number]
        places = [-place - 0.17 * (number - 1.5) for place in range(len(features))]
        axes.hlines(places, *zip(*(c.by_classes for c in found), strict=True), color=colour, linewidth=1.2)
        axes.hlines(
            places, *zip(*(c.by_runs for c in found), strict=True), color=colour, linewidth=5, alpha=0.4
        )
        axes.plot([c.rho for c in found], places, "o", color=colour, markersize=6, label=titles[system])
    axes.axvline(0, color="#888888", linewidth=0.8, zorder=0)
    axes.set_yticks([-place for place in range(len(features))], features)
    axes.set(xlim=(-1.05, 1.05), xlabel="rank correlation with T (Spearman's ρ)")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.legend(loc="lower left", bbox_to_anchor=(-0.2, -0.27), ncols=2, frameon=False, fontsize=9)


def draw_feature(axes: Axes, means: Sequence[float], values: Sequence[float], colour: str) -> None:
    """T of every class against a property; classes with the same value are spread out sideways."""
    seen: dict[float, int] = {}
    for mean, value in sorted(zip(means, values, strict=True)):
        count = seen[value] = seen.get(value, 0) + 1
        aside = ((count * 0.618) % 1 - 0.5) * 0.7  # neighbours in T stand side by side
        axes.plot(value + aside, mean, "o", color=colour, markersize=3.5, alpha=0.8, markeredgewidth=0)
    plain_logarithmic(axes, min(means), max(means))
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_xticks(sorted(seen))
