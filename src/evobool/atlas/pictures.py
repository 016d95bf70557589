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
from evobool.paper.folder import STYLE
from evobool.plots.style import plain_logarithmic

if TYPE_CHECKING:
    from evobool.atlas.survey import Entry, Survey

GAP = 0.18  # between tiles, in tiles
WIDTH = 13.0  # inches
FEWEST_ACROSS, FEWEST_DOWN = 22, 7  # tiles: room for the legend
VEIL = 0.86  # how much of the colour is left out where the function is false
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # Okabe and Ito, one for each system
Corner = tuple[float, float]


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
    across, down = max(FEWEST_ACROSS, *map(len, rows.values())), max(FEWEST_DOWN, len(rows))
    return across * (1 + GAP) + 1.9, down * (1 + GAP) + 0.6


def draw_map(axes: Axes, entries: Sequence[Entry], system: str, title: str, cap: int) -> None:
    """All classes in rows by their fewest leaves, coloured by how hard they are for a system.

    Rows are ordered by the first system, so that every class has the same place in all maps. Where a function
    and its negation differ, the upper left is the function's colour, the lower right its negation's.
    """
    rows = rows_of(entries, "and-or")
    width, height = _room(rows)
    step, scale, n = 1 + GAP, light(), entries[0].npn.n
    shapes: list[tuple[list[Corner], str]] = []

    def colour(cell: Cell) -> str:
        return scale.of(cell.mean, easiest(n), cap) if cell.successes else scale.never

    for down, (leaves, row) in enumerate(rows.items()):
        top = -down * step
        axes.text(-0.3, top - 0.5, str(leaves), ha="right", va="center", fontsize=12, color="#444444")
        for place, entry in enumerate(row):
            cells = entry.cells[system]
            shapes += _tile(place * step, top, entry, colour(cells[0]), colour(cells[-1]))
    corners = [corner for corner, _ in shapes]
    axes.add_collection(PolyCollection(corners, facecolors=[fill for _, fill in shapes], linewidths=0))
    right = width - 2.3
    functions = sum(entry.npn.size for entry in entries)
    axes.text(right, -0.05, title, ha="right", va="top", fontsize=17, fontweight="bold")
    words = (
        f"all {functions:,} functions of {n} variables, as {len(entries)} classes; a row needs the\n"
        "number of leaves on its left; full colour where a function is true"
    )
    axes.text(right, -0.95, words, ha="right", va="top", fontsize=10, color="#444444")
    never = any(not cell.successes for entry in entries for cell in entry.cells[system])
    _legend(axes, right, -2.35, never, easiest(n), cap)
    axes.set(xlim=(-1.6, width - 1.6), ylim=(0.3 - height, 0.3))
    axes.set_aspect("equal")
    axes.axis("off")


def _tile(x: float, y: float, entry: Entry, first: str, second: str) -> list[tuple[list[Corner], str]]:
    """The cells of a Karnaugh map, veiled where the function is false, and cut along the diagonal."""
    n = entry.npn.n
    across = (n + 1) // 2
    columns, rows = 2**across, 2 ** (n - across)
    shapes = []
    for column in range(columns):
        for row in range(rows):
            place = _gray(column) | _gray(row) << across
            left, right = x + column / columns, x + (column + 1) / columns
            top, bottom = y - row / rows, y - (row + 1) / rows
            true = entry.npn.table >> place & 1
            paint = [each if true else _veiled(each) for each in (first, second)]
            above, below = (column + 1) / columns + (row + 1) / rows, column / columns + row / rows
            if first == second or above <= 1 + 1e-9:
                shapes.append(([(left, top), (right, top), (right, bottom), (left, bottom)], paint[0]))
            elif below >= 1 - 1e-9:
                shapes.append(([(left, top), (right, top), (right, bottom), (left, bottom)], paint[1]))
            else:  # on the diagonal
                shapes.append(([(left, top), (right, top), (left, bottom)], paint[0]))
                shapes.append(([(right, top), (right, bottom), (left, bottom)], paint[1]))
    return shapes


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
        colour: Any = COLOURS[number]
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


def draw_leaves(axes: Axes, cells: Sequence[Cell], colour: str) -> None:
    """T against the fewest leaves of one system; hollow marks were never found."""
    order = sorted(cells, key=lambda cell: cell.mean)
    seen: dict[int, int] = {}
    for cell in order:
        count = seen[cell.fewest] = seen.get(cell.fewest, 0) + 1
        aside = ((count * 0.618) % 1 - 0.5) * 0.7  # neighbours in T stand side by side
        face = colour if cell.successes else "none"
        axes.plot(cell.fewest + aside, cell.mean, "o", color=colour, markerfacecolor=face, markersize=4)
    plain_logarithmic(axes, order[0].mean, order[-1].mean)
    axes.set(xlabel="fewest leaves", ylabel="mean of min(T, cap)")
