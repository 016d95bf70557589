"""The nodes of a small tree in prefix order, in one list, and a bit for each that says whether it is a leaf.

A node's `rank` is where in the list it was last seen. It is right when the node has just been chosen by its
number, which is before almost every edit; else the node is searched for. Edits are not taken back one by one:
the list is remembered as a whole.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.flat import move
from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import WORD, close_bits, low_bits, open_bit, popcount, select
from evobool.engines.kernels.random import U32, U64, i64
from evobool.engines.kernels.tree.arena import LEAVES, NONE, REMEMBERED, Arena
from evobool.engines.kernels.tree.links import next_downwards

NO_BITS, _ONE = U64(0), U64(1)


@inlined
def listed(a: Arena) -> int:
    """How many nodes are listed; -1 if there is no tree."""
    return 2 * i64(a.mark[LEAVES]) - 1


@inlined
def listed_node(a: Arena, k: int) -> np.uint32:
    """The k-th node."""
    x = a.entry[k]
    a.node[x].rank = k
    return x


@inlined
def listed_leaf(a: Arena, k: int) -> np.uint32:
    """The k-th leaf."""
    word, bits = 0, a.is_leaf[0]
    leaves = i64(popcount(bits))
    while k >= leaves:
        k -= leaves
        word += 1
        bits = a.is_leaf[word]
        leaves = i64(popcount(bits))
    return listed_node(a, WORD * word + select(bits, k))


@inlined
def position(a: Arena, x: np.uint32) -> int:
    """The number of a node."""
    k = i64(a.node[x].rank)
    if k >= listed(a) or a.entry[k] != x:
        k = search(a, x)
    return k


@kernel
def search(a: Arena, x: np.uint32) -> int:
    """The same for a node that is not where it was last seen."""
    k = 0
    while a.entry[k] != x:
        k += 1
    a.node[x].rank = k
    return k


@inlined
def size_at(a: Arena, k: int) -> int:
    """How many nodes the subtree at the k-th node has: until one more leaf than functions was met."""
    start, missing = k, 1
    while missing > 0:
        missing += 1 if a.node[a.entry[k]].kind < 0 else -1
        k += 1
    return k - start


@inlined
def list_root(a: Arena, leaf: np.uint32) -> None:
    """The tree is a single leaf."""
    a.entry[0] = leaf
    a.is_leaf[0] = _ONE
    a.mark[LEAVES] = 1


@inlined
def short(nodes: int) -> bool:
    """Whether the bits of so many nodes are in one word: then whole lists are moved, which takes no loop."""
    return nodes < WORD


@inlined
def list_insertion(a: Arena, x: np.uint32, new: np.uint32, leaf: np.uint32) -> None:
    """The node `new` has come into the place of x, with x and `leaf` below it."""
    k, nodes, first = position(a, x), listed(a), a.node[new].left == leaf
    at = k + (1 if first else 2)
    a.mark[LEAVES] += U32(1)
    if short(nodes + 2):
        move(a.entry, k + 2, k, WORD)
    else:
        move(a.entry, k + 2, k, nodes - k)
    if a.node[x].kind < 0 and not first:
        size = size_at(a, k + 2)
        move(a.entry, k + 1, k + 2, size)
        at = k + 1 + size
    else:
        a.entry[k + 1] = leaf if first else x
    a.entry[k] = new
    a.entry[at] = leaf
    a.node[new].rank = k
    a.node[leaf].rank = at
    if short(nodes + 2):
        bits, low, lower = a.is_leaf[0], low_bits(k), low_bits(at)
        bits = (bits & low) | ((bits & ~low) << _ONE)
        a.is_leaf[0] = (bits & lower) | ((bits & ~lower) << _ONE) | (lower + _ONE)
    else:
        list_bits(a, k, at)


@kernel
def list_bits(a: Arena, k: int, at: int) -> None:
    """Put in the bits of a function and a leaf, in a list of more than one word."""
    last = listed(a) // WORD
    open_bit(a.is_leaf, i64(0), last, k, False)
    open_bit(a.is_leaf, i64(0), last, at, True)


@inlined
def list_cut(a: Arena, x: np.uint32) -> None:
    """The subtree at x and the node above it are gone."""
    k, nodes, parent = position(a, x), listed(a), a.node[x].parent
    size, above = size_at(a, k), k - 1
    while a.entry[above] != parent:
        above -= 1
    a.mark[LEAVES] -= U32((size + 1) // 2)
    if short(nodes):
        move(a.entry, above, above + 1, WORD)
        move(a.entry, k - 1, k - 1 + size, WORD)
        bits, low, lower = a.is_leaf[0], low_bits(above), low_bits(k - 1)
        a.is_leaf[0] = (bits & low) | (bits >> _ONE & lower & ~low) | (bits >> U64(size + 1) & ~lower)
    else:
        move(a.entry, above, above + 1, k - 1 - above)
        move(a.entry, k - 1, k + size, nodes - k - size)
        unlist_bits(a, k, size, above, nodes)


@kernel
def unlist_bits(a: Arena, k: int, size: int, above: int, nodes: int) -> None:
    """Take out the bits of a subtree and of the node above it, in a list of more than one word."""
    last = (nodes - 1) // WORD
    close_bits(a.is_leaf, i64(0), last, k, size)
    close_bits(a.is_leaf, i64(0), last, above, i64(1))


@kernel
def list_subtree(a: Arena, top: np.uint32) -> None:
    """List the nodes of a subtree; all bits are 0 so far."""
    k, x = 0, top
    while x != NONE:
        a.entry[k] = x
        if a.node[x].kind >= 0:
            a.is_leaf[k // WORD] |= _ONE << U64(k % WORD)
        k += 1
        x = next_downwards(a, x, top)


@inlined
def remember_list(a: Arena) -> None:
    """Copy the list, to go back to it."""
    nodes, spare, spare_word = listed(a), len(a.entry) // 2, len(a.is_leaf) // 2
    a.mark[REMEMBERED] = a.mark[LEAVES]
    if short(nodes):
        move(a.entry, spare, 0, WORD)
        a.is_leaf[spare_word] = a.is_leaf[0]
    else:
        move(a.entry, spare, 0, nodes)
        move(a.is_leaf, spare_word, 0, spare_word)


@inlined
def recall_list(a: Arena) -> None:
    """Go back to the list that was copied."""
    spare, spare_word = len(a.entry) // 2, len(a.is_leaf) // 2
    a.mark[LEAVES] = a.mark[REMEMBERED]
    nodes = listed(a)
    if short(nodes):
        move(a.entry, 0, spare, WORD)
        a.is_leaf[0] = a.is_leaf[spare_word]
        for word in range(1, spare_word):
            a.is_leaf[word] = NO_BITS
    else:
        move(a.entry, 0, spare, nodes)
        move(a.is_leaf, 0, spare_word, spare_word)
