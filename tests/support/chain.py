"""Algorithm 1 as an exact Markov chain by brute force, for small n: the oracle for `theory.chain`.

Every tree that a run can hold is built and judged row by row; on fresh rows every sample is gone through.
Trees are lumped over the order of children of commutative functions and the names of variables that the
target does not tell apart, both found by trying.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evobool import Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import neighbourhood
from evobool.model.objective import Wrong
from evobool.model.selection import Judged
from evobool.model.targets.targets import goal_of
from tests.support.naive import Nested, flat, nested

Rows = tuple[int, ...]  # inputs; bit i - 1 is the value of variable i
Law = dict[Tree | None, float]


class Chain:
    """The states that are not solved yet, and where they lead."""

    def __init__(self, setting: Setting, lumped: bool = True) -> None:
        assert setting.algorithm == "rls-gp"
        assert setting.judged_on.complete or setting.judged_on.fresh
        self.setting = setting
        complete = setting.judged_on.complete
        self.samples: list[Rows] = (
            [tuple(range(2**setting.n))]
            if complete
            else list(product(range(2**setting.n), repeat=setting.judged_on.rows))
        )
        self.orders = symmetries(setting.target, setting.n) if lumped else (tuple(range(1, setting.n + 1)),)
        start = setting.start_tree
        self.done = complete and bool(start.prefix) and error(start, setting) <= setting.accept_error
        self.states: dict[Tree, int] = {} if self.done else {self._state(start): 0}
        self.solved: set[Tree] = {self._state(start)} if self.done else set()
        steps: list[tuple[int, int, float]] = []
        waiting = list(self.states)
        for tree in waiting:
            for (kept, stops), share in self._iteration(tree).items():
                if stops:
                    self.solved.add(kept)
                    continue  # leaves the chain
                if kept not in self.states:
                    self.states[kept] = len(self.states)
                    waiting.append(kept)
                steps.append((self.states[tree], self.states[kept], share))
        size = len(self.states)
        self.steps: NDArray[np.float64] = np.zeros((size, size))
        for source, sink, chance in steps:
            self.steps[source, sink] += chance
        # what can still reach the solution: the rest is stuck for ever
        alive = self.steps.sum(axis=1) < 1 - 1e-12
        while (wider := alive | (self.steps[:, alive].sum(axis=1) > 0)).sum() > alive.sum():
            alive = wider
        self.alive = alive

    def _state(self, tree: Tree) -> Tree:
        return canonical(tree, self.orders)

    def _iteration(self, tree: Tree) -> dict[tuple[Tree, bool], float]:
        """The tree after an iteration, whether it ends the run, and how likely that is."""
        setting, limit = self.setting, self.setting.leaf_limit or 10**9
        law: Law = {}
        for near, chance in neighbourhood(tree, setting).items():
            name = near if near.leaves <= limit else None
            law[name] = law.get(name, 0.0) + float(chance)
        found: dict[tuple[Tree, bool], float] = {}
        for rows in self.samples:
            for best, share in self._best(law, rows).items():
                now = tree
                if best is not None and setting.rule.accepts(
                    _judged(best, rows, setting), _judged(tree, rows, setting), None
                ):
                    now = best
                stops = bool(now.prefix) and _wrong(now, rows, setting).error <= setting.accept_error
                key = self._state(now), stops
                found[key] = found.get(key, 0.0) + share / len(self.samples)
        return found

    def _best(self, law: Law, rows: Rows) -> Law:
        """The best of the offspring, made one after the other; the k-th of equals takes over 1 in k times."""
        here: dict[tuple[Tree | None, int], float] = {(None, 0): 1.0}
        for _ in range(self.setting.offspring):
            there: dict[tuple[Tree | None, int], float] = {}

            def add(
                best: Tree | None, ties: int, share: float, into: dict[tuple[Tree | None, int], float]
            ) -> None:
                into[best, ties] = into.get((best, ties), 0.0) + share

            for (best, ties), share in here.items():
                for near, chance in law.items():
                    if near is None:
                        add(best, ties, share * chance, there)
                    elif best is None or self._beats(near, best, rows):
                        add(near, 1, share * chance, there)
                    elif self._beats(best, near, rows):
                        add(best, ties, share * chance, there)
                    else:
                        add(near, ties + 1, share * chance / (ties + 1), there)
                        add(best, ties + 1, share * chance * ties / (ties + 1), there)
            here = there
        found: Law = {}
        for (best, _), share in here.items():
            found[best] = found.get(best, 0.0) + share
        return found

    def _beats(self, one: Tree, other: Tree, rows: Rows) -> bool:
        first, second = _judged(one, rows, self.setting), _judged(other, rows, self.setting)
        return self.setting.rule.beats(first, second, None)

    @property
    def size(self) -> int:
        """The number of classes of trees that a run can hold or end with, the empty tree not counted."""
        return len({*self.states, *self.solved} - {Tree()})

    def stuck(self) -> float:
        """The probability never to succeed."""
        if self.done:
            return 0.0
        return 1 - float(self._successes()[0]) if self.alive[0] else 1.0

    def mean(self) -> float:
        """E[T given success]."""
        if self.done:
            return 0.0
        moving = self._moving()
        success = self._successes()
        # m = E[T 1(success)] solves m = Q m + P(success)
        return float(np.linalg.solve(np.eye(len(moving)) - moving, success)[0] / success[0])

    def distribution(self, most: int) -> NDArray[np.float64]:
        """P(T = t and success) for t = 0 ... most."""
        chances = [float(self.done)]
        here = np.zeros(int(self.alive.sum()))
        if len(self.alive) and self.alive[0]:
            here[0] = 1.0
        leaving = self._leaving()
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


def _judged(tree: Tree, rows: Rows, setting: Setting) -> Judged:
    return Judged(setting.aim.of(_wrong(tree, rows, setting)), tree.leaves)


def _wrong(tree: Tree, rows: Rows, setting: Setting) -> Wrong:
    """Row by row."""
    wanted = values(setting.target, setting.n)
    positives = sum(wanted[row] for row in rows)
    if not tree.prefix:
        return Wrong(len(rows) - positives, positives, positives, len(rows) - positives, 0)
    wrong = wrong_rows(tree, setting.target, setting.n)
    missed = sum(row in wrong and wanted[row] for row in rows)
    total = sum(row in wrong for row in rows)
    return Wrong(total - missed, missed, positives, len(rows) - positives, tree.leaves)


def of_all(tree: Tree, setting: Setting) -> Any:
    """What selection compares, on the truth table."""
    return setting.aim.of(_wrong(tree, tuple(range(2**setting.n)), setting))


def error(tree: Tree, setting: Setting) -> int:
    """The wrong rows of the truth table."""
    return len(wrong_rows(tree, setting.target, setting.n))


@cache
def wrong_rows(tree: Tree, target: str, n: int) -> frozenset[int]:
    """The inputs on which tree and target differ, each evaluated on its own."""
    wanted = values(target, n)
    return frozenset(row for row in range(2**n) if value(nested(tree), row) != wanted[row])


@cache
def values(target: str, n: int) -> tuple[bool, ...]:
    """The target on every input, one bit at a time."""
    goal = goal_of(target, n)
    return tuple(bool(goal.value([bool(row >> i & 1) for i in range(n)], True)) for row in range(2**n))


def value(node: Nested, row: int) -> bool:
    """A tree on one input, by the truth tables of its functions."""
    if isinstance(node, int):
        return bool(row >> (abs(node) - 1) & 1) == (node > 0)
    return bool(FUNCTIONS[node[0]].value(value(node[1], row), value(node[2], row)))


@cache
def symmetries(target: str, n: int) -> tuple[tuple[int, ...], ...]:
    """The permutations of x1 ... xn that leave the target as it is, all tried."""
    wanted, found = values(target, n), []
    for order in permutations(range(1, n + 1)):
        moved = [sum((row >> (order[i] - 1) & 1) << i for i in range(n)) for row in range(2**n)]
        if all(wanted[moved[row]] == wanted[row] for row in range(2**n)):
            found.append(order)
    return tuple(found)


@cache
def canonical(tree: Tree, orders: tuple[tuple[int, ...], ...] | None = None) -> Tree:
    """The first of all trees that differ only in the order of children and the names of variables.

    The names change by one of the orders; if there are none, in every way.
    """
    return _renamed(flat(_sorted(nested(tree))), orders) if tree.prefix else tree


@cache
def _renamed(tree: Tree, orders: tuple[tuple[int, ...], ...] | None) -> Tree:
    names = sorted(tree.variables)
    if orders is None:
        images = set(permutations(range(1, len(names) + 1)))
    else:
        images = {tuple(order[name - 1] for name in names) for order in orders}
    trees = []
    for image in images:
        new = dict(zip(names, image, strict=True))
        tokens = tuple(
            token if isinstance(token, str) else new[token] if token > 0 else -new[-token]
            for token in tree.prefix
        )
        trees.append(flat(_sorted(nested(Tree.trusted(tokens)))))
    return min(trees, key=lambda tree: str(tree.prefix))


def _sorted(node: Nested) -> Nested:
    if isinstance(node, int):
        return node
    left, right = _sorted(node[1]), _sorted(node[2])
    if FUNCTIONS[node[0]].commutative and str(left) > str(right):
        left, right = right, left
    return node[0], left, right
