from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from evobool import InputError, Setting, Tree
from evobool.model.mutation import neighbourhood
from evobool.model.selection import Judged
from evobool.plots.theory import draw_drift
from evobool.theory.bounds.covered import beyond_lemma_2
from evobool.theory.bounds.drift_theorems import best_delta, super_multiplicative_drift, variable_bound
from evobool.theory.claims.small_trees import every_tree
from evobool.theory.drift.drift import by_class, drift_of, exact_drift, met, slowest, smallest
from tests.support.chain import Chain, canonical, error
from tests.support.drawn import complete_settings, trees
from tests.support.examples import examples


@examples(100)
@given(complete_settings(4, ("none", "6")), st.data())
def test_drift_is_the_mean_over_the_neighbourhood(setting: Setting, data: st.DataObject) -> None:
    tree = data.draw(trees(setting, least=1))
    drift, limit = Fraction(0), setting.leaf_limit or 10**9
    parent = Judged(error(tree, setting), tree.leaves)
    for near, chance in neighbourhood(tree, setting).items():
        child = Judged(error(near, setting), near.leaves)
        if near.leaves <= limit and setting.rule.accepts(child, parent, None):
            drift += chance * (parent.error - child.error)
    assert exact_drift(tree, setting) == drift


@pytest.mark.parametrize(("n", "leaves"), [(1, 3), (3, 3), (2, 4)])
def test_every_tree_is_there(n: int, leaves: int) -> None:
    """All words of tokens that are trees, against those enumerated, both up to order and names."""
    wanted = set()
    for word in product([*range(1, n + 1), "and", "or"], repeat=2 * leaves - 1):
        with suppress(InputError):
            wanted.add(canonical(Tree(word)))
    assert {canonical(tree) for tree in every_tree(n, leaves)} == {t for t in wanted if t.leaves == leaves}


def test_lemma_2_holds_for_every_small_tree() -> None:
    """The smallest limit a tree is not full for is the hardest."""
    nearest = {}
    for n in (2, 3, 4):
        found = []
        for leaves in range(1, 5):
            setting = Setting(n=n, limit=str(max(n, leaves + 1)))
            found += [drift_of(tree, setting) for tree in every_tree(n, leaves) if error(tree, setting)]
        best = smallest(found)
        assert best is not None
        nearest[n] = best.ratio()
    assert nearest == pytest.approx({2: 15 / 7, 3: 2.434103, 4: 2.854586})


def test_the_inequality_before_lemma_2_fails_for_a_redundant_tree() -> None:
    """Lemma 2 loses a factor of 1/2 on the way; its conclusion holds all the same."""
    found = drift_of(Tree.parse("(x1 | x2 | x3) | (x1 | x2 | x3)"), Setting(n=3, limit="7"))
    assert found.ratio("k") == found.ratio("floor") == pytest.approx(21 / 22)
    assert found.ratio("log") > 2


def test_trees_met_in_runs() -> None:
    setting = Setting(n=6, limit="n")
    runs = list(met(setting, 5, seed=1, engine="reference"))
    found = [drift for run in runs for drift in run]
    assert len(runs) == 5
    assert len({drift.tree for drift in found}) == len(found)
    assert any(drift.full for drift in found)
    assert all(drift.error and drift.full == (drift.tree.leaves == 6) for drift in found)
    assert min(drift.ratio() for drift in found if not drift.full) > 2
    assert min(drift.ratio() for drift in found if drift.full) == 0  # not bound by the lemma
    for k, drifts in by_class(found).items():
        assert all(2**k <= drift.error < 2 ** (k + 1) for drift in drifts)


def test_the_drift_theorem_bounds_the_exact_mean() -> None:
    """Theorem 3 applied to the measured drift of every reachable tree, against the exact chain."""
    setting = Setting(n=3, limit="6", max_iterations=100)
    chain = Chain(setting.with_(limit="4"))
    pairs = [(error(tree, setting), exact_drift(tree, setting)) for tree in chain.states if tree.prefix]
    delta = best_delta(pairs, 3)
    bound = super_multiplicative_drift(pairs, 3, delta, 3)  # the first leaf errs on 3 rows
    assert chain.mean() <= 1 + variable_bound(3, delta, 3) <= 1 + bound
    assert log(bound) < log(chain.mean()) + 5


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"limit": "none"}, "limit = none: lemma 2 needs one: try n or 2n"),
        ({"limit": "3"}, "limits of at least n = 4"),
        ({"literals": "all"}, "literals = all: lemma 2 is about positive"),
        ({"selection": "parsimony"}, "lemma 2 is about nonstrict"),
        ({"functions": "and"}, "lemma 2 is about and,or"),
        ({"target": "xor"}, "target = xor: lemma 2 is about AND_n and OR_n"),
        ({"target": "and:3"}, "lemma 2 is about AND_n and OR_n"),
        ({"weights": "2:1:1"}, "weights = 2:1:1: lemma 2 is about 1:1:1"),
        ({"start": "x1"}, "start = x1: lemma 2 is about empty"),
        ({"n": 1}, "n of at least 2"),
    ],
)
def test_where_lemma_2_says_nothing_the_drift_is_told_without_it(fields: dict[str, Any], why: str) -> None:
    base: dict[str, Any] = {"n": 4, "limit": "n"}
    setting = Setting(**(base | fields))
    assert why in str(beyond_lemma_2(setting))
    if setting.n > 1:
        found = drift_of(Tree.parse("x2"), setting)
        assert found.bounds == {}
        assert found.drift == exact_drift(Tree.parse("x2"), setting)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"training": 9}, "training = 9: must be complete"),
        ({"training": "fixed:9"}, "training = fixed:9: must be complete"),
        ({"algorithm": "1+1-gp"}, "the exact drift is that of rls-gp"),
        ({"offspring": 2}, "offspring = 2: the exact drift is that of one"),
        ({"n": 1001}, "must be at most 1000"),
    ],
)
def test_what_has_no_drift_of_this_kind_is_refused(fields: dict[str, Any], why: str) -> None:
    base: dict[str, Any] = {"n": 4, "limit": "n"}
    setting = Setting(**(base | fields))
    for tool in (drift_of, exact_drift):
        with pytest.raises(InputError, match=why):
            tool(Tree.parse("x1"), setting)
    with pytest.raises(InputError, match=why):
        next(met(setting, 1, seed=1, engine="reference"))


def test_trees_without_a_drift_are_refused() -> None:
    with pytest.raises(InputError, match="is a solution"):
        drift_of(Tree.parse("x1 & x2"), Setting(n=2, limit="n"))
    with pytest.raises(InputError, match="is a solution"):
        drift_of(Tree.parse("x1"), Setting(n=2, limit="n", accept_error=1))
    with pytest.raises(InputError, match="empty"):
        exact_drift(Tree(), Setting(n=2))


def test_the_start_is_met() -> None:
    setting = Setting(n=3, target="xor", functions=("xor",), start="x2 ^ x2")
    (found,) = met(setting, 1, seed=1, engine="reference")
    assert found[0].tree == Tree.parse("x2 ^ x2")
    assert list(met(setting.with_(start="x1 ^ (x2 ^ x3)"), 1, seed=1, engine="reference")) == [[]]
    assert slowest(found) is not None


def test_drift_is_drawn_with_its_bounds() -> None:
    setting = Setting(n=4, limit="n")
    found = [drift for run in met(setting, 4, seed=2, engine="reference") for drift in run]
    axes = Figure().subplots()
    draw_drift(axes, found, 4, 4)
    marks = sum(np.shape(collection.get_offsets())[0] for collection in axes.collections)
    assert marks == sum(drift.drift > 0 for drift in found)
    assert len(axes.lines) == 2
    assert axes.get_xscale() == axes.get_yscale() == "log"
    with pytest.raises(InputError, match="no tree"):
        draw_drift(axes, [], 4, 4)
    plain = Figure().subplots()
    draw_drift(plain, [drift_of(Tree.parse("x1"), Setting(n=4))], 4, None)
    assert len(plain.lines) == 0
    level = [drift_of(Tree.parse("x1"), Setting(n=4, target="xor", functions=("xor",)))]
    with pytest.raises(InputError, match="all 1: have drift 0"):
        draw_drift(Figure().subplots(), level, 4, None)
