"""The arena: a tree in flat arrays, edited in place; every edit can be undone.

A node is a slot of `node`, a row of integers (`KIND`, `LEFT`, ...). Nodes are chosen by their number in
prefix order and leaves by their number from the left, just as in `evobool.model.mutation`, so equal draws
give equal trees. Each edit writes what it overwrites to `log`; `undo` plays the log backwards and `keep`
discards it. Slots that an edit removes are freed only by `keep`, slots that it takes only by `undo`, so both
are safe however many mutations an offspring takes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.random import i64
from evobool.model.generator import MOST_MUTATIONS

# Columns of `node`. The last three belong to the engine: what it knows about the subtree below.
KIND, LEFT, RIGHT, PARENT, LEAVES, CACHE, OTHERS, TOP = range(8)
COLUMNS = 8
# Entries of `mark`: the root (NONE for the empty tree) and how full the stacks are.
ROOT, FREE, LOG, TAKEN, DROPPED = range(5)
NONE = -1

INS, DEL, SUB = range(3)


class Arena(NamedTuple):
    """The arrays that hold one tree.

    `KIND` is a literal's index in L, or -1 - f for the function of code f.
    """

    node: NDArray[np.int32]
    mark: NDArray[np.int64]
    free: NDArray[np.int32]
    log: NDArray[np.int32]
    taken: NDArray[np.int32]
    dropped: NDArray[np.int32]


def new_arena(leaves: int, mutations: int) -> Arena:
    """An arena for trees of up to `leaves` leaves, mutated up to `mutations` times at once."""
    slots = 2 * (leaves + mutations) + 2
    return Arena(
        node=np.full((slots, COLUMNS), NONE, dtype=np.int32),
        mark=np.zeros(5, dtype=np.int64),
        free=np.zeros(slots, dtype=np.int32),
        log=np.zeros((mutations * (4 * slots + 16), 3), dtype=np.int32),
        taken=np.zeros(2 * mutations, dtype=np.int32),
        dropped=np.zeros((mutations, 2), dtype=np.int32),
    )


def most_mutations(algorithm: str) -> int:
    """How many mutations an offspring can take."""
    return 1 if algorithm == "rls-gp" else MOST_MUTATIONS


@kernel
def clear(a: Arena) -> None:
    """Make the tree empty."""
    slots = len(a.free)
    for slot in range(slots):
        a.free[slot] = slots - 1 - slot
    a.mark[ROOT] = NONE
    a.mark[FREE] = slots
    a.mark[LOG] = a.mark[TAKEN] = a.mark[DROPPED] = 0


@inlined
def leaf_count(a: Arena) -> int:
    """The leaves of the whole tree."""
    root = a.mark[ROOT]
    return 0 if root == NONE else i64(a.node[root, LEAVES])


@inlined
def node_at(a: Arena, k: int) -> int:
    """The k-th node in prefix order."""
    x = a.mark[ROOT]
    while k > 0:
        size = 2 * i64(a.node[a.node[x, LEFT], LEAVES]) - 1
        right = i64(k > size)  # no branch here: it would be mispredicted half the time
        k -= 1 + right * size
        x = i64(a.node[x, LEFT + right])
    return int(x)


@inlined
def leaf_at(a: Arena, k: int) -> int:
    """The k-th leaf from the left."""
    x = a.mark[ROOT]
    while a.node[x, KIND] < 0:
        size = i64(a.node[a.node[x, LEFT], LEAVES])
        right = i64(k >= size)
        k -= right * size
        x = i64(a.node[x, LEFT + right])
    return int(x)


@inlined
def write(a: Arena, slot: int, column: int, value: int) -> None:
    """Set one entry and log what it was."""
    top = a.mark[LOG]
    a.log[top, 0] = slot
    a.log[top, 1] = column
    a.log[top, 2] = a.node[slot, column]
    a.mark[LOG] = top + 1
    a.node[slot, column] = value


@inlined
def set_root(a: Arena, slot: int) -> None:
    """Set the root and log what it was."""
    top = a.mark[LOG]
    a.log[top, 0] = a.log[top, 1] = NONE
    a.log[top, 2] = a.mark[ROOT]
    a.mark[LOG] = top + 1
    a.mark[ROOT] = slot


@inlined
def take(a: Arena, kind: int) -> int:
    """A new leaf or function node, not yet joined to anything."""
    a.mark[FREE] -= 1
    slot = a.free[a.mark[FREE]]
    a.taken[a.mark[TAKEN]] = slot
    a.mark[TAKEN] += 1
    a.node[slot, KIND] = kind
    a.node[slot, PARENT] = NONE
    a.node[slot, LEAVES] = 1
    a.node[slot, CACHE] = a.node[slot, OTHERS] = NONE
    return i64(slot)


@inlined
def replace_child(a: Arena, parent: int, old: int, new: int) -> None:
    """Put `new` in the place of `old` below `parent` (NONE: at the root)."""
    if parent == NONE:
        set_root(a, new)
    elif a.node[parent, LEFT] == old:
        write(a, parent, LEFT, new)
    else:
        write(a, parent, RIGHT, new)
    write(a, new, PARENT, parent)


@inlined
def add_leaves(a: Arena, x: int, change: int) -> None:
    """Change the leaf counts of x and everything above it."""
    while x != NONE:
        write(a, x, LEAVES, a.node[x, LEAVES] + change)
        x = i64(a.node[x, PARENT])


@kernel
def plant(a: Arena, literal: int) -> None:
    """Make the literal the root of the empty tree."""
    set_root(a, take(a, literal))


@inlined
def insert(a: Arena, x: int, function: int, literal: int, literal_first: bool) -> int:
    """INS: replace x with the function, with x and the literal as its children; returns the new node."""
    above = i64(a.node[x, PARENT])
    new = take(a, -1 - function)
    leaf = take(a, literal)
    replace_child(a, above, x, new)
    a.node[new, LEFT] = leaf if literal_first else x
    a.node[new, RIGHT] = x if literal_first else leaf
    a.node[new, LEAVES] = a.node[x, LEAVES] + 1
    a.node[leaf, PARENT] = new
    write(a, x, PARENT, new)
    add_leaves(a, above, 1)
    return new


@inlined
def delete(a: Arena, x: int) -> int:
    """DEL: replace x's parent (not NONE) with x's sibling; returns the node now above it."""
    parent = i64(a.node[x, PARENT])
    above = i64(a.node[parent, PARENT])
    left = a.node[parent, LEFT]
    sibling = i64(a.node[parent, RIGHT] if left == x else left)
    replace_child(a, above, parent, sibling)
    add_leaves(a, above, -a.node[x, LEAVES])
    top = a.mark[DROPPED]
    a.dropped[top, 0] = parent
    a.dropped[top, 1] = x
    a.mark[DROPPED] = top + 1
    return above


@inlined
def substitute(a: Arena, x: int, literal: int) -> None:
    """SUB: put the literal in the leaf x."""
    write(a, x, KIND, literal)


@inlined
def give_back(a: Arena, slot: int) -> None:
    """Put a slot on the stack of free ones."""
    a.free[a.mark[FREE]] = slot
    a.mark[FREE] += 1


@inlined
def undo(a: Arena) -> None:
    """Undo every edit since the last `keep` or `undo`."""
    undo_since(a, 0, 0)
    a.mark[DROPPED] = 0


@inlined
def undo_since(a: Arena, log: int, taken: int) -> None:
    """Undo the insertions and substitutions made since the log and the taken slots had these lengths."""
    for entry in range(a.mark[LOG] - 1, log - 1, -1):
        slot = a.log[entry, 0]
        if slot == NONE:
            a.mark[ROOT] = a.log[entry, 2]
        else:
            a.node[slot, a.log[entry, 1]] = a.log[entry, 2]
    while a.mark[TAKEN] > taken:
        a.mark[TAKEN] -= 1
        give_back(a, a.taken[a.mark[TAKEN]])
    a.mark[LOG] = log


@kernel
def keep(a: Arena) -> None:
    """Make every edit final and free the slots that were cut off."""
    while a.mark[DROPPED] > 0:
        a.mark[DROPPED] -= 1
        give_back(a, a.dropped[a.mark[DROPPED], 0])
        give_back_all(a, i64(a.dropped[a.mark[DROPPED], 1]))
    a.mark[LOG] = a.mark[TAKEN] = 0


@inlined
def first_leaf_below(a: Arena, x: int) -> int:
    """Where a walk that visits children before parents starts."""
    while a.node[x, KIND] < 0:
        x = i64(a.node[x, LEFT])
    return x


@inlined
def next_upwards(a: Arena, x: int) -> int:
    """The node after x in a walk that visits children before parents."""
    parent = i64(a.node[x, PARENT])
    if a.node[parent, LEFT] == x:
        return first_leaf_below(a, i64(a.node[parent, RIGHT]))
    return parent


@kernel
def give_back_all(a: Arena, top: int) -> None:
    """Give back the slots of a whole subtree."""
    x = first_leaf_below(a, top)
    while x != top:
        give_back(a, x)
        x = next_upwards(a, x)
    give_back(a, top)


@kernel
def write_prefix(a: Arena, out: NDArray[np.int32], start: int) -> int:
    """Write the kinds of all nodes in prefix order from `start` on; returns the end."""
    x = a.mark[ROOT]
    while x != NONE:
        out[start] = a.node[x, KIND]
        start += 1
        if a.node[x, KIND] < 0:
            x = i64(a.node[x, LEFT])
            continue
        while True:  # climb to the first node entered from the left, then go right
            parent = i64(a.node[x, PARENT])
            if parent == NONE:
                return start
            if a.node[parent, LEFT] == x:
                x = i64(a.node[parent, RIGHT])
                break
            x = parent
    return start


@kernel
def copy_arena(source: Arena, into: Arena) -> None:
    """Move a tree to a larger arena, between edits."""
    old, new = len(source.free), len(into.free)
    clear(into)
    for slot in range(old):
        for column in range(COLUMNS):
            into.node[slot, column] = source.node[slot, column]
    for slot in range(old, new):
        into.free[new - 1 - slot] = slot
    into.mark[FREE] = new - old
    for entry in range(source.mark[FREE]):
        give_back(into, source.free[entry])
    into.mark[ROOT] = source.mark[ROOT]


@kernel
def load_prefix(a: Arena, kinds: NDArray[np.int32]) -> None:
    """Load the tree with these kinds, in prefix order, into the arena."""
    clear(a)
    above = NONE
    for k in range(len(kinds)):
        slot = take(a, kinds[k])
        a.mark[TAKEN] = 0
        a.node[slot, PARENT] = above
        a.node[slot, LEFT] = a.node[slot, RIGHT] = NONE
        if above == NONE:
            a.mark[ROOT] = slot
        elif a.node[above, LEFT] == NONE:
            a.node[above, LEFT] = slot
        else:
            a.node[above, RIGHT] = slot
        above = slot
        while above != NONE and (a.node[above, KIND] >= 0 or a.node[above, RIGHT] != NONE):
            if a.node[above, KIND] < 0:
                a.node[above, LEAVES] = (
                    a.node[a.node[above, LEFT], LEAVES] + a.node[a.node[above, RIGHT], LEAVES]
                )
            above = i64(a.node[above, PARENT])


@kernel
def duplicate(a: Arena, x: int) -> int:
    """A copy of the subtree at x that the caller gives back with `give_back_all`; returns its root."""
    copy = NONE
    above = NONE
    node = x
    while True:
        a.mark[FREE] -= 1
        slot = i64(a.free[a.mark[FREE]])
        a.node[slot, KIND] = a.node[node, KIND]
        a.node[slot, PARENT] = above
        if above == NONE:
            copy = slot
        elif a.node[above, LEFT] == NONE:
            a.node[above, LEFT] = slot
        else:
            a.node[above, RIGHT] = slot
        if a.node[node, KIND] < 0:
            a.node[slot, LEFT] = a.node[slot, RIGHT] = NONE
            above = slot
            node = i64(a.node[node, LEFT])
            continue
        while node != x and a.node[a.node[node, PARENT], RIGHT] == node:
            node = i64(a.node[node, PARENT])
            above = i64(a.node[above, PARENT])
        if node == x:
            return copy
        node = i64(a.node[a.node[node, PARENT], RIGHT])
