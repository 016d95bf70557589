"""Curves: what is pooled is refused, and intervals hold what they say."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from evobool import InputError, Results, Study, grid
from evobool.studies.analysis.estimates import mean_interval, share_interval
from evobool.studies.analysis.survival import kaplan_meier_quantile, quantile_interval
from evobool.studies.laws.curves import curves


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("curves") / "a.db"
    settings = grid(n=[2, 3, 4], limit=["n", "2n"], deletion=["leaf", "subtree"], max_iterations=60)
    return Study(settings, runs=30, seed=1, engine="reference").collect(path, workers=1)


def test_what_differs_beside_x_and_group_is_refused(results: Results) -> None:
    with pytest.raises(InputError, match=r"also varies deletion \(leaf, subtree\).*or group by deletion too"):
        curves(results)
    with pytest.raises(InputError, match=r"also varies limit .* and deletion"):
        curves(results, group=[])
    found = curves(results, where={"deletion": "leaf"})
    assert [curve.name for curve in found] == ["limit n", "limit 2n"]
    assert all([point.x for point in curve.points] == [2, 3, 4] for curve in found)
    both = curves(results, group=("limit", "deletion"))
    assert len(both) == 4
    assert both[1].name == "limit n, deletion subtree"
    assert all(point.setting.deletion == "subtree" for point in both[1].points)


def test_two_settings_at_one_place_are_refused(tmp_path: Path) -> None:
    study = Study(grid(n=4, limit=["n", "4"]), runs=3, seed=1, engine="reference")
    with pytest.raises(InputError, match="two settings at 4"):
        curves(study.collect(tmp_path / "a.db", workers=1), x="limit")


def test_points_are_those_of_the_runs(results: Results) -> None:
    where = {"deletion": "leaf", "limit": "n"}
    samples = list(results.samples("T", where))
    (means,), (shares,), (medians,) = (curves(results, y=y, where=where) for y in ("T", "B", "median"))
    for sample, mean, share, median in zip(samples, means.points, shares.points, medians.points, strict=True):
        assert mean.value == pytest.approx(sample.successful("T").mean())
        assert (mean.low, mean.high) == mean_interval(sample.successful("T"))
        assert mean.standard_error == pytest.approx(
            sample.successful("T").std(ddof=1) / len(sample.successful("T")) ** 0.5
        )
        assert share.value == pytest.approx((~sample.solved).mean())
        assert (share.low, share.high) == share_interval(int((~sample.solved).sum()), 30)
        assert median.value == kaplan_meier_quantile(sample.column("T"), sample.solved)
    (scaled,) = [curve.divided("n log n") for curve in curves(results, where=where)]
    assert scaled.points[2].value == pytest.approx((means.points[2].value or 0) / (4 * math.log(4)))
    assert scaled.points[2].high == pytest.approx((means.points[2].high or 0) / (4 * math.log(4)))


def test_a_setting_without_success_has_no_point(tmp_path: Path) -> None:
    study = Study(grid(n=[2, 3, 4], limit="2", max_iterations=300), runs=4, seed=1, engine="reference")
    (curve,) = curves(study.collect(tmp_path / "a.db", workers=1))
    assert [point.value is None for point in curve.points] == [False, True, True]
    assert len(curve.seen) == 1
    with pytest.raises(InputError, match="limit 2 has 1"):
        curve.fit()


@pytest.mark.parametrize("cap", [math.inf, 12.0])
def test_the_interval_of_the_median_covers_it(cap: float) -> None:
    """Exponential times of median 10 ln 2: of 600 intervals at 95 %, 570 should hold it, give or take."""
    rng, truth, hits = np.random.default_rng(7), 10 * math.log(2), 0
    for _ in range(600):
        times = rng.exponential(10, 80)
        found = quantile_interval(np.minimum(times, cap), times <= cap)
        assert found is not None
        hits += found[0] <= truth and (found[1] is None or truth <= found[1])
    assert 570 - 21 <= hits <= 570 + 21  # four standard deviations


def test_an_interval_that_runs_do_not_bound() -> None:
    times = np.array([*range(1, 11), *[50] * 9], dtype=float)
    found = quantile_interval(times, times < 50)
    assert found is not None
    assert found[1] is None
    assert quantile_interval(times, np.full(19, False)) is None
    assert kaplan_meier_quantile(times, np.full(19, False)) is None
