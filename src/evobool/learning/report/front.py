"""The front as a picture in a page: wrong rows against leaves, in the colours of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import floor, log10

from evobool.learning.lesson import Lesson
from evobool.learning.search.fronts import Judge

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 330, 56, 16, 16, 48
MOST_TICKS = 8


@dataclass(frozen=True)
class Mark:
    """A formula of the front: its leaves, what its errors cost as a share, and that on other folds."""

    leaves: int
    learnt: float
    folds: tuple[float, float] | None  # mean and standard error
    text: str
    chosen: bool


def marks_of(lesson: Lesson) -> list[Mark]:
    """The front, from the shortest formula to the best."""
    found = lesson.learned
    judge = Judge(found.rows, lesson.given.asked.aim)
    worst = max(1, judge.cost(found.rows.rows - judge.positives, judge.positives))
    rates = {each.leaves: (each.mean, each.standard_error) for each in found.crossed}
    return [
        Mark(
            point.leaves,
            point.cost / worst,
            rates.get(point.leaves),
            lesson.rule_of(point.tree).written(),
            point == found.chosen,
        )
        for point in found.front
    ]


@dataclass(frozen=True)
class Axes:
    """Where leaves and shares stand."""

    most: int
    highest: float

    @classmethod
    def of(cls, marks: list[Mark], lowest: float) -> Axes:
        """Room for all marks."""
        shares = [each.learnt for each in marks] + [sum(each.folds) for each in marks if each.folds]
        return cls(marks[-1].leaves, 1.05 * max(0.01, lowest, *shares))

    def x(self, leaves: float) -> float:
        """How far from the left."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * leaves / (self.most + 0.5), 1)

    def y(self, share: float) -> float:
        """How far from the top."""
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share / self.highest, 1)

    def drawn(self) -> Iterator[str]:
        """Lines for shares, numbers for both."""
        step = _nice(self.highest / 5)
        for place in range(int(self.highest / step) + 1):
            y, percent = self.y(place * step), place * step * 100
            yield f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent:.3g} %</text>'
        every = max(1, int(_nice(self.most / MOST_TICKS)))
        for leaves in range(every, self.most + 1, every):
            x = self.x(leaves)
            yield f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{leaves}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">leaves</text>'


def front_svg(marks: list[Mark], lowest: float) -> str:
    """Steps of the fewest errors, what cross-validation says beside them, and the floor."""
    axes = Axes.of(marks, lowest)
    shapes = [*axes.drawn(), f'<path class="floor" d="M{LEFT} {axes.y(lowest)}H{WIDTH - RIGHT}"/>']
    steps = "".join(f"H{axes.x(each.leaves)}V{axes.y(each.learnt)}" for each in marks[1:])
    start = f"M{axes.x(marks[0].leaves)} {axes.y(marks[0].learnt)}"
    shapes.append(f'<path class="learnt" d="{start}{steps}H{WIDTH - RIGHT}"/>')
    for each in marks:
        x = axes.x(each.leaves)
        if each.folds is not None:
            mean, error = each.folds
            ends = axes.y(max(0.0, mean - error)), axes.y(mean + error)
            shapes.append(f'<path class="folds" d="M{x} {ends[0]}V{ends[1]}"/>')
            shapes.append(
                f'<rect class="folds" x="{x - 3.5}" y="{axes.y(mean) - 3.5}" width="7" height="7"/>'
            )
    for each in marks:
        title = escape(f"{each.leaves} leaves, {each.learnt:.1%}: {each.text}")
        look = 'class="learnt chosen" r="7"' if each.chosen else 'class="learnt" r="4.5"'
        place = f'cx="{axes.x(each.leaves)}" cy="{axes.y(each.learnt)}"'
        shapes.append(f"<circle {look} {place}><title>{title}</title></circle>")
    return (
        f'<svg class="front" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Wrong rows against leaves; the table below has the same">{"".join(shapes)}</svg>'
    )


def _nice(step: float) -> float:
    """The next of 1, 2, 5, 10, ... times a power of ten.

    >>> _nice(0.03), _nice(3.2), _nice(0.8)
    (0.05, 5.0, 1.0)
    """
    power = 10.0 ** floor(log10(step))
    return next(round(each * power, 12) for each in (1, 2, 5, 10) if each * power >= step * (1 - 1e-9))
