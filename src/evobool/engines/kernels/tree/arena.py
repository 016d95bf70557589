"""The arena: a tree in flat arrays, and the slots that are free.

A node is a record of `node`; slot 0 is no node. `links.py` walks from node to node, `numbering.py` finds them
by their number, `editing.py` changes the tree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.bits import WORD
from evobool.engines.kernels.random import U32
from evobool.model.generator import MOST_MUTATIONS

# `kind` is a literal's index in L, or -1 - f for the function of code f. `rank` is for `numbering.py`. The
# last three fields belong to the judge: what it knows about the subtree, and the node's neighbours in a list.
NODE = np.dtype(
    [
        ("kind", np.int32),
        *((name, np.uint32) for name in ("left", "right", "parent", "rank", "value", "next", "before")),
    ]
)
# A chunk of a large tree's nodes. By place in their order: which chunk, how many nodes and leaves it has. By
# chunk: its place. And a stack of unused chunks.
CHUNK = np.dtype([(name, np.uint32) for name in ("chunk", "nodes", "leaves", "place", "unused")])
# Entries of `mark`: the root (NONE for the empty tree), the free slots and the first of them, the leaves; the
# chunks in use, those that are not, the nodes that each has room for (0: no chunks); the leaves of the tree
# that a list remembers.
ROOT, FREE, FIRST_FREE, LEAVES, CHUNKS, UNUSED, ROOM, REMEMBERED = range(8)
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


def room_of(slots: int) -> int:
    """How many nodes a chunk has room for, in a tree of up to so many."""
    return WORD * max(2, round(slots**0.5 / WORD))


def chunks_of(slots: int) -> int:
    """How many chunks are enough: any two neighbours can be made one if they fit."""
    return 4 * -(-slots // room_of(slots)) + 4


def most_mutations(several: bool) -> int:
    """How many mutations an offspring can take."""
    return MOST_MUTATIONS if several else 1


@inlined
def large(a: Arena) -> bool:
    """Whether nodes are kept in chunks, not in one list."""
    return a.mark[ROOM] > NONE


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
