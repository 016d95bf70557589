"""Charts made of block characters: the error of a run over its iterations."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from evobool.model.outcome.trace import Trace, level

WIDTH, HEIGHT = 60, 9
BLOCKS = " ▁▂▃▄▅▆▇█"
LARGEST_LABEL = 10**6  # a larger number on an axis is a power of two
Column = tuple[float, float] | None  # the lowest and the highest level held; None before the first tree


def error_chart(trace: Trace) -> str:
    """The error over the iterations, both axes named, the iterations logarithmic where most falls come early.

    A column is solid up to the lowest error held in it, and shaded up to the highest.

    >>> from evobool import evolve
    >>> print(error_chart(Trace.of(evolve(n=1, seed=1, trajectory=True))))
    the error was 0 from the first tree on, in iteration 1
    """
    errors, iterations = trace.errors, trace.run.iterations
    if not errors:
        return "no change was ever accepted, so there is no error to draw"
    if iterations == 0:
        return "the start tree is good enough, so the run was over before its first iteration"
    highest = max(error for _, error in errors)
    if highest == 0:
        return f"the error was 0 from the first tree on, in iteration {errors[0][0]}"
    parts = [k / WIDTH for k in range(1, WIDTH)]
    edges = [int(iterations**part) if trace.early else ceil(iterations * part) for part in parts]
    edges.append(iterations)
    found = columns(errors, edges)
    ticks = y_ticks(highest)
    margin = max(5, *map(len, ticks.values()))
    sampled = "" if not trace.run.setting.judged_on.fresh else " on the rows of each accepted change"
    lines = [f"error{sampled} (logarithmic: log(1 + error))", *rows(found, level(highest), ticks, margin)]
    lines += x_axis(edges, trace.early, margin)
    notes = {
        "░": "the error changed within the column",
        "·": "no tree yet" if trace.run.setting.start == "empty" else "the start tree, not judged alone",
    }
    drawn = "".join(lines)
    return "\n".join(lines + [f"{sign} {words}" for sign, words in notes.items() if sign in drawn])


def columns(errors: Sequence[tuple[int, int]], edges: Sequence[int]) -> list[Column]:
    """What was held in each column: in the iterations after the edge before, up to its own edge.

    >>> columns([(1, 7), (3, 1), (4, 0)], [1, 2, 4])
    [(3.0, 3.0), (3.0, 3.0), (0.0, 1.0)]
    """
    found: list[Column] = []
    held: float | None = None
    place, first = 0, 1
    for edge in edges:
        inside = []
        while place < len(errors) and errors[place][0] <= edge:
            inside.append(errors[place])
            place += 1
        levels = [level(error) for _, error in inside]
        if held is not None and not (inside and inside[0][0] == first):
            levels.append(held)
        held = level(inside[-1][1]) if inside else held
        found.append((min(levels), max(levels)) if levels else None)
        first = edge + 1
    return found


def rows(found: Sequence[Column], top: float, ticks: dict[int, str], margin: int) -> list[str]:
    """The lines of the chart from the top down, over a line at 0."""
    lines = []
    for row in range(HEIGHT - 1, -1, -1):
        cells = "".join(_cell(column, top, row) for column in found)
        lines.append(f"{ticks.get(row, ''):>{margin}} │{cells.rstrip()}")
    return lines


def _cell(column: Column, top: float, row: int) -> str:
    """One character; whatever is above 0 is seen."""
    if column is None:
        return "·" if row == 0 else " "
    low, high = (ceil(8 * HEIGHT * each / top - 1e-9) - 8 * row for each in column)
    return BLOCKS[min(8, low)] if low > 0 else "░" if high >= 4 or (high > 0 and row == 0) else " "


def y_ticks(highest: int) -> dict[int, str]:
    """Labels by row: the highest error, and two on the way, unless rounding would move them."""
    ticks = {HEIGHT - 1: _label(highest)}
    for row in (2, 5):
        height = level(highest) * (row + 1) / HEIGHT
        error = round(2**height) - 1 if height < 50 else 1 << round(height)
        if abs(level(error) - height) * 8 * HEIGHT <= level(highest) and error > 0:
            ticks[row] = _label(error)
    return ticks


def _label(error: int) -> str:
    return str(error) if error < LARGEST_LABEL else f"2^{level(error):.4g}"


def x_axis(edges: Sequence[int], logarithmic: bool, margin: int) -> list[str]:
    """The line at 0, the numbers under it, and what they are."""
    last = str(edges[-1])
    line, numbers = ["─"] * WIDTH, [" "] * WIDTH
    marks = [10**power for power in range(len(last))] if logarithmic else [1] * (edges[-1] > 1)
    free = 0
    for mark in marks:
        place = next(k for k, edge in enumerate(edges) if edge >= mark)
        if place >= free and place + len(str(mark)) < WIDTH - len(last):
            numbers[place : place + len(str(mark))] = str(mark)
            free = place + len(str(mark)) + 1
            if logarithmic:
                line[place] = "┬"
    numbers[WIDTH - len(last) :] = last
    name = "iteration (logarithmic)" if logarithmic else "iteration"
    return [
        f"{'0':>{margin}} └{''.join(line)}",
        f"{'':>{margin}}  {''.join(numbers)}",
        f"{'':>{margin}}  {name:^{WIDTH}}".rstrip(),
    ]


def bars(heights: Sequence[float], highest: str, margin: int) -> list[str]:
    """Heights between 0 and 1 as columns over a line, the label of 1 to the left."""
    found: list[Column] = [(height, height) for height in heights]
    line = f"{'0':>{margin}} └{'─' * len(heights)}"
    return [*rows(found, 1.0, {HEIGHT - 1: highest}, margin), line]
