"""How wrong a tree is with one node changed, without building it.

A truth table is an integer with one bit per row. Seen from a node x, the rest of a tree is the pair of its
values with the node 0 and with the node 1, kept as

    tree(x := v) = low ^ (turns & v),

with (low, turns) = (0, ones) at the root. Below a function f with a sibling of value s, that becomes
(low ^ (turns & f(0, s)), turns & (f(0, s) ^ f(1, s))). So the table of a changed tree takes a few operations,
whatever its size and functions.
"""

from __future__ import annotations

from functools import lru_cache

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import DEL, Change
from evobool.model.objective import Wrong
from evobool.model.targets.targets import Goal
from evobool.model.targets.wrong import CountedTable, true_share
from evobool.theory.drift.outcomes import Given, Outcome
from evobool.theory.drift.truth import tables_over
from evobool.theory.symmetric import StandIns

LARGEST_TABLE = 20  # variables; beyond that, errors are counted (`counting.py`)


class Appraiser:
    """Knows how wrong one tree is, and how wrong it is after any change.

    Changes that differ only in a variable not in the tree count as one; what is known of them is remembered.
    """

    wrong: Wrong

    def __init__(self, tree: Tree, goal: Goal) -> None:
        self._tree, self._goal = tree, goal
        self._stand_ins = StandIns(tree, goal)
        self._known: dict[Outcome, Wrong] = {}

    def after(self, change: Outcome) -> Wrong:
        """How wrong the changed tree is."""
        if isinstance(change, Given):
            if change not in self._known:
                self._known[change] = appraiser_of(change.made, self._goal).wrong
            return self._known[change]
        if change.literal is None or self._stand_ins.holds(change.literal):
            return self._appraised(change)  # it is asked for once; a large tree has millions of these
        change = change._replace(literal=self._stand_ins.of(change.literal))
        if change not in self._known:
            self._known[change] = self._appraised(change)
        return self._known[change]

    def _appraised(self, change: Change) -> Wrong:
        raise NotImplementedError


def appraiser_of(tree: Tree, goal: Goal) -> Appraiser:
    """By truth table where that is small, otherwise by counting.

    The table is over the variables of the tree, one more from each block, and those of the target unless it
    joins literals (`truth.py`).

    >>> from evobool.model.targets.targets import goal_of
    >>> appraiser = appraiser_of(Tree.parse("x1 & x2"), goal_of("and", 4))
    >>> appraiser.wrong.error, appraiser.after(Change(DEL, 1)).error
    (3, 7)
    """
    variables = {*StandIns(tree, goal).variables, *(goal.variables if goal.joins is None else ())}
    if not tree.prefix or len(variables) > LARGEST_TABLE:
        return _Counted(tree, goal)
    return _Tabled(tree, goal, tuple(sorted(variables)))


class _Tabled(Appraiser):
    """A tree's truth table, and how each node sees the rest.

    `_values[i]` is the value of the subtree at token i; `_lows[i]` and `_turns[i]` are what it sees.
    """

    def __init__(self, tree: Tree, goal: Goal, variables: tuple[int, ...]) -> None:
        super().__init__(tree, goal)
        self._tables = tables_over(goal, variables)
        self._evaluate()
        self._positives = positives(goal)
        self.wrong = self._of(self._values[0], tree.leaves)

    def _evaluate(self) -> None:
        """Values upwards, then what nodes see downwards."""
        prefix, ends, ones = self._tree.prefix, self._tree.ends, self._tables.ones
        values = self._values = [0] * len(prefix)
        for i in range(len(prefix) - 1, -1, -1):
            token = prefix[i]
            if isinstance(token, int):
                values[i] = self._tables.literals[token]
            else:
                values[i] = FUNCTIONS[token].apply(values[i + 1], values[ends[i + 1]], ones)
        self._lows, self._turns = [0] * len(prefix), [ones] * len(prefix)
        for i, token in enumerate(prefix):
            if isinstance(token, str):
                function, left, right = FUNCTIONS[token], i + 1, ends[i + 1]
                for child, at_zero, at_one in (
                    (left, *(function.apply(x, values[right], ones) for x in (0, ones))),
                    (right, *(function.apply(values[left], x, ones) for x in (0, ones))),
                ):
                    self._lows[child] = self._lows[i] ^ (self._turns[i] & at_zero)
                    self._turns[child] = self._turns[i] & (at_zero ^ at_one)

    def _of(self, table: int, leaves: int) -> Wrong:
        """How wrong a tree with this table and so many leaves is."""
        false, missed = self._tables.wrong(table)
        return Wrong(false, missed, self._positives, (1 << self._goal.n) - self._positives, leaves)

    def _with_value(self, node: int, value: int, leaves: int) -> Wrong:
        """The same if the node had this value."""
        return self._of(self._lows[node] ^ (self._turns[node] & value), leaves)

    def _appraised(self, change: Change) -> Wrong:
        node, tree = change.node, self._tree
        leaves = change.leaves(tree)
        if change.operation == DEL:
            parent = tree.parents[node]
            if parent < 0:
                return self.wrong
            sibling = parent + 1 if node > parent + 1 else tree.ends[node]
            return self._with_value(parent, self._values[sibling], leaves)
        assert change.literal is not None
        value = self._tables.literals[change.literal]
        if change.function is not None:
            pair = (value, self._values[node]) if change.literal_first else (self._values[node], value)
            value = FUNCTIONS[change.function].apply(*pair, self._tables.ones)
        return self._with_value(node, value, leaves)


class _Counted(Appraiser):
    """By building trees and counting exactly: where variables are many, and from the empty tree."""

    def __init__(self, tree: Tree, goal: Goal) -> None:
        super().__init__(tree, goal)
        self._inputs = CountedTable(goal)
        self.wrong = self._inputs.wrong(tree)

    def _appraised(self, change: Change) -> Wrong:
        changed = change.apply(self._tree)
        if changed.prefix and not self._tree.prefix:  # a single literal
            return appraiser_of(changed, self._goal).wrong
        return self._inputs.wrong(changed)


@lru_cache(maxsize=16)
def positives(goal: Goal) -> int:
    """On how many of the 2^n inputs the target is true."""
    return int(true_share(goal) * 2**goal.n)
