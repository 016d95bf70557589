from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, inf, log

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import binom

from evobool import InputError, Setting, Tree, evolve
from evobool.model.formulas.prefix import Token
from evobool.model.mutation import DEL, changes
from evobool.model.settings.completion import FirstLeaf, Literals
from evobool.theory.bounds.conjunctions import (
    conjunction_error,
    contradiction_error,
    mixed_conjunction_error,
    witnesses,
)
from evobool.theory.bounds.lemmas import (
    drift_bounds,
    fewest_zeros,
    full_runtime,
    integer_log,
    largest_k,
    lower_bound,
    m_k,
    shrinkage,
    unfull_time,
)
from evobool.theory.bounds.sampled import chernoff_constants, deviation, sampled_guarantee
from tests.support.chain import Chain, error
from tests.support.drift import essential_leaves
from tests.support.strategies import trees


def joined(function: str, literals: list[int]) -> Tree:
    tokens: list[Token] = [function] * (len(literals) - 1)
    return Tree((*tokens, *literals))


@pytest.mark.parametrize("first_leaf", ["any", "insertion"])
@pytest.mark.parametrize(("n", "limit"), [(1, "n"), (2, "n"), (2, "2n"), (3, "n"), (3, "n+1"), (4, "n")])
def test_theorem_2_is_below_the_exact_mean(n: int, limit: str, first_leaf: FirstLeaf) -> None:
    setting = Setting(n=n, limit=limit, first_leaf=first_leaf)
    assert lower_bound(setting) <= Chain(setting).mean() + 1e-9


def test_theorem_2_is_the_mean_of_a_coupon_collector() -> None:
    generator = np.random.default_rng(1)
    cases: tuple[tuple[Literals, int], ...] = (("positive", 5), ("all", 10))
    for literals, size in cases:
        times = []
        for _ in range(2000):
            missing, time = set(range(5)), 0
            while missing:
                time += 1
                if time == 1 or generator.integers(3) < 2:
                    missing.discard(int(generator.integers(size)))
            times.append(time)
        bound = float(lower_bound(Setting(n=5, literals=literals)))
        assert abs(np.mean(times) - bound) < 4 * np.std(times) / 2000**0.5


def test_theorem_2_with_all_literals_is_below_the_exact_mean() -> None:
    """Nearest with a single variable and leaf: 4.5 against 6. What it is at n = 5 is tested above."""
    ratios = []
    for n, limit in ((1, 1), (1, 2), (2, 2), (2, 3)):
        for first_leaf, functions in product(("any", "insertion"), ("and,or", "and")):
            setting = Setting(n=n, limit=str(limit), literals="all")
            setting = setting.with_(first_leaf=first_leaf, functions=functions)
            ratios.append(Chain(setting).mean() / float(lower_bound(setting)))
    assert min(ratios) == pytest.approx(4 / 3)
    assert max(ratios) < 3.5


@pytest.mark.parametrize(
    "fields",
    [
        {"algorithm": "1+1-gp"},
        {"training": 8},
        {"accept_error": 1},
        {"target": "xor"},
        {"target": "and:3"},
        {"functions": "and,xor"},
        {"weights": "2:1:1"},
        {"offspring": 2},
        {"start": "x1"},
    ],
)
def test_theorem_2_refuses_what_it_is_not_about(fields: dict[str, str | int]) -> None:
    with pytest.raises(InputError, match="theorem 2"):
        lower_bound(Setting(n=4, **fields))  # type: ignore[arg-type]


def test_lemma_2_at_16() -> None:
    assert unfull_time(16, 16) == pytest.approx(232_000, rel=1e-3)
    assert unfull_time(16, 16, sharper=True) == pytest.approx(50_300, rel=1e-3)
    with pytest.raises(InputError, match="limit = 15: must be at least n = 16"):
        unfull_time(16, 15)
    with pytest.raises(InputError, match="at most 1048576"):
        unfull_time(2**40, 2**40)


def test_theorem_4_has_its_constants_and_its_limits() -> None:
    found = full_runtime(16, 32)  # c = 1
    assert found.delta == pytest.approx(1 / 12)
    assert found.delta <= shrinkage(16, 32)
    assert found.late < 1e-6
    assert unfull_time(16, 32) < found.bound < inf
    assert full_runtime(10**6, 10**6).bound == inf  # no c: Azuma's step says nothing


@pytest.mark.parametrize(("n", "limit"), [(2, 2), (3, 3), (3, 5), (4, 8)])
def test_m_k_splits_the_wrong_inputs(n: int, limit: int) -> None:
    for x in range(1, 2**n):
        k = largest_k(n, x)
        below = sum(comb(n, i) for i in range(1, k))
        assert x >= 2 * below
        assert k == n or x < m_k(n, k + 1)
        assert drift_bounds(n, limit, x)["k"] == pytest.approx(k * x / (12 * limit * n))
        assert drift_bounds(n, limit, x)["log"] == pytest.approx((log(x, n) + 1) * x / (36 * limit * n))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_fewest_zeros_is_a_minimum(n: int) -> None:
    zeros = [n - row.bit_count() for row in range(2**n - 1)]
    for x in range(min(2**n, 5)):
        assert fewest_zeros(n, x) == min(sum(chosen) for chosen in combinations(zeros, x))
    with pytest.raises(InputError, match="error"):
        fewest_zeros(n, 2**n)


def test_integer_logarithms_are_not_rounded() -> None:
    for base in (2, 3, 10):
        for power in range(40):
            assert integer_log(base, Fraction(base**power)) == power
            assert integer_log(base, Fraction(base**power) - Fraction(1, 7)) == power - 1


@given(trees(variables=4, negated=False, least=4, most=7))
def test_a_full_tree_shrinks_as_theorem_4_says(tree: Tree) -> None:
    """At least the shrinkage, and no less than the leaves that are not essential allow."""
    for target in ("and", "or"):
        setting = Setting(n=4, target=target, limit=str(tree.leaves))
        if error(tree, setting):
            lost = sum(
                (
                    chance * (tree.leaves - change.leaves(tree))
                    for change, chance in changes(tree, setting)
                    if change.operation == DEL and error(change.apply(tree), setting) <= error(tree, setting)
                ),
                Fraction(0),
            )
            assert essential_leaves(tree, target) <= 3
            spare = tree.leaves - essential_leaves(tree, target)
            assert lost >= Fraction(spare, 3 * tree.nodes) >= shrinkage(4, tree.leaves)


@pytest.mark.parametrize(("target", "function"), [("and", "and"), ("or", "or")])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_errors_of_conjunctions(n: int, target: str, function: str) -> None:
    setting = Setting(n=n, target=target, literals="all")
    for a in range(1, n + 1):
        for signs in product((1, -1), repeat=a):
            tree = joined(function, [sign * (i + 1) for i, sign in enumerate(signs)])
            formula = conjunction_error if min(signs) > 0 else mixed_conjunction_error
            assert error(tree, setting) == formula(n, a)
    assert error(joined(function, [1, -1]), setting) == contradiction_error()
    with pytest.raises(InputError, match="at most n"):
        conjunction_error(n, n + 1)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_witnesses_are_the_rise_of_the_error(n: int) -> None:
    setting = Setting(n=n)
    for u in range(1, n):
        for m in range(1, u + 1):
            inner: tuple[Token, ...] = ("or", *joined("and", list(range(1, m + 1))).prefix, n)
            rest = joined("and", list(range(m + 1, u + 1))).prefix if m < u else ()
            tree = Tree(("and", *inner, *rest)) if rest else Tree(inner)
            assert error(tree, setting) - conjunction_error(n, u) == witnesses(n, u, m)
    with pytest.raises(InputError, match="displaced"):
        witnesses(n, n)


@pytest.mark.parametrize("n", [2, 10, 1000])
def test_lemma_1_holds_for_binomials(n: int) -> None:
    for c, rows, rate in product((0.5, 2, 8), (10, 1000), (0.0, 0.001, 0.1, 0.9)):
        exact, bound = deviation(n, c, rows, rate)
        assert exact <= bound
        most = max(c * np.log2(n), rows * rate)
        law = binom.pmf(np.arange(rows + 1), rows, rate)
        assert exact == pytest.approx(law[np.abs(np.arange(rows + 1) - rows * rate) > most].sum(), abs=1e-12)


@pytest.mark.long
def test_theorem_6_is_not_refuted_by_runs() -> None:
    """At n = 256 it promises little more than a half; a wrong engine or bound would show all the same."""
    found = sampled_guarantee(256, c=1, c_prime=8)
    setting = Setting(
        n=256, training=found.rows, accept_error=found.threshold, max_iterations=found.iterations
    )
    runs = [evolve(setting, seed=1, index=i, engine="exact") for i in range(100)]
    good = sum(run.solved and (run.generalisation_error or 0) <= Fraction(1, 256) for run in runs)
    assert good >= 100 * (1 - found.failure)
    assert 0 < found.failure < 0.5


def test_theorem_6_comes_true_as_n_grows() -> None:
    failures = [sampled_guarantee(2**k).failure for k in (8, 10, 12, 14, 16)]
    assert failures == sorted(failures, reverse=True)
    assert failures[-1] < 0.02
    bound = 2 * (2 * 16) ** 2 / 2**16  # 2 (c+1)^2 lg^2 n / n
    assert failures[-1] < bound
    assert chernoff_constants()["lg_n"] > 170


def test_theorem_7_adds_what_a_negation_shows() -> None:
    positive, mixed = sampled_guarantee(100), sampled_guarantee(100, negated=True)
    assert set(mixed.failures) - set(positive.failures) == {"negation"}
    assert mixed.failures["negation"] < 1e-12
    assert mixed.failure == pytest.approx(positive.failure)
    with pytest.raises(InputError, match="2\\^62"):
        sampled_guarantee(2**16, c=4)


def test_theorem_7_counts_a_mixed_conjunction_that_misses_by_a_hair() -> None:
    """One of lg n variables errs on 2^-n more than 1/n: at a power of two it is still too bad."""
    positive, mixed = sampled_guarantee(1024), sampled_guarantee(1024, negated=True)
    assert mixed.failures["early"] > 0.1 > 1e-9 > positive.failures["early"]
    setting = Setting(
        n=1024,
        literals="all",
        training=mixed.rows,
        accept_error=mixed.threshold,
        max_iterations=mixed.iterations,
    )
    runs = [evolve(setting, seed=1, index=i, engine="exact") for i in range(100)]
    bad = [run for run in runs if not run.solved or (run.generalisation_error or 0) > Fraction(1, 1024)]
    assert 0 < len(bad) <= 100 * mixed.failure
