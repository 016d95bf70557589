"""Exact one-step drift: how far the error of a tree falls in one iteration, in expectation.

The drift of a tree X with error x is E[f(X) - f(X')], the sum over its whole neighbourhood under HVL-Prime,
an offspring that Algorithm 1 rejects counting as no progress. Lemma 2 bounds it from below for trees that are
not full (they may still grow); full trees are told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from evobool.api import evolve
from evobool.errors import InputError
from evobool.model.mutation import SUB
from evobool.model.setting import Setting
from evobool.model.tree import Token, Tree
from evobool.theory.bounds.lemmas import drift_bounds
from evobool.theory.drift.offspring import offspring

LARGEST_N = 1000  # errors of up to 2^n must be floats


@dataclass(frozen=True)
class Drift:
    """The exact drift of one tree, and what lemma 2 says of it (`bounds.drift_bounds`)."""

    tree: Tree
    error: int
    full: bool
    drift: Fraction
    bounds: dict[str, float]

    def ratio(self, bound: str = "log") -> float:
        """How many times the bound the drift is; infinite where the bound is 0."""
        return float(self.drift) / self.bounds[bound] if self.bounds[bound] else float("inf")


def exact_drift(tree: Tree, setting: Setting) -> Fraction:
    """E[f(X) - f(X')] of RLS-GP on the complete truth table.

    >>> print(exact_drift(Tree.parse("x1"), Setting(n=2, limit="n")))
    1/12
    """
    return _drift(tree, setting)[1]


def measured(tree: Tree, setting: Setting) -> Drift:
    """A tree's drift against the paper's bounds.

    >>> found = measured(Tree.parse("x1 | x2"), Setting(n=2, limit="2n"))
    >>> found.error, found.full, found.drift, round(found.ratio(), 2)
    (2, False, Fraction(1, 2), 36.0)
    """
    check_setting(setting)
    assert setting.leaf_limit is not None
    error, drift = _drift(tree, setting)
    if not error:
        raise InputError("tree", tree, "is the solution: no drift is left")
    full = tree.leaves >= setting.leaf_limit
    return Drift(tree, error, full, drift, drift_bounds(setting.n, setting.leaf_limit, error))


def met(setting: Setting, runs: int, seed: int, engine: str = "auto") -> Iterator[list[Drift]]:
    """The drift of the trees that runs 0, 1, ... of a seed met on their way, a list a run, each tree once.

    The empty tree, which has no error, and the solution are left out.
    """
    check_setting(setting)
    seen: set[Tree] = set()
    for index in range(runs):
        run = evolve(setting, seed=seed, index=index, engine=engine, trajectory=True)
        trees = {step.tree: None for step in run.trajectory or () if step.error}
        yield [measured(tree, setting) for tree in trees if tree not in seen]
        seen.update(trees)


def smallest(drifts: Iterable[Drift], bound: str = "log") -> Drift | None:
    """The tree that is not full whose drift comes nearest to the bound."""
    return min(
        (found for found in drifts if not found.full), key=lambda found: found.ratio(bound), default=None
    )


def by_class(drifts: Sequence[Drift]) -> dict[int, list[Drift]]:
    """By the power of two that the error has reached: class i holds errors 2^i ... 2^(i+1) - 1."""
    classes: dict[int, list[Drift]] = {}
    for found in sorted(drifts, key=lambda found: found.error):
        classes.setdefault(found.error.bit_length() - 1, []).append(found)
    return classes


def every_tree(n: int, leaves: int) -> Iterator[Tree]:
    """Every tree of so many positive leaves, up to the order of children and the names of variables.

    Children can be swapped until no right one is larger than its left one, and variables renamed in the order
    they appear: one tree of each kind, at least, is among these.

    >>> sorted(str(tree) for tree in every_tree(2, 2))
    ['x1 & x1', 'x1 & x2', 'x1 | x1', 'x1 | x2']
    """
    for shape in _shapes(leaves):
        places = [i for i, token in enumerate(shape) if token == 1]
        gates = [i for i, token in enumerate(shape) if token == 0]
        for names in _names(n, leaves):
            for functions in product(("and", "or"), repeat=leaves - 1):
                tokens: list[Token] = [*shape]
                for place, name in zip(places, names, strict=True):
                    tokens[place] = name
                for gate, function in zip(gates, functions, strict=True):
                    tokens[gate] = function
                yield Tree.trusted(tuple(tokens))


def check_setting(setting: Setting) -> None:
    """Refuse what lemma 2 is not about."""
    wanted = {"algorithm": "rls-gp", "literals": "positive", "training": "complete", "selection": "nonstrict"}
    for field, value in wanted.items():
        if getattr(setting, field) != value:
            raise InputError(field, getattr(setting, field), f"lemma 2 is about {value}")
    if setting.accept_error:
        raise InputError("accept_error", setting.accept_error, "lemma 2 is about runs to error 0")
    if setting.functions != ("and", "or"):
        raise InputError("functions", ",".join(setting.functions), "lemma 2 is about and,or")
    if setting.leaf_limit is None:
        raise InputError("limit", setting.limit, "lemma 2 needs one: try n or 2n")
    if not 2 <= setting.n <= LARGEST_N:
        raise InputError("n", setting.n, f"must be 2 to {LARGEST_N}")
    if setting.leaf_limit < setting.n:
        raise InputError("limit", setting.limit, f"must be at least n = {setting.n}")


def _drift(tree: Tree, setting: Setting) -> tuple[int, Fraction]:
    """The error and the drift; progress is added up as integers, one sum a probability."""
    if setting.algorithm != "rls-gp":
        raise InputError("algorithm", setting.algorithm, "the exact drift is that of rls-gp")
    if not tree.prefix:
        raise InputError("tree", tree, "the empty tree has no error to fall")
    children = offspring(tree, setting)
    error = next(  # a leaf replaced by itself leaves the tree as it is
        child.error
        for child in children
        if child.operation == SUB and child.literal == tree.prefix[child.node]
    )
    gains: Counter[Fraction] = Counter()
    for child in children:
        if child.accepted:
            gains[child.probability] += error - child.error
    return error, sum((chance * gain for chance, gain in gains.items()), Fraction(0))


def _shapes(leaves: int) -> Iterator[tuple[int, ...]]:
    """Shapes in prefix order, 0 a function and 1 a leaf, no right child with more leaves than the left."""
    if leaves == 1:
        yield (1,)
    for right in range(1, leaves // 2 + 1):
        for left_shape, right_shape in product(_shapes(leaves - right), _shapes(right)):
            yield (0, *left_shape, *right_shape)


def _names(n: int, leaves: int) -> Iterator[tuple[int, ...]]:
    """Names for leaves in which each variable first comes after all smaller ones."""
    if leaves == 0:
        yield ()
        return
    for names in _names(n, leaves - 1):
        for name in range(1, min(n, max(names, default=0) + 1) + 1):
            yield (*names, name)
