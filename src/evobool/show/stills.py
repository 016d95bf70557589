"""A run as a sequence of pictures: its tree after each accepted change, over the error so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import log
from typing import NamedTuple

from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Run
from evobool.model.outcome.trace import Trace, level
from evobool.model.settings.describing import describe, short
from evobool.show.drawing import FILL, GLYPH, PALETTE, places

WIDTH, HEIGHT = 720, 540
EDGE, TOP, BOTTOM, CURVE = 28, 76, 400, 96  # of the tree, and how high the curve below it is
ACROSS, DOWN, RADIUS, LEAST_LABELLED = 110, 78, 24, 6  # at most
MOST_FRAMES = 200
INK, SOFT, LINE, PAPER = "#1c1f24", "#5b636e", "#8a929c", "#ffffff"
BLUE = PALETTE[0]
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Line(NamedTuple):
    """Points joined by straight lines."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


class Disc(NamedTuple):
    """A filled circle with an edge."""

    x: float
    y: float
    radius: float
    fill: str


class Words(NamedTuple):
    """Text whose middle is at y, and at x unless it begins there."""

    x: float
    y: float
    size: float
    words: str
    colour: str
    middle: bool = True


Shape = Line | Disc | Words


@dataclass(frozen=True)
class Frame:
    """One picture and the iteration it shows."""

    iteration: int
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        """As SVG."""
        body = "\n".join(_element(shape) for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>\n{body}\n</svg>\n'
        )


class Moment(NamedTuple):
    """What a frame shows: the tree held after an iteration."""

    iteration: int
    words: str
    tree: Tree


def frames(run: Run) -> Iterator[Frame]:
    """The frames of a run that keeps its accepted changes; of many changes some are passed over.

    >>> from evobool import evolve
    >>> [frame.iteration for frame in frames(evolve(n=2, seed=3, trajectory=True))][-2:]
    [15, 19]
    """
    trace, moments = Trace.of(run), _moments(run)
    title = re.sub(r"_(\d+)", lambda index: index[1].translate(SUBSCRIPTS), describe(run.setting))
    levels = max(1 + max((y for _, y in places(each.tree)), default=0) for each in moments)
    widest = max(each.tree.leaves for each in moments)
    across = min(ACROSS, (WIDTH - 2 * EDGE) / max(1, widest))
    down = min(DOWN, (BOTTOM - TOP) / levels)
    for moment in moments:
        head = (
            Words(EDGE, 28, 15, title, SOFT, False),
            Words(EDGE, 54, 18, moment.words, INK, False),
        )
        shapes = (*head, *_tree(moment.tree, across, down), *_curve(trace, moment.iteration))
        yield Frame(moment.iteration, shapes)


def _moments(run: Run) -> list[Moment]:
    """The changes to show, and the end."""
    steps, found = run.trajectory or (), []
    if not run.setting.beginning and run.setting.start_tree.prefix:
        found.append(Moment(0, "start", run.setting.start_tree))
    every = -(-len(steps) // MOST_FRAMES) or 1
    for step in steps[::every]:
        words = f"iteration {step.iteration:,}: {step.operation} accepted, error {short(step.error)}"
        found.append(Moment(step.iteration, words, step.tree))
    how = "solved in" if run.solved else "not solved in"
    end = Moment(run.iterations, f"{how} {run.iterations:,} iterations, {run.leaves:,} leaves", run.tree)
    return [*(each for each in found if each.iteration < run.iterations), end]


def _tree(tree: Tree, across: float, down: float) -> Iterator[Shape]:
    radius = min(RADIUS, 0.44 * across, 0.42 * down)
    shift = (WIDTH - (tree.leaves - 1) * across) / 2
    placed = [(shift + x * across, TOP + RADIUS + y * down) for x, y in places(tree)]
    for child, parent in enumerate(tree.parents):
        if parent >= 0:
            yield Line((placed[parent], placed[child]), LINE, 1.5)
    for token, (x, y) in zip(tree.prefix, placed, strict=True):
        function = isinstance(token, str)
        fill = FILL[token] if isinstance(token, str) else PAPER if radius >= LEAST_LABELLED else LINE
        yield Disc(x, y, radius, fill)
        if radius >= LEAST_LABELLED:
            label = GLYPH[token] if isinstance(token, str) else _literal(token)
            yield Words(x, y, radius * (1.0 if function else 0.8), label, PAPER if function else INK)


def _literal(literal: int) -> str:
    return f"{'¬' if literal < 0 else ''}x{str(abs(literal)).translate(SUBSCRIPTS)}"


def _curve(trace: Trace, now: int) -> Iterator[Shape]:
    """The error from the first tree to the iteration shown, on the scale log(1 + error)."""
    low, last = HEIGHT - 30, max(1, trace.run.iterations)
    highest = max((level(error) for _, error in trace.errors), default=1.0) or 1.0

    def x(iteration: int) -> float:
        part = log(1 + iteration) / log(1 + last) if trace.early else iteration / last
        return EDGE + part * (WIDTH - 2 * EDGE)

    yield Line(((EDGE, low), (WIDTH - EDGE, low)), LINE, 1)
    points: list[tuple[float, float]] = []
    for iteration, error in trace.errors:
        if iteration <= now:
            y = low - CURVE * level(error) / highest
            points += [*([(x(iteration), points[-1][1])] if points else []), (x(iteration), y)]
    if points:
        yield Line((*points, (x(now), points[-1][1])), BLUE, 2.5)
    scale = " (log scale)" if trace.early else ""
    yield Words(EDGE, low + 16, 12, f"error, over {last:,} iterations{scale}", SOFT, False)


def _element(shape: Shape) -> str:
    match shape:
        case Line(points, colour, width):
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        case Disc(x, y, radius, fill):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{LINE}"/>'
        case Words(x, y, size, words, colour, middle):
            anchor = ' text-anchor="middle"' if middle else ""
            return (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}"{anchor} '
                f'dominant-baseline="central">{escape(words, quote=False)}</text>'
            )
