"""Runs against the exact Markov chain of n = 4 on the complete truth table.

Means and shares must lie within 4 standard errors of the truth (significance 6e-5 each), the whole
distribution of T must pass a chi-square test.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from evobool import Run, Setting
from evobool.engines import pick
from evobool.model.settings.completion import Deletion, FirstLeaf
from tests.support.chain import Chain
from tests.support.chisquare import assert_distributed

RUNS = 20_000
# After so many iterations a run is solved or stuck: the chain leaves it less than 1e-9 in between.
PATIENCE = 3_000
# limit, deletion, states, P(stuck for ever), E[T given success]
TABLE = [
    (4, "leaf", 101, 0.00493, 45.78),
    (4, "subtree", 101, 0.0, 47.73),
    (5, "leaf", 856, 0.00684, 39.25),
    (5, "subtree", 856, 0.0, 40.15),
]


def setting_of(limit: int, deletion: Deletion, first_leaf: FirstLeaf = "any") -> Setting:
    return Setting(n=4, limit=str(limit), deletion=deletion, first_leaf=first_leaf, max_iterations=PATIENCE)


@cache
def runs_of(setting: Setting, engine: str = "packed", count: int = RUNS) -> list[Run]:
    return list(pick(setting, engine).runs(51, 0, count))


@cache
def chain_of(setting: Setting) -> Chain:
    return Chain(setting)


@pytest.mark.parametrize(
    ("limit", "deletion", "states", "stuck", "mean"),
    [*TABLE[:2], *(pytest.param(*row, marks=pytest.mark.compiled) for row in TABLE[2:])],
)
def test_the_chain_of_the_neighbourhood(
    limit: int, deletion: Deletion, states: int, stuck: float, mean: float
) -> None:
    chain = chain_of(setting_of(limit, deletion))
    assert chain.size == states
    assert chain.stuck() == pytest.approx(stuck, abs=5e-6)
    assert chain.mean() == pytest.approx(mean, abs=5e-3)
    assert chain.undecided(PATIENCE) < 1e-9
    waiting = Chain(setting_of(limit, deletion, "insertion"))
    assert waiting.mean() == pytest.approx(chain.mean() + 2, abs=1e-9)
    assert waiting.stuck() == pytest.approx(chain.stuck(), abs=1e-12)


def assert_near(runs: list[Run], stuck: float, mean: float) -> None:
    times = np.array([run.iterations for run in runs if run.solved], dtype=float)
    failed = len(runs) - len(times)
    if stuck == 0:
        assert failed == 0
    else:
        error = (stuck * (1 - stuck) / len(runs)) ** 0.5
        assert abs(failed / len(runs) - stuck) < 4 * error
    assert abs(times.mean() - mean) < 4 * times.std(ddof=1) / len(times) ** 0.5


@pytest.mark.compiled
@pytest.mark.parametrize("first_leaf", ["any", "insertion"])
@pytest.mark.parametrize(("limit", "deletion", "states", "stuck", "mean"), TABLE)
def test_packed(
    limit: int, deletion: Deletion, states: int, stuck: float, mean: float, first_leaf: FirstLeaf
) -> None:
    runs = runs_of(setting_of(limit, deletion, first_leaf))
    assert_near(runs, stuck, mean + (2 if first_leaf == "insertion" else 0))
    assert all(run.leaves <= limit for run in runs)


@pytest.mark.parametrize(("limit", "deletion", "states", "stuck", "mean"), TABLE[:2])
def test_reference(limit: int, deletion: Deletion, states: int, stuck: float, mean: float) -> None:
    setting = setting_of(limit, deletion).with_(max_iterations=1_000)
    assert_near(runs_of(setting, "reference", 400), stuck, mean)


@pytest.mark.compiled
@pytest.mark.parametrize("deletion", ["leaf", "subtree"])
def test_the_whole_distribution_of_T(deletion: Deletion) -> None:
    setting = setting_of(4, deletion)
    chances = chain_of(setting).distribution(400)
    shares = dict(enumerate(chances)) | {"later or never": 1 - chances.sum()}
    counts = Counter(
        run.iterations if run.solved and run.iterations <= 400 else "later or never"
        for run in runs_of(setting)
    )
    assert_distributed(counts, shares)
