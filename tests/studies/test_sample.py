from __future__ import annotations

import statistics
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from evobool import Run, Setting, Tree
from evobool.studies.analysis.estimates import mean_interval, share_interval, spread
from evobool.studies.analysis.sample import Sample

COUNTED = ("ands_accepted", "ands_final", "ors_accepted", "ors_final")
RUN = Run(
    setting=Setting(n=4),
    seed=1,
    index=0,
    solved=True,
    iterations=10,
    evaluations=10,
    error=0,
    functions_accepted={"and": 4, "or": 2},
    tree=Tree.parse("x1 & x2 & x3 & (x4 | x4)"),
    generalisation_error=Fraction(0),
)


def test_spread() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    found = spread(values)
    assert found is not None
    assert found.mean == statistics.mean(values)
    assert found.sd == pytest.approx(statistics.stdev(values))
    assert found.median == statistics.median(values)
    assert (found.q05, found.q95) == pytest.approx((1.0, 7.95))
    assert spread([]) is None
    one = spread([5])
    assert one is not None
    assert (one.mean, one.sd, one.median, one.q05, one.q95) == (5, None, 5, 5, 5)


def test_summary_is_over_the_successful_runs() -> None:
    failed = replace(RUN, solved=False, iterations=10_000, error=3, tree=Tree.parse("x1"))
    later = replace(RUN, iterations=30, evaluations=60, generalisation_error=None)
    found = Sample.of([RUN, failed, later, failed])
    assert (found.runs, found.failed, found.B) == (4, 2, 0.5)
    spreads = {
        name: found.spread(name) for name in ("T", "S", "evaluations", *COUNTED, "generalisation_error")
    }
    means = {name: None if each is None else each.mean for name, each in spreads.items()}
    assert means == {"T": 20, "S": 5, "evaluations": 35, "generalisation_error": 0} | dict(
        zip(COUNTED, (4, 3, 2, 1), strict=True)
    )
    time = spreads["T"]
    assert time is not None
    assert time.median == 20
    assert time.sd == pytest.approx(200**0.5)


def test_no_successful_run_gives_nulls() -> None:
    found = Sample.of([replace(RUN, solved=False)]).to_dict()
    assert found.pop("runs") == found.pop("failed") == found.pop("B") == 1
    assert found.pop("restricted") == 10
    assert set(found) == {
        "ert",
        "median",
        "q05",
        "q95",
        "T",
        "S",
        "evaluations",
        *COUNTED,
        "generalisation_error",
    }
    assert set(found.values()) == {None}


def test_mean_interval() -> None:
    data = list(np.random.default_rng(1).exponential(10, 400))
    interval = mean_interval(data)
    assert interval is not None
    half = 1.96 * np.std(data, ddof=1) / 20
    assert interval == pytest.approx((np.mean(data) - half, np.mean(data) + half), abs=half / 4)
    assert interval == mean_interval(data)
    assert mean_interval([3]) is None
    assert mean_interval([]) is None
    assert mean_interval([3, 3, 3]) == (3, 3)


def test_mean_interval_of_many_runs_is_the_normal_one() -> None:
    data = list(np.random.default_rng(2).exponential(10, 6_000))
    half = 1.959964 * np.std(data, ddof=1) / 6_000**0.5
    assert mean_interval(data) == pytest.approx((np.mean(data) - half, np.mean(data) + half))


@pytest.mark.parametrize("total", [1, 2, 7, 500, 10**6])
def test_share_intervals_are_those_of_scipy(total: int) -> None:
    for count in {0, 1, total // 3, total - 1, total}:
        wanted = stats.binomtest(count, total).proportion_ci(method="wilson")
        assert share_interval(count, total) == (wanted.low, wanted.high)


def test_share_interval_is_wilsons() -> None:
    low, high = share_interval(0, 500)
    z2 = 1.959964**2
    assert low == 0
    assert high == pytest.approx(z2 / (500 + z2))
    low, high = share_interval(10, 20)
    assert low + high == pytest.approx(1)
