"""Rank correlations against scipy, and on cells whose order is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evobool.atlas.cells import Cell
from evobool.atlas.hardness import FEATURES, FEWEST_LEAVES, correlations, partial, spearman
from evobool.atlas.systems import SYSTEMS
from evobool.studies.analysis.sample import Sample


def cells(order: bool, count: int = 40) -> list[Cell]:
    """Runs whose T grows with the fewest leaves, or has nothing to do with them."""
    system, rng = SYSTEMS["and-or"], np.random.default_rng(1)
    found = []
    for table in system.tables(4)[:count]:
        mean = 10.0 ** (system.fewest(table, 4) / 4) if order else 100.0
        times = rng.exponential(mean, 50)
        found.append(
            Cell(
                system,
                table,
                Sample(system.setting(table, 4), np.full(50, True), {"T": times, "S": times}),
                None,
            )
        )
    return found


def test_the_coefficients_are_those_of_scipy() -> None:
    rng = np.random.default_rng(1)
    one, other, third = rng.integers(0, 9, (3, 5, 60)).astype(float)
    for row, rho in enumerate(spearman(one, other)):
        assert rho == pytest.approx(stats.spearmanr(one[row], other[row]).statistic)
    for row, rho in enumerate(partial(one, other, third)):
        x, y, z = (stats.rankdata(each[row]) for each in (one, other, third))
        left = [each - np.poly1d(np.polyfit(z, each, 1))(z) for each in (x, y)]
        assert rho == pytest.approx(stats.pearsonr(*left).statistic)
    assert spearman(np.ones((1, 5)), one[:1, :5]).tolist() == [0.0]


def test_what_is_there_is_found_and_what_is_not_is_not() -> None:
    strong, weak = correlations(cells(True)), correlations(cells(False))
    assert [each.feature for each in strong] == [FEWEST_LEAVES, *FEATURES]
    first, none = strong[0], weak[0]
    assert first.rho > 0.9
    assert first.by_classes[0] > 0.8
    assert none.by_classes[0] < 0 < none.by_classes[1]
    assert first.given_leaves is None
    for each in strong:
        assert each.classes == 40
        assert each.by_runs[0] <= each.by_runs[1]
        assert each.by_classes[0] <= each.rho <= each.by_classes[1]
        if each.given_leaves is not None and each.given_leaves_interval is not None:
            low, high = each.given_leaves_interval
            assert low - 0.05 <= each.given_leaves <= high + 0.05


def test_the_same_numbers_each_time_and_none_for_few_classes() -> None:
    assert correlations(cells(True)) == correlations(cells(True))
    assert correlations(cells(True, 9)) == []
