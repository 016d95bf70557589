"""`Attempt`: one offspring of a run, accepted or rejected, and why."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.model.formulas.tree import Tree
from evobool.model.mutation import Mutation
from evobool.model.objective import Wrong
from evobool.model.selection import Selection
from evobool.model.settings.describing import short
from evobool.model.settings.setting import Setting


@dataclass(frozen=True)
class Attempt:
    """One offspring: how it was made, how it was judged, what became of it.

    `before` and `after` are the errors of parent and offspring on the training set of this iteration. Either
    is None for the empty tree, and where the run never worked it out. `wrong` says of both on how many rows
    of either class they are wrong, where that is known. An offspring that equals its parent changes nothing,
    so it does not count as accepted.
    """

    iteration: int
    parent: Tree
    mutations: tuple[Mutation, ...]
    tree: Tree
    before: int | None
    after: int | None
    accepted: bool
    reason: str
    wrong: tuple[Wrong | None, Wrong | None] = (None, None)

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
    setting: Setting,
    parent: Tree,
    tree: Tree,
    before: int | None,
    after: int | None,
    accepted: bool,
    wrong: tuple[Wrong | None, Wrong | None] = (None, None),
) -> str:
    """Why an offspring was accepted or rejected, in words.

    What is told is compared: errors, or what an objective makes of the two kinds of them.

    >>> x1, x2 = Tree.parse("x1"), Tree.parse("x1 & x2")
    >>> verdict(Setting(n=5), x1, x2, 15, 7, True)
    'error 15 → 7: better'
    >>> verdict(Setting(n=5, limit="1"), x1, x2, 15, None, False)
    '2 leaves > limit 1'
    >>> verdict(Setting(n=5, selection="parsimony"), x1, x2, 15, 15, False)
    'equal error 15, leaves 1 → 2: rejected, selection is parsimony'
    >>> wrong = Wrong(15, 0, 1, 31, 1), Wrong(0, 1, 1, 31, 2)
    >>> verdict(Setting(n=5, objective="balanced"), x1, Tree.parse("x1 & ~x1"), 15, 1, False, wrong)
    'balanced error 15 → 31 (false positives 15 → 0, false negatives 0 → 1): worse'
    """
    if tree == parent:
        return "no change"
    if too_large(setting, tree):
        return f"{tree.leaves} leaves > limit {setting.leaf_limit}"
    outcome = "accepted" if accepted else f"rejected, selection is {setting.selection}"
    rows, error = of_rows(setting), setting.aim.called or setting.objective
    if setting.aim.splits:
        before, after = _value(setting, before, wrong[0]), _value(setting, after, wrong[1])
        rows += _of_either_class(wrong)
    if not tree.prefix:
        return f"the tree is empty: {outcome}"
    if not parent.prefix:
        return f"first tree: {error} {short(after)}{rows}" + ("" if accepted else f": {outcome}")
    if before is None:
        return f"{error} {short(after)}{rows}: {outcome}"
    if after is None:
        return f"against the parent's {error} {short(before)}{rows}: {outcome}"
    leaves = f", leaves {parent.leaves} → {tree.leaves}"
    if before == after:
        size = leaves if _weighs_leaves(setting.rule) else ""
        return f"equal {error} {short(before)}{rows}{size}: {outcome}"
    better = "better" if after < before else "worse"
    if (after < before) == accepted:
        return f"{error} {short(before)} → {short(after)}{rows}: {better}"
    size = leaves if _weighs_leaves(setting.rule) else ""
    told = f"accepted, selection is {setting.selection}" if accepted else outcome
    return f"{error} {short(before)} → {short(after)}{rows}{size}: {better}, yet {told}"


def lost(
    setting: Setting,
    tree: Tree,
    after: int | None,
    best: Tree,
    best_error: int | None,
    wrong: tuple[Wrong | None, Wrong | None] = (None, None),
) -> str:
    """Why an offspring within the limit lost to the best one of the same parent, which was accepted.

    >>> x1, x2 = Tree.parse("x1"), Tree.parse("x1 & x2")
    >>> lost(Setting(n=5, offspring=4), x1, 15, x2, 7)
    'error 15: the best of the 4 offspring has 7'
    >>> lost(Setting(n=5, offspring=4), x1, 15, Tree.parse("x2"), 15)
    'error 15: as good as the best; chance decided'
    """
    rows, rule = of_rows(setting), setting.rule
    if setting.aim.splits:
        after, best_error = _value(setting, after, wrong[0]), _value(setting, best_error, wrong[1])
    if after is None or best_error is None:
        return "the tree is empty" if not tree.prefix else "another offspring was better"
    error = f"{setting.aim.called or setting.objective} {short(after)}{rows}"
    if not rule.by_order:
        return f"{error}: another of the {setting.offspring} offspring was chosen"
    order, size = _sign(after - best_error), _sign(tree.leaves - best.leaves)
    if rule.keeps(order, size) == rule.keeps(-order, -size):
        return f"{error}: as good as the best; chance decided"
    if order:
        return f"{error}: the best of the {setting.offspring} offspring has {short(best_error)}"
    return f"{error}, as the best, but {tree.leaves} leaves instead of {best.leaves}"


def _value(setting: Setting, error: int | None, wrong: Wrong | None) -> int | None:
    """What a tree is compared by; None for the empty tree, and if it is not known."""
    return None if error is None or wrong is None else setting.aim.of(wrong)


def _of_either_class(wrong: tuple[Wrong | None, Wrong | None]) -> str:
    """Both kinds of errors, of parent and offspring."""
    known = [each for each in wrong if each is not None and each.leaves]
    kinds = {
        "false positives": [each.false_positives for each in known],
        "false negatives": [each.false_negatives for each in known],
    }
    told = [f"{kind} {' → '.join(map(short, dict.fromkeys(counts)))}" for kind, counts in kinds.items()]
    return f" ({', '.join(told)})" if known else ""


def of_rows(setting: Setting) -> str:
    """What an error is counted on, to be put behind it; nothing for the complete truth table."""
    if setting.on_all_inputs:
        return ""
    return f" of {setting.rows:,} rows" if setting.rows else " on its rows"


def _weighs_leaves(rule: Selection) -> bool:
    """Whether the leaves of two trees of equal errors may make a difference."""
    return not rule.by_order or len({rule.keeps(0, order) for order in (-1, 0, 1)}) > 1


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
