"""`Attempt`: one offspring of a run, accepted or rejected, and why."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.model.describing import short
from evobool.model.mutation import Mutation
from evobool.model.setting import Setting
from evobool.model.tree import Tree


@dataclass(frozen=True)
class Attempt:
    """One offspring: how it was made, how it was judged, what became of it.

    `before` and `after` are the errors of parent and offspring on the training set of this iteration.
    `before` is None for the empty tree; either is None where the run never worked it out, or where counting
    takes too long.
    """

    iteration: int
    parent: Tree
    mutations: tuple[Mutation, ...]
    tree: Tree
    before: int | None
    after: int | None
    accepted: bool
    reason: str

    @property
    def operation(self) -> str:
        """The operations in order: `INS`, or `INS+SUB` where the (1+1) GP mutates twice."""
        return "+".join(mutation.operation for mutation in self.mutations)

    @property
    def leaves(self) -> int:
        """The leaves of the offspring."""
        return self.tree.leaves

    @property
    def error(self) -> int | None:
        """The survivor's error on the training set of this iteration."""
        return self.after if self.accepted else self.before

    @property
    def survivor(self) -> Tree:
        """The tree the run goes on with."""
        return self.tree if self.accepted else self.parent


def too_large(setting: Setting, tree: Tree) -> bool:
    """Whether a tree has more leaves than the setting allows."""
    return setting.leaf_limit is not None and tree.leaves > setting.leaf_limit


def verdict(
    setting: Setting, parent: Tree, tree: Tree, before: int | None, after: int | None, accepted: bool
) -> str:
    """Why an offspring was accepted or rejected, in words.

    >>> x1, x2 = Tree.parse("x1"), Tree.parse("x1 & x2")
    >>> verdict(Setting(n=5), x1, x2, 15, 7, True)
    'error 15 → 7: better'
    >>> verdict(Setting(n=5, limit="1"), x1, x2, 15, None, False)
    '2 leaves > limit 1'
    """
    training = setting.judged_on
    rows = "" if training.complete else f" of {training.rows} rows" if training.rows else " on its rows"
    if tree == parent:
        return "no change"
    if too_large(setting, tree):
        return f"{tree.leaves} leaves > limit {setting.leaf_limit}"
    if not parent.prefix:
        return f"first tree: error {short(after)}{rows}"
    outcome = "accepted" if accepted else f"rejected, selection is {setting.selection}"
    if before is None:
        return f"error {short(after)}{rows}: {outcome}"
    if after is None:
        return f"against the parent's error {short(before)}{rows}: {outcome}"
    if before == after:
        return f"equal error {short(before)}{rows}: {outcome}"
    better = "better" if after < before else "worse"
    surprising = "" if (after < before) == accepted else f", yet {outcome}"
    return f"error {short(before)} → {short(after)}{rows}: {better}{surprising}"


def not_the_best(after: int | None, offspring: int) -> str:
    """Why an offspring lost to another of the same parent.

    >>> not_the_best(7, 5)
    'error 7: another of the 5 offspring is better, or drawn among the best'
    """
    return f"error {short(after)}: another of the {offspring} offspring is better, or drawn among the best"
