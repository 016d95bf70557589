"""Beyond the paper: lemma 2 and theorem 4 with all literals, errors balanced (`bounds/balanced.py`)."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean

from evobool.api import evolve
from evobool.model.formulas.counting import dual
from evobool.model.formulas.tree import Tree
from evobool.theory.bounds.balanced import (
    balanced_root,
    balanced_shrinkage,
    balanced_time,
    balanced_unfull_time,
)
from evobool.theory.bounds.lemmas import fewest_zeros, shrinkage
from evobool.theory.chain.chain import Chain
from evobool.theory.claims.lemma2 import LARGEST_N, root_and_ratio
from evobool.theory.claims.looked import MET, Looked, balanced, look, met_trees, small_trees
from evobool.theory.claims.registry import Finding, by_size, claim
from evobool.theory.claims.small_trees import every_tree

SIZES = f"all trees of up to 4 leaves, n = 2 and 3; trees met in runs, n = {', '.join(map(str, MET))}"
Ratio = tuple[Fraction, str]


@claim(
    "balanced-true",
    says="Beyond the paper: with all literals and `balanced`, a tree that is true on the all-ones input of "
    "AND_n stays so, so its errors are false positives only.",
    how="all offspring of every tree, fewest leaves first",
    sizes=f"{SIZES}; n = 1 too",
)
def true_stays() -> Finding:
    """A constant tree is the exception: both constants have the value N."""
    strays = [found for found in (*small_trees(), *met_trees()) if not found.missed and found.strays]
    broken = [found for found in strays if found.value < found.rows]
    if broken:
        return Finding.of(False, f": {broken[0]} may become {broken[0].strays}.")
    if not strays:
        return Finding.of(True, ".")
    first = strays[0]
    return Finding(
        "loose",
        "holds at all sizes checked for trees that are false somewhere. A tree that is true everywhere has "
        f"as large a value as one that is false everywhere: {first} may become {first.strays}.",
        {"counterexample": str(first.tree), "n": first.n, "becomes": str(first.strays)},
    )


@claim(
    "balanced-lemma-2",
    says="Beyond the paper: with all literals and `balanced`, E[T_0] <= 1 + 48 l + 72 l n (3 + 2 (2 + log2 "
    "log_n 2^n) ln n) on AND_n and OR_n, by a drift of at least (log_n f + 1) f / (72 l n) of a tree with "
    "false positives only, and two steps of probability 1/(24 l) before the first.",
    how="exact drift against the drift of root-ands, in fractions, and that against the bound at every f "
    "(rigorous); the probability of either step; dual trees have equal drift; measured T",
    sizes=f"{SIZES}; the bound for n = 2 to {LARGEST_N}",
)
def lemma_2_balanced() -> Finding:
    """One of 2n literals is drawn in place of one of n: the constant is twice the paper's."""
    found = [each for each in (*small_trees(), *met_trees()) if not each.full and each.n > 1]
    drift, tree = min(_drift_ratio(each) for each in found if each.value < each.rows)
    step, waiting = min(_step_ratio(each) for each in found if each.value >= each.rows)
    least, _ = min(root_and_ratio(n) for n in range(2, LARGEST_N + 1))
    duals = all(
        look(made, balanced(2, 4)).drift == look(Tree.trusted(dual(made.prefix)), balanced(2, 4, "or")).drift
        for leaves in (1, 2, 3)
        for made in every_tree(2, leaves, negated=True)
    )
    times = [evolve(balanced(16, 32), seed=1, index=i).iterations for i in range(50)]
    bound = balanced_unfull_time(16, 32)
    return Finding.of(
        min(drift, step) >= 1 and least >= 1 and duals and mean(times) <= bound,
        f": the drift is at least {float(drift):.3g} times what the argument needs ({tree}), which is at "
        f"least {least:.3g} times the bound; either step is at least {float(step):.3g} times as likely "
        f"({waiting}). "
        f"At n = 16, limit 32, the bound is {bound:,.0f}; measured T: {mean(times):.0f}.",
        {"drift_ratio": float(drift), "step_ratio": float(step), "root_and_ratio": least, "bound": bound},
    )


@claim(
    "balanced-theorem-4",
    says="Beyond the paper: with all literals and `balanced`, subtree deletion and a limit l >= n+1, E[T] "
    "<= E[T_0] (1 + 3 (n+1) (2l-1) / (l-n+1)) on AND_n and OR_n: O(l n^2 log^2 n) at l = (1+c) n. A full "
    "tree loses at least (l-n+1) / (3 (n+1) (2l-1)) leaves an iteration; theorem 4 has no factor n+1.",
    how="the exact shrinkage of trees of l leaves; E[T] of the exact chain against the bound",
    sizes=f"{SIZES}, of n+1 leaves or more; the chain for n = 2 and 3",
)
def theorem_4_balanced() -> Finding:
    """A leaf below an OR whose other side is false on the all-ones input cannot always be deleted."""
    found = [each for each in (*small_trees(), *met_trees()) if 1 < each.n < each.tree.leaves]
    least, tree = min(
        (each.removed / balanced_shrinkage(each.n, each.tree.leaves), str(each)) for each in found
    )
    slow = [each for each in found if not each.missed and each.removed < shrinkage(each.n, each.tree.leaves)]
    sizes = [(2, 3), (2, 4), (3, 4)]
    times = {size: Chain(balanced(*size)).mean for size in sizes}
    bounds = {size: balanced_time(*size) for size in sizes}
    n, limit = sizes[-1]
    words = (
        f": full trees shrink by at least {float(least):.3g} times the rate ({tree}); at n = {n}, limit "
        f"{limit}, E[T] = {times[n, limit]:.4g}, the bound {bounds[n, limit]:.3g}."
    )
    if slow:
        first = slow[0]
        share = float(first.removed / shrinkage(first.n, first.tree.leaves))
        words += (
            " What does not carry over is the rate of theorem 4, since a leaf below an OR whose other side "
            "is false on the all-ones input cannot always be deleted: "
            f"{first} has {share:.3g} times that rate."
        )
    return Finding.of(
        least >= 1 and all(times[size] <= bounds[size] for size in sizes),
        words,
        {
            "smallest_shrinkage_ratio": float(least),
            "below_theorem_4": str(slow[0].tree) if slow else None,
            "E[T]": by_size(times),
            "bound": by_size(bounds),
        },
    )


def _drift_ratio(found: Looked) -> Ratio:
    """The drift over that of root-ands: every false positive goes with as many as it has zeros."""
    least = balanced_root(found.limit) / found.n * fewest_zeros(found.n, found.value)
    return found.drift / least, str(found)


def _step_ratio(found: Looked) -> Ratio:
    return found.falls / balanced_root(found.limit), str(found)
