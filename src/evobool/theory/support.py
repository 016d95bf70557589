"""What the exact tools can handle, and one-line refusals for the rest."""

from __future__ import annotations

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting

MOST_OFFSPRING = 1_000_000
INSTEAD = "simulate it instead, with evobool run"


def check_listed(setting: Setting) -> None:
    """Refuse settings that no exact tool can handle.

    Every tool needs the law of one mutation, and a selection rule that depends only on the order of errors
    and leaves, or says how likely it accepts.
    """
    if not setting.operator.listed and setting.operator.outcomes is None:
        why = f"it does not list its outcomes with probabilities, so nothing exact can be computed; {INSTEAD}"
        raise InputError("mutation", setting.mutation, why)
    if not setting.rule.by_order and setting.rule.chance is None:
        why = "it does not depend only on the order of errors and leaves, nor say how likely it accepts"
        raise InputError("selection", setting.selection, f"{why}; {INSTEAD}")


def count_offspring(tree: Tree, setting: Setting) -> int:
    """How many changes one mutation of a tree may be (`mutation.changes`), without listing them.

    >>> count_offspring(Tree.parse("x1 & x2"), Setting(n=4))
    35
    """
    literals = len(setting.literal_list)
    if not tree.prefix:
        return literals + 2
    ways = sum(1 if FUNCTIONS[name].commutative else 2 for name in setting.functions)
    return tree.nodes * ways * literals + tree.nodes + tree.leaves * literals


def check_offspring(tree: Tree, setting: Setting) -> None:
    """Refuse a tree with more offspring than can be listed."""
    count = count_offspring(tree, setting)
    if count > MOST_OFFSPRING:
        why = f"has about {count:,} offspring at n = {setting.n}, more than {MOST_OFFSPRING:,}"
        raise InputError("tree", tree, why)


def check_complete(setting: Setting) -> None:
    """Refuse a setting whose trees are judged on anything but the whole truth table."""
    if not setting.judged_on.complete:
        raise InputError("training", setting.training, "must be complete: a sample's error is random")


def check_one_mutation(setting: Setting, why: str) -> None:
    """Refuse several mutations at once."""
    if setting.scheme.several:
        raise InputError("algorithm", setting.algorithm, why)
