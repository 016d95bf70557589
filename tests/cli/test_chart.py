from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest

from evobool import Run, Tree, evolve
from evobool.cli.run.chart import HEIGHT, WIDTH, error_chart, y_ticks
from evobool.model.outcome.trace import Mark, Trace


def trace(points: list[tuple[int, int]], iterations: int, error: int | None = None) -> Trace:
    """A made-up run with these errors."""
    run = evolve(n=3, seed=1, engine="reference")
    last = points[-1][1] if points and error is None else error
    run = replace(run, iterations=iterations, error=last)
    return Trace(run, [Mark(iteration, "INS", each, 1) for iteration, each in points])


def heights(chart: str) -> list[int]:
    """The solid part of each column, in eighths of a line."""
    lines = [line.split("│")[1].ljust(WIDTH) for line in chart.splitlines() if "│" in line]
    return [sum(max(0, " ▁▂▃▄▅▆▇█".find(line[column])) for line in lines) for column in range(WIDTH)]


def test_a_stuck_run_is_drawn_at_its_own_error() -> None:
    chart = error_chart(Trace.of(evolve(n=8, limit="n", deletion="leaf", seed=179, trajectory=True)))
    found = heights(chart)
    assert chart.splitlines()[0] == "error (logarithmic: log(1 + error))"
    assert chart.splitlines()[1].startswith("  127 │█")
    assert found[0] == 8 * HEIGHT
    assert found[-1] == round(8 * HEIGHT * log2(8) / log2(128))  # error 7 of at most 127
    assert "iteration (logarithmic)" in chart


def test_a_fall_in_two_iterations_before_a_long_plateau_is_seen() -> None:
    chart = error_chart(trace([(1, 127), (2, 7)], 10_000))
    found = heights(chart)
    assert found[0] == 8 * HEIGHT
    assert found[-1] < 8 * HEIGHT / 2
    assert 3 < found.index(found[-1]) < WIDTH / 2  # log(2) / log(10,000) of the way
    assert "1      " in chart
    assert chart.splitlines()[-2].endswith("10000")


def test_falls_spread_over_the_run_have_a_linear_axis() -> None:
    chart = error_chart(trace([(1, 255), (30, 15), (60, 0)], 60))
    lines = chart.splitlines()
    assert lines[-1].strip() == "iteration"
    assert lines[-2].split() == ["1", "60"]
    assert heights(chart) == [72] * 29 + [36] * 30 + [0]


def test_a_spike_between_two_columns_is_shaded() -> None:
    chart = error_chart(trace([(1, 3), (5000, 4095), (5001, 3), (9000, 1)], 10_000))
    assert heights(chart)[30] < 20
    assert "░" in chart.splitlines()[1]  # it reaches the highest error
    assert chart.splitlines()[-1] == "░ the error changed within the column"


@pytest.mark.parametrize("error", [1, 2**999])
def test_an_error_that_is_left_is_never_drawn_as_none(error: int) -> None:
    points = [(1, 2**1000 - 1), (50, error)]
    assert heights(error_chart(trace(points, 100)))[-1] > 0


def test_the_last_error_is_that_of_the_record() -> None:
    """On fresh rows a tree may meet the threshold without a change."""
    assert heights(error_chart(trace([(1, 7), (10, 3)], 20, error=0)))[-1] == 0


@pytest.mark.parametrize("iterations", [1, 2, 7, 59, 60, 61, 10**9])
@pytest.mark.parametrize("first", [1, 2])
def test_any_number_of_iterations(iterations: int, first: int) -> None:
    if first > iterations:
        return
    chart = error_chart(trace([(first, 5)], iterations))
    waiting = chart.count("·") - ("no tree yet" in chart)
    assert heights(chart) == [0] * waiting + [8 * HEIGHT] * (WIDTH - waiting)
    assert (waiting > 0) == (first == 2 and iterations <= WIDTH)
    assert str(iterations) in chart


def test_nothing_to_draw() -> None:
    assert "no change was ever accepted" in error_chart(trace([], 7))
    assert error_chart(trace([(2, 0)], 2)) == "the error was 0 from the first tree on, in iteration 2"


@pytest.mark.parametrize("highest", [1, 2, 3, 7, 100, 127, 10**5, 2**40, 2**999 - 1, 3 * 2**4000])
def test_labels_stand_where_their_errors_are(highest: int) -> None:
    for row, label in y_ticks(highest).items():
        exponent = float(label[2:]) if label.startswith("2^") else log2(1 + int(label))
        assert exponent / log2(1 + highest) == pytest.approx((row + 1) / HEIGHT, abs=1 / (8 * HEIGHT))


def test_an_empty_result() -> None:
    run: Run = evolve(
        n=4, first_leaf="insertion", max_iterations=1, seed=1, engine="reference", trajectory=True
    )
    assert run.tree == Tree()
    assert "no change" in error_chart(Trace.of(run))
