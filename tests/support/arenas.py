"""Trees into arenas and back, mutations drawn there, and what must hold of an arena."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from evobool import Setting, Tree
from evobool.engines.kernels import mutate
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.random import Words
from evobool.engines.kernels.tree import arena, numbering, whole
from evobool.engines.kernels.tree.arena import (
    CHUNKS,
    FIRST_FREE,
    FREE,
    LEAVES,
    NONE,
    ROOM,
    ROOT,
    UNUSED,
    Arena,
)
from evobool.model.formulas.functions import FUNCTIONS

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
    numbering.clear(a)
    free = free_slots(a)
    slots = free[: tree.nodes]
    a.mark[FIRST_FREE] = free[tree.nodes]
    a.mark[FREE] -= tree.nodes
    a.mark[LEAVES] = tree.leaves
    for position, kind in enumerate(kinds_of(tree, setting, codes)):
        node, parent = a.node[slots[position]], tree.parents[position]
        node.kind = kind
        node.parent = NONE if parent < 0 else slots[parent]
        if kind < 0:
            node.left = slots[position + 1]
            node.right = slots[tree.ends[position + 1]]
    a.mark[ROOT] = slots[0] if slots else NONE
    numbering.put_all(a)
    return a


def read(a: Arena, setting: Setting) -> Tree:
    """The tree in an arena."""
    out = np.zeros(len(a.node) + 1, dtype=np.int32)
    end = whole.write_prefix(a, out, 0)
    return tree_of(out[:end].tolist(), setting)


def draw(a: Arena, rng: Words, rules: Rules) -> Drawn:
    """One mutation; slots come back from a kernel as plain integers."""
    drawn = mutate.hvl_prime(a, rng, rules)
    return drawn._replace(x=np.uint32(drawn.x))


def free_slots(a: Arena) -> list[int]:
    """The slots that are not in use."""
    found, slot = list[int](), int(a.mark[FIRST_FREE])
    while slot:
        found.append(slot)
        slot = int(a.node[slot].next)
    assert len(found) == a.mark[FREE]
    return found


def check(a: Arena) -> None:
    """Links go both ways, leaves are counted right, and every slot but 0 is either free or in the tree."""
    used, in_order = set[int](), list[int]()

    def leaves_below(slot: int, parent: int) -> int:
        assert slot not in used
        used.add(slot)
        node = a.node[slot]
        assert node.parent == parent
        if node.kind >= 0:
            in_order.append(slot)
            return 1
        in_order.append(slot)
        return leaves_below(int(node.left), slot) + leaves_below(int(node.right), slot)

    if a.mark[ROOT] != NONE:
        assert leaves_below(int(a.mark[ROOT]), 0) == numbering.leaf_count(a)
    else:
        assert numbering.leaf_count(a) == 0
    assert sorted([*free_slots(a), *used]) == list(range(1, len(a.node)))
    if arena.large(a):
        check_order(a, in_order)
    elif in_order:
        assert a.entry[: len(in_order)].tolist() == in_order
        bits = sum(int(word) << (64 * k) for k, word in enumerate(a.is_leaf[: len(a.is_leaf) // 2]))
        assert bits == sum(1 << k for k, slot in enumerate(in_order) if a.node[slot].kind >= 0)


def check_order(a: Arena, expected: list[int]) -> None:
    """The chunks hold the nodes in prefix order, know the leaves among them, and are known by their nodes."""
    room, found, places = int(a.mark[ROOM]), list[int](), int(a.mark[CHUNKS])
    for place in range(places):
        record = a.chunk[place]
        start = int(record.chunk) * room
        nodes = [int(slot) for slot in a.entry[start : start + int(record.nodes)]]
        bits = sum(
            int(word) << (64 * k) for k, word in enumerate(a.is_leaf[start // 64 : (start + room) // 64])
        )
        assert bits == sum(1 << k for k, slot in enumerate(nodes) if a.node[slot].kind >= 0)
        assert record.leaves == bits.bit_count()
        assert a.chunk[record.chunk].place == place
        assert all(a.node[slot].rank == record.chunk for slot in nodes)
        found += nodes
    assert found == expected
    assert places + a.mark[UNUSED] == len(a.chunk) - 1
