"""Binomial variates and errors drawn as numbers, against the exact laws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from evobool.engines.counts.binomial import binomial, draw_errors
from evobool.engines.kernels.random import Words, seed_state
from tests.support.chisquare import SIGNIFICANCE, assert_distributed

pytestmark = pytest.mark.compiled
DRAWS = 100_000


def generator(seed: int) -> Words:
    state = np.zeros(4, dtype=np.uint64)
    seed_state(state, np.uint64(seed), 0)
    return state


def draw(trials: int, p: float, draws: int = DRAWS) -> list[int]:
    state = generator(trials % 1000)
    return [int(binomial(state, trials, p, 1.0 - p)) for _ in range(draws)]


@pytest.mark.parametrize(
    ("trials", "p"),
    [
        (1, 0.5),
        (5, 0.3),
        (20, 0.5),
        (25, 0.5),
        (40, 0.49),
        (100, 0.2),
        (1000, 0.01),
        (1000, 0.7),
        (300, 0.999),
    ],
)
def test_small_numbers_follow_the_binomial_law(trials: int, p: float) -> None:
    law = stats.binom(trials, p)
    assert_distributed(Counter(draw(trials, p)), {k: law.pmf(k) for k in range(trials + 1)})


@pytest.mark.parametrize("trials", [2**40, 2**62])
@pytest.mark.parametrize("mean", [0.3, 3.0, 12.0, 200.0])
def test_rare_successes_among_very_many_trials_follow_poisson(trials: int, mean: float) -> None:
    """The binomial law with p = mean / trials differs from Poisson's by less than 1e-9 here."""
    law = stats.poisson(mean)
    counts = Counter(draw(trials, mean / trials))
    shares = {k: law.pmf(k) for k in range(max(400, max(counts) + 1))}
    assert_distributed(counts, shares)


@pytest.mark.parametrize("trials", [2**40, 2**62 - 1])
@pytest.mark.parametrize("p", [0.5, 0.25, 1e-6])
def test_many_successes_follow_the_normal_limit(trials: int, p: float) -> None:
    mean, sd = trials * p, (trials * p * (1 - p)) ** 0.5
    values = [(value - int(mean)) / sd for value in draw(trials, p)]
    assert stats.kstest(values, "norm").pvalue > SIGNIFICANCE


def test_odd_and_even_counts_are_alike_at_two_to_the_62() -> None:
    """Counts are whole numbers, not doubles: their last bits are as random as the others."""
    last = Counter(value % 8 for value in draw(2**62, 0.5))
    assert_distributed(last, dict.fromkeys(range(8), 0.125))


def test_certain_outcomes() -> None:
    assert draw(10, 0.0, 5) == [0] * 5
    assert draw(10, 1.0, 5) == [10] * 5
    assert draw(0, 0.5, 5) == [0] * 5


@pytest.mark.parametrize("shares", [(0.1, 0.05, 0.02), (0.3, 0.0, 0.2), (0.0, 0.0, 0.25), (0.2, 0.3, 0.0)])
def test_errors_follow_the_multinomial_law(shares: tuple[float, float, float]) -> None:
    rows, state = 8, generator(3)
    counts = Counter(tuple(map(int, draw_errors(state, rows, *shares))) for _ in range(DRAWS))
    law = stats.multinomial(rows, [*shares, 1 - sum(shares)])
    expected: Counter[tuple[int, int]] = Counter()
    for parent in range(rows + 1):
        for offspring in range(rows + 1 - parent):
            for both in range(rows + 1 - parent - offspring):
                rest = rows - parent - offspring - both
                share = float(law.pmf([parent, offspring, both, rest]))
                if share > 0:
                    expected[parent + both, offspring + both] += share  # type: ignore[assignment]
    assert_distributed(counts, expected)
