"""RLS-GP on the complete truth table as an exact Markov chain, for small n.

Trees are lumped over the order of children and the names of variables, which AND_n and OR_n and
HVL-Prime do not tell apart.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from evobool import Setting, Tree
from evobool.model.mutation import neighbourhood
from tests.naive import Nested, flat, nested


class Chain:
    """The states that are not solved yet, and where they lead."""

    def __init__(self, setting: Setting) -> None:
        assert setting.samples is None
        assert setting.algorithm == "rls-gp"
        assert setting.selection == "nonstrict"
        limit = setting.leaf_limit or 10**9
        self.states: dict[Tree, int] = {Tree(): 0}
        self.solved: set[Tree] = set()
        steps: list[tuple[int, int, float]] = []
        for tree in (waiting := [Tree()]):
            for near, share in neighbourhood(tree, setting).items():
                kept = canonical(near) if 0 < near.leaves <= limit else tree
                if tree.prefix and error(kept, setting) > error(tree, setting):
                    kept = tree
                if kept.prefix and error(kept, setting) == 0:
                    self.solved.add(kept)
                    continue  # leaves the chain
                if kept not in self.states:
                    self.states[kept] = len(self.states)
                    waiting.append(kept)
                steps.append((self.states[tree], self.states[kept], float(share)))
        size = len(self.states)
        self.steps: NDArray[np.float64] = np.zeros((size, size))
        for source, sink, chance in steps:
            self.steps[source, sink] += chance
        # what can still reach the solution: the rest is stuck for ever
        alive = self.steps.sum(axis=1) < 1 - 1e-12
        while (wider := alive | (self.steps[:, alive].sum(axis=1) > 0)).sum() > alive.sum():
            alive = wider
        self.alive = alive

    @property
    def size(self) -> int:
        """The number of classes of trees that a run can reach, the empty tree not counted."""
        return len(self.states) - 1 + len(self.solved)

    def stuck(self) -> float:
        """The probability never to succeed."""
        return 1 - float(self._successes()[0])

    def mean(self) -> float:
        """E[T given success]."""
        moving = self._moving()
        success = self._successes()
        # m = E[T 1(success)] solves m = Q m + P(success)
        return float(np.linalg.solve(np.eye(len(moving)) - moving, success)[0] / success[0])

    def distribution(self, most: int) -> NDArray[np.float64]:
        """P(T = t and success) for t = 0 ... most."""
        here = np.zeros(int(self.alive.sum()))
        here[0] = 1.0
        leaving = self._leaving()
        chances = [0.0]
        for _ in range(most):
            chances.append(float(here @ leaving))
            here = here @ self._moving()
        return np.array(chances)

    def undecided(self, iterations: int) -> float:
        """The probability to be neither solved nor stuck after so many iterations."""
        return float(np.linalg.matrix_power(self._moving(), iterations)[0].sum())

    def _moving(self) -> NDArray[np.float64]:
        return self.steps[np.ix_(self.alive, self.alive)]

    def _leaving(self) -> NDArray[np.float64]:
        return np.asarray(1 - self.steps.sum(axis=1)[self.alive], dtype=np.float64)

    def _successes(self) -> NDArray[np.float64]:
        moving = self._moving()
        return np.asarray(np.linalg.solve(np.eye(len(moving)) - moving, self._leaving()), dtype=np.float64)


@cache
def error(tree: Tree, setting: Setting) -> int:
    """The wrong rows of the truth table."""
    rows = range(2**setting.n)
    columns = [sum(1 << row for row in rows if row >> i & 1) for i in range(setting.n)]
    ones = (1 << 2**setting.n) - 1
    wrong = tree.evaluate(columns, ones) ^ setting.goal.tree(setting.n).evaluate(columns, ones)
    return int(wrong.bit_count())


@cache
def canonical(tree: Tree) -> Tree:
    """The first of all trees that differ only in the order of children and the names of variables."""
    return _renamed(flat(_sorted(nested(tree))))


@cache
def _renamed(tree: Tree) -> Tree:
    names = sorted(tree.variables)
    trees = []
    for order in permutations(range(1, len(names) + 1)):
        new = dict(zip(names, order, strict=True))
        tokens = tuple(new[token] if isinstance(token, int) else token for token in tree.prefix)
        trees.append(flat(_sorted(nested(Tree.trusted(tokens)))))
    return min(trees, key=lambda tree: str(tree.prefix))


def _sorted(node: Nested) -> Nested:
    if isinstance(node, int):
        return node
    left, right = sorted((_sorted(node[1]), _sorted(node[2])), key=str)
    return node[0], left, right
