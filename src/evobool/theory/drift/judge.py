"""The error of a tree with one node changed, without building it.

A truth table is an integer, a bit a row. Seen from a node x, the rest of a tree of AND and OR is

    tree(x := v) = B | (A & v),

with (A, B) = (ones, 0) at the root; below an AND with a sibling of value s it becomes (A & s, B), below
an OR (A, B | (A & s)). A changed tree's table thus takes three operations, whatever its size. The table
is over the variables that occur and one of those that do not, which are all alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from evobool.engines.reference import TrainingSet
from evobool.model.counting import error_rate
from evobool.model.functions import FUNCTIONS
from evobool.model.mutation import DEL, deleted, inserted, substituted
from evobool.model.setting import Setting
from evobool.model.tree import Tree

LARGEST_TABLE = 20  # variables; a tree with more is counted (`counting.py`)


class Change(NamedTuple):
    """What a mutation does: at which node, with which function and literal, as far as it has them."""

    operation: str
    node: int
    function: str | None = None
    literal: int | None = None

    def apply(self, tree: Tree) -> Tree:
        """The tree that comes of it."""
        if not tree.prefix:
            return tree if self.literal is None else Tree.trusted((self.literal,))
        if self.operation == DEL:
            return deleted(tree, self.node)
        assert self.literal is not None
        if self.function is None:
            return substituted(tree, self.node, self.literal)
        return inserted(tree, self.node, self.function, self.literal, literal_first=False)


class Judge(Protocol):
    """Knows the error of one tree, and of what a change makes of it.

    `variables` are those of the tree and, last, one that stands for all others.
    """

    error: int
    variables: list[int]

    def after(self, change: Change) -> int:
        """The error of the changed tree."""


def judge_of(tree: Tree, setting: Setting) -> Judge:
    """By truth table where that is small, by counting where it is not.

    >>> judge = judge_of(Tree.parse("x1 & x2"), Setting(n=4))
    >>> judge.error, judge.after(Change(DEL, 1)), judge.after(Change("INS", 0, "and", 3))
    (3, 7, 1)
    """
    if not tree.prefix:
        return _Empty(setting)
    variables = sorted(tree.variables)
    spare = next((x for x in range(1, setting.n + 1) if x not in tree.variables), None)
    variables += [] if spare is None else [spare]
    return (Tables if len(variables) <= LARGEST_TABLE else _Counts)(tree, setting, variables)


@lru_cache(maxsize=4)
def _columns(variables: int) -> tuple[list[int], int]:
    """The columns of the complete truth table, and the column of ones."""
    table = TrainingSet.complete(Setting(n=variables))
    return table.columns, table.ones


class Tables:
    """A tree's truth table over `variables`, and what each node sees of the rest.

    `values[i]` is the value of the subtree at token i, `gates[i]` and `floors[i]` its A and B.
    """

    def __init__(self, tree: Tree, setting: Setting, variables: list[int]) -> None:
        self.tree, self.variables = tree, variables
        columns, self.ones = _columns(len(variables))
        self.literals = dict(zip(variables, columns, strict=True))
        self.literals |= {-x: column ^ self.ones for x, column in self.literals.items()}
        self.shift = setting.n - len(variables)
        self.is_and = {"and": True, "or": False}[setting.target]
        self._evaluate()
        self.error = self.measure(self.values[0])
        self._known: dict[Change, int] = {}

    def _evaluate(self) -> None:
        """Values upwards, then gates and floors downwards."""
        prefix, ends = self.tree.prefix, self.tree.ends
        self.values = [0] * len(prefix)
        for i in range(len(prefix) - 1, -1, -1):
            token = prefix[i]
            if isinstance(token, int):
                self.values[i] = self.literals[token]
            else:
                self.values[i] = FUNCTIONS[token].apply(self.values[i + 1], self.values[ends[i + 1]])
        self.gates, self.floors = [self.ones] * len(prefix), [0] * len(prefix)
        for i, token in enumerate(prefix):
            if isinstance(token, str):
                left, right = i + 1, ends[i + 1]
                for child, sibling in ((left, self.values[right]), (right, self.values[left])):
                    open_to = self.gates[i] & sibling
                    self.gates[child] = open_to if token == "and" else self.gates[i]
                    self.floors[child] = self.floors[i] if token == "and" else self.floors[i] | open_to

    def measure(self, table: int) -> int:
        """The error over all n variables of a tree with this table.

        AND_n is true on one row only, the last: every true row is wrong but that one. OR_n is its dual.
        """
        if self.is_and:
            right = table >> (self.ones.bit_length() - 1)
        else:
            table ^= self.ones
            right = table & 1
        return (table.bit_count() << self.shift) + (-1 if right else 1)

    def with_value(self, node: int, value: int) -> int:
        """The error if the node's value were another."""
        return self.measure(self.floors[node] | (self.gates[node] & value))

    def after(self, change: Change) -> int:
        """The error of the changed tree."""
        operation, node, function, literal = change
        if operation == DEL:
            parent = self.tree.parents[node]
            return self.error if parent < 0 else self.with_value(parent, self.values[self.sibling(node)])
        if literal not in self.literals:
            assert literal is not None
            literal = self.variables[-1] if literal > 0 else -self.variables[-1]
            change = Change(operation, node, function, literal)
        if change not in self._known:
            value = self.literals[literal]
            if function is not None:
                value = FUNCTIONS[function].apply(self.values[node], value)
            self._known[change] = self.with_value(node, value)
        return self._known[change]

    def sibling(self, node: int) -> int:
        """The other child of the node's parent."""
        left = self.tree.parents[node] + 1
        return left if node > left else self.tree.ends[left]


class _Counts:
    """The same by exact counting of the built tree, for many variables."""

    def __init__(self, tree: Tree, setting: Setting, variables: list[int]) -> None:
        self.tree, self.setting, self.variables = tree, setting, variables
        self._apart = frozenset(variables)
        self._known: dict[Change, int] = {}
        self.error = self._error(tree)

    def _error(self, tree: Tree) -> int:
        return int(error_rate(tree, self.setting.target, self.setting.n) * 2**self.setting.n)

    def after(self, change: Change) -> int:
        """The error of the changed tree."""
        literal = change.literal
        if literal is not None and abs(literal) not in self._apart:
            change = change._replace(literal=self.variables[-1] if literal > 0 else -self.variables[-1])
        if change not in self._known:
            self._known[change] = self._error(change.apply(self.tree))
        return self._known[change]


class _Empty:
    """The empty tree: it errs on more than all rows, and a change can only plant a literal."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.variables = setting, [1]
        self.error = (1 << setting.n) + 1

    def after(self, change: Change) -> int:
        """The error of the changed tree."""
        if change.literal is None:
            return self.error
        return judge_of(change.apply(Tree()), self.setting).error
