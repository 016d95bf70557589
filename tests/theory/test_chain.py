"""The chain against known values, against plain chains, and against the engines."""

from __future__ import annotations

from fractions import Fraction
from math import exp, factorial, isnan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from evobool import InputError, Setting, Tree
from evobool.engines import pick
from evobool.model.mutation import OPERATORS, Operator, neighbourhood
from evobool.model.selection import SELECTIONS, Selection
from evobool.model.settings.completion import Deletion, Literals
from evobool.model.training import REGIMES, Regime
from evobool.theory.chain.best import sorts
from evobool.theory.chain.chain import Chain
from evobool.theory.chain.estimate import most_leaves
from tests.support import chain as plain
from tests.support.agreement import agree
from tests.support.choices import CHOICES
from tests.support.drawn import chain_settings
from tests.support.examples import examples

KNOWN = [
    ("4", "leaf", 101, 0.00493, 45.78),
    ("4", "subtree", 101, 0.0, 47.73),
    ("5", "leaf", 856, 0.00684, 39.25),
    ("5", "subtree", 856, 0.0, 40.15),
]


@pytest.mark.parametrize(("limit", "deletion", "states", "stuck", "mean"), KNOWN)
def test_known_values(limit: str, deletion: Deletion, states: int, stuck: float, mean: float) -> None:
    chain = Chain(Setting(n=4, limit=limit, deletion=deletion))
    assert (chain.states, chain.neglected) == (states, 0.0)
    assert chain.p_stuck == pytest.approx(stuck, abs=5e-6)
    assert chain.p_success == 1 - chain.p_stuck
    assert chain.mean == pytest.approx(mean, abs=5e-3)
    dual = Chain(Setting(target="or", n=4, limit=limit, deletion=deletion))
    assert dual.states == states
    assert dual.mean == pytest.approx(chain.mean, rel=1e-12)
    later = Chain(Setting(n=4, limit=limit, deletion=deletion, first_leaf="insertion"))
    assert later.mean - chain.mean == pytest.approx(2, abs=1e-9)


PLAIN: list[dict[str, Any]] = [
    {"n": 3, "limit": "4"},
    {"n": 3, "limit": "4", "target": "or"},
    {"n": 4, "limit": "4", "deletion": "leaf"},
    {"n": 3, "limit": "3", "target": "xor", "functions": ("and", "xor")},
    {"n": 2, "limit": "3", "target": "xor", "functions": ("gt", "xnor"), "literals": "all"},
    {"n": 4, "limit": "3", "target": "majority:3", "functions": "and,or"},
    {"n": 4, "limit": "3", "target": "and:2"},
    {"n": 3, "limit": "3", "target": "mux", "functions": ("nand", "le")},
    {"n": 3, "limit": "3", "target": "x1 & ~x2", "functions": ("gt", "lt")},
    {"n": 3, "limit": "3", "target": "x1 & (x2 | ~x3)", "literals": "all", "functions": "and"},
    {"n": 2, "limit": "4", "functions": "nand"},
    {"n": 3, "limit": "4", "selection": "parsimony", "deletion": "leaf"},
    {"n": 3, "limit": "4", "selection": "strict", "weights": "3:1:2"},
    {"n": 3, "limit": "3", "weights": "1:0:2", "first_leaf": "insertion"},
    {"n": 2, "limit": "2", "weights": "0:1:1", "first_leaf": "insertion"},
    {"n": 3, "limit": "4", "start": "x2 | (x1 & x3)"},
    {"n": 4, "limit": "3", "target": "and:2", "start": "x2 | x4", "accept_error": 2},
    {"n": 3, "limit": "3", "start": "x2 & (x1 & x3)"},
    {"n": 4, "limit": "4", "deletion": "leaf", "start": "(x3 & x2) | (x2 & x3)"},
    {"n": 3, "limit": "3", "offspring": 3},
    {"n": 2, "limit": "3", "offspring": 2, "selection": "parsimony", "functions": ("gt", "and")},
    {"n": 2, "limit": "3", "offspring": 4, "selection": "strict", "first_leaf": "insertion"},
    {"n": 2, "limit": "3", "training": 3},
    {"n": 2, "limit": "3", "training": 3, "selection": "parsimony", "accept_error": 1},
    {"n": 2, "limit": "2", "training": 4, "selection": "strict", "target": "xor", "functions": "xor,lt"},
    {"n": 2, "limit": "2", "training": 3, "start": "x1 & x2", "weights": "2:1:1"},
    {"n": 2, "limit": "2", "training": 2, "start": "x1", "target": "x1", "first_leaf": "insertion"},
]


@pytest.mark.parametrize("fields", PLAIN, ids=str)
def test_like_the_plain_chain(fields: dict[str, Any]) -> None:
    same(Setting(**fields))


def same(setting: Setting) -> None:
    """The chain, lumped and not, against brute force."""
    fast, slow = Chain(setting), plain.Chain(setting)
    assert fast.states == slow.size
    assert fast.p_stuck == pytest.approx(slow.stuck(), abs=1e-12)
    assert fast.law(50) == pytest.approx(slow.distribution(50), abs=1e-13)
    if slow.stuck() < 1:
        assert fast.mean == pytest.approx(slow.mean(), rel=1e-10)
    alike(fast, Chain(setting, lumped=False))


@examples(40)
@given(setting=chain_settings())
def test_lumped_and_unlumped_agree(setting: Setting) -> None:
    alike(Chain(setting), Chain(setting, lumped=False))


def test_a_start_may_be_named_as_one_likes() -> None:
    """The law of T is the same for all trees that a symmetry of the target makes of the start."""
    one = Chain(Setting(n=4, target="and:2", limit="3", start="x1 & (x3 | x3)"))
    other = Chain(Setting(n=4, target="and:2", limit="3", start="x2 & (x4 | x4)"))
    another = Chain(Setting(n=4, target="and:2", limit="3", start="x3 & (x1 | x1)"))
    assert one.law(40).tolist() == other.law(40).tolist()
    assert one.law(40).tolist() != another.law(40).tolist()


def test_a_start_that_solves() -> None:
    chain = Chain(Setting(n=2, limit="3", start="x2 & x1"))
    assert (chain.states, chain.p_stuck, chain.mean, chain.sd) == (1, 0, 0, 0)
    assert chain.law(2).tolist() == [1, 0, 0]
    assert chain.quantiles(0, 0.5, 0.99) == [0, 0, 0]
    assert (chain.leaves, chain.generalisation_error) == (2, 0)
    assert (chain.expected_visits(), chain.dead_classes()) == ({}, [])
    assert [str(tree) for tree in chain.last_trees()] == ["x1 & x2"]
    sampled = Chain(Setting(n=2, limit="3", start="x2 & x1", training=4))
    assert sampled.law(1).tolist() == [0, 1]  # rows come with the first iteration


def test_a_start_that_is_a_dead_end() -> None:
    chain = Chain(Setting(n=4, limit="4", deletion="leaf", start="(x1 & x2) | (x1 & x2)"))
    assert (chain.p_stuck, isnan(chain.mean)) == (1, True)
    assert [dead.probability for dead in chain.dead_classes()] == [1]


def test_nonsense_rules_are_followed_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of one's own that goes by order: anything that is not larger, whatever its error."""
    shrinking = Selection("shrinking", lambda new, old, draws: new.leaves <= old.leaves, by_order=True)
    lucky = Selection("lucky", lambda new, old, draws: draws.below(2) == 0)
    for rule in (shrinking, lucky):
        monkeypatch.setitem(SELECTIONS, rule.name, rule)
    assert sorts(shrinking)
    same(Setting(n=2, limit="2", selection="shrinking", start="x1 | x2"))
    same(Setting(n=2, limit="2", selection="shrinking", start="x1 | x2", offspring=2))
    same(Setting(n=2, limit="2", selection="shrinking", start="x1 | x2", training=2))
    with pytest.raises(InputError, match="selection = lucky: it does not depend only on the order"):
        Chain(Setting(n=2, limit="2", selection="lucky"))


def test_a_rule_without_a_best_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better in error but not smaller, or smaller but not better: no order of three trees."""
    odd = Selection(
        "odd",
        lambda new, old, draws: (new.error < old.error and new.leaves >= old.leaves) or new == old,
        by_order=True,
    )
    monkeypatch.setitem(SELECTIONS, odd.name, odd)
    same(Setting(n=2, limit="3", selection="odd"))
    assert not sorts(odd)
    with pytest.raises(InputError, match="selection = odd: does not rank any offspring as the best"):
        Chain(Setting(n=2, limit="3", selection="odd", offspring=2))


@pytest.mark.parametrize("deletion", CHOICES["deletion"])
@pytest.mark.parametrize("literals", CHOICES["literals"])
def test_lumped_and_unlumped_agree_for_several_mutations(deletion: Deletion, literals: Literals) -> None:
    setting = Setting(n=2, limit="2", algorithm="1+1-gp", deletion=deletion, literals=literals)
    # the same trees on the way: few enough for both
    one, other = Chain(setting, max_states=1_500), Chain(setting, max_states=2_500, lumped=False)
    assert one.forest.most == other.forest.most
    alike(one, other)
    assert one.neglected == pytest.approx(other.neglected)


def alike(one: Chain, other: Chain) -> None:
    """Two chains of one process."""
    assert one.states <= other.states
    assert one.p_stuck == pytest.approx(other.p_stuck, abs=1e-10)
    assert one.law(30) == pytest.approx(other.law(30), abs=1e-12)
    if one.p_success > 1e-9:
        assert one.mean == pytest.approx(other.mean, rel=1e-8)
        assert one.sd == pytest.approx(other.sd, rel=1e-6, abs=1e-6)
        assert one.leaves == pytest.approx(other.leaves, rel=1e-8)
        assert one.generalisation_error == pytest.approx(other.generalisation_error, rel=1e-8, abs=1e-12)
    assert sum(dead.probability for dead in other.dead_classes()) == pytest.approx(one.p_stuck, abs=1e-10)


@pytest.mark.long
def test_several_mutations_from_first_principles() -> None:
    """The first two iterations of the (1+1) GP, from exact neighbourhoods of ordered trees."""
    setting = Setting(n=2, limit="2", algorithm="1+1-gp")

    def offspring(tree: Tree, mutations: int) -> dict[Tree, Fraction]:
        here = {tree: Fraction(1)}
        for _ in range(mutations):
            there: dict[Tree, Fraction] = {}
            for old, share in here.items():
                for new, chance in neighbourhood(old, setting).items():
                    there[new] = there.get(new, Fraction(0)) + share * chance
            here = there
        return here

    solved = 0.0
    for mutations in range(1, 5):
        weight = exp(-1) / factorial(mutations - 1)
        for tree, share in offspring(Tree(), mutations).items():
            if tree.leaves <= 2 and plain.error(tree, setting) == 0:
                solved += weight * float(share)
    more = 1 - sum(exp(-1) / factorial(k) for k in range(4))
    first = Chain(setting).law(1)[1]
    assert solved <= first + 1e-12
    assert first <= solved + more


@pytest.mark.parametrize("deletion", CHOICES["deletion"])
def test_what_is_neglected_shrinks_and_bounds_the_difference(deletion: Deletion) -> None:
    setting = Setting(n=2, limit="2", algorithm="1+1-gp", deletion=deletion)
    rough, fine = Chain(setting, max_states=100), Chain(setting, max_states=5_000)
    assert rough.forest.most < fine.forest.most
    assert 0 < fine.neglected < rough.neglected < 0.01
    # a step differs by at most so much, so P(T <= t) differs by at most t times that
    gaps = np.abs(np.cumsum(rough.law(40)) - np.cumsum(fine.law(40)))
    assert np.all(gaps <= np.arange(41) * (rough.neglected + fine.neglected))


def test_the_law_gives_mean_sd_and_quantiles() -> None:
    chain = Chain(Setting(n=4, limit="n+1", deletion="leaf"))
    law = chain.law(3000)
    times = np.arange(len(law))
    assert law.sum() == pytest.approx(chain.p_success, abs=1e-9)
    given_success = law / law.sum()
    assert given_success @ times == pytest.approx(chain.mean, rel=1e-6)
    assert sqrt(given_success @ times**2 - chain.mean**2) == pytest.approx(chain.sd, rel=1e-4)
    reached = np.cumsum(given_success)
    assert chain.quantiles(0.95, 0.05, 0.5) == [int(np.argmax(reached >= q)) for q in (0.95, 0.05, 0.5)]
    assert (chain.quantile(0), chain.law(0).tolist()) == (1, [0.0])


def test_visits_add_up_to_the_mean() -> None:
    chain = Chain(Setting(n=3, limit="4"))
    visits = chain.expected_visits()
    assert sum(visits.values()) == pytest.approx(chain.mean)
    assert visits[Tree()] == 1
    assert sum(chain.last_trees().values()) == pytest.approx(1)
    assert all(plain.error(tree, chain.setting) == 0 for tree in chain.last_trees())


def test_dead_classes() -> None:
    chain = Chain(Setting(n=4, limit="4", deletion="leaf"))
    (dead,) = chain.dead_classes()
    assert [str(tree) for tree in dead.trees] == ["(x1 & x2) | (x1 & x2)"]
    assert dead.probability == chain.p_stuck
    assert chain.expected_visits()[dead.trees[0]] == float("inf")


def test_without_hope() -> None:
    chain = Chain(Setting(n=4, limit="3"))
    assert (chain.p_success, chain.p_stuck, chain.last_trees()) == (0.0, 1.0, {})
    assert isnan(chain.mean)
    assert isnan(chain.sd)
    assert isnan(chain.leaves)
    assert isnan(chain.generalisation_error)
    assert sum(dead.probability for dead in chain.dead_classes()) == pytest.approx(1)
    with pytest.raises(InputError, match="cannot succeed"):
        chain.quantile(0.5)


def test_large_chains_are_solved_step_by_step() -> None:
    chain = Chain(Setting(n=4, limit="6"))  # too large for one factorisation
    assert chain.states == 9027
    assert chain.law(600).sum() == pytest.approx(1, abs=1e-6)
    assert chain.law(600) @ np.arange(601) == pytest.approx(chain.mean, rel=1e-4)
    assert chain.mean == pytest.approx(37.79516, abs=1e-5)
    assert chain.p_stuck == 0


@pytest.mark.parametrize(
    ("fields", "max_states", "message"),
    [
        ({"n": 4}, 10, "limit = none: there are infinitely many trees; give a limit"),
        ({"n": 4, "limit": "8"}, 250_000, "limit = 8: up to 2,259,481 states, more than max_states = 250,"),
        ({"n": 4, "limit": "4"}, 100, "limit = 4: up to 155 states, more than max_states = 100"),
        ({"n": 50, "limit": "2n"}, 10**9, "limit = 2n: at least .* states"),
        ({"n": 4, "limit": "4"}, 0, "max_states = 0: must be at least 1"),
        ({"n": 4, "limit": "4", "algorithm": "1+1-gp"}, 10_000, "14,531 trees .* between several mutations"),
        ({"n": 60, "limit": "3"}, 10_000, "trees would take .* are free"),
        ({"n": 4, "limit": "4", "training": 10**6}, 10_000, "training = 1000000: .* terms per probability"),
    ],
)
def test_refused_before_it_starts(fields: dict[str, Any], max_states: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        most_leaves(Setting(**fields), max_states, lumped=True)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"training": "fixed:8"}, "training = fixed:8: the chain covers the complete truth table and rows"),
        ({"training": 8, "offspring": 2}, "offspring = 2: on sampled rows the chain covers one"),
        ({"mutation": "own"}, "mutation = own: it does not list its outcomes"),
        ({"training": "own"}, "training = own: the chain covers"),
    ],
)
def test_what_is_no_chain_is_refused(
    fields: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OPERATORS, "own", Operator("own", lambda *_: None))  # type: ignore[arg-type]
    monkeypatch.setitem(REGIMES, "own", Regime("own", lambda *_: iter(())))
    with pytest.raises(InputError, match=message):
        Chain(Setting(n=2, limit="2", **fields))


def test_bad_quantiles() -> None:
    with pytest.raises(InputError, match=r"share = 1\.5: must be"):
        Chain(Setting(n=2, limit="2")).quantile(1.5)


SIMULATED: list[dict[str, Any]] = [
    {"n": 4, "limit": "5", "deletion": "leaf"},
    {"n": 4, "limit": "5", "target": "or"},
    {"n": 3, "limit": "4", "literals": "all"},
    {"n": 3, "limit": "4", "literals": "all", "target": "or", "deletion": "leaf"},
    {"n": 4, "limit": "4", "selection": "strict"},
    {"n": 3, "limit": "5", "selection": "strict", "target": "or", "first_leaf": "insertion"},
    {"n": 3, "limit": "3", "algorithm": "1+1-gp"},
    {"n": 3, "limit": "3", "algorithm": "1+1-gp", "deletion": "leaf", "target": "or"},
    {"n": 2, "limit": "3", "algorithm": "1+1-gp", "literals": "all", "first_leaf": "insertion"},
    {"n": 2, "limit": "2", "algorithm": "1+1-gp", "selection": "strict"},
    {"n": 4, "limit": "5", "accept_error": 2, "functions": ("and",)},
    {"n": 4, "limit": "4", "accept_error": 3, "deletion": "leaf"},
]


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("engine", ["packed", "exact"])
@pytest.mark.parametrize("fields", SIMULATED, ids=str)
def test_simulation_agrees(fields: dict[str, Any], engine: str) -> None:
    """Mean and failures within 4 standard errors: 1 in 16,000 of the tests should fail by chance."""
    setting = Setting(**fields, max_iterations=20_000)
    runs = pick(setting, engine).runs(seed=6, first=0, count=4_000)
    chain = Chain(setting, max_states=20_000)
    agree(chain, runs)


NEW: list[dict[str, Any]] = [
    {"n": 2, "limit": "3", "target": "xor", "functions": "xor,gt"},
    {"n": 4, "limit": "4", "target": "majority:3", "functions": "and,or,xnor", "accept_error": 2},
    {"n": 3, "limit": "3", "target": "mux", "functions": ("le", "gt"), "accept_error": 2},
    {"n": 2, "limit": "3", "target": "x1 & ~x2", "functions": ("gt", "nor")},
    {"n": 2, "limit": "4", "target": "x1 ~& x2", "functions": "nand", "weights": "3:2:1"},
    {"n": 4, "limit": "5", "selection": "parsimony", "start": "x1 | (x2 & x3)"},
    {"n": 3, "limit": "3", "training": 6, "selection": "parsimony", "accept_error": 1},
    {"n": 3, "limit": "4", "target": "xor", "functions": "xor", "training": 5},
    {"n": 3, "limit": "4", "offspring": 3, "selection": "parsimony", "weights": "1:1:2"},
    {"n": 2, "limit": "2", "algorithm": "1+1-gp", "functions": ("gt",), "target": "x1 & ~x2"},
    {"n": 2, "limit": "2", "algorithm": "1+1-gp", "weights": "2:1:1", "start": "x2", "offspring": 2},
    {"n": 2, "limit": "2", "algorithm": "1+1-gp", "training": 3, "functions": ("lt", "xor"), "target": "xor"},
]


@pytest.mark.parametrize("fields", NEW, ids=str)
def test_the_reference_engine_agrees(fields: dict[str, Any]) -> None:
    """As above, for what version 0.1 did not have; stuck runs are given up after 20 times E[T] + sd."""
    chain = Chain(Setting(**fields), max_states=5_000)
    patient = chain.setting.with_(max_iterations=int(20 * (chain.mean + chain.sd)))
    agree(chain, pick(patient, "reference").runs(seed=8, first=0, count=400), tolerance=0.2)
