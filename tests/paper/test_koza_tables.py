"""Published shares of solved runs, and how ours are set beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from evobool.paper.koza import reported
from evobool.paper.koza_tables import difference, shares_table
from evobool.paper.parts import PARTS
from evobool.studies.analysis.sample import Sample

FIVE = reported()["koza1992"][2]  # 0 of 20


def sample(setting: object, solved: int, runs: int) -> Sample:
    done = np.arange(runs) < solved
    return Sample(setting, done, {"T": np.where(done, 7.0, 50.0)})  # type: ignore[arg-type]


def test_a_share_of_known_runs_is_compared_by_fishers_test() -> None:
    p = stats.fisher_exact([[30, 70], [0, 20]]).pvalue
    assert difference(sample(FIVE.setting, 30, 100), FIVE) == pytest.approx(stats.norm.isf(p / 2))
    assert difference(sample(FIVE.setting, 0, 100), FIVE) == pytest.approx(0, abs=1e-9)


def test_a_share_of_unknown_runs_is_taken_as_exact() -> None:
    four = reported()["koza1992"][1]
    p = stats.binomtest(30, 100, 0.45).pvalue
    assert difference(sample(four.setting, 30, 100), four) == pytest.approx(-stats.norm.isf(p / 2))


@pytest.mark.parametrize(("solved", "sign"), [(70, -1), (90, 0), (100, 1)])
def test_a_range_holds_what_is_inside(solved: int, sign: int) -> None:
    ranged = replace(FIVE, share=None, low=0.85, high=0.95, runs=None)
    found = difference(sample(FIVE.setting, solved, 100), ranged)
    assert abs(found) < 0.3 if sign == 0 else found * sign > 2


def test_the_table_says_what_ours_support() -> None:
    part = PARTS["koza1992"]
    ours = {s.id: sample(s, count, 100) for s, count in zip(part.settings, (100, 100, 0), strict=True)}
    table = shares_table(part, ours)
    assert table.notes == ("Our runs support: even-3-parity, even-5-parity.",)
    assert table.verdict is not None
    assert str(table.verdict).endswith("within chance in 2 of 3: differs by more than chance in 1")
    assert [row[1][1].ours for row in table.blocks[0].rows][-1] == "-"
