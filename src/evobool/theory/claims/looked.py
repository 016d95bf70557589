"""What one mutation does to trees on AND_n with all literals, errors balanced: small ones and those met."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from evobool.api import evolve
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import DEL
from evobool.model.settings.setting import Setting
from evobool.theory.claims.small_trees import every_tree
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.offspring import each_offspring

MET = {4: 3, 6: 2, 8: 1}  # n: runs


@dataclass(frozen=True)
class Looked:
    """One tree and its offspring, with f and N as in `bounds/balanced.py`."""

    tree: Tree
    n: int
    limit: int
    value: int  # f
    missed: bool  # whether it is false on the all-ones input
    drift: Fraction  # the expected fall of f
    falls: Fraction  # the probability of f <= N, or of f < N if f = N now
    removed: Fraction  # the expected number of leaves that accepted deletions remove
    strays: Tree | None  # an offspring that is accepted and false on the all-ones input

    @property
    def rows(self) -> int:
        """N."""
        return (1 << self.n) - 1

    @property
    def full(self) -> bool:
        """Whether it may not grow."""
        return self.tree.leaves >= self.limit

    def __str__(self) -> str:
        return f"{self.tree} at n = {self.n}"


def balanced(n: int, limit: int, target: str = "and") -> Setting:
    """What the claims are about."""
    return Setting(n=n, target=target, limit=str(limit), literals="all", objective="balanced")


def look(tree: Tree, setting: Setting) -> Looked:
    """Go through all offspring of a tree once; sums are of integers, one for each probability."""
    wrong, rows = appraiser_of(tree, setting.goal).wrong, (1 << setting.n) - 1
    value = setting.aim.of(wrong)
    gains: Counter[Fraction] = Counter()
    falls: Counter[Fraction] = Counter()
    removed: Counter[Fraction] = Counter()
    strays = None
    for child in each_offspring(tree, setting):
        if not child.accepted:
            continue
        gains[child.probability] += value - child.value
        falls[child.probability] += child.value <= rows and child.value < value
        if child.operation == DEL:
            removed[child.probability] += tree.leaves - child.leaves
        if child.wrong.false_negatives and strays is None:
            strays = child.tree()
    limit = setting.leaf_limit
    assert limit is not None
    drift, fall, loss = (_expected(each) for each in (gains, falls, removed))
    return Looked(tree, setting.n, limit, value, wrong.false_negatives > 0, drift, fall, loss, strays)


def _expected(sums: Counter[Fraction]) -> Fraction:
    return sum((chance * whole for chance, whole in sums.items()), Fraction(0))


@cache
def small_trees() -> list[Looked]:
    """All trees that are no solutions, fewest leaves first, with a limit at which they are not full."""
    return [
        found
        for leaves in range(1, 5)
        for n in (1, 2, 3)
        for tree in every_tree(n, leaves, negated=True)
        if (found := look(tree, balanced(n, max(n, leaves + 1)))).value
    ]


@cache
def met_trees() -> list[Looked]:
    """Those that runs met, with limit n+1: many are full."""
    settings = {balanced(n, n + 1): runs for n, runs in MET.items()}
    return [
        found
        for setting, runs in settings.items()
        for tree in dict.fromkeys(
            step.tree
            for index in range(runs)
            for step in evolve(setting, seed=1, index=index, trajectory=True).trajectory or ()
        )
        if tree.prefix and (found := look(tree, setting)).value
    ]
