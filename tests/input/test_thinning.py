"""A drawn run of any length: flat memory, and a picture that shows what all its points would."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from evobool import Run, Setting, evolve
from evobool.cli import main
from evobool.cli.run.chart import HEIGHT, columns, error_chart
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Step
from evobool.model.outcome.trace import Changes, Mark, Trace, level
from evobool.plots.runs import draw_error, draw_leaves


def walk(length: int, seed: int, stretch: float = 1.0) -> list[Mark]:
    """Changes at growing iterations, errors and leaves that wander with rare extremes."""
    rng, iteration, found = random.Random(seed), 0, list[Mark]()
    for number in range(length):
        iteration += 1 + int(stretch**number) * rng.randrange(3)
        error = 0 if rng.random() < 1e-3 else 9999 if rng.random() < 1e-3 else rng.randrange(100, 200)
        found.append(Mark(iteration, rng.choice(["INS", "SUB"]), error, rng.randrange(3, 40)))
    return found


def traced(marks: list[Mark], most: int) -> Trace:
    changes = Changes(most)
    for mark in marks:
        changes.add(mark)
    run = evolve(Setting(n=14), seed=1)
    return Trace.thin(replace(run, iterations=marks[-1].iteration, error=marks[-1].error), changes)


def edges(last: int, logarithmic: bool, count: int = 60) -> list[int]:
    parts = [k / count for k in range(1, count)]
    return [*(int(last**part) if logarithmic else int(last * part) for part in parts), last]


@pytest.mark.parametrize("stretch", [1.0, 1.0005])
def test_a_thinned_run_is_drawn_as_all_of_it(stretch: float) -> None:
    marks = walk(30_000, 1, stretch)
    whole, thin = traced(marks, most=10**6), traced(marks, most=100)
    assert whole.thinned is None
    assert thin.thinned is not None
    assert len(thin.changes) < len(marks)
    assert set(thin.changes) <= set(marks)
    assert whole.counts == thin.counts
    assert whole.early == thin.early
    for logarithmic in (False, True):
        grid = edges(marks[-1].iteration, logarithmic)
        for name in ("errors", "leaves"):
            one, other = (columns(getattr(trace, name), grid) for trace in (whole, thin))
            differ = [k for k, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
            assert len(differ) <= 1, (name, logarithmic, differ)  # an extreme may move over one edge
    assert error_chart(thin).count("\n") >= HEIGHT


def test_few_changes_are_all_kept() -> None:
    marks = walk(20_000, 2)
    assert list(traced(marks, most=20_000).changes) == marks
    run = evolve(n=8, seed=3, trajectory=True)
    assert [mark.iteration for mark in Trace.of(run).changes] == [
        step.iteration for step in run.trajectory or ()
    ]


def test_an_endless_run_takes_flat_memory() -> None:
    """Iterations up to 2^62, a change in each that is looked at: a list would take gigabytes."""

    def filled(bits: int) -> int:
        changes, tree = Changes(), Tree((1,))
        tracemalloc.start()
        for octave in range(bits):
            for k in range(4000):
                iteration = (1 << octave) + (k << octave) // 4000
                if iteration > (1 << octave) + ((k - 1) << octave) // 4000 or k == 0:
                    changes.add(Mark.of(Step(iteration, "SUB", k * 7919 % 1000, 5, tree)))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert changes.thinned
        return peak

    assert filled(62) < 40_000_000


def test_a_page_holds_no_more_than_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[Run] = []
    monkeypatch.setattr(Run, "save_html", lambda run, path: pages.append(run))
    setting = Setting(n=6, limit="1", max_iterations=20_000)
    words = [
        "run",
        "--n",
        "6",
        "--limit",
        "1",
        "--max-iterations",
        "20000",
        "--seed",
        "1",
        "--quiet",
        "--html",
    ]
    main([*words, str(tmp_path / "a.html")])
    (run,) = pages
    assert run.trajectory is None
    assert run.attempts is not None
    assert run.attempts[-1].iteration == 2000
    assert evolve(setting, seed=1, trajectory="all").attempts == run.attempts


def test_the_picture_of_a_thinned_run_says_how_many_there_were() -> None:
    trace = traced(walk(30_000, 3), most=100)
    figure = Figure()
    above, below = figure.subplots(2)
    draw_error(above, trace)
    draw_leaves(below, trace)
    labels = above.get_legend_handles_labels()[1]
    assert labels[:2] == [f"{name} accepted ({trace.counts[name]:,})" for name in ("INS", "SUB")]
    assert sum(trace.counts.values()) == 30_000
    assert level(9999) < above.get_ylim()[1]
