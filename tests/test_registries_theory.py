"""Every entry of every registry: each theory tool agrees with brute force at n <= 4, or refuses.

Brute force is `tests/support/chain.py`: trees built one by one and judged row by row. There is no third
outcome.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from evobool import InputError, Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import neighbourhood
from evobool.model.objective import OBJECTIVES, Objective
from evobool.model.selection import Judged
from evobool.model.training import REGIMES
from evobool.theory.chain.chain import Chain
from evobool.theory.drift.drift import exact_drift
from evobool.theory.drift.offspring import offspring
from evobool.theory.landscape.explore import explore
from tests.support import chain as plain
from tests.support.choices import BY_ORDER
from tests.support.drawn import objectives, targets

pytestmark = pytest.mark.long  # every entry, in the chain and in plain code
PAIRS = [("and", "or"), ("and", "xor"), ("nand", "gt"), ("le", "ge"), ("or", "lt"), ("nor", "xnor")]
FUNCTION_SETS = [*((name,) for name in FUNCTIONS), *PAIRS]
TRAININGS = ["complete", *(f"{name}:3" for name, regime in REGIMES.items() if not regime.complete)]


def first_trees(setting: Setting, leaves: int = 3) -> list[Tree]:
    """Some trees that a run can hold: every function and the last literals occur."""
    x, y, z = (setting.literal_list[-1 - k % len(setting.literal_list)] for k in range(3))
    found = [Tree((x,))]
    for f, g in [*combinations(setting.functions, 2), (setting.functions[0],) * 2]:
        found += [Tree((f, x, y)), Tree((f, x, g, y, z)), Tree((g, f, z, z, x))]
    limit = setting.leaf_limit or leaves
    return [tree for tree in found if tree.leaves <= min(limit, leaves)]


def assert_chain(setting: Setting) -> None:
    fast, slow = Chain(setting), plain.Chain(setting)
    assert fast.p_stuck == pytest.approx(slow.stuck(), abs=1e-10)
    assert fast.law(30) == pytest.approx(slow.distribution(30), abs=1e-12)
    assert Chain(setting, lumped=False).law(30) == pytest.approx(fast.law(30), abs=1e-12)


def accepted(tree: Tree, setting: Setting) -> dict[Tree, Fraction]:
    """The neighbours that a run would go on with, and their probabilities."""
    parent, limit = Judged(plain.of_all(tree, setting), tree.leaves), setting.leaf_limit or 10**9
    return {
        near: chance
        for near, chance in neighbourhood(tree, setting).items()
        if near.leaves <= limit
        and setting.rule.accepts(Judged(plain.of_all(near, setting), near.leaves), parent, None)
    }


def assert_drift(tree: Tree, setting: Setting) -> None:
    value = plain.of_all(tree, setting)
    for each in offspring(tree, setting):
        assert each.error == plain.error(each.tree(), setting)
        assert each.value == plain.of_all(each.tree(), setting)
    steps = accepted(tree, setting).items()
    drift = sum((chance * (value - plain.of_all(near, setting)) for near, chance in steps), Fraction(0))
    assert exact_drift(tree, setting) == drift


def assert_landscape(tree: Tree, setting: Setting, most: int = 150) -> None:
    layer, seen, reachable = {tree}, {tree}, False
    while layer and not reachable:
        reachable = any(plain.error(each, setting) <= setting.accept_error for each in layer)
        layer = {near for each in layer for near in accepted(each, setting)} - seen
        seen |= layer
        if len(seen) > most:
            return  # too many to go through one by one
    found = explore(tree, setting)
    assert found.reachable == reachable
    certificate = found.certificate()
    assert certificate is None or certificate.check()


@pytest.mark.parametrize("functions", FUNCTION_SETS, ids="-".join)
def test_every_function_set(functions: tuple[str, ...]) -> None:
    for target in targets(2):
        assert_chain(
            Setting(n=2, target=target, functions=functions, limit="3" if len(functions) < 2 else "2")
        )
    for target in ("and", "xor", "and:2", "x1 & (x2 | ~x3)"):
        setting = Setting(n=3, target=target, functions=functions, literals="all")
        for tree in first_trees(setting)[-3:]:
            assert_drift(tree, setting)
            assert_landscape(tree, setting.with_(limit="3", selection="strict"))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_target(n: int) -> None:
    for target in targets(n):
        assert_chain(Setting(n=n, target=target, limit="3" if n < 3 else "2"))
        assert_chain(Setting(n=n, target=target, functions=("gt",), limit="2", start="x1 > x1"))
        setting = Setting(n=n, target=target, functions=("and", "gt"), literals="all")
        for tree in first_trees(setting, 2)[:2]:
            assert_drift(tree, setting)
        assert_landscape(Tree.parse("x1 & x1"), setting.with_(limit="2", literals="positive"))


@pytest.mark.parametrize("selection", BY_ORDER)
@pytest.mark.parametrize("training", TRAININGS)
def test_every_selection_and_training(selection: str, training: str) -> None:
    """The chain covers the complete table and fresh rows, the other tools the complete table alone."""
    for fields in ({}, {"offspring": 2}, {"weights": "1:2:0", "start": "x1 | x2"}):
        setting = Setting(n=2, limit="3", selection=selection, training=training, **fields)
        fresh = setting.judged_on.regime is REGIMES["fresh"]
        if setting.rule.by_order and (setting.judged_on.complete or (fresh and setting.offspring == 1)):
            assert_chain(setting)
        else:
            with pytest.raises(InputError, match=r"^(selection|training|offspring) = "):
                Chain(setting)
        tree = Tree.parse("x1 | x2")
        if setting.judged_on.complete and setting.rule.by_order:
            assert_landscape(tree, setting)
            assert_drift(tree, setting.with_(offspring=1))
        else:
            with pytest.raises(InputError, match=r"training|selection"):
                explore(tree, setting)
        if not setting.judged_on.complete or setting.offspring > 1:
            with pytest.raises(InputError, match=r"training|offspring"):
                exact_drift(tree, setting)


@pytest.mark.parametrize("objective", objectives())
def test_every_objective(objective: str) -> None:
    for n, target in ((2, "and"), (2, "or"), (2, "xor"), (3, "and:2"), (3, "majority"), (2, "x1 & ~x2")):
        for literals in ("positive", "all"):
            limit = "3" if n == 2 else "2"
            setting = Setting(n=n, target=target, objective=objective, literals=literals, limit=limit)
            assert_chain(setting)
            for tree in first_trees(setting)[:4]:
                assert_drift(tree, setting)
                assert_landscape(tree, setting)
                assert_landscape(tree, setting.with_(deletion="leaf", selection="parsimony"))
    assert_chain(Setting(n=2, literals="all", objective=objective, limit="2", offspring=3, accept_error=1))
    assert_drift(
        Tree.parse("(x1 & ~x3) | x2"), Setting(n=4, target="and:3", objective=objective, literals="all")
    )
    sampled = Setting(n=2, objective=objective, limit="2", training=3)
    if sampled.aim.splits:
        with pytest.raises(InputError, match="objective = "):
            Chain(sampled)


def test_an_objective_of_your_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number will do."""
    own = Objective(
        "own", lambda wrong: wrong.false_positives**0.5 + 3 * wrong.false_negatives + wrong.leaves / 7
    )
    monkeypatch.setitem(OBJECTIVES, "own", own)
    for target in ("and", "or", "xor"):
        setting = Setting(n=2, target=target, objective="own", literals="all", limit="3")
        assert_chain(setting)
        assert_landscape(Tree.parse("x1 | ~x2"), setting)
