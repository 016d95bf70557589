"""All small trees of the paper's system: F = {and, or}, over positive literals unless all are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.theory.bounds.covered import FUNCTIONS


def every_tree(n: int, leaves: int, negated: bool = False) -> Iterator[Tree]:
    """Every tree with this many leaves, up to the order of children and the names of variables.

    Any tree can have its children swapped until no right child is larger than its left sibling, and its
    variables renamed in order of appearance. So at least one tree of each kind is generated. `negated` adds
    those with negated literals.

    >>> sorted(str(tree) for tree in every_tree(2, 2))
    ['x1 & x1', 'x1 & x2', 'x1 | x1', 'x1 | x2']
    >>> sum(1 for tree in every_tree(2, 2, negated=True))
    16
    """
    for shape in _shapes(leaves):
        places = [i for i, token in enumerate(shape) if token == 1]
        gates = [i for i, token in enumerate(shape) if token == 0]
        for names in _names(n, leaves):
            for functions, signs in product(
                product(FUNCTIONS, repeat=leaves - 1), product((1, -1) if negated else (1,), repeat=leaves)
            ):
                tokens: list[Token] = [*shape]
                for place, name, sign in zip(places, names, signs, strict=True):
                    tokens[place] = sign * name
                for gate, function in zip(gates, functions, strict=True):
                    tokens[gate] = function
                yield Tree.trusted(tuple(tokens))


def _shapes(leaves: int) -> Iterator[tuple[int, ...]]:
    """Shapes in prefix order: 0 is a function, 1 a leaf; no right child has more leaves than the left."""
    if leaves == 1:
        yield (1,)
    for right in range(1, leaves // 2 + 1):
        for left_shape, right_shape in product(_shapes(leaves - right), _shapes(right)):
            yield (0, *left_shape, *right_shape)


def _names(n: int, leaves: int) -> Iterator[tuple[int, ...]]:
    """Names for the leaves in which each variable first appears after all smaller ones."""
    if leaves == 0:
        yield ()
        return
    for names in _names(n, leaves - 1):
        for name in range(1, min(n, max(names, default=0) + 1) + 1):
            yield (*names, name)
