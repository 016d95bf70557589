"""Trees into arenas and back, mutations drawn there, and what must hold of an arena."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from evobool import Setting, Tree
from evobool.engines.kernels import arena, mutate
from evobool.engines.kernels.arena import FREE, LEAVES, NONE, ROOT, Arena
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.random import Words
from evobool.model.functions import FUNCTIONS

CODES = {name: code for code, name in enumerate(FUNCTIONS)}
NAMES = {code: name for name, code in CODES.items()}


def kinds_of(tree: Tree, setting: Setting, codes: Mapping[str, int] = CODES) -> list[int]:
    """The tokens as an arena writes them."""
    places = {literal: place for place, literal in enumerate(setting.literal_list)}
    return [-1 - codes[token] if isinstance(token, str) else places[token] for token in tree.prefix]


def tree_of(kinds: Iterable[int], setting: Setting) -> Tree:
    """The tree of an arena's tokens."""
    return Tree(tuple(setting.literal_list[kind] if kind >= 0 else NAMES[-1 - kind] for kind in kinds))


def build(
    tree: Tree, setting: Setting, leaves: int = 32, mutations: int = 2, codes: Mapping[str, int] = CODES
) -> Arena:
    """An arena that holds the tree."""
    a = arena.new_arena(leaves, mutations)
    arena.clear(a)
    free = int(a.mark[FREE])
    slots = [int(slot) for slot in a.free[free - tree.nodes : free][::-1]]
    a.mark[FREE] -= tree.nodes
    a.mark[LEAVES] = tree.leaves
    for position, kind in enumerate(kinds_of(tree, setting, codes)):
        node, parent = a.node[slots[position]], tree.parents[position]
        node.kind = kind
        node.parent = NONE if parent < 0 else slots[parent]
        if kind < 0:
            node.left = slots[position + 1]
            node.right = slots[tree.ends[position + 1]]
            node.ahead = (tree.ends[position + 1] - position) // 2
    a.mark[ROOT] = slots[0] if slots else NONE
    return a


def read(a: Arena, setting: Setting) -> Tree:
    """The tree in an arena."""
    out = np.zeros(len(a.free) + 1, dtype=np.int32)
    end = arena.write_prefix(a, out, 0)
    return tree_of(out[:end].tolist(), setting)


def draw(a: Arena, rng: Words, rules: Rules) -> Drawn:
    """One mutation; slots come back from a kernel as plain integers."""
    drawn = mutate.hvl_prime(a, rng, rules)
    return drawn._replace(x=np.uint32(drawn.x), top=np.uint32(drawn.top))


def free_slots(a: Arena) -> list[int]:
    """The slots that are not in use."""
    return [int(slot) for slot in a.free[: a.mark[FREE]]]


def check(a: Arena) -> None:
    """Links go both ways, leaves are counted right, and every slot but 0 is either free or in the tree."""
    used: set[int] = set()

    def leaves_below(slot: int, parent: int) -> int:
        assert slot not in used
        used.add(slot)
        node = a.node[slot]
        assert node.parent == parent
        if node.kind >= 0:
            return 1
        ahead = leaves_below(int(node.left), slot)
        assert node.ahead == ahead
        return ahead + leaves_below(int(node.right), slot)

    if a.mark[ROOT] != NONE:
        assert leaves_below(int(a.mark[ROOT]), 0) == arena.leaf_count(a)
    else:
        assert arena.leaf_count(a) == 0
    assert sorted([*free_slots(a), *used]) == list(range(1, len(a.free)))
