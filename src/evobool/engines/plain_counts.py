"""Iterations of the exact engine in plain Python: counts are exact fractions, however wide.

The engine decides by them what does not fit a word, and the player shows them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import repeat

from evobool.engines.counts.binomial import draw_errors
from evobool.engines.kernels.saved import new_generator
from evobool.engines.kernels.state import EMPTY_ERROR
from evobool.engines.reference import Iteration, Iterations, OnRows, mutated
from evobool.model.formulas.counting import dual, satisfied_share
from evobool.model.formulas.prefix import Prefix
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.populations.member import Member, Population
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import CountedTable, wrong_share


def counted(setting: Setting, generator: Generator, max_branches: int) -> Iterations:
    """Iterations by counting; a tree that takes more case distinctions raises `BranchLimitError`."""
    if setting.judged_on.fresh:
        return OnDrawnCounts(setting, generator, max_branches)
    return OnRows(setting, generator, repeat(CountedTable(setting.goal, max_branches)))


class OnDrawnCounts:
    """Iterations on fresh rows, which are not drawn, but how many of them are wrong: after the mutations."""

    def __init__(self, setting: Setting, generator: Generator, max_branches: int) -> None:
        self.setting, self.generator, self.max_branches = setting, generator, max_branches

    def first(self) -> Iteration:
        """As `Iterations.first`."""
        return Iteration((), (), (Member(self.setting.start_tree),))

    def next(self, population: Population) -> Iteration:
        """As `Iterations.next`."""
        (parent,), setting, limit = population, self.setting, self.setting.leaf_limit
        made = mutated(setting, parent.tree, self.generator)
        within = limit is None or made.tree.leaves <= limit
        before, after = self._errors(parent.tree, made.tree if within else parent.tree)
        judged = Judged(before, parent.leaves)
        parents = (replace(parent, judged=judged, error=before, wrong=None),)
        if not within:
            return Iteration(parents, [made], parents)
        made = replace(made, judged=Judged(after, made.leaves), error=after)
        assert made.judged is not None
        accepted = setting.rule.accepts(made.judged, judged, None)
        return Iteration(parents, [made], (made,) if accepted else parents)

    def _errors(self, parent: Tree, offspring: Tree) -> tuple[int, int]:
        """Draw the errors of a parent and its offspring, which may be empty, on the same fresh rows."""
        if not offspring.prefix:
            return EMPTY_ERROR, EMPTY_ERROR
        if not parent.prefix:
            return EMPTY_ERROR, self._drawn(0.0, 0.0, float(self._wrong(offspring)))[1]
        return self._drawn(*map(float, self._wrong_shares(parent, offspring)))

    def _drawn(self, only_parent: float, only_offspring: float, both: float) -> tuple[int, int]:
        words = new_generator()
        words[:4] = self.generator.state
        before, after = draw_errors(words, self.setting.judged_on.rows, only_parent, only_offspring, both)
        self.generator.state = words[:4].tolist()
        return int(before), int(after)

    def _wrong(self, tree: Tree) -> Fraction:
        return wrong_share(tree.prefix, self.setting.goal, self.max_branches)

    def _wrong_shares(self, parent: Tree, offspring: Tree) -> tuple[Fraction, Fraction, Fraction]:
        """The shares of inputs that only the parent, only the offspring, and both get wrong."""
        wrong = self._wrong(parent), self._wrong(offspring)
        if parent == offspring:
            return Fraction(0), Fraction(0), wrong[0]
        cube = {abs(x): x > 0 for x in self.setting.goal.literals}
        trees = [as_conjunction(tree, self.setting) for tree in (parent, offspring)]
        on_cube = [satisfied_share(tree, self.max_branches, cube) for tree in trees]
        joint = satisfied_share(("and", *trees[0], *trees[1]), self.max_branches)
        both = joint + Fraction(1, 2 ** len(cube)) * (1 - sum(on_cube))
        return wrong[0] - both, wrong[1] - both, both


def as_conjunction(tree: Tree, setting: Setting) -> Prefix:
    """A tree whose target is a conjunction: its dual if it is a disjunction."""
    return dual(tree.prefix) if setting.goal.joins == "or" else tree.prefix
