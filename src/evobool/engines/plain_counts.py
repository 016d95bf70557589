"""Iterations of the exact engine in plain Python: counts are exact fractions, however wide.

The engine decides by them what does not fit a word, and the player shows them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import repeat
from typing import Any

import numpy as np

from evobool.engines.counts.binomial import draw_errors
from evobool.engines.counts.by_class import draw_classes
from evobool.engines.kernels.saved import new_generator
from evobool.engines.kernels.state import EMPTY_ERROR
from evobool.engines.reference import Iteration, Iterations, OnRows, mutated
from evobool.model.formulas.comparing import order_of_shares
from evobool.model.formulas.counting import dual, satisfied_share
from evobool.model.formulas.prefix import Prefix, evaluated
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.objective import Wrong
from evobool.model.populations.member import Member, Population
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import CountedTable, wrong_share

Found = Wrong | int  # the wrong rows, of either class if that matters


def counted(setting: Setting, generator: Generator, max_branches: int) -> Iterations:
    """Iterations by counting; a tree that takes more case distinctions raises `BranchLimitError`."""
    if setting.judged_on.fresh:
        return OnDrawnCounts(setting, generator, max_branches)
    return OnRows(setting, generator, repeat(CountedTable(setting.goal, max_branches)))


class AgainstParent:
    """The complete truth table seen from a tree that is wrong somewhere, but not on the only positive row.

    Other trees are as wrong as it is, less or more; by how much is not said. The larger error has a tree that
    is wrong on the positive row; among the others the order is that of the inputs they are true on. Where
    the target joins literals by OR all this holds of the duals.
    """

    def __init__(self, setting: Setting, parent: Tree, max_branches: int) -> None:
        self.setting, self.parent, self.max_branches = setting, parent, max_branches
        self.point = [int(literal > 0) for literal in sorted(setting.goal.literals, key=abs)]

    def wrong(self, tree: Tree) -> Wrong:
        """Two rows for the parent, and one more or less for a tree that is more or less wrong."""
        order = self._order(tree) if tree != self.parent else 0
        found = Wrong(2 + order, 0, 1, 2**self.setting.n - 1, tree.leaves)
        return found if self.setting.goal.joins == "and" else found.dual

    def missed(self, tree: Tree) -> int:
        """Nothing is known row by row."""
        raise AssertionError("no row is known")

    def _order(self, tree: Tree) -> int:
        if not tree.prefix:
            return 1
        before, after = (as_conjunction(each, self.setting) for each in (self.parent, tree))
        if not evaluated(after, self.point, 1):
            return 1
        return order_of_shares(before, after, self.max_branches)


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
        parents = (_judged(setting, parent, before),)
        if not within:
            return Iteration(parents, [made], parents)
        made = _judged(setting, made, after)
        assert made.judged is not None
        assert parents[0].judged is not None
        accepted = setting.rule.accepts(made.judged, parents[0].judged, None)
        return Iteration(parents, [made], (made,) if accepted else parents)

    def _errors(self, parent: Tree, offspring: Tree) -> tuple[Found, Found]:
        """Draw the errors of a parent and its offspring, which may be empty, on the same fresh rows."""
        if not offspring.prefix:
            return EMPTY_ERROR, EMPTY_ERROR
        if self.setting.aim.splits:
            before, after = self._by_class(parent, offspring)
            return (before, after) if parent.prefix else (EMPTY_ERROR, after)
        if not parent.prefix:
            return EMPTY_ERROR, self._drawn(0.0, 0.0, float(self._wrong(offspring)))[1]
        return self._drawn(*map(float, self._wrong_shares(parent, offspring)))

    def _by_class(self, parent: Tree, offspring: Tree) -> tuple[Wrong, Wrong]:
        """The same with false positives and false negatives apart; an empty parent is as the offspring."""
        goal, pair = self.setting.goal, (parent if parent.prefix else offspring, offspring)
        cube, k = {abs(x): x > 0 for x in goal.literals}, len(goal.literals)
        trees = [as_conjunction(tree, self.setting) for tree in pair]
        joint: Prefix = trees[1] if pair[0] == pair[1] else ("and", *trees[0], *trees[1])
        t, t2, j = (satisfied_share(each, self.max_branches) for each in (*trees, joint))
        c, c2, i = (satisfied_share(each, self.max_branches, cube) for each in (*trees, joint))
        false = [t - j - (c - i) / 2**k, t2 - j - (c2 - i) / 2**k, j - i / 2**k]
        missed = [c2 - i, c - i, 1 - c - c2 + i]
        words, classes = new_generator(), np.zeros(2, dtype=np.int64)
        words[:4] = self.generator.state
        rows = self.setting.judged_on.rows
        found = draw_classes(words, rows, k, _floats(false), _floats(missed), classes)
        self.generator.state = words[:4].tolist()
        wrong = []
        for at, tree in zip((0, 2), pair, strict=True):
            false_positives, missed_ones, *rows_of = map(int, (*found[at : at + 2], *classes))
            kinds = Wrong(false_positives, missed_ones, rows_of[0], rows_of[1], tree.leaves)
            wrong.append(kinds if goal.joins == "and" else kinds.dual)
        return wrong[0], wrong[1]

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


def _judged(setting: Setting, member: Member, found: Found) -> Member:
    """The member with what was drawn of it: its wrong rows, of either class if that matters."""
    if isinstance(found, Wrong):
        value: Any = setting.aim.of(found)
        return replace(member, judged=Judged(value, member.leaves), error=found.error, wrong=found)
    return replace(member, judged=Judged(found, member.leaves), error=found, wrong=None)


def _floats(shares: list[Fraction]) -> tuple[float, float, float]:
    """The nearest doubles."""
    one, other, both = map(float, shares)
    return one, other, both


def as_conjunction(tree: Tree, setting: Setting) -> Prefix:
    """A tree whose target is a conjunction: its dual if it is a disjunction."""
    return dual(tree.prefix) if setting.goal.joins == "or" else tree.prefix
