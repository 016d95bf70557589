"""The targets: Boolean functions of n variables to evolve.

A target is given by the formula that defines it, as a tree over x1 ... xn. Everything else (its truth
table, its values on sampled rows, its smallest program) follows from that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evobool.model.tree import Token, Tree


@dataclass(frozen=True)
class Target:
    """A family of Boolean functions, one for every n.

    `first` is the function drawn first from F and `complement` says that sampled rows are inverted:
    together they make the runs of a target and of its dual mirror images at equal seeds.
    """

    name: str
    title: str
    tree: Callable[[int], Tree]
    smallest: Callable[[int], int]
    first: str
    complement: bool


def _chain(function: str) -> Callable[[int], Tree]:
    """The function that joins x1 ... xn with one binary function."""

    def tree(n: int) -> Tree:
        tokens: list[Token] = [function] * (n - 1)
        return Tree.trusted((*tokens, *range(1, n + 1)))

    return tree


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("and", "AND_n", _chain("and"), lambda n: n, first="and", complement=False),
        Target("or", "OR_n", _chain("or"), lambda n: n, first="or", complement=True),
    )
}
