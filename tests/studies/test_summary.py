from __future__ import annotations

import statistics
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evobool import Run, Setting, Tree
from evobool.studies.analysis.summary import mean_interval, share_interval, spread, summarise

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
    found = summarise([RUN, failed, later, failed])
    assert (found.runs, found.failed, found.B) == (4, 2, 0.5)
    assert found.T is not None
    assert (found.T.mean, found.T.median) == (20, 20)
    assert found.T.sd == pytest.approx(200**0.5)
    assert found.S is not None
    assert found.S.mean == 5
    assert found.evaluations is not None
    assert found.evaluations.mean == 35
    assert found.functions["ors_accepted"] is not None
    assert found.functions["ors_accepted"].mean == 2
    assert found.functions["ors_final"] is not None
    assert found.functions["ors_final"].mean == 1
    assert found.generalisation_error is not None
    assert found.generalisation_error.mean == 0


def test_no_successful_run_gives_nulls() -> None:
    found = summarise([replace(RUN, solved=False)]).to_dict()
    assert found.pop("runs") == found.pop("failed") == found.pop("B") == 1
    assert set(found) == {"T", "S", "evaluations", *COUNTED, "generalisation_error"}
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


def test_share_interval_is_wilsons() -> None:
    low, high = share_interval(0, 500)
    z2 = 1.959964**2
    assert low == 0
    assert high == pytest.approx(z2 / (500 + z2))
    low, high = share_interval(10, 20)
    assert low + high == pytest.approx(1)
