"""The nodes of an arena by their number in prefix order, the leaves by their number from the left.

That is how `evobool.model.mutation` chooses them, so equal draws give equal trees. In a small tree `lists.py`
finds them, and a node's `rank` is where it was last seen; in a large one, `chunks.py`, and the rank is the
node's chunk.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U32, i64
from evobool.engines.kernels.tree.arena import FIRST_FREE, FREE, LEAVES, NONE, ROOT, Arena, large
from evobool.engines.kernels.tree.chunks import (
    empty,
    leaf_number,
    node_number,
    put_all_beside,
    put_beside,
    put_first,
    take_out,
)
from evobool.engines.kernels.tree.links import first_leaf_below, last_leaf_below, next_upwards
from evobool.engines.kernels.tree.lists import (
    NO_BITS,
    list_cut,
    list_insertion,
    list_root,
    list_subtree,
    listed_leaf,
    listed_node,
    position,
    recall_list,
    remember_list,
    size_at,
)


@kernel
def clear(a: Arena) -> None:
    """Make the tree empty."""
    slots = len(a.node)
    for slot in range(1, slots - 1):
        a.node[slot].next = slot + 1
    a.node[slots - 1].next = NONE
    a.mark[FIRST_FREE] = 1
    a.mark[FREE] = slots - 1
    a.mark[ROOT] = NONE
    a.mark[LEAVES] = 0
    if large(a):
        empty(a)
    else:
        for word in range(len(a.is_leaf)):
            a.is_leaf[word] = NO_BITS


@inlined
def leaf_count(a: Arena) -> int:
    """The leaves of the whole tree."""
    return i64(a.mark[LEAVES])


@inlined
def node_at(a: Arena, k: int) -> np.uint32:
    """The k-th node in prefix order."""
    return node_number(a, k) if large(a) else listed_node(a, k)


@inlined
def leaf_at(a: Arena, k: int) -> np.uint32:
    """The k-th leaf from the left."""
    return leaf_number(a, k) if large(a) else listed_leaf(a, k)


@inlined
def leaves_below(a: Arena, x: np.uint32) -> int:
    """The leaves of the subtree at x."""
    if a.node[x].kind >= 0:
        return 1
    return count_leaves(a, x) if large(a) else (size_at(a, position(a, x)) + 1) // 2


@kernel
def count_leaves(a: Arena, top: np.uint32) -> int:
    """The same, one by one."""
    leaves, x = i64(a.node[top].kind >= 0), first_leaf_below(a, top)
    while x != top:
        leaves += i64(a.node[x].kind >= 0)
        x = next_upwards(a, x)
    return leaves


@inlined
def number_root(a: Arena, leaf: np.uint32) -> None:
    """The tree is a single leaf."""
    if large(a):
        put_first(a, leaf)
        a.mark[LEAVES] = 1
    else:
        list_root(a, leaf)


@inlined
def number_insertion(a: Arena, x: np.uint32, new: np.uint32, leaf: np.uint32) -> None:
    """The node `new` has come into the place of x, with x and `leaf` below it."""
    if large(a):
        put_both(a, x, new, leaf)
    else:
        list_insertion(a, x, new, leaf)


@kernel
def put_both(a: Arena, x: np.uint32, new: np.uint32, leaf: np.uint32) -> None:
    """Put the nodes of an insertion at x in order."""
    put_beside(a, x, i64(0), new)
    put_beside(a, new if a.node[new].left == leaf else last_leaf_below(a, x), i64(1), leaf)
    a.mark[LEAVES] += U32(1)


@inlined
def unnumber(a: Arena, x: np.uint32, parent: np.uint32) -> None:
    """The subtree at x and the node above it, if any, are gone from a large tree."""
    if parent != NONE:
        take_out(a, parent)
    take_out_all(a, x)


@inlined
def number_cut(a: Arena, x: np.uint32) -> None:
    """The subtree at x and the node above it are gone."""
    if large(a):
        unnumber(a, x, a.node[x].parent)
    else:
        list_cut(a, x)


@kernel
def take_out_all(a: Arena, top: np.uint32) -> None:
    """Take a whole subtree out of the order."""
    x = first_leaf_below(a, top)
    while True:
        take_out(a, x)
        if a.node[x].kind >= 0:
            a.mark[LEAVES] -= U32(1)
        if x == top:
            return
        x = next_upwards(a, x)


@inlined
def remember(a: Arena) -> None:
    """Before edits that may be taken back: the list of a small tree is then recalled as a whole."""
    if not large(a):
        remember_list(a)


@inlined
def recall(a: Arena) -> None:
    """After edits were taken back, the last one first: what `uninsert` and `graft` have left to be done."""
    if not large(a):
        recall_list(a)


@kernel
def put_back(a: Arena, x: np.uint32, parent: np.uint32, other: np.uint32) -> None:
    """Put the subtree at x, the node above it and beside `other`, back in order."""
    put_beside(a, other, i64(0), parent)
    before = parent if a.node[parent].left == x else last_leaf_below(a, other)
    a.mark[LEAVES] += put_all_beside(a, before, x)


@kernel
def put_all(a: Arena) -> None:
    """Put the nodes of a tree, of which there is no order yet, in order."""
    root = a.mark[ROOT]
    if root == NONE:
        return
    if large(a):
        put_all_beside(a, NONE, root)
    else:
        list_subtree(a, root)
