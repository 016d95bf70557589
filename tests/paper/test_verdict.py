"""Differences by hand, and verdicts on either side of their boundaries."""

from __future__ import annotations

from math import comb, sqrt

import pytest
from scipy import stats

from evobool import Setting
from evobool.paper.published import Published
from evobool.paper.verdict import Verdict, failure_difference, judge, mean_difference
from evobool.studies.analysis.estimates import Mean
from tests.support.pretended import measured

SETTING = Setting(n=4)


def test_mean_difference() -> None:
    """Ours 44 with a variance of 20^2 / 400 = 1, the paper's 42 with 30^2 / 500 = 1.8, and the rounding."""
    assert mean_difference(Mean(44.0, 20.0, 400), 42.0, 30.0, 500) == pytest.approx(2 / sqrt(2.8 + 0.01 / 12))
    assert mean_difference(Mean(41.0, 20.0, 400), 42.0, 30.0, 500) == pytest.approx(-0.597529, rel=1e-5)


def test_rounding_is_all_there_is_where_all_runs_are_equal() -> None:
    assert mean_difference(Mean(4.0, 0.0, 500), 4.0, 0.0, 500) == 0
    assert mean_difference(Mean(4.03, 0.0, 500), 4.0, 0.0, 500) == pytest.approx(0.3 * sqrt(12))


@pytest.mark.parametrize(
    ("ours", "mean", "sd"),
    [
        (None, 42.0, 30.0),
        (Mean(44.0, None, 1), 42.0, 30.0),
        (Mean(44.0, 20.0, 9), None, None),
        (Mean(44.0, 20.0, 9), 1750.0, None),
    ],
)
def test_nothing_to_compare(ours: Mean | None, mean: float | None, sd: float | None) -> None:
    assert mean_difference(ours, mean, sd, 500) is None


def test_failure_difference() -> None:
    """None of 500 fails of ours, 4 of 500 of theirs: Fisher's p is twice that of all 4 on one side."""
    ours = measured(SETTING, [40.0] * 500)
    p = 2 * comb(500, 4) / comb(1000, 4)
    assert failure_difference(ours, Published(0.008, 42.0, 30.0, 4.0, 0.0)) == pytest.approx(
        -stats.norm.isf(p / 2)
    )
    more = measured(SETTING, [40.0] * 500, solved=[0.0] * 4 + [1.0] * 496)
    assert failure_difference(more, Published(0.0, 42.0, 30.0, 4.0, 0.0)) == pytest.approx(
        stats.norm.isf(p / 2)
    )
    assert failure_difference(more, Published(0.008, 42.0, 30.0, 4.0, 0.0)) == pytest.approx(0)
    assert failure_difference(ours, Published(None, 42.0, 30.0, 4.0, 0.0)) is None


def test_verdict_in_numbers() -> None:
    verdict = Verdict((1.0, -2.0, 3.0), (0.5,))
    assert verdict.cells == 3
    assert verdict.chi_square == 14
    assert verdict.mean == pytest.approx(2 / 3)
    assert verdict.p == pytest.approx(stats.chi2.sf(14, 3))


def scattered(chi_square: float) -> Verdict:
    """32 cells of this chi-square whose mean difference is 0."""
    one = sqrt(chi_square / 32)
    return Verdict((one, -one) * 16)


def test_chi_square_of_65_over_32_cells_is_the_boundary() -> None:
    assert scattered(65).p == pytest.approx(5e-4, rel=0.1)
    assert scattered(64).agrees
    assert not scattered(66).agrees
    assert scattered(66).words == ("differs by more than chance: its cells scatter more than chance allows")


@pytest.mark.parametrize(("sign", "word"), [(1, "larger"), (-1, "smaller")])
def test_mean_difference_of_four_tenths_over_32_cells_is_the_boundary(sign: int, word: str) -> None:
    assert Verdict((sign * 0.399,) * 32).agrees
    verdict = Verdict((sign * 0.401,) * 32)
    assert not verdict.agrees
    assert verdict.words == f"differs by more than chance: T is {word} throughout"


def test_failures_are_judged_one_by_one() -> None:
    assert Verdict((0.1,) * 16, (2.9, -2.9)).agrees
    one, two = Verdict((0.1,) * 16, (3.1, 0.0)), Verdict((0.1,) * 16, (3.1, -3.1))
    assert not one.agrees
    assert one.words.endswith("by more than chance: B differs in 1 cell")
    assert two.words.endswith("by more than chance: B differs in 2 cells")
    assert "B within chance in 1 of 2: differs" in str(one)


def test_several_reasons() -> None:
    assert Verdict((5.0,) * 8, (4.0,)).words == (
        "differs by more than chance: its cells scatter more than chance allows, "
        "T is larger throughout, B differs in 1 cell"
    )


def test_the_sentence() -> None:
    assert str(Verdict((0.5, -1.5))) == (
        "chi-square of T 2.5 over 2 cells (p = 0.29), mean difference -0.50 s.e.: agrees within chance"
    )


def test_nothing_compared_is_no_difference() -> None:
    verdict = Verdict((), (0.0,))
    assert verdict.p == 1
    assert verdict.agrees
    assert verdict.words == "too few successes to compare T"
    assert (verdict.kind, str(Verdict(()))) == ("open", "too few successes to compare T")
    assert str(Verdict((), (0.5,))) == "too few successes to compare T, B within chance in 1 of 1"
    off = "too few successes to compare T, B within chance in 0 of 1: differs by more than chance"
    assert (Verdict((), (4.0,)).kind, str(Verdict((), (4.0,))).partition(": B")[0]) == ("bad", off)
    assert not Verdict((), (4.0,)).agrees


def test_judge_leaves_out_cells_with_few_successes() -> None:
    published = Published(0.0, 42.0, 30.0, 4.0, 0.0)
    nine, ten = (measured(SETTING, range(30, 30 + count)) for count in (9, 10))
    assert judge([(nine, published)]).cells == 0
    assert judge([(ten, published)]).cells == 1
    assert len(judge([(nine, published), (ten, published)]).failures) == 2
    rare = Published(0.982, 42.0, 30.0, 4.0, 0.0)
    assert rare.successes == 9
    assert judge([(ten, rare)]).cells == 0
    assert judge([(ten, published)]).mean < 0, "ours is 34.5, the paper's 42"
