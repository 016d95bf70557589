"""Exact one-step drift: the expected fall of a tree's error in one iteration.

The drift of a tree X with error x is E[f(X) - f(X')], a sum over its whole neighbourhood under HVL-Prime, in
which an offspring that Algorithm 1 rejects counts as no progress. With an objective other than `errors` it is
the fall of the objective's value, which is what never rises. Where lemma 2 applies (`beyond_lemma_2`),
it bounds the drift from below for trees that are not full (those that may still grow); full trees are marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evobool.api import evolve
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.theory.bounds.covered import beyond_lemma_2
from evobool.theory.bounds.lemmas import drift_bounds
from evobool.theory.drift import offspring
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.offspring import check_tree, each_offspring
from evobool.theory.support import INSTEAD, check_one_mutation

LARGEST_N = 1000  # errors of up to 2^n must be floats
READS = offspring.READS  # and of these, algorithm and offspring to refuse several

Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Drift:
    """The exact drift of one tree, and what lemma 2 says about it, if anything (`bounds.drift_bounds`)."""

    tree: Tree
    error: int
    full: bool
    drift: Fraction
    bounds: dict[str, float]

    def ratio(self, bound: str = "log") -> float:
        """The drift divided by the bound; infinite where the bound is 0."""
        return float(self.drift) / self.bounds[bound] if self.bounds[bound] else float("inf")


def exact_drift(tree: Tree, setting: Setting) -> Fraction:
    """E[f(X) - f(X')] of RLS-GP on the complete truth table, f being the setting's objective.

    Progress is added up in integers, one sum per probability.

    >>> print(exact_drift(Tree.parse("x1"), Setting(n=2, limit="n")))
    1/12
    >>> print(exact_drift(Tree.parse("x1"), Setting(n=2, target="x1 & ~x2", functions="gt")))
    1/12
    """
    check_drift(tree, setting)
    value = setting.aim.of(appraiser_of(tree, setting.goal).wrong)
    gains: Counter[Fraction] = Counter()
    for child in each_offspring(tree, setting):
        if child.accepted:
            gains[child.probability * child.chance] += value - child.value
    return sum((chance * Fraction(gain) for chance, gain in gains.items()), Fraction(0))


def drift_of(tree: Tree, setting: Setting) -> Drift:
    """A tree's drift, with the paper's bounds where they apply.

    >>> found = drift_of(Tree.parse("x1 | x2"), Setting(n=2, limit="2n"))
    >>> found.error, found.full, found.drift, round(found.ratio(), 2)
    (2, False, Fraction(1, 2), 36.0)
    """
    check_drift(tree, setting)
    error, limit = appraiser_of(tree, setting.goal).wrong.error, setting.leaf_limit
    if error <= setting.accept_error:
        raise InputError("tree", tree, "is a solution, so it has no drift")
    full = limit is not None and tree.leaves >= limit
    bounds: dict[str, float] = {}
    if limit is not None and beyond_lemma_2(setting) is None:
        bounds = drift_bounds(setting.n, limit, error)
    return Drift(tree, error, full, exact_drift(tree, setting), bounds)


def met(
    setting: Setting, runs: int, seed: int, engine: str = "auto", tell: Tell = lambda measured, met: None
) -> Iterator[list[Drift]]:
    """The drift of the trees that runs 0, 1, ... of a seed meet on their way, one list per run.

    Each tree appears once. Solutions and the empty tree, which has no error, are left out. `tell` is called
    with the number of trees measured and met in the run under way.
    """
    check_setting(setting)
    start = setting.start_tree
    seen: set[Tree] = set()
    for index in range(runs):
        run = evolve(setting, seed=seed, index=index, engine=engine, trajectory=True)
        trees: dict[Tree, None] = {}
        if start.prefix and appraiser_of(start, setting.goal).wrong.error > setting.accept_error:
            trees[start] = None
        for step in run.trajectory or ():
            if step.error > setting.accept_error:
                trees[step.tree] = None
        new = [tree for tree in trees if tree not in seen]
        found: list[Drift] = []
        for tree in new:
            tell(len(found), len(new))
            found.append(drift_of(tree, setting))
        yield found
        seen.update(new)


def smallest(drifts: Iterable[Drift], bound: str = "log") -> Drift | None:
    """The tree, among those not full, whose drift is closest to the bound."""
    return min(
        (found for found in drifts if not found.full), key=lambda found: found.ratio(bound), default=None
    )


def slowest(drifts: Iterable[Drift]) -> Drift | None:
    """The tree, among those not full, with the smallest drift."""
    return min((found for found in drifts if not found.full), key=lambda found: found.drift, default=None)


def by_class(drifts: Sequence[Drift]) -> dict[int, list[Drift]]:
    """Grouped by the size of the error: class i holds errors 2^i ... 2^(i+1) - 1."""
    classes: dict[int, list[Drift]] = {}
    for found in sorted(drifts, key=lambda found: found.error):
        classes.setdefault(found.error.bit_length() - 1, []).append(found)
    return classes


def check_setting(setting: Setting) -> None:
    """Refuse a setting whose trees have no drift of this kind."""
    check_read(setting, READS, "the exact drift")
    check_one_mutation(setting, "the exact drift is that of rls-gp")
    check_tree(Tree(), setting)
    if setting.offspring > 1:
        raise InputError("offspring", setting.offspring, f"the exact drift is that of one; {INSTEAD}")
    if setting.n > LARGEST_N:
        raise InputError("n", setting.n, f"must be at most {LARGEST_N}")


def check_drift(tree: Tree, setting: Setting) -> None:
    """Refuse a tree or a setting without a drift of this kind."""
    check_setting(setting)
    check_tree(tree, setting)
    if not tree.prefix:
        raise InputError("tree", tree, "the empty tree has no error that could fall")
