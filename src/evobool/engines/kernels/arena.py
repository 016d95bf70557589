"""The arena: a tree in flat arrays, edited in place; every edit has an inverse.

A node is a record of `node`; slot 0 is no node. Nodes are chosen by their number in prefix order and leaves
by their number from the left, just as in `evobool.model.mutation`, so equal draws give equal trees. In a
small tree `lists.py` finds them, and a node's `rank` is where it was last seen; in a large one, `chunks.py`,
and the rank is the node's chunk.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import WORD
from evobool.engines.kernels.chunks import (
    CHUNK,
    ROOM,
    chunks_of,
    empty,
    leaf_number,
    node_number,
    put_beside,
    put_first,
    room_of,
    take_out,
)
from evobool.engines.kernels.lists import (
    LEAVES,
    NO_BITS,
    list_cut,
    list_insertion,
    list_root,
    listed_leaf,
    listed_node,
    position,
    recall_list,
    remember_list,
    size_at,
)
from evobool.engines.kernels.random import U32, i64
from evobool.model.generator import MOST_MUTATIONS

# `kind` is a literal's index in L, or -1 - f for the function of code f. The last three fields belong to the
# judge: what it knows about the subtree, and the node's neighbours in a list that the judge keeps.
NODE = np.dtype(
    [
        ("kind", np.int32),
        ("left", np.uint32),
        ("right", np.uint32),
        ("parent", np.uint32),
        ("rank", np.uint32),
        ("value", np.uint32),
        ("next", np.uint32),
        ("before", np.uint32),
    ]
)
# Entries of `mark`: the root (NONE for the empty tree), the free slots and the first of them; then those that
# `lists.py` and `chunks.py` name.
ROOT, FREE, FIRST_FREE = range(3)
NONE = U32(0)
# The kinds of the two functions whose trees can be counted.
AND_NODE, OR_NODE = -1, -2

INS, DEL, SUB = range(3)
SMALL = 5_000  # slots of an arena whose nodes are in one list, not in chunks


class Arena(NamedTuple):
    """The arrays that hold one tree."""

    node: Any  # records of NODE
    mark: NDArray[np.uint32]
    entry: NDArray[np.uint32]  # the nodes in prefix order, in a large tree chunk by chunk
    is_leaf: NDArray[np.uint64]  # a bit for each
    chunk: Any  # records of CHUNK


def new_arena(leaves: int, mutations: int) -> Arena:
    """An arena for trees of up to `leaves` leaves, mutated up to `mutations` times at once."""
    slots = 2 * (leaves + mutations) + 3
    small = slots <= SMALL
    room, chunks = (0, 0) if small else (room_of(slots), chunks_of(slots))
    mark = flat(np.zeros(8, dtype=np.uint32))
    mark[ROOM] = room
    return Arena(
        node=records(slots, NODE),
        mark=mark,
        entry=flat(np.zeros(2 * (slots + 2 * WORD) if small else chunks * room, dtype=np.uint32)),
        is_leaf=flat(np.zeros(2 * (slots // WORD + 1) if small else chunks * room // WORD, dtype=np.uint64)),
        chunk=records(chunks + 1, CHUNK),
    )


def most_mutations(several: bool) -> int:
    """How many mutations an offspring can take."""
    return MOST_MUTATIONS if several else 1


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
def large(a: Arena) -> bool:
    """Whether nodes are kept in chunks, not in one list."""
    return a.mark[ROOM] > NONE


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
def last_leaf_below(a: Arena, x: np.uint32) -> np.uint32:
    """The last node of the subtree at x in prefix order."""
    while a.node[x].kind < 0:
        x = a.node[x].right
    return x


@inlined
def take(a: Arena, kind: int) -> np.uint32:
    """A new leaf or function node, not yet joined to anything."""
    slot = a.mark[FIRST_FREE]
    a.mark[FIRST_FREE] = a.node[slot].next
    a.mark[FREE] -= U32(1)
    a.node[slot].kind = kind
    a.node[slot].parent = NONE
    return slot


@inlined
def give_back(a: Arena, slot: np.uint32) -> None:
    """Put a slot on the stack of free ones."""
    a.node[slot].next = a.mark[FIRST_FREE]
    a.mark[FIRST_FREE] = slot
    a.mark[FREE] += U32(1)


@inlined
def replace_child(a: Arena, parent: np.uint32, old: np.uint32, new: np.uint32) -> None:
    """Put `new` in the place of `old` below `parent` (NONE: at the root)."""
    if parent == NONE:
        a.mark[ROOT] = new
    else:  # both are written: which of them it is, no processor can foresee
        left, right = a.node[parent].left, a.node[parent].right
        a.node[parent].left = new if left == old else left
        a.node[parent].right = new if right == old else right
    a.node[new].parent = parent


@inlined
def sibling(a: Arena, x: np.uint32) -> np.uint32:
    """The other child of x's parent."""
    parent = a.node[a.node[x].parent]
    return U32(parent.left ^ parent.right ^ x)


@inlined
def plant(a: Arena, literal: int) -> np.uint32:
    """Make the literal the root of the empty tree."""
    leaf = take(a, literal)
    a.mark[ROOT] = leaf
    if large(a):
        put_first(a, leaf)
        a.mark[LEAVES] = 1
    else:
        list_root(a, leaf)
    return leaf


@inlined
def uproot(a: Arena) -> None:
    """The inverse of `plant`."""
    if large(a):
        take_out(a, a.mark[ROOT])
    give_back(a, a.mark[ROOT])
    a.mark[ROOT] = NONE
    a.mark[LEAVES] = 0


@inlined
def insert(a: Arena, x: np.uint32, function: int, literal: int, literal_first: bool) -> np.uint32:
    """INS: replace x with the function, with x and the literal as its children; returns the new leaf.

    Its inverse is `uninsert`.
    """
    new, leaf = take(a, -1 - function), take(a, literal)
    replace_child(a, a.node[x].parent, x, new)
    a.node[new].left = leaf if literal_first else x
    a.node[new].right = x if literal_first else leaf
    a.node[leaf].parent = new
    a.node[x].parent = new
    if large(a):
        put_both(a, x, new, leaf)
    else:
        list_insertion(a, x, new, leaf)
    return leaf


@kernel
def put_both(a: Arena, x: np.uint32, new: np.uint32, leaf: np.uint32) -> None:
    """Put the nodes of an insertion at x in order."""
    put_beside(a, x, i64(0), new)
    put_beside(a, new if a.node[new].left == leaf else last_leaf_below(a, x), i64(1), leaf)
    a.mark[LEAVES] += U32(1)


@inlined
def cut(a: Arena, x: np.uint32) -> None:
    """DEL: replace x's parent (not NONE) with x's sibling.

    x and the parent stay linked to each other, so that `graft` can put them back.
    """
    parent, other = a.node[x].parent, sibling(a, x)
    replace_child(a, a.node[parent].parent, parent, other)
    if large(a):
        take_out(a, parent)
        take_out_all(a, x)
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


@inlined
def uninsert(a: Arena, leaf: np.uint32) -> None:
    """The inverse of `insert`, up to `recall`: gives both nodes back."""
    parent = a.node[leaf].parent
    replace_child(a, a.node[parent].parent, parent, sibling(a, leaf))
    if large(a):
        take_out(a, parent)
        take_out_all(a, leaf)
    give_back(a, leaf)
    give_back(a, parent)


@inlined
def graft(a: Arena, x: np.uint32) -> None:
    """The inverse of `cut`, up to `recall`."""
    parent, other = a.node[x].parent, sibling(a, x)
    replace_child(a, a.node[parent].parent, other, parent)
    a.node[other].parent = parent
    if large(a):
        put_back(a, x, parent, other)


@kernel
def put_back(a: Arena, x: np.uint32, parent: np.uint32, other: np.uint32) -> None:
    """Put the parent and a whole subtree back in order."""
    put_beside(a, other, i64(0), parent)
    before = parent if a.node[parent].left == x else last_leaf_below(a, other)
    node = x
    while True:  # in prefix order
        put_beside(a, before, i64(1), node)
        before = node
        if a.node[node].kind < 0:
            node = a.node[node].left
            continue
        a.mark[LEAVES] += U32(1)
        while node != x and a.node[a.node[node].parent].right == node:
            node = a.node[node].parent
        if node == x:
            return
        node = a.node[a.node[node].parent].right


@inlined
def substitute(a: Arena, x: np.uint32, literal: int) -> None:
    """SUB: put the literal in the leaf x."""
    a.node[x].kind = literal


@inlined
def first_leaf_below(a: Arena, x: np.uint32) -> np.uint32:
    """Where a walk that visits children before parents starts."""
    while a.node[x].kind < 0:
        x = a.node[x].left
    return x


@inlined
def next_upwards(a: Arena, x: np.uint32) -> np.uint32:
    """The node after x in a walk that visits children before parents."""
    parent = a.node[x].parent
    if a.node[parent].left == x:
        return first_leaf_below(a, a.node[parent].right)
    return parent


@kernel
def give_back_all(a: Arena, top: np.uint32) -> None:
    """Give back the slots of a whole subtree."""
    x = first_leaf_below(a, top)
    while x != top:
        give_back(a, x)
        x = next_upwards(a, x)
    give_back(a, top)
