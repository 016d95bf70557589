"""The figures of a study: what they draw, and what they say of it."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evobool import InputError, Results, Study, grid
from evobool.plots.studies import draw_residuals, draw_study
from evobool.studies.analysis.estimates import share_interval
from evobool.studies.analysis.point import MEASURES
from evobool.studies.analysis.sample import QUANTILES
from evobool.studies.laws.curves import curves
from evobool.studies.laws.shapes import shape
from evobool.studies.store.columns import COUNTS

LEAF = {"deletion": "leaf"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("figures") / "a.db"
    settings = grid(n=[2, 3, 4, 5], limit=["n+1", "2n"], deletion=["leaf", "subtree"], max_iterations=400)
    return Study(settings, runs=25, seed=1, engine="reference").collect(path, workers=1)


def axes_of(results: Results, **options: object) -> Axes:
    figure = Figure(layout="constrained")
    axes = figure.subplots()
    draw_study(axes, results, **options)  # type: ignore[arg-type]
    figure.savefig(io.BytesIO())
    return axes


def legend(axes: Axes) -> list[str]:
    found = axes.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


HELD = [y for y in MEASURES if COUNTS.get(y, "and") in ("and", "or")]


def test_a_function_that_no_setting_has_is_refused(results: Results) -> None:
    with pytest.raises(InputError, match="has xor among its functions"):
        axes_of(results, y="xors_final", where=LEAF)


@pytest.mark.parametrize("y", HELD)
def test_every_value_can_be_drawn(results: Results, y: str) -> None:
    axes = axes_of(results, y=y, where=LEAF)
    assert legend(axes) == ["limit n+1", "limit 2n"]
    words = axes.texts[0].get_text().replace("\n", " ")
    assert "25 runs of each setting, 200 in total" in words
    over = {"B": "(Wilson)", "ert": "per success", "restricted": "Mean T of all runs"}
    over |= dict.fromkeys(QUANTILES, "Kaplan-Meier")
    expected = over.get(y, "mean over the successful runs")
    assert expected in words
    title = "AND_n, rls-gp, leaf deletion, complete truth table, at most 400 iterations"
    assert axes.get_title().replace("\n", " ") == title


def test_pooling_is_refused(results: Results) -> None:
    with pytest.raises(InputError, match="also varies deletion"):
        axes_of(results)


def test_bands_are_the_intervals(results: Results) -> None:
    axes = axes_of(results, where=LEAF)
    curve = curves(results, where=LEAF)[1]
    bands = [np.asarray(found.get_paths()[0].vertices) for found in axes.collections]
    highest = max(float(point.high or 0) for point in curve.points)
    assert any(vertices[:, 1].max() == pytest.approx(highest) for vertices in bands)


def test_laws_are_drawn_and_named(results: Results) -> None:
    axes = axes_of(results, where=LEAF, laws=["n ln n", "best"], censored=True, divide="n log n")
    names = legend(axes)
    assert len(names) == 6
    assert [names[0], names[3]] == ["limit n+1", "limit 2n"]
    assert " n ln n (" in names[1]
    assert "p = " in names[2]
    assert axes.get_ylabel() == "T / (n ln n)"
    law = curves(results, where=LEAF)[0].fit(["n log n"], censored=True).laws[0]
    line = next(line for line in axes.get_lines() if str(line.get_label()) == names[1])
    assert np.asarray(line.get_ydata()) == pytest.approx(law.fitted.constants[0]), "level, once divided"
    fine = np.asarray(line.get_xdata(), dtype=float)
    assert law.at(fine) / shape("n log n", fine) == pytest.approx(np.asarray(line.get_ydata()))


def test_no_failure_on_a_log_axis_is_an_upper_limit(results: Results) -> None:
    axes = axes_of(results, y="B", where={"deletion": "subtree"}, y_scale="log")
    hollow = [line for line in axes.get_lines() if line.get_marker() == "v"]
    heights = [float(y) for line in hollow for y in np.asarray(line.get_ydata())]
    assert heights == pytest.approx([share_interval(0, 25)[1]] * len(heights))
    assert heights
    assert "Hollow triangle" in axes.texts[0].get_text()


def test_scales_and_title(results: Results) -> None:
    axes = axes_of(results, where=LEAF, x_scale="linear", y_scale="linear", title="My own")
    assert (axes.get_xscale(), axes.get_yscale(), axes.get_title()) == ("linear", "linear", "My own")
    assert axes_of(results, where=LEAF).get_yscale() == "log"


def test_what_has_no_point_is_said(tmp_path: Path) -> None:
    study = Study(grid(n=[2, 3, 4], limit="2", max_iterations=300), runs=4, seed=1, engine="reference")
    results = study.collect(tmp_path / "a.db", workers=1)
    words = axes_of(results).texts[0].get_text().replace("\n", " ")
    assert "8 failed" in words
    assert "Not drawn (no success): limit 2 at n = 3, limit 2 at n = 4." in words
    with pytest.raises(InputError, match="has no T to draw"):
        axes_of(results, where={"n": 4})


def test_curves_beyond_the_palette_look_different() -> None:
    from evobool.plots.style import look

    assert len({look(count) for count in range(40)}) == 40


def test_residuals_of_a_curve(results: Results) -> None:
    curve = curves(results, where=LEAF)[0]
    axes = Figure().subplots()
    draw_residuals(axes, curve, curve.fit(censored=True))
    assert axes.get_title() == "T, limit n+1"
    assert len(legend(axes)) == 3


def test_shares_of_many_groups_stay_near_their_place(results: Results) -> None:
    from evobool.plots.studies import DODGE, _dodge

    points = [point for curve in curves(results, y="B", where=LEAF) for point in curve.seen]
    places = sorted({point.x for point in points})
    for groups in (2, 12, 60):
        reach = _dodge(points, groups) * (groups - 1) / 2
        ends = [(x * (1 - reach), x * (1 + reach)) for x in places]
        assert all(one[1] < other[0] for one, other in pairwise(ends))
    assert _dodge(points, 2) == DODGE
