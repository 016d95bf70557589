"""Whole trees in arenas: written, loaded, moved to a larger arena, and copied beside the tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.jit import kernel
from evobool.engines.kernels.arena import FIRST_FREE, FREE, NONE, ROOT, Arena, clear, large, take
from evobool.engines.kernels.chunks import put_beside, put_first
from evobool.engines.kernels.lists import LEAVES, list_subtree
from evobool.engines.kernels.random import U32, i64


@kernel
def write_prefix(a: Arena, out: NDArray[np.int32], start: int) -> int:
    """Write the kinds of all nodes in prefix order from `start` on; returns the end."""
    x = a.mark[ROOT]
    while x != NONE:
        out[start] = a.node[x].kind
        start += 1
        if a.node[x].kind < 0:
            x = a.node[x].left
            continue
        while True:  # climb to the first node entered from the left, then go right
            parent = a.node[x].parent
            if parent == NONE:
                return start
            if a.node[parent].left == x:
                x = a.node[parent].right
                break
            x = parent
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
def put_all(a: Arena) -> None:
    """Put the nodes of a tree, of which there is no order yet, in order."""
    if not large(a):
        if a.mark[ROOT] != NONE:
            list_subtree(a, a.mark[ROOT], i64(0))
        return
    before, node = NONE, a.mark[ROOT]
    while node != NONE:
        if before == NONE:
            put_first(a, node)
        else:
            put_beside(a, before, i64(1), node)
        before = node
        if a.node[node].kind < 0:
            node = a.node[node].left
            continue
        while node != NONE and a.node[node].parent != NONE and a.node[a.node[node].parent].right == node:
            node = a.node[node].parent
        if node == NONE or a.node[node].parent == NONE:
            return
        node = a.node[a.node[node].parent].right


@kernel
def load_prefix(a: Arena, kinds: NDArray[np.int32]) -> None:
    """Load the tree with these kinds, in prefix order, into the arena."""
    clear(a)
    above, leaves = NONE, 0
    for k in range(len(kinds)):
        slot = take(a, kinds[k])
        a.node[slot].parent = above
        a.node[slot].left = a.node[slot].right = NONE
        if above == NONE:
            a.mark[ROOT] = slot
        elif a.node[above].left == NONE:
            a.node[above].left = slot
        else:
            a.node[above].right = slot
        above = slot
        if kinds[k] >= 0:
            leaves += 1
        while above != NONE and (a.node[above].kind >= 0 or a.node[above].right != NONE):
            above = a.node[above].parent
    a.mark[LEAVES] = leaves
    put_all(a)


@kernel
def duplicate(a: Arena, x: np.uint32) -> np.uint32:
    """A copy of the subtree at x that the caller gives back with `give_back_all`; returns its root."""
    copy = above = NONE
    node = x
    while True:
        slot = take(a, a.node[node].kind)
        a.node[slot].parent = above
        if above == NONE:
            copy = slot
        elif a.node[above].left == NONE:
            a.node[above].left = slot
        else:
            a.node[above].right = slot
        if a.node[node].kind < 0:
            a.node[slot].left = a.node[slot].right = NONE
            above = slot
            node = a.node[node].left
            continue
        while node != x and a.node[a.node[node].parent].right == node:
            node = a.node[node].parent
            above = a.node[above].parent
        if node == x:
            return copy
        node = a.node[a.node[node].parent].right
