"""Trees into arenas and back, and what must hold of an arena."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from evobool import Setting, Tree
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import CACHE, FREE, KIND, LEAVES, LEFT, NONE, PARENT, RIGHT, ROOT, Arena
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
    slots = [int(slot) for slot in a.free[::-1][: tree.nodes]]
    a.mark[FREE] -= tree.nodes
    for position, kind in enumerate(kinds_of(tree, setting, codes)):
        slot, parent = slots[position], tree.parents[position]
        a.node[slot, KIND] = kind
        a.node[slot, LEAVES] = (tree.ends[position] - position + 1) // 2
        a.node[slot, PARENT] = NONE if parent < 0 else slots[parent]
        a.node[slot, CACHE] = NONE
        if kind < 0:
            a.node[slot, LEFT] = slots[position + 1]
            a.node[slot, RIGHT] = slots[tree.ends[position + 1]]
    a.mark[ROOT] = slots[0] if slots else NONE
    return a


def read(a: Arena, setting: Setting) -> Tree:
    """The tree in an arena."""
    out = np.zeros(len(a.free) + 1, dtype=np.int32)
    end = arena.write_prefix(a, out, 0)
    return tree_of(out[:end].tolist(), setting)


def check(a: Arena) -> None:
    """Links go both ways, leaves are counted right, and every slot is either free or in the tree."""
    used: set[int] = set()

    def leaves_below(slot: int, parent: int) -> int:
        assert slot not in used
        used.add(slot)
        assert a.node[slot, PARENT] == parent
        below = 1
        if a.node[slot, KIND] < 0:
            below = sum(leaves_below(int(a.node[slot, side]), slot) for side in (LEFT, RIGHT))
        assert a.node[slot, LEAVES] == below
        return below

    if a.mark[ROOT] != NONE:
        assert leaves_below(int(a.mark[ROOT]), NONE) == arena.leaf_count(a)
    free = a.free[: a.mark[FREE]].tolist()
    assert sorted([*free, *used]) == list(range(len(a.free)))
