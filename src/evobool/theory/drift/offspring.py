"""Every offspring of a tree under one HVL-Prime mutation, how likely and how wrong, without building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from evobool.model.formulas.tree import Tree
from evobool.model.objective import Wrong
from evobool.model.selection import Judged
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.outcomes import Outcome, outcomes
from evobool.theory.support import check_complete, check_listed, check_offspring

READS = frozenset(  # the last five make no difference to what one mutation of a given tree does
    (
        *("n", "target", "functions", "literals", "limit", "deletion", "selection", "training", "first_leaf"),
        *("weights", "mutation", "objective", "algorithm", "accept_error", "max_iterations", "offspring"),
        "start",
    )
)


NEVER = Fraction(0)


class Appraised:
    """What has been found of an offspring."""

    wrong: Wrong
    chance: Fraction

    @property
    def accepted(self) -> bool:
        """Whether it can be accepted."""
        return self.chance > 0

    @property
    def leaves(self) -> int:
        """How many leaves it has."""
        return self.wrong.leaves

    @property
    def error(self) -> int:
        """On how many inputs it is wrong."""
        return self.wrong.error


@dataclass(frozen=True)
class Offspring(Appraised):
    """One possible outcome of a mutation; INS covers both child orders of a commutative function.

    `wrong` says on how many inputs of either class it is wrong, `value` is what selection compares, and
    `chance` is how likely Algorithm 1 keeps it: 0 or 1, unless the selection rule says how likely. The empty
    tree's error is one more than all rows.
    """

    change: Outcome
    probability: Fraction
    wrong: Wrong
    value: Any
    chance: Fraction
    parent: Tree = field(repr=False)

    @property
    def operation(self) -> str:
        """INS, DEL or SUB, or another operator's own word."""
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
    limit, aim = setting.leaf_limit, setting.aim
    appraiser = appraiser_of(tree, setting.goal)
    parent = Judged(aim.of(appraiser.wrong), tree.leaves)
    for change, probability in outcomes(tree, setting):
        wrong = appraiser.after(change)
        value = aim.of(wrong)
        within = limit is None or wrong.leaves <= limit
        chance = setting.rule.likely(Judged(value, wrong.leaves), parent) if within else NEVER
        yield Offspring(change, probability, wrong, value, chance, tree)


def check_tree(tree: Tree, setting: Setting) -> None:
    """Refuse a tree that the setting cannot produce, or one that cannot be judged or listed exactly."""
    check_read(setting, READS, "the list of offspring")
    check_complete(setting)
    check_listed(setting)
    setting.check_tree(tree)
