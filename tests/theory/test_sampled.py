"""Sampled training: the four probabilities by brute force, and whole chains against the engines."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from evobool import Setting
from evobool.engines import pick
from evobool.model.selection import Judged
from evobool.theory.chain.chain import Chain
from evobool.theory.chain.forest import Forest
from evobool.theory.chain.fresh import FreshAcceptance
from tests.support.agreement import agree
from tests.support.choices import BY_ORDER


@pytest.mark.parametrize("selection", BY_ORDER)
@pytest.mark.parametrize(("training", "accept"), [(1, 0), (3, 0), (3, 1), (4, 2), (3, 9)])
def test_outcomes_by_counting_samples(selection: str, training: int, accept: int) -> None:
    """Every pair of small trees on every one of the (2^n)^s samples."""
    setting = Setting(n=2, limit="2", training=training, accept_error=accept, selection=selection)
    forest = Forest(setting, 2)
    parents, offspring = (grid.ravel() for grid in np.indices((forest.count, forest.count)))
    found = np.array(FreshAcceptance(forest).outcome(parents, offspring))
    samples = list(product(range(4), repeat=training))
    want = np.zeros_like(found)
    for pair, (old, new) in enumerate(zip(parents.tolist(), offspring.tolist(), strict=True)):
        for rows in samples:
            before, after = (Judged(error(forest, k, rows), int(forest.leaves[k])) for k in (old, new))
            accepted = setting.rule.accepts(after, before, None)
            survivor = new if accepted and new else old
            stops = survivor > 0 and error(forest, survivor, rows) <= accept
            want[(0 if accepted and new else 2) + int(stops), pair] += 1 / len(samples)
    both_empty = (parents == 0) & (offspring == 0)
    offspring_only_empty = (parents > 0) & (offspring == 0)  # never happens
    chosen = ~both_empty & ~offspring_only_empty
    assert found[:, chosen] == pytest.approx(want[:, chosen], abs=1e-12)
    assert found.sum(axis=0)[chosen] == pytest.approx(1)
    kept = FreshAcceptance(forest).kept(np.arange(forest.count))
    for tree in range(forest.count):
        share = sum(error(forest, tree, rows) <= accept for rows in samples) / len(samples)
        assert kept[tree] == pytest.approx(share if tree else 0)


def error(forest: Forest, tree: int, rows: tuple[int, ...]) -> int:
    """Wrong rows in a sample; more than all for the empty tree."""
    if tree == 0:
        return len(rows) + 1
    return sum(int(forest.wrong[tree, 0]) >> row & 1 for row in rows)


def test_one_literal_by_hand() -> None:
    chain = Chain(Setting(n=1, limit="1", training=1))  # x1 is right, so the run stops at once
    assert (chain.p_success, chain.mean, chain.sd) == (1.0, 1.0, 0.0)
    # a literal of AND_2 is wrong on 1 row in 4
    chain = Chain(Setting(n=2, limit="1", training=2))
    assert chain.law(1)[1] == pytest.approx((3 / 4) ** 2)


def test_large_samples_are_like_the_truth_table() -> None:
    """With 2,000 rows the smaller error nearly always wins, and only AND_2 itself has none."""
    exact, sampled = Chain(Setting(n=2, limit="2")), Chain(Setting(n=2, limit="2", training=2000))
    assert sampled.mean == pytest.approx(exact.mean, rel=0.25)
    assert sampled.generalisation_error == pytest.approx(0, abs=1e-9)


def test_binomials_of_the_first_iteration() -> None:
    setting = Setting(n=3, limit="3", training=10, accept_error=2)
    chance = sum(comb(10, k) * (3 / 8) ** k * (5 / 8) ** (10 - k) for k in range(3))
    assert Chain(setting).law(1)[1] == pytest.approx(chance)


SIMULATED: list[dict[str, Any]] = [
    {"n": 4, "limit": "4", "training": 16},
    {"n": 4, "limit": "4", "training": 16, "accept_error": 1, "deletion": "leaf"},
    {"n": 4, "limit": "3", "training": 32, "accept_error": 2, "literals": "all", "target": "or"},
    {"n": 5, "limit": "4", "training": 32, "accept_error": 2, "selection": "strict"},
    {"n": 6, "limit": "4", "training": 16, "target": "or", "first_leaf": "insertion"},
    {"n": 6, "limit": "4", "training": 64, "accept_error": 4},
    {"n": 3, "limit": "2", "training": 8, "algorithm": "1+1-gp"},
]


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("engine", ["packed", "exact"])
@pytest.mark.parametrize("fields", SIMULATED, ids=str)
def test_simulation_agrees(fields: dict[str, Any], engine: str) -> None:
    """T, S and the generalisation error (RQ4) within 4 standard errors of the chain's."""
    setting = Setting(**fields, max_iterations=100_000)
    agree(Chain(setting, max_states=20_000), pick(setting, engine).runs(seed=4, first=0, count=3_000))
