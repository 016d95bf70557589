"""Figures whose axes are odd: only zeros, huge divisors, hundreds of curves, means of survivors, shares."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from evobool import InputError, Results, Setting, Study, grid
from evobool.plots.studies import draw_study
from evobool.studies.analysis.point import Point
from evobool.studies.laws.curves import Curve

Make = Callable[..., Results]


@pytest.fixture
def made(tmp_path: Path) -> Make:
    def make(runs: int = 6, **fields: Any) -> Results:
        return Study(grid(**fields), runs=runs, seed=1, engine="reference").collect(
            tmp_path / "a.db", workers=1
        )

    return make


def draw(results: Results, **options: object) -> Figure:
    """The figure, rendered: warnings are errors here."""
    figure = Figure(layout="constrained")
    draw_study(figure.subplots(), results, **options)  # type: ignore[arg-type]
    figure.savefig(io.BytesIO(), format="svg")
    return figure


def test_an_axis_of_zeros_is_linear(made: Make) -> None:
    results = made(n=3, accept_error=0, limit=["n", "2n"])
    assert draw(results, x="accept_error").axes[0].get_xscale() == "linear"
    assert draw(results, x="n").axes[0].get_xscale() == "log"
    with pytest.raises(InputError, match="x_scale = log: accept_error is 0 in some setting"):
        draw(results, x="accept_error", x_scale="log")


def test_what_is_too_large_to_divide_by_is_refused_without_a_warning() -> None:
    points = tuple(Point(Setting(n=n), n, 5, 0, 10.0) for n in (8, 2_000))
    with pytest.raises(InputError, match=r"divide = 2\^n: has a value beyond 1e\+200 at n = 2000"):
        Curve("a", "n", "T", points).divided("2^n")
    small = Curve("a", "n", "T", (points[0], replace(points[1], x=600))).divided("2^n")
    assert small.points[1].value == pytest.approx(10 / 2.0**600)


def test_more_curves_than_looks_are_refused_before_they_are_computed(
    made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = made(runs=1, n=3, target=[f"table:{code:02X}" for code in range(1, 61)], max_iterations=3)
    with pytest.raises(InputError, match=r"also varies target \(table:01, .*table:0c and 48 more\); choose"):
        draw(results)
    monkeypatch.setattr("evobool.studies.laws.curves.point_of", None)
    for y in ("T", "ecdf"):
        with pytest.raises(InputError, match="group = 60 curves: a picture has at most 49"):
            draw(results, y=y, group=["target"])


def test_means_of_survivors_are_hollow_and_b_is_beside(made: Make) -> None:
    results = made(runs=30, n=[3, 4], limit="n", max_iterations=40)
    axes = draw(results).axes[0]
    (shares,) = [sample.B for sample in results.samples("T", {"n": 4})]
    assert shares > 0
    assert f"B {shares:.2g}" in [text.get_text() for text in axes.texts]
    assert "Hollow, with B beside: mean of the" in axes.texts[0].get_text()
    assert not [text for text in draw(results, y="ert").axes[0].texts if text.get_text().startswith("B ")]


def test_the_ecdf_is_drawn_for_each_setting(made: Make) -> None:
    results = made(runs=30, n=[3, 4], limit="n", max_iterations=40)
    axes = draw(results, y="ecdf").axes[0]
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["n 3", "n 4"]
    (first, *_), frame = axes.get_lines(), results.ecdf({"n": 3})
    assert np.asarray(first.get_ydata())[1:-1] == pytest.approx(frame["share"].to_numpy())
    assert np.asarray(first.get_xdata())[1:-1] == pytest.approx(frame["T"].to_numpy())
    with pytest.raises(InputError, match="y = ecdf: is a share of runs"):
        draw(results, y="ecdf", laws=["n"])
    with pytest.raises(InputError, match="also varies n"):
        draw(results, y="ecdf", x="limit")
