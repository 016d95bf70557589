"""How a population begins: all empty, all one tree, or random trees.

A beginning is one function that makes a tree. To add one, write it and add a line to BEGINNINGS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evobool.model.formulas.tree import Tree
from evobool.model.growing import LARGEST_DEPTH, full, grown
from evobool.model.named import Argument, ranged, whole

TRIES = 100  # against a tree that is there already
DEPTH = whole("the depth", "4", 0, LARGEST_DEPTH)


@dataclass(frozen=True)
class Beginning:
    """How the trees of a first population are drawn: `make(setting, argument, draws)` makes one of them.

    `deepest` says how deep they may be; where `apart`, a tree that is there already is drawn again, up to 100
    times in all.
    """

    name: str
    make: Callable[[Any, Any, Any], Tree]
    argument: Argument | None = None
    deepest: Callable[[Any], int] = lambda argument: 0
    apart: bool = True
    source: str | None = None


def leaf(setting: Any, argument: None, draws: Any) -> Tree:
    """Any literal."""
    return Tree.trusted((setting.literal_list[draws.below(len(setting.literal_list))],))


def ramped(setting: Any, argument: tuple[int, int], draws: Any) -> Tree:
    """Ramped half-and-half: any of the depths, then grown or full, one as likely as the other."""
    low, high = argument
    depth = low + (draws.below(high - low + 1) if high > low else 0)
    return grown(depth, setting, draws, rooted=True) if draws.below(2) == 0 else full(depth, setting, draws)


def grow(setting: Any, depth: int, draws: Any) -> Tree:
    """A grown tree, a literal alone only where no deeper one may be."""
    return grown(depth, setting, draws, rooted=True)


def filled(setting: Any, depth: int, draws: Any) -> Tree:
    """A full tree."""
    return full(depth, setting, draws)


BEGINNINGS: dict[str, Beginning] = {
    beginning.name: beginning
    for beginning in (
        Beginning("leaf", leaf, apart=False),
        Beginning("ramped", ramped, ranged("depths", "2-6", 0, LARGEST_DEPTH), deepest=lambda pair: pair[1]),
        Beginning("grow", grow, DEPTH, deepest=int),
        Beginning("full", filled, DEPTH, deepest=int),
    )
}


def begun(setting: Any, size: int, draws: Any) -> list[Tree]:
    """A first population."""
    if setting.beginning is None:
        return [setting.start_tree] * size
    entry, argument, _ = setting.beginning
    made: dict[Tree, None] = {}
    trees: list[Tree] = []
    for _ in range(size):
        tree = entry.make(setting, argument, draws)
        for _ in range(TRIES - 1 if entry.apart else 0):
            if tree not in made:
                break
            tree = entry.make(setting, argument, draws)
        made[tree] = None
        trees.append(tree)
    return trees
