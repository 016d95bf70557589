"""Whole trees in arenas: written, loaded, moved to a larger arena, and copied beside the tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U32, i64
from evobool.engines.kernels.tree.arena import FIRST_FREE, FREE, LEAVES, NONE, ROOT, Arena, take
from evobool.engines.kernels.tree.links import next_downwards
from evobool.engines.kernels.tree.numbering import clear, put_all


@kernel
def write_prefix(a: Arena, out: NDArray[np.int32], start: int) -> int:
    """Write the kinds of all nodes in prefix order from `start` on; returns the end."""
    x = a.mark[ROOT]
    while x != NONE:
        out[start] = a.node[x].kind
        start += 1
        x = next_downwards(a, x, a.mark[ROOT])
    return start


@kernel
def copy_arena(source: Arena, into: Arena) -> None:
    """Move a tree to a larger arena, between edits."""
    clear(into)
    old = len(source.node)
    for slot in range(1, old):
        into.node[slot] = source.node[slot]
    first = U32(old) if len(into.node) > old else NONE  # of the new slots
    last, slot = NONE, source.mark[FIRST_FREE]
    while slot != NONE:
        last = slot
        slot = source.node[slot].next
    if last == NONE:
        into.mark[FIRST_FREE] = first
    else:
        into.mark[FIRST_FREE] = source.mark[FIRST_FREE]
        into.node[last].next = first
    into.mark[FREE] = i64(source.mark[FREE]) + len(into.node) - old
    into.mark[ROOT] = source.mark[ROOT]
    into.mark[LEAVES] = source.mark[LEAVES]
    put_all(into)


@kernel
def load_prefix(a: Arena, kinds: NDArray[np.int32]) -> None:
    """Load the tree with these kinds, in prefix order, into the arena."""
    clear(a)
    above, leaves = NONE, 0
    for k in range(len(kinds)):
        slot = hang(a, above, kinds[k])
        if above == NONE:
            a.mark[ROOT] = slot
        above = unfinished(a, slot)
        leaves += i64(kinds[k] >= 0)
    a.mark[LEAVES] = leaves
    put_all(a)


@inlined
def hang(a: Arena, above: np.uint32, kind: int) -> np.uint32:
    """A new node below another, unless that is NONE, as its left child or else as its right one."""
    slot = take(a, kind)
    a.node[slot].parent = above
    a.node[slot].left = a.node[slot].right = NONE
    if above != NONE:
        if a.node[above].left == NONE:
            a.node[above].left = slot
        else:
            a.node[above].right = slot
    return slot


@inlined
def unfinished(a: Arena, x: np.uint32) -> np.uint32:
    """The lowest node from x upwards that still lacks a child; NONE if there is none."""
    while x != NONE and (a.node[x].kind >= 0 or a.node[x].right != NONE):
        x = a.node[x].parent
    return x


@kernel
def duplicate(a: Arena, x: np.uint32) -> np.uint32:
    """A copy of the subtree at x that the caller gives back with `give_back_all`; returns its root."""
    copy = above = NONE
    node = x
    while node != NONE:
        slot = hang(a, above, i64(a.node[node].kind))
        if above == NONE:
            copy = slot
        above = unfinished(a, slot)
        node = next_downwards(a, node, x)
    return copy
