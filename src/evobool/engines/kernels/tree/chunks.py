"""The nodes of a large tree in prefix order, in chunks: the k-th node or leaf without a walk down the tree.

A chunk holds some nodes that follow each other, and one bit for each that says whether it is a leaf. A node
knows its chunk. The chunks are listed in order, with how many nodes and leaves each has. A chunk has room for
about as many nodes as there are chunks, so whatever is looked up or moved is a small part of the tree.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import WORD, close_bits, open_bit, popcount, select
from evobool.engines.kernels.random import U32, U64, i64
from evobool.engines.kernels.tree.arena import CHUNKS, NONE, ROOM, UNUSED, Arena
from evobool.engines.kernels.tree.links import next_downwards

_ONE = U64(1)


@inlined
def room(a: Arena) -> int:
    """How many nodes a chunk has room for."""
    return i64(a.mark[ROOM])


@inlined
def words_of(a: Arena) -> int:
    """How many words the bits of a chunk take."""
    return i64(a.mark[ROOM]) // WORD


@inlined
def move_place(a: Arena, source: int, into: int) -> None:
    """Move what is at one place to another."""
    a.chunk[into].chunk = a.chunk[source].chunk
    a.chunk[into].nodes = a.chunk[source].nodes
    a.chunk[into].leaves = a.chunk[source].leaves
    a.chunk[a.chunk[into].chunk].place = into


@kernel
def empty(a: Arena) -> None:
    """No nodes, one chunk."""
    chunks = len(a.chunk) - 1  # one more place than chunks
    for k in range(chunks):
        a.chunk[k].unused = chunks - 1 - k
    a.mark[UNUSED] = chunks
    a.mark[CHUNKS] = 0
    new_chunk(a, i64(0))


@kernel
def new_chunk(a: Arena, place: int) -> int:
    """Put an unused chunk at this place; returns it."""
    a.mark[UNUSED] -= U32(1)
    chunk = i64(a.chunk[a.mark[UNUSED]].unused)
    for k in range(i64(a.mark[CHUNKS]), place, -1):
        move_place(a, k - 1, k)
    a.chunk[place].chunk = chunk
    a.chunk[place].nodes = a.chunk[place].leaves = 0
    a.chunk[chunk].place = place
    a.mark[CHUNKS] += U32(1)
    for word in range(words_of(a)):
        a.is_leaf[chunk * words_of(a) + word] = U64(0)
    return chunk


@kernel
def drop_chunk(a: Arena, place: int) -> None:
    """Take away a chunk without nodes, unless it is the only one."""
    if a.mark[CHUNKS] == U32(1):
        return
    a.chunk[a.mark[UNUSED]].unused = a.chunk[place].chunk
    a.mark[UNUSED] += U32(1)
    a.mark[CHUNKS] -= U32(1)
    for k in range(place, i64(a.mark[CHUNKS])):
        move_place(a, k + 1, k)


@kernel
def node_number(a: Arena, k: int) -> np.uint32:
    """The k-th node."""
    place = 0
    while k >= i64(a.chunk[place].nodes):
        k -= i64(a.chunk[place].nodes)
        place += 1
    return a.entry[U64(i64(a.chunk[place].chunk) * room(a) + k)]


@kernel
def leaf_number(a: Arena, k: int) -> np.uint32:
    """The k-th leaf."""
    place = 0
    while k >= i64(a.chunk[place].leaves):
        k -= i64(a.chunk[place].leaves)
        place += 1
    chunk = i64(a.chunk[place].chunk)
    word = chunk * words_of(a)
    leaves = i64(popcount(a.is_leaf[word]))
    while k >= leaves:
        k -= leaves
        word += 1
        leaves = i64(popcount(a.is_leaf[word]))
    return a.entry[U64(word * WORD + select(a.is_leaf[word], k))]


@inlined
def position_in(a: Arena, chunk: int, x: np.uint32) -> int:
    """Where in its chunk a node is."""
    start = chunk * room(a)
    k = U64(start)
    while a.entry[k] != x:
        k += _ONE
    return i64(k) - start


@inlined
def put(a: Arena, chunk: int, k: int, x: np.uint32, leaf: bool) -> None:
    """Put a node at position k of a chunk that has room."""
    place = i64(a.chunk[chunk].place)
    start = chunk * room(a)
    for later in range(start + i64(a.chunk[place].nodes), start + k, -1):
        a.entry[U64(later)] = a.entry[U64(later - 1)]
    a.entry[U64(start + k)] = x
    open_bit(a.is_leaf, chunk * words_of(a), (chunk + 1) * words_of(a) - 1, k, leaf)
    a.chunk[place].nodes += U32(1)
    a.chunk[place].leaves += U32(leaf)
    a.node[x].rank = chunk


@kernel
def split(a: Arena, full: np.uint32) -> None:
    """Move the second half of a node's chunk, which is full, to a new one after it."""
    chunk = i64(a.node[full].rank)
    if a.mark[UNUSED] == U32(0):
        join_neighbours(a)
        chunk = i64(a.node[full].rank)
        if i64(a.chunk[a.chunk[chunk].place].nodes) < room(a):
            return
    place = i64(a.chunk[chunk].place)
    other, half = new_chunk(a, place + 1), WORD * (words_of(a) // 2)
    for k in range(half, room(a)):
        x = a.entry[U64(chunk * room(a) + k)]
        leaf = a.node[x].kind >= 0
        a.entry[U64(other * room(a) + k - half)] = x
        a.node[x].rank = other
        if leaf:
            at = other * words_of(a) + (k - half) // WORD
            a.is_leaf[at] |= _ONE << U64((k - half) % WORD)
            a.chunk[place + 1].leaves += U32(1)
    for word in range(half // WORD, words_of(a)):
        a.is_leaf[chunk * words_of(a) + word] = U64(0)
    a.chunk[place].nodes = half
    a.chunk[place + 1].nodes = room(a) - half
    a.chunk[place].leaves -= a.chunk[place + 1].leaves


@kernel
def join_neighbours(a: Arena) -> None:
    """Make one chunk of any two neighbours that fit into one."""
    for place in range(i64(a.mark[CHUNKS]) - 1, 0, -1):
        nodes, more = i64(a.chunk[place - 1].nodes), i64(a.chunk[place].nodes)
        if nodes + more > room(a):
            continue
        into, source = i64(a.chunk[place - 1].chunk), i64(a.chunk[place].chunk)
        for k in range(more):
            x = a.entry[U64(source * room(a) + k)]
            put(a, into, nodes + k, x, a.node[x].kind >= 0)
        drop_chunk(a, place)


@inlined
def put_first(a: Arena, x: np.uint32) -> None:
    """Put the first node of a tree."""
    put(a, i64(a.chunk[0].chunk), i64(0), x, a.node[x].kind >= 0)


@kernel
def put_beside(a: Arena, other: np.uint32, after: int, x: np.uint32) -> None:
    """Put a node just before (0) or after (1) another."""
    chunk = i64(a.node[other].rank)
    if i64(a.chunk[a.chunk[chunk].place].nodes) == room(a):
        split(a, other)
        chunk = i64(a.node[other].rank)
    put(a, chunk, position_in(a, chunk, other) + after, x, a.node[x].kind >= 0)


@kernel
def put_all_beside(a: Arena, before: np.uint32, top: np.uint32) -> np.uint32:
    """Put a whole subtree just after a node, or first if that is NONE; returns how many leaves it has."""
    leaves, x = NONE, top
    while x != NONE:
        if before == NONE:
            put_first(a, x)
        else:
            put_beside(a, before, i64(1), x)
        leaves += U32(a.node[x].kind >= 0)
        before = x
        x = next_downwards(a, x, top)
    return leaves


@kernel
def take_out(a: Arena, x: np.uint32) -> None:
    """Take out one node."""
    chunk = i64(a.node[x].rank)
    place, k, start = i64(a.chunk[chunk].place), position_in(a, chunk, x), chunk * room(a)
    nodes = i64(a.chunk[place].nodes) - 1
    for later in range(start + k, start + nodes):
        a.entry[U64(later)] = a.entry[U64(later + 1)]
    close_bits(a.is_leaf, chunk * words_of(a), (chunk + 1) * words_of(a) - 1, k, i64(1))
    a.chunk[place].nodes = nodes
    if a.node[x].kind >= 0:
        a.chunk[place].leaves -= U32(1)
    if nodes == 0:
        drop_chunk(a, place)
