"""Every offspring of a tree under one HVL-Prime mutation, with probability and error, without building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from evobool.model.formulas.tree import Tree
from evobool.model.mutation import Change, changes
from evobool.model.settings.reading import check_read
from evobool.model.settings.setting import Setting
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.support import check_complete, check_listed, check_offspring

READS = frozenset(  # the last five make no difference to what one mutation of a given tree does
    (
        *("n", "target", "functions", "literals", "limit", "deletion", "selection", "training", "first_leaf"),
        *("weights", "mutation", "algorithm", "accept_error", "max_iterations", "offspring", "start"),
    )
)


@dataclass(frozen=True)
class Offspring:
    """One possible outcome of a mutation; INS covers both child orders of a commutative function.

    `accepted` says whether Algorithm 1 would keep it. The empty tree's error is one more than all rows.
    """

    change: Change
    probability: Fraction
    leaves: int
    error: int
    accepted: bool
    parent: Tree = field(repr=False)

    @property
    def operation(self) -> str:
        """INS, DEL or SUB."""
        return self.change.operation

    def tree(self) -> Tree:
        """The offspring itself."""
        return self.change.apply(self.parent)


def offspring(tree: Tree, setting: Setting) -> list[Offspring]:
    """Every offspring of one mutation, including those equal to the tree.

    >>> found = offspring(Tree.parse("x1"), Setting(n=2))
    >>> for each in found[:3]:
    ...     print(each.tree(), each.probability, each.error, each.accepted)
    x1 & x1 1/12 1 True
    x1 & x2 1/12 0 True
    x1 | x1 1/12 1 True
    >>> print(sum(each.probability for each in found))
    1
    """
    check_tree(tree, setting)
    check_offspring(tree, setting)
    return list(each_offspring(tree, setting))


def each_offspring(tree: Tree, setting: Setting) -> Iterator[Offspring]:
    """The same one after the other: a large tree has millions."""
    limit = setting.leaf_limit
    appraiser = appraiser_of(tree, setting.goal)
    for change, probability in changes(tree, setting):
        leaves, error = change.leaves(tree), appraiser.after(change)
        within = limit is None or leaves <= limit
        kept = keeps(setting, error - appraiser.error, leaves - tree.leaves)
        yield Offspring(change, probability, leaves, error, kept and within, tree)


def keeps(setting: Setting, more_wrong: int, more_leaves: int) -> bool:
    """Whether the selection rule accepts an offspring with this many more wrong rows and more leaves."""
    error_order, leaves_order = ((x > 0) - (x < 0) for x in (more_wrong, more_leaves))
    return setting.rule.keeps(error_order, leaves_order)


def check_tree(tree: Tree, setting: Setting) -> None:
    """Refuse a tree that the setting cannot produce, or one that cannot be judged or listed exactly."""
    check_read(setting, READS, "the list of offspring")
    check_complete(setting)
    check_listed(setting)
    setting.check_tree(tree)
