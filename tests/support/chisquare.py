"""Pearson's chi-square test with a known distribution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsFloat

from scipy import stats

# Each test fails with this probability if all is well. Some 100 tests use it, all with fixed seeds.
SIGNIFICANCE = 1e-4
LEAST_EXPECTED = 10.0


def p_value(counts: Mapping[Any, int], shares: Mapping[Any, SupportsFloat]) -> float:
    """How likely counts at least so odd are, if `shares` are the probabilities.

    What has no share must not occur. Cells too rare for the test's asymptotics are taken together.
    """
    strange = set(counts) - set(shares)
    assert not strange, f"impossible outcomes: {sorted(map(str, strange))[:3]}"
    total = sum(counts.values())
    cells, rare = [], [0.0, 0.0]
    for outcome, share in shares.items():
        expected, seen = float(share) * total, counts.get(outcome, 0)
        if expected < LEAST_EXPECTED:
            rare = [rare[0] + seen, rare[1] + expected]
        else:
            cells.append([seen, expected])
    if rare[1] > 0:
        if rare[1] < LEAST_EXPECTED and cells:
            smallest = min(cells, key=lambda cell: cell[1])
            smallest[0] += rare[0]
            smallest[1] += rare[1]
        else:
            cells.append(rare)
    if len(cells) == 1:
        return 1.0
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    return float(stats.chi2.sf(statistic, len(cells) - 1))


def assert_distributed(counts: Mapping[Any, int], shares: Mapping[Any, SupportsFloat]) -> None:
    """Refuse counts that the probabilities make all but impossible."""
    p = p_value(counts, shares)
    assert p > SIGNIFICANCE, f"p = {p:.2g}, significance {SIGNIFICANCE:g}"
