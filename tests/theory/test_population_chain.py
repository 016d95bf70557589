"""The chain of populations: against the chain of one tree, against runs, and where there is none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from evobool import InputError, Setting
from evobool.engines.population.engine import PopulationEngine
from evobool.theory.chain.chain import Chain
from evobool.theory.chain.every_draw import every_draw
from evobool.theory.chain.populations import PopulationChain, chain_of

RUNS = 4_000
TWO = Setting(n=2, limit="2", population=2)


def test_every_draw_is_tried() -> None:
    def until_zero(draws: Any) -> tuple[int, ...]:
        found = [draws.below(3)]
        while found[-1] > 0 and len(found) < 3:
            found.append(draws.below(2))
        return tuple(found)

    law = every_draw(until_zero, "limit", 2)
    assert sum(law.values()) == 1
    assert law[(0,)] == Fraction(1, 3)
    assert law[(2, 1, 0)] == Fraction(1, 12)
    assert len(law) == 7
    with pytest.raises(InputError, match=r"^parents = x: may be drawn in more than 50,000 ways"):
        every_draw(lambda draws: draws.below(10**9), "parents", "x")


@pytest.mark.parametrize(
    "setting",
    [
        Setting(n=2, limit="2"),
        Setting(n=3, limit="3", literals="all", target="(x1 & ~x2) | x3"),
        Setting(n=3, limit="4", deletion="leaf", selection="strict", weights="2:1:1"),
        Setting(
            n=2, target="xor", functions=("nand", "xor"), limit="3", selection="parsimony", start="x1 ^ x2"
        ),
        Setting(n=2, target="or", limit="3", accept_error=1, first_leaf="insertion"),
    ],
    ids=str,
)
def test_one_tree_is_the_chain_of_trees(setting: Setting) -> None:
    usual, chain = Chain(setting), PopulationChain(setting)
    assert chain.p_success == pytest.approx(usual.p_success)
    if usual.p_success:
        assert chain.mean == pytest.approx(usual.mean)
        assert chain.sd == pytest.approx(usual.sd, abs=1e-9)
        assert chain.leaves == pytest.approx(usual.leaves)
        assert chain.law(20) == pytest.approx(usual.law(20))
    assert type(chain_of(setting)) is Chain


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(
    "setting",
    [
        TWO,
        TWO.with_(selection="coin", population=3),
        TWO.with_(selection="strict", population=3),
        TWO.with_(n=3, limit="3", selection="coin"),
        TWO.with_(limit="3", selection="coin", crossover="subtree:0.5"),
        TWO.with_(limit="3", selection="parsimony", crossover="koza:0.75", variation="both", depth=1),
        TWO.with_(crossover="join:0.5", parents="tournament:2", distinct="trees", mutation="point"),
        TWO.with_(limit="3", crossover="one-point:0.5", parents="lexicase", distinct="functions"),
        TWO.with_(population=1, limit="3", objective="classes", survival="pareto"),
        TWO.with_(population=1, survival="comma", limit="3", mutation_rate="0.5"),
        TWO.with_(start="x1 & x1", parents="sharing:2", target="or", mutation="subtree:1", limit="3"),
    ],
    ids=str,
)
def test_runs_follow_it(setting: Setting) -> None:
    """P(success), E[T], its deviation and the law's first values, within 4.5 standard errors."""
    chain = PopulationChain(setting)
    runs = PopulationEngine(setting.with_(max_iterations=2_000)).runs(11, 0, RUNS)
    assert chain.p_success == pytest.approx(1)
    assert runs.solved.all()
    times = runs.iterations
    assert abs(times.mean() - chain.mean) < 4.5 * chain.sd / sqrt(RUNS)
    assert times.std() == pytest.approx(chain.sd, rel=0.1)
    law, met = chain.law(12), Counter(times.tolist())
    for time, share in enumerate(law):
        assert abs(met[time] - RUNS * share) <= 4.5 * sqrt(RUNS * share * (1 - share)) + 1e-6
    leaves = np.array([run.leaves for run in runs])
    assert abs(leaves.mean() - chain.leaves) <= 4.5 * leaves.std() / sqrt(RUNS) + 1e-9


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"n": 3, "limit": "3", "population": 4}, "population = 4: up to 59,969,536 populations"),
        ({"limit": "none"}, "limit = none: there are infinitely many trees"),
        ({"limit": "9"}, "limit = 9: there are too many populations"),
        ({"training": "fixed:3"}, "training = fixed:3: the chain of populations covers the complete"),
        ({"algorithm": "1+1-gp"}, "algorithm = 1\\+1-gp: the chain of populations covers one mutation"),
        ({"offspring": 2}, "offspring = 2: the chain of populations covers one offspring"),
        ({"survival": "crowding"}, "survival = crowding: the chain of populations covers"),
        ({"parents": "proportionate"}, "parents = proportionate: the chain of populations covers"),
        ({"islands": "2:3"}, "islands = 2:3: the chain of populations does not take it into account"),
        ({"start": "leaf"}, "start = leaf: the chain of populations does not take it into account"),
    ],
)
def test_the_rest_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=f"^{why}") as caught:
        PopulationChain(TWO.with_(**fields))
    assert "\n" not in str(caught.value)
