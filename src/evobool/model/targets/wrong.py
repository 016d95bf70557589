"""How many rows a tree gets wrong, of those on which the target is true and of the others.

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
from evobool.model.objective import Wrong
from evobool.model.targets.targets import Goal, goal_of, target_text, truth_columns

LARGEST_TABLE = 16  # variables

REMEMBERED = 64  # trees: a parent is judged again and again


def wrong_rows(tree: Tree, columns: Sequence[Any], ones: int, target: int) -> Wrong:
    """How wrong a tree is on rows that are listed in integers as columns.

    >>> wrong_rows(Tree.parse("x1"), [0b0011, 0b0101], 0b1111, 0b0110)
    Wrong(false_positives=1, false_negatives=1, positives=2, negatives=2, leaves=1)
    """
    positives = target.bit_count()
    negatives = ones.bit_length() - positives
    if not tree.prefix:
        return Wrong(negatives, positives, positives, negatives, 0)
    wrong = int(tree.evaluate(columns, ones) ^ target)
    missed = (wrong & target).bit_count()
    return Wrong(wrong.bit_count() - missed, missed, positives, negatives, tree.leaves)


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
    if not goal.total:
        raise InputError("target", goal.name, "is known on the rows of its table only, not on all inputs")
    return int(wrong_share(tree.prefix, goal, max_branches) * 2**goal.n)


def wrong_if_countable(tree: Tree, goal: Goal, max_branches: int = MAX_BRANCHES) -> int | None:
    """The same; None if that takes too many case distinctions.

    Where the target is given by rows, how many of those held out the tree gets wrong, None without any.
    """
    if goal.given is not None:
        rows = goal.given.held_out
        return None if rows is None else wrong_rows(tree, rows.columns, rows.ones, rows.labels).error
    try:
        return wrong_inputs(tree, goal, max_branches)
    except BranchLimitError:
        return None


class CountedTable:
    """The complete truth table as Algorithm 1 sees it, without rows."""

    def __init__(self, goal: Goal, max_branches: int = MAX_BRANCHES) -> None:
        self.goal, self.max_branches = goal, max_branches
        self.known: dict[Tree, Wrong] = {}
        self.positives = int(true_share(goal) * 2**goal.n)

    def wrong(self, tree: Tree) -> Wrong:
        """On how many inputs of either class a tree is wrong."""
        if tree not in self.known:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[tree] = self._counted(tree)
        return self.known[tree]

    def missed(self, tree: Tree) -> int:
        """Nothing is known row by row."""
        raise InputError("target", self.goal.name, "is counted here, not known row by row")

    def error(self, tree: Tree) -> int:
        """How many inputs a tree gets wrong; more than all of them for the empty tree."""
        return self.wrong(tree).error

    def _counted(self, tree: Tree) -> Wrong:
        size = 2**self.goal.n
        rows = self.positives, size - self.positives
        if not tree.prefix:
            return Wrong(rows[1], rows[0], *rows, 0)
        shares = wrong_shares(tree.prefix, self.goal, self.max_branches)
        return Wrong(int(shares[0] * size), int(shares[1] * size), *rows, tree.leaves)


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
    """The exact fraction of all 2^n inputs on which a tree and the target differ."""
    return sum(wrong_shares(prefix, goal, max_branches), Fraction(0))


def true_share(goal: Goal) -> Fraction:
    """The exact fraction of all 2^n inputs on which a target is true.

    >>> print(true_share(goal_of("and", 3)), true_share(goal_of("or", 3)), true_share(goal_of("xor", 3)))
    1/8 7/8 1/2
    """
    return wrong_shares(("and", 1, -1), goal)[1]  # of a tree that is false everywhere


def wrong_shares(prefix: Prefix, goal: Goal, max_branches: int = MAX_BRANCHES) -> tuple[Fraction, Fraction]:
    """The exact fractions of all 2^n inputs that are false positives and false negatives of a tree.

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
        target = goal.value(columns, ones)
        wrong = int(evaluated(prefix, columns, ones) ^ target)
        negative = int(wrong & target).bit_count()
        return Fraction(wrong.bit_count() - negative, rows), Fraction(negative, rows)
    try:
        nodes = Nodes(variables)
        columns, one = nodes.columns(goal.n), nodes.ones
        columns = [one ^ one if column is None else column for column in columns]
        wanted: Diagram = goal.value(columns, one)
        found: Diagram = evaluated(prefix, columns, one) ^ wanted
        missed = (found & wanted).share()
        return found.share() - missed, missed
    except DiagramLimitError:
        raise BranchLimitError(max_branches) from None


def _counted(prefix: Prefix, goal: Goal, max_branches: int) -> tuple[Fraction, Fraction]:
    """What is true of the tree, and on the target's cube: by setting the target's literals."""
    if goal.joins == "or":  # an OR of literals is the dual of their AND
        prefix = dual(prefix)
    share = Fraction(1, 2 ** len(goal.literals))
    true = {abs(x): x > 0 for x in goal.literals}
    both = satisfied_share(prefix, max_branches, true)
    wrong = satisfied_share(prefix, max_branches) - share * both, share * (1 - both)
    return (wrong[1], wrong[0]) if goal.joins == "or" else wrong
