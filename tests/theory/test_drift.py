from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from evobool import InputError, Setting, Tree
from evobool.model.mutation import neighbourhood
from evobool.model.words import Deletion
from evobool.plots.theory import draw_drift
from evobool.theory.bounds.drift_theorems import best_delta, super_multiplicative_drift, variable_bound
from evobool.theory.drift.drift import by_class, every_tree, exact_drift, measured, met, smallest
from tests.chain import Chain, canonical, error
from tests.strategies import trees


@given(
    trees(variables=4, least=1, most=6), st.sampled_from(["and", "or"]), st.sampled_from(["leaf", "subtree"])
)
def test_drift_is_the_mean_over_the_neighbourhood(tree: Tree, target: str, deletion: Deletion) -> None:
    setting = Setting(n=4, target=target, literals="all", limit="6", deletion=deletion)
    drift = Fraction(0)
    for near, chance in neighbourhood(tree, setting).items():
        if near.leaves <= 6:
            drift += chance * max(0, error(tree, setting) - error(near, setting))
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
            found += [measured(tree, setting) for tree in every_tree(n, leaves) if error(tree, setting)]
        best = smallest(found)
        assert best is not None
        nearest[n] = best.ratio()
    assert nearest == pytest.approx({2: 15 / 7, 3: 2.434103, 4: 2.854586})


def test_the_inequality_before_lemma_2_fails_for_a_redundant_tree() -> None:
    """Lemma 2 loses a factor of 1/2 on the way; its conclusion holds all the same."""
    found = measured(Tree.parse("(x1 | x2 | x3) | (x1 | x2 | x3)"), Setting(n=3, limit="7"))
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


def test_what_lemma_2_is_not_about_is_refused() -> None:
    for fields, why in (
        ({"limit": "none"}, "limit = none"),
        ({"limit": "3"}, "at least n"),
        ({"literals": "all"}, "positive"),
        ({"training": 9}, "complete"),
        ({"algorithm": "1+1-gp"}, "rls-gp"),
        ({"functions": "and"}, "and,or"),
        ({"n": 1}, "2 to 1000"),
    ):
        with pytest.raises(InputError, match=why):
            measured(Tree.parse("x1"), Setting(**({"n": 4, "limit": "n"} | fields)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="solution"):
        measured(Tree.parse("x1 & x2"), Setting(n=2, limit="n"))
    with pytest.raises(InputError, match="empty"):
        exact_drift(Tree(), Setting(n=2))


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
