"""Operators that list their outcomes and rules that say how likely they accept: theory against simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evobool import InputError, Setting, Tree, evolve, plugins
from evobool.model.generator import Generator
from evobool.model.mutation import Change, Mutation, changes, neighbourhood
from evobool.theory.chain.chain import Chain
from evobool.theory.drift.drift import exact_drift
from evobool.theory.drift.offspring import Offspring, offspring
from evobool.theory.landscape.explore import explore
from evobool.theory.landscape.failed import has_landscape
from evobool.theory.landscape.landscape import certify
from tests.support.chisquare import SIGNIFICANCE, p_value

DOCS = Path(__file__).resolve().parents[2] / "docs" / "plugins"
ONE = Tree.parse("x1")


@pytest.fixture(autouse=True)
def own() -> Iterator[None]:
    with plugins.forgotten():
        for name in ("mutation", "selection"):
            plugins.load(DOCS / f"{name}.py")

        @plugins.mutation("copied", listed=True)
        def copied(tree: Tree, setting: Setting) -> Iterator[tuple[Mutation, Fraction]]:
            """HVL-Prime, as far as anybody can see."""
            for change, share in changes(tree, setting):
                yield Mutation.of(change, tree), share

        @plugins.mutation("first-leaf", listed=True)
        def first_leaf(tree: Tree, setting: Setting) -> Iterator[tuple[Mutation, Fraction]]:
            """Deletes the first leaf only, so the order of children matters; inserts x1 left, x2 right."""
            if not tree.prefix:
                yield Mutation("INS", Tree.parse("x1")), Fraction(1)
                return
            first = next(i for i, token in enumerate(tree.prefix) if isinstance(token, int))
            yield Mutation.of(Change("DEL", first), tree), Fraction(1, 2)
            for function in setting.function_list:
                for x in (1, 2):
                    change = Change("INS", 0, function, x, x == 1)
                    yield Mutation.of(change, tree), Fraction(1, 4 * len(setting.function_list))

        @plugins.selection("surely", probability=True)
        def surely(offspring: Any, parent: Any) -> bool:
            """Nonstrict selection, said as a probability."""
            return bool(offspring.error <= parent.error)

        yield


def law_of(found: list[Offspring]) -> dict[Tree, Fraction]:
    """How likely each tree is to be made."""
    law: dict[Tree, Fraction] = {}
    for each in found:
        law[each.tree()] = law.get(each.tree(), Fraction(0)) + each.probability
    return law


SAME: list[dict[str, Any]] = [
    {"n": 3, "limit": "3"},
    {"n": 2, "limit": "3", "deletion": "leaf", "literals": "all"},
    {"n": 3, "limit": "3", "functions": ("and", "gt"), "target": "x1 & ~x2", "first_leaf": "insertion"},
    {"n": 2, "limit": "3", "training": 3, "accept_error": 1},
    {"n": 2, "limit": "3", "offspring": 3, "weights": "2:1:1"},
    {"n": 2, "limit": "3", "selection": "parsimony", "start": "x1 | x1"},
]


@pytest.mark.parametrize("fields", SAME, ids=lambda fields: str(sorted(fields)[-1]))
def test_hvl_prime_listed_by_a_plugin_has_the_same_law(fields: dict[str, Any]) -> None:
    setting = Setting(**fields)
    usual, listed = Chain(setting), Chain(setting.with_(mutation="copied"))
    assert listed.states >= usual.states
    assert listed.law(60) == pytest.approx(usual.law(60), abs=1e-12)
    assert (listed.mean, listed.p_stuck) == pytest.approx((usual.mean, usual.p_stuck))


def test_a_sure_probability_is_a_decision() -> None:
    for fields in (SAME[0], SAME[1], {"n": 2, "limit": "3", "algorithm": "1+1-gp"}):
        setting = Setting(**fields)
        usual, said = Chain(setting), Chain(setting.with_(selection="surely"))
        assert said.states == usual.states
        assert said.law(60) == pytest.approx(usual.law(60), abs=1e-12)


def test_a_biased_literal_is_a_literal_that_stands_in_the_list_more_often() -> None:
    """HVL-Prime with x1 three times in L, drawn by the code that knows nothing of lists."""

    class Biased:
        literal_list = (1, 1, 1, 2, 3)
        function_list = ("and", "or")
        odds = (1, 1, 1)
        deletion = "subtree"
        first_leaf = "any"

    for text in ("x1", "x1 & (x2 | x3)", "(x2 | x3) & (x1 & x1)"):
        tree = Tree.parse(text)
        near = law_of(offspring(tree, Setting(n=3, mutation="mostly-x1")))
        assert near == neighbourhood(tree, Biased())


CASES: list[dict[str, Any]] = [
    {"n": 2, "limit": "3", "mutation": "mostly-x1"},
    {"n": 3, "limit": "3", "selection": "metropolis", "start": "x1 | x2"},
    {"n": 2, "limit": "3", "mutation": "first-leaf", "selection": "metropolis"},
    {"n": 2, "limit": "3", "algorithm": "1+1-gp", "selection": "metropolis"},
]


@pytest.mark.long
@pytest.mark.parametrize("fields", CASES, ids=lambda fields: "+".join(map(str, fields.values())))
def test_chains_are_held_to_simulation(fields: dict[str, Any]) -> None:
    """The mean of T within 4.5 standard errors, its sd with it, and the law by chi-square."""
    setting, runs = Setting(**fields), 800
    chain = Chain(setting)
    times = np.array([evolve(setting, seed=11, index=k, engine="reference").iterations for k in range(runs)])
    assert abs(times.mean() - chain.mean) < 4.5 * chain.sd / sqrt(runs)
    assert times.std() == pytest.approx(chain.sd, rel=0.2)
    ends = [chain.quantile(k / 8) for k in range(1, 8)]
    law = np.cumsum(chain.law(max(ends)))
    shares = np.diff([0.0, *law[ends], 1.0])
    seen = np.bincount(np.searchsorted(ends, times, side="left"), minlength=8)
    assert p_value(dict(enumerate(seen.tolist())), dict(enumerate(shares.tolist()))) > SIGNIFICANCE


@pytest.mark.long
@pytest.mark.parametrize("start", ["x1 & x2", "(x1 | x2) & x1"])
def test_landscapes_are_held_to_simulation(start: str) -> None:
    """The trees after one iteration, as often as operator and rule together say."""
    fields: dict[str, Any] = {"n": 3, "limit": "4", "mutation": "mostly-x1", "selection": "metropolis"}
    setting, tree = Setting(**fields, start=start, max_iterations=1), Tree.parse(start)
    law: dict[Tree, Fraction] = {}
    for each in offspring(tree, setting):
        for survivor, share in ((each.tree(), each.chance), (tree, 1 - each.chance)):
            law[survivor] = law.get(survivor, Fraction(0)) + each.probability * share
    assert sum(law.values()) == 1
    seen = Counter(evolve(setting, seed=5, index=k, engine="reference").tree for k in range(1500))
    assert p_value(seen, {each: share for each, share in law.items() if share}) > SIGNIFICANCE


def test_draws_follow_the_list() -> None:
    """Every outcome as often as it says, from the generator that runs use."""
    setting, tree, draws = Setting(n=2, mutation="first-leaf"), Tree.parse("x1 & x2"), Generator(3)
    seen = Counter(setting.operator.mutate(tree, setting, draws).tree for _ in range(4000))
    assert p_value(seen, law_of(offspring(tree, setting))) > SIGNIFICANCE


def test_dead_ends_of_another_operator_are_told_and_proved() -> None:
    """Only x1 comes in on the left and only the first leaf goes: x3 never comes."""
    setting = Setting(n=3, limit="3", mutation="first-leaf")
    found = explore(ONE, setting)
    assert found.reachable is False
    proof = certify(ONE, setting)
    assert proof is not None
    assert proof.check()
    assert set(proof.closed) == set(found.met)
    assert not type(proof)(setting, ONE, proof.closed[:-1]).check()
    assert Chain(setting).p_stuck == 1
    assert explore(ONE, setting.with_(n=2)).reachable
    assert has_landscape(setting)


def test_metropolis_leaves_no_dead_end() -> None:
    stuck = Tree.parse("(x1 & x2) | (x1 & x2)")
    setting = Setting(n=4, limit="4", deletion="leaf")
    assert explore(stuck, setting).reachable is False
    assert explore(stuck, setting.with_(selection="metropolis")).reachable
    assert Chain(setting.with_(selection="metropolis")).p_stuck == 0


def test_drift_weighs_each_offspring_by_its_acceptance() -> None:
    setting = Setting(n=3, limit="4", selection="metropolis", mutation="mostly-x1")
    found = offspring(ONE, setting)
    assert any(0 < each.chance < 1 for each in found)
    expected = sum((each.probability * each.chance * (3 - each.error) for each in found), Fraction(0))
    assert exact_drift(ONE, setting) == expected


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"selection": "metropolis", "training": 4}, "training"),
        ({"selection": "metropolis", "offspring": 2}, "offspring"),
        ({"selection": "metropolis", "objective": "balanced"}, "objective"),
        ({"mutation": "mostly-x1", "algorithm": "1+1-gp"}, "algorithm"),
        ({"mutation": "mostly-x1", "n": 5, "limit": "5"}, "limit"),
        ({"mutation": "grow-pairs"}, "mutation"),
        ({"selection": "annealed"}, "selection"),
    ],
)
def test_what_the_chain_does_not_cover_is_refused(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as problem:
        Chain(Setting(n=3, limit="3").with_(**fields))
    assert problem.value.field == field


def test_a_chance_that_rounding_would_lose_is_refused() -> None:
    @plugins.selection("cold", probability=True)
    def cold(offspring: Any, parent: Any) -> float:
        return 1.0 if offspring.error <= parent.error else 1e-30

    with pytest.raises(InputError, match="rounding"):
        Chain(Setting(n=3, limit="3", selection="cold"))
