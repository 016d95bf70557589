"""How many rows a tree gets wrong.

On rows that are listed, that is a matter of counting bits. Of all 2^n inputs it is the share of wrong ones,
exactly, times 2^n. The empty tree has no value; where trees are compared it counts as wrong on one row more
than there are, so that any tree beats it, and a run's record has None in place of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evobool.checks import as_integer
from evobool.errors import InputError
from evobool.model.formulas.counting import COUNTABLE, MAX_BRANCHES, BranchLimitError, dual, satisfied_share
from evobool.model.formulas.diagrams import Diagram, DiagramLimitError, Nodes
from evobool.model.formulas.prefix import Prefix, evaluated
from evobool.model.formulas.tree import Tree
from evobool.model.targets.targets import Goal, goal_of, target_text, truth_columns

LARGEST_TABLE = 16  # variables

REMEMBERED = 64  # trees: a parent is judged again and again


def wrong_rows(tree: Tree, columns: Sequence[Any], ones: int, target: int) -> int:
    """How many rows a tree gets wrong, of those listed in integers as columns.

    >>> wrong_rows(Tree.parse("x1 & x2"), [0b0011, 0b0101], 0b1111, 0b0111)
    2
    """
    if not tree.prefix:
        return error_of_the_empty_tree(ones.bit_length())
    return int(tree.evaluate(columns, ones) ^ target).bit_count()


def error_of_the_empty_tree(rows: int) -> int:
    """One more than there are rows."""
    return rows + 1


def wrong_inputs(tree: Tree, goal: Goal, max_branches: int = MAX_BRANCHES) -> int:
    """How many of all 2^n inputs a tree gets wrong, however many there are.

    >>> wrong_inputs(Tree.parse("x1 & x2"), goal_of("and", 4)), wrong_inputs(Tree(), goal_of("and", 4))
    (3, 17)
    """
    if not tree.prefix:
        return error_of_the_empty_tree(2**goal.n)
    return int(wrong_share(tree.prefix, goal, max_branches) * 2**goal.n)


def wrong_if_countable(tree: Tree, goal: Goal, max_branches: int = MAX_BRANCHES) -> int | None:
    """The same; None if that takes too many case distinctions."""
    try:
        return wrong_inputs(tree, goal, max_branches)
    except BranchLimitError:
        return None


class CountedTable:
    """The complete truth table as Algorithm 1 sees it, without rows."""

    def __init__(self, goal: Goal, max_branches: int = MAX_BRANCHES) -> None:
        self.goal, self.max_branches = goal, max_branches
        self.known: dict[Tree, int] = {}

    def error(self, tree: Tree) -> int:
        """How many inputs a tree gets wrong; more than all of them for the empty tree."""
        if tree not in self.known:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[tree] = wrong_inputs(tree, self.goal, self.max_branches)
        return self.known[tree]


def error_rate(tree: Tree, target: str, n: int | None) -> Fraction:
    """`Tree.error_rate`."""
    if not tree.prefix:
        raise InputError("tree", tree, "the empty tree has no error")
    least = max(tree.variables)
    variables = least if n is None else as_integer(n)
    if variables is None or variables < least:
        raise InputError("n", n, f"must be an integer of at least {least}")
    return wrong_share(tree.prefix, goal_of(target_text(target, variables), variables))


def wrong_share(prefix: Prefix, goal: Goal, max_branches: int = MAX_BRANCHES) -> Fraction:
    """The exact fraction of all 2^n inputs on which a tree and the target differ.

    By counting where tree and target are made of AND and OR and the target joins literals, by truth table
    where few variables occur, by decision diagrams elsewhere. Raises `BranchLimitError` where that takes too
    long.
    """
    if goal.joins is not None and set(prefix) <= COUNTABLE | {x for x in prefix if isinstance(x, int)}:
        return _counted(prefix, goal, max_branches)
    variables = sorted({abs(x) for x in prefix if isinstance(x, int)} | set(goal.variables))
    if len(variables) <= LARGEST_TABLE:
        every = dict(zip(variables, truth_columns(len(variables)), strict=True))
        rows, ones = 2 ** len(variables), (1 << 2 ** len(variables)) - 1
        columns = [every.get(x, 0) for x in range(1, goal.n + 1)]
        wrong = evaluated(prefix, columns, ones) ^ goal.value(columns, ones)
        return Fraction(int(wrong).bit_count(), rows)
    try:
        nodes = Nodes(variables)
        columns, one = nodes.columns(goal.n), nodes.ones
        columns = [one ^ one if column is None else column for column in columns]
        found: Diagram = evaluated(prefix, columns, one) ^ goal.value(columns, one)
        return found.share()
    except DiagramLimitError:
        raise BranchLimitError(max_branches) from None


def _counted(prefix: Prefix, goal: Goal, max_branches: int) -> Fraction:
    """|tree| + |target| - 2 |tree and target|, the last by setting the target's literals."""
    if goal.joins == "or":  # an OR of literals is the dual of their AND
        prefix = dual(prefix)
    share = Fraction(1, 2 ** len(goal.literals))
    true = {abs(x): x > 0 for x in goal.literals}
    both = satisfied_share(prefix, max_branches, true)
    return satisfied_share(prefix, max_branches) + share * (1 - 2 * both)
