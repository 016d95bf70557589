"""How two parents make an offspring.

A crossover is one function of two trees, neither of them empty. To add one, write it and add a line to
CROSSOVERS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evobool.model.formulas.tree import Tree
from evobool.model.growing import Draws
from evobool.model.mutation import Mutation, leaf_positions
from evobool.model.named import PROBABILITY, Argument

Cross = Callable[[Any, Tree, Tree, Draws], Mutation]


@dataclass(frozen=True)
class Crossover:
    """A way to cross: `cross(setting, one, other, draws)` makes the offspring of two trees."""

    name: str
    cross: Cross
    argument: Argument | None = PROBABILITY
    source: str | None = None


def exchanged(one: Tree, at: int, other: Tree, of: int) -> Mutation:
    """One tree with a subtree of the other in place of one of its own."""
    given = other.prefix[of : other.ends[of]]
    tree = Tree.trusted((*one.prefix[:at], *given, *one.prefix[one.ends[at] :]))
    names = tuple(name for name in given if isinstance(name, str))
    return Mutation("CROSS", tree, inserted=names, given=(at, at + len(given)))


def subtree(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
    """A subtree of the other parent in place of one of the first, both at any node."""
    at = draws.below(one.nodes)
    return exchanged(one, at, other, draws.below(other.nodes))


def koza(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
    """The same with nodes as Koza (1992) draws them: nine times in ten a function, else a leaf."""
    at = _kozas_node(one, draws)
    return exchanged(one, at, other, _kozas_node(other, draws))


def _kozas_node(tree: Tree, draws: Draws) -> int:
    """A node: below(10), then the number among functions or leaves; the root alone is not drawn."""
    if tree.nodes == 1:
        return 0
    if draws.below(10) == 9:
        return leaf_positions(tree)[draws.below(tree.leaves)]
    inner = [place for place, token in enumerate(tree.prefix) if isinstance(token, str)]
    return inner[draws.below(len(inner))]


def one_point(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
    """One-point crossover of Poli and Langdon (1998): both subtrees stand at the same place.

    The trees are laid upon each other from the root as far as both have functions; any place that both have
    is the point, numbered in prefix order.
    """
    points, left = [], [(0, 0)]
    while left:
        mine, yours = left.pop()
        points.append((mine, yours))
        if isinstance(one.prefix[mine], str) and isinstance(other.prefix[yours], str):
            left += [(one.ends[mine + 1], other.ends[yours + 1]), (mine + 1, yours + 1)]
    at, of = points[draws.below(len(points))]
    return exchanged(one, at, other, of)


def join(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
    """Both parents below any function of F."""
    function = setting.function_list[draws.below(len(setting.function_list))]
    brought = tuple(name for name in other.prefix if isinstance(name, str))
    tree = Tree.trusted((function, *one.prefix, *other.prefix))
    return Mutation("JOIN", tree, inserted=(function, *brought), given=(1 + one.nodes, tree.nodes))


def uncrossed(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
    """The first parent as it is."""
    return Mutation("", one)


CROSSOVERS: dict[str, Crossover] = {
    crossover.name: crossover
    for crossover in (
        Crossover("none", uncrossed, argument=None),
        Crossover("subtree", subtree),
        Crossover("koza", koza),
        Crossover("one-point", one_point),
        Crossover("join", join),
    )
}
