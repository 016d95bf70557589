"""Sections 2 and 3: theorems 1 to 5 and the conjecture."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from evobool.api import evolve
from evobool.model.formulas.counting import dual
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import DEL, INS, Change
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import goal_of
from evobool.model.targets.wrong import wrong_inputs
from evobool.theory.bounds.drift_theorems import best_delta, super_multiplicative_drift, variable_bound
from evobool.theory.bounds.lemmas import full_runtime, lower_bound, shrinkage
from evobool.theory.chain.chain import Chain
from evobool.theory.claims.registry import Finding, by_size, claim, places
from evobool.theory.claims.small_trees import every_tree
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.drift import exact_drift
from evobool.theory.drift.offspring import offspring
from evobool.theory.landscape.landscape import certify

Size = tuple[int, int]  # n and the limit
SMALL: list[Size] = [(1, 1), (1, 2), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5)]


@claim(
    "theorem-1",
    says="With leaf-only deletion and any limit > 0, the expected time on AND_n or OR_n is infinite.",
    how="exact Markov chain: can a run reach a dead class? Certificates for the proof's tree",
    sizes="n = 1 to 4, limits n to 6 (n = 4: to 5); the proof's tree for n = 3 to 6 and even limits 4 to 12",
)
def theorem_1() -> Finding:
    """Sizes without a dead end refute it; sizes with one support it."""
    sizes = [(n, limit) for n in range(1, 5) for limit in range(n, 6 if n == 4 else 7)]
    chains = _chains(sizes, deletion="leaf")
    safe = [size for size, chain in chains.items() if not chain.dead_classes()]
    dead = [size for size in sizes if size not in safe]
    first = min(dead)
    tree = chains[first].dead_classes()[0].trees[0]
    built = [(n, limit) for n in range(3, 7) for limit in range(max(n, 4), 13) if limit % 2 == 0]
    certified = sum(
        certify(_proofs_tree(limit), _setting(n, limit, deletion="leaf")) is not None for n, limit in built
    )
    figures = {
        "finite": by_size({size: chains[size].mean for size in safe}),
        "p_stuck": by_size({size: chains[size].p_stuck for size in dead}),
        "smallest_dead_end": {"n": first[0], "limit": first[1], "tree": str(tree)},
        "certified": certified,
    }
    proof = (
        f"The smallest dead end is {tree} at n = {first[0]}, limit {first[1]}. The proof's tree needs n >= 3 "
        f"and an even limit: a dead end in {certified} of {len(built)} such cases. A limit below n leaves no "
        "solution."
    )
    if not safe:
        return Finding.of(True, f". {proof}", figures)
    n, limit = safe[0]
    return Finding(
        "fails",
        f"fails at {places(safe)}: no dead end can be reached and E[T] is finite (smallest counterexample: "
        f"n = {n}, limit {limit}, E[T] = {chains[n, limit].mean:.4g}). True at {places(dead)}. {proof}",
        figures,
    )


@claim(
    "theorem-2",
    says="E[T] = Omega(n log n) on AND_n or OR_n with positive literals and limit >= n.",
    how="the coupon collector's constant made explicit, 1 + (3/2) n H_(n-1), against E[T] of the exact chain",
    sizes="n = 1 to 4, limits n and more, both targets and both rules for the first leaf",
)
def theorem_2() -> Finding:
    """With subtree deletion, where E[T] is finite."""
    variants: list[dict[str, Any]] = [{}, {"target": "or"}, {"first_leaf": "insertion"}]
    settings = [_setting(*size, **fields) for size, fields in product(SMALL, variants)]
    ratios = [Chain(setting).mean / float(lower_bound(setting)) for setting in settings]
    least, most = min(ratios), max(ratios)
    return Finding.of(
        least >= 1 - 1e-9,
        f": the exact E[T] is {least:.3g} to {most:.3g} times the explicit bound.",
        {"smallest_ratio": least, "largest_ratio": most},
    )


@claim(
    "theorem-3",
    says="Drift of at least (log_g x + 1) d x gives E[T] <= 3/d + 2 (2 + log2 log_g max(g, X0)) ln g / d.",
    how="the largest d allowed by the exact drift of every reachable tree; the bound against the exact E[T]",
    sizes="RLS-GP with AND only (with OR, full trees may have no drift), n = 2 to 5, limits n and n+1, g = n",
)
def theorem_3() -> Finding:
    """Adds 1 to the bound: the theorem does not cover the first iteration, from the empty tree."""
    rows: dict[str, dict[str, float]] = {}
    for n in range(2, 6):
        for limit in (n, n + 1):
            setting = _setting(n, limit, functions="and")
            chain = Chain(setting)
            pairs = [
                (wrong_inputs(tree, setting.goal), exact_drift(tree, setting))
                for tree in chain.expected_visits()
                if tree.prefix
            ]
            delta, start = best_delta(pairs, n), (1 << (n - 1)) - 1
            rows[f"n={n} limit={limit}"] = {
                "E[T]": chain.mean,
                "variable": 1 + variable_bound(n, delta, start),
                "bound": 1 + super_multiplicative_drift(pairs, n, delta, start),
            }
    sound = all(row["E[T]"] <= row["variable"] <= row["bound"] for row in rows.values())
    nearest = min(rows, key=lambda size: rows[size]["bound"] / rows[size]["E[T]"])
    row = rows[nearest]
    return Finding.of(
        sound,
        f"; closest at {nearest}: E[T] = {row['E[T]']:.4g}, variable drift gives {row['variable']:.4g}, "
        f"theorem 3 {row['bound']:.4g}.",
        {"processes": rows},
    )


@claim(
    "theorem-4",
    says="With subtree deletion and limit (1+c) n, E[T] = O(l n log^2 n) on AND_n.",
    how="the shrinkage of every full tree against (1/3)(l-(n-1))/(2l-1); E[T] of the exact chain against the "
    "bound with the proof's constants",
    sizes="all full trees of n = 2 and 3 up to limit 5; the chain for n = 2 to 4, limits n to 2n or 5",
)
def theorem_4() -> Finding:
    """Full trees shrink, there are no dead ends, and the explicit bound is above E[T]."""
    shrinking = min(
        (_shrinkage(tree, _setting(n, limit)) / shrinkage(n, limit), str(tree), n, limit)
        for n in (2, 3)
        for limit in range(n, 6)
        for tree in every_tree(n, limit)
        if wrong_inputs(tree, goal_of("and", n))
    )
    chains = _chains((n, limit) for n, limit in SMALL if n > 1)
    means = {size: chain.mean for size, chain in chains.items()}
    bounds = {size: full_runtime(*size).bound for size in chains}
    dead = [size for size, chain in chains.items() if chain.dead_classes()]
    size = max(chains)
    double = all(full_runtime(1 << k, 2 << k).late < 0.5 for k in range(1, 17))
    silent = next((k for k in range(1, 17) if full_runtime(1 << k, 1 << k).late >= 0.5), None)
    ratio, tree = float(shrinking[0]), shrinking[1]
    return Finding.of(
        shrinking[0] >= 1 and not dead and all(means[size] <= bounds[size] for size in chains),
        f": dead ends at {dead or 'no size'}; full trees shrink by at least {ratio:.3g} times the proof's "
        f"rate ({tree}); at n = {size[0]}, limit {size[1]}, E[T] = {means[size]:.4g}, where the proof's "
        f"constants give {bounds[size]:.3g}. For limit 2n the constants hold at "
        f"{'every' if double else 'some'} n = 2^1 to 2^16; for limit n (c = 0) the Azuma step says nothing "
        f"from n = 2^{silent} on.",
        {"smallest_shrinkage_ratio": ratio, "tree": tree, "E[T]": by_size(means), "bound": by_size(bounds)},
    )


@claim(
    "theorem-5",
    says="The same on OR_n, by exchanging AND and OR; inserting a variable at least halves the error.",
    how="equal drift of dual trees, equal T for equal seeds; a search for trees whose error no root "
    "insertion halves",
    sizes="all trees of up to 4 leaves at n = 3; 20 runs each at n = 4, 8, 12; the search at n = 2 and 3",
)
def theorem_5() -> Finding:
    """Duality holds exactly; the halving, which the proof mentions in passing, does not hold."""
    one, other = _setting(3, 4), _setting(3, 4, target="or")
    dual_drift = all(
        exact_drift(tree, one) == exact_drift(Tree.trusted(dual(tree.prefix)), other)
        for leaves in range(1, 5)
        for tree in every_tree(3, leaves)
    )
    equal = all(
        evolve(n=n, limit="2n", seed=1, index=i).iterations
        == evolve(n=n, limit="2n", seed=1, index=i, target="or").iterations
        for n in (4, 8, 12)
        for i in range(20)
    )
    tree = _not_halved()
    words = "holds: dual trees have equal drift, dual runs equal T." if dual_drift and equal else "fails."
    if tree is not None:
        n = max(tree.variables)
        wrong = wrong_inputs(tree, goal_of("or", n))
        words += (
            f" One insertion need not halve the error: {tree} is wrong on {wrong} inputs of OR_3, and no "
            "single variable joined at the root halves that."
        )
    outcome = "fails" if not (dual_drift and equal) else "holds" if tree is None else "loose"
    return Finding(outcome, words, {"dual_drift": dual_drift, "equal_times": equal, "not_halved": str(tree)})


@claim(
    "conjecture",
    says="With negated literals and the complete truth table, exponential time is needed on AND_n and OR_n.",
    how="E[T] of the exact chain, subtree deletion, with all literals and with positive ones",
    sizes="n = 2, 3, 4 with limit n; n = 2, 3 with limit n+1",
)
def conjecture() -> Finding:
    """Growth from n to n+1, compared with growth without negations."""
    sizes = [(2, 2), (3, 3), (4, 4), (2, 3), (3, 4)]
    times = {
        literals: {size: chain.mean for size, chain in _chains(sizes, literals=literals).items()}
        for literals in ("all", "positive")
    }
    growth = {name: [found[n + 1, n + 1] / found[n, n] for n in (2, 3)] for name, found in times.items()}
    told = ", ".join(f"{times['all'][n, n]:.4g}" for n in (2, 3, 4))
    return Finding(
        "asymptotic",
        f"asymptotic: no finite size can refute it. Exact E[T] at limit n = 2, 3, 4: {told}. From n to n+1 "
        f"it grows by factors of {growth['all'][0]:.2g} and {growth['all'][1]:.2g}, against "
        f"{growth['positive'][0]:.2g} and {growth['positive'][1]:.2g} with positive literals.",
        {literals: by_size(found) for literals, found in times.items()},
    )


def _setting(n: int, limit: int, **fields: Any) -> Setting:
    return Setting(n=n, limit=str(limit), **fields)


def _chains(sizes: Iterable[Size], **fields: Any) -> dict[Size, Chain]:
    return {size: Chain(_setting(*size, **fields)) for size in sizes}


def _proofs_tree(limit: int) -> Tree:
    """Theorem 1's disjunction of limit/2 copies of x1 & x2."""
    return Tree.parse(" | ".join(["(x1 & x2)"] * (limit // 2)))


def _shrinkage(tree: Tree, setting: Setting) -> Fraction:
    """The expected number of leaves that an accepted deletion removes."""
    return sum(
        (
            child.probability * (tree.leaves - child.leaves)
            for child in offspring(tree, setting)
            if child.operation == DEL and child.accepted
        ),
        Fraction(0),
    )


def _not_halved() -> Tree | None:
    """The first tree, by leaves, whose error on OR_n no single OR with a variable at the root halves."""
    for leaves in range(1, 6):
        for n in (2, 3):
            for tree in every_tree(n, leaves):
                appraiser = appraiser_of(tree, goal_of("or", n))
                best = min(appraiser.after(Change(INS, 0, "or", x)).error for x in range(1, n + 1))
                if 2 * best > appraiser.wrong.error:
                    return tree
    return None
