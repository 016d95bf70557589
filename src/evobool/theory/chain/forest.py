"""Every tree up to a given number of leaves, numbered, with HVL-Prime as arithmetic on the numbers.

The order of children matters neither to a commutative function nor to HVL-Prime, so the children of such a
function are unordered here; those of an asymmetric one are ordered, and all are where another operator
mutates. Trees are numbered by leaves, then function, then the sizes and numbers of both children. The number
of a tree is computed from those of its parts, so whole arrays of trees are mutated at once without any
look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.objective import Wrong
from evobool.model.settings.setting import Setting
from evobool.model.training import TrainingSet

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Rows = NDArray[np.uint64]


def in_order(setting: Setting) -> bool:
    """Whether the order of children matters: to an operator of a user's own it may."""
    return setting.operator.outcomes is not None


def kinds(functions: Iterable[str], ordered: bool = False) -> tuple[int, int]:
    """How many functions are commutative, and how many are not; none is where all children are `ordered`."""
    commutative = [FUNCTIONS[name].commutative and not ordered for name in functions]
    return sum(commutative), len(commutative) - sum(commutative)


def sizes(literals: int, functions: Iterable[str], most: int, ordered: bool = False) -> list[int]:
    """How many trees have 0, 1 ... `most` leaves; the one with 0 is the empty tree.

    >>> sizes(4, ("and", "or"), 5), sizes(4, ("gt",), 3)
    ([1, 4, 20, 160, 1700, 20000], [1, 4, 16, 128])
    """
    return unmoved((literals,) * max(1, most.bit_length()), kinds(functions, ordered), most)


def unmoved(literals: Sequence[int], of: tuple[int, int], most: int) -> list[int]:
    """How many trees of 0, 1 ... `most` leaves a permutation of the variables leaves as they are.

    It fixes `literals[0]` literals, its square `literals[1]`, its fourth power `literals[2]` and so on; `of`
    is how many functions are commutative, and how many are not.
    """
    found = [1, literals[0]]
    if most < 2:
        return found[: most + 1]
    # both children are fixed, or they swap places and the square of the permutation fixes them
    twice, (unordered, ordered) = unmoved(literals[1:], of, most // 2), of
    for leaves in range(2, most + 1):
        different = sum(found[i] * found[leaves - i] for i in range(1, (leaves + 1) // 2))
        half, turned = (found[leaves // 2], twice[leaves // 2]) if leaves % 2 == 0 else (0, 0)
        found.append(
            unordered * (different + half * (half + 1) // 2 + (turned - half) // 2)
            + ordered * (2 * different + half * half)
        )
    return found


class Forest:
    """All trees over a setting's literals and functions with at most `most` leaves.

    >>> forest = Forest(Setting(n=4), most=3)
    >>> forest.count, str(forest.tree(100)), forest.number(forest.tree(100))
    (185, 'x4 & (x3 | x3)', 100)
    """

    def __init__(self, setting: Setting, most: int) -> None:
        self.setting, self.most = setting, most
        literals, functions = len(setting.literal_list), setting.function_list
        self.sizes = sizes(literals, functions, most, in_order(setting))
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])  # the empty tree is number 0
        self.count = int(self.starts[-1])
        self._commutative = np.array([bool(kinds([name], in_order(setting))[0]) for name in functions])
        self._first = np.zeros((len(functions), most + 1, most + 1), dtype=np.int64)
        parts = [(np.zeros(1 + literals, dtype=np.int64),) * 3]
        for leaves in range(2, most + 1):
            here = int(self.starts[leaves])
            for function, unordered in enumerate(self._commutative):
                for small in range(1, 1 + (leaves // 2 if unordered else leaves - 1)):
                    self._first[function, small, leaves - small] = here
                    left, right = self._pairs(small, leaves - small, bool(unordered))
                    parts.append((np.full_like(left, function), left, right))
                    here += len(left)
        self.top, self.left, self.right = (
            np.concatenate(side).astype(kind)
            for side, kind in zip(zip(*parts, strict=True), (np.int8, np.int32, np.int32), strict=True)
        )
        self.leaves: NDArray[np.int8] = np.repeat(np.arange(most + 1), self.sizes).astype(np.int8)

    def _pairs(self, first: int, second: int, unordered: bool) -> tuple[Numbers, Numbers]:
        """The children of all trees whose children have these sizes, in the order of the trees' numbers."""
        if first == second and unordered:  # each pair once: the left child never comes after the right one
            right, left = np.tril_indices(self.sizes[second])
        else:
            left = np.repeat(np.arange(self.sizes[first]), self.sizes[second])
            right = np.tile(np.arange(self.sizes[second]), self.sizes[first])
        return left + self.starts[first], right + self.starts[second]

    def level(self, leaves: int) -> Numbers:
        """The numbers of all trees with this many leaves."""
        return np.arange(self.starts[leaves], self.starts[leaves + 1])

    def join(self, top: Numbers, one: Numbers, other: Numbers) -> Numbers:
        """The trees with these functions at the root and these left and right children.

        If one child is empty, the result is the other, as with DEL.
        """
        unordered = self._commutative[top]
        swapped = unordered & (one > other)
        left, right = np.where(swapped, other, one), np.where(swapped, one, other)
        small, large = self.leaves[left], self.leaves[right]
        a, b = left - self.starts[small], right - self.starts[large]
        triangle = unordered & (small == large)
        within = np.where(triangle, b * (b + 1) // 2 + a, a * self._sizes[large] + b)
        whole = self._first[top, small, large] + within
        return np.where(left == 0, right, np.where(right == 0, left, whole))

    @cached_property
    def _sizes(self) -> Numbers:
        return np.array(self.sizes, dtype=np.int64)

    @cached_property
    def literals(self) -> Numbers:
        """The numbers of the trees that are single literals."""
        return np.arange(1, 1 + self.sizes[1])

    @property
    def sides(self) -> int:
        """How many sides INS can put its literal on: 2 if the side matters to some function, else 1."""
        return 1 if self._commutative.all() else 2

    def insertions(self, trees: Numbers) -> Numbers:
        """INS: a row per tree, with an entry per node, function, literal and side; all trees of one size."""
        functions = np.arange(len(self._first))[None, :, None]
        nodes, literals = trees[:, None, None], self.literals[None, None, :]
        found = [self.join(functions, nodes, literals), self.join(functions, literals, nodes)][: self.sides]
        here = np.hstack([side.reshape(len(trees), -1) for side in found])
        return self._deeper(trees, self.insertions, here)

    def substitutions(self, trees: Numbers) -> Numbers:
        """SUB: a row per tree, with an entry per leaf and literal; all trees of one size."""
        if self.leaves[trees[0]] == 1:
            return np.tile(self.literals, (len(trees), 1))
        return self._deeper(trees, self.substitutions, np.empty((len(trees), 0), dtype=np.int64))

    def deletions(self, trees: Numbers) -> Numbers:
        """DEL: a row per tree, with an entry per leaf or node that may go; all trees of one size."""
        found = self._cut(trees)
        return np.where(found == 0, trees[:, None], found)  # the root cannot go: the tree stays

    def _cut(self, trees: Numbers) -> Numbers:
        """DEL, giving the empty tree where the root goes; joined to a sibling, that leaves the sibling."""
        whole = self.setting.deletion == "subtree" or self.leaves[trees[0]] == 1
        return self._deeper(trees, self._cut, np.zeros((len(trees), int(whole)), dtype=np.int64))

    def _deeper(self, trees: Numbers, change: Callable[[Numbers], Numbers], here: Numbers) -> Numbers:
        """The changes `here` at the roots, and those further down on the left and the right."""
        if self.leaves[trees[0]] == 1:
            return here
        split = self.leaves[self.left[trees]]
        parts, order = [], []
        for small in np.unique(split):
            chosen = np.flatnonzero(split == small)
            top = self.top[trees[chosen], None]
            left, right = (side[trees[chosen]].astype(np.int64) for side in (self.left, self.right))
            parts.append(
                np.hstack(
                    [
                        here[chosen],
                        self.join(top, change(left), right[:, None]),
                        self.join(top, left[:, None], change(right)),
                    ]
                )
            )
            order.append(chosen)
        return np.asarray(np.vstack(parts)[np.argsort(np.concatenate(order))])

    @cached_property
    def values(self) -> Rows:
        """The truth table of every tree as a row of 64-bit words."""
        rows = TrainingSet.complete(self.setting.goal)
        words = -(-rows.rows // 64)
        ones = packed(rows.ones, words)
        found = np.zeros((self.count, words), dtype=np.uint64)
        for number, literal in enumerate(self.setting.literal_list, start=1):
            found[number] = packed(Tree.trusted((literal,)).evaluate(rows.columns, rows.ones), words)
        for leaves in range(2, self.most + 1):
            trees = self.level(leaves)
            for code, name in enumerate(self.setting.function_list):
                chosen = trees[self.top[trees] == code]
                left, right = found[self.left[chosen]], found[self.right[chosen]]
                found[chosen] = FUNCTIONS[name].apply(left, right, ones)
        return found

    @cached_property
    def wrong(self) -> Rows:
        """The rows that each tree gets wrong, as bits; meaningless for the empty tree."""
        return self.values ^ packed(TrainingSet.complete(self.setting.goal).target, self.values.shape[1])

    @cached_property
    def errors(self) -> Numbers:
        """f(X) of every tree: how many rows are wrong; more than all rows for the empty tree."""
        found: Numbers = np.bitwise_count(self.wrong).sum(axis=1, dtype=np.int64)
        found[0] = 2**self.setting.n + 1
        return found

    @cached_property
    def worth(self) -> Numbers:
        """Numbers in the order of what selection compares: the errors, or ranks by the objective's value."""
        aim = self.setting.aim
        if not aim.splits:
            return self.errors
        target = TrainingSet.complete(self.setting.goal).target
        positives, rows = target.bit_count(), 2**self.setting.n
        missed = np.bitwise_count(self.wrong & packed(target, self.values.shape[1])).sum(axis=1)
        kinds = np.stack([self.errors - missed, missed, self.leaves], axis=1).astype(np.int64)
        kinds[0] = rows - positives, positives, 0
        found, again = np.unique(kinds, axis=0, return_inverse=True)
        values = [
            aim.of(Wrong(false, miss, positives, rows - positives, m)) for false, miss, m in found.tolist()
        ]
        order = {value: rank for rank, value in enumerate(sorted(set(values)))}
        return np.array([order[value] for value in values], dtype=np.int64)[again.ravel()]

    def tree(self, number: int) -> Tree:
        """The tree with this number."""
        return Tree.trusted(self._prefix(number))

    def _prefix(self, number: int) -> tuple[Token, ...]:
        if number == 0:
            return ()
        if number < self.starts[2]:
            return (self.setting.literal_list[number - 1],)
        name = self.setting.function_list[self.top[number]]
        return (name, *self._prefix(int(self.left[number])), *self._prefix(int(self.right[number])))

    def number(self, tree: Tree) -> int:
        """The number of a tree within the limit."""
        stack: list[int] = []
        for token in reversed(tree.prefix):
            if isinstance(token, str):
                left, right = np.array(stack.pop()), np.array(stack.pop())
                top = np.array(self.setting.function_list.index(token))
                stack.append(int(self.join(top, left, right)))
            else:
                stack.append(self.setting.literal_list.index(token) + 1)
        return stack[0] if stack else 0


def packed(column: int, words: int) -> Rows:
    """An integer that serves as a row of bits, as 64-bit words."""
    return np.array([column >> 64 * word & (1 << 64) - 1 for word in range(words)], dtype=np.uint64)
