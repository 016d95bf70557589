"""What the exact engine keeps for every function node from one iteration to the next.

For the part of a node's group that lies below it: `mask`, the literals in it (the units); OTHERS, how many
groups of the other function hang from it; and TOP, the node's value where the target is true. A mutation
changes these only on the path to the root, and often only for a few steps. Each slot has two lines of `mask`:
CACHE says which is current while a changed one is written to the other, so undoing a mutation just means
pointing back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import CACHE, KIND, LEFT, NONE, OTHERS, PARENT, RIGHT, ROOT, TOP, Arena
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.random import U64, i64

AND = 0


class Units(NamedTuple):
    """The units of every function node: one bit per literal, positive ones in the first `words` words."""

    mask: NDArray[np.uint64]
    touched: NDArray[np.int64]
    n: int
    words: int
    point: NDArray[np.int8]  # the value of each literal where the target is true
    valued: bool  # whether the nodes' values there are kept; if no literal is false there, all are true


def mask_bytes(n: int, negated: bool, slots: int) -> int:
    """The memory that the units of `slots` nodes take."""
    return 2 * slots * (2 if negated else 1) * (-(-n // 64)) * 8


def new_units(n: int, negated: bool, slots: int, point: NDArray[np.int8], before: Units | None) -> Units:
    """Room for the units of `slots` nodes, filled with those known `before`.

    `point` holds the value of every literal at the one input where the target is true; it is empty if there
    are several such inputs.
    """
    words = -(-n // 64)
    mask = np.zeros((2 * slots, 2 * words if negated else words), dtype=np.uint64)
    touched = np.zeros(slots, dtype=np.int64)
    if before is not None:
        mask[: len(before.mask)] = before.mask
        touched[: len(before.touched)] = before.touched
    return Units(mask, touched, n, words, point, bool((point == 0).any()))


@inlined
def place(u: Units, literal: int) -> tuple[int, np.uint64]:
    """The word and the bit of a literal."""
    variable = literal if literal < u.n else literal - u.n
    word = variable >> 6 if literal < u.n else u.words + (variable >> 6)
    return word, U64(1) << U64(variable & 63)


@inlined
def line(a: Arena, x: int) -> int:
    """The current line of `mask` for a function node."""
    return 2 * x + i64(a.node[x, CACHE])


@inlined
def value_at_point(a: Arena, u: Units, x: int) -> int:
    """The value of a node where the target is true."""
    if not u.valued:
        return 1
    kind = a.node[x, KIND]
    if kind >= 0:
        return i64(u.point[kind])
    return i64(a.node[x, TOP])


@inlined
def brings(a: Arena, u: Units, child: int, same: int) -> tuple[int, int, np.uint64, int]:
    """What a child adds to its parent: a line of mask, or a bit and its word; and other groups."""
    kind = i64(a.node[child, KIND])
    if kind >= 0:
        word, bit = place(u, kind)
        return NONE, word, bit, 0
    if kind == same:
        return line(a, child), NONE, U64(0), i64(a.node[child, OTHERS])
    return NONE, NONE, U64(0), 1


@inlined
def renew(a: Arena, u: Units, x: int, stamp: int) -> bool:
    """Bring one node up to date with its children; returns whether anything about it changed."""
    same = i64(a.node[x, KIND])
    left, right = i64(a.node[x, LEFT]), i64(a.node[x, RIGHT])
    left_line, left_word, left_bit, left_others = brings(a, u, left, same)
    right_line, right_word, right_bit, right_others = brings(a, u, right, same)
    changed = a.node[x, CACHE] == NONE
    if changed:
        a.node[x, CACHE] = 0
        u.touched[x] = stamp
    old = line(a, x)
    new = old if u.touched[x] == stamp else old ^ 1
    for word in range(u.mask.shape[1]):
        bits = left_bit if left_word == word else U64(0)
        if right_word == word:
            bits |= right_bit
        if left_line != NONE:
            bits |= u.mask[left_line, word]
        if right_line != NONE:
            bits |= u.mask[right_line, word]
        changed |= bits != u.mask[old, word]
        u.mask[new, word] = bits
    if changed and new != old:
        arena.write(a, x, CACHE, a.node[x, CACHE] ^ 1)
        u.touched[x] = stamp
    if a.node[x, OTHERS] != left_others + right_others:
        arena.write(a, x, OTHERS, left_others + right_others)
        changed = True
    if u.valued:
        left_top, right_top = value_at_point(a, u, left), value_at_point(a, u, right)
        top = left_top & right_top if same == -1 - AND else left_top | right_top
        if a.node[x, TOP] != top:
            arena.write(a, x, TOP, top)
            changed = True
    return changed


@inlined
def refresh(a: Arena, u: Units, x: int, stamp: int) -> None:
    """Bring x and the nodes above it up to date, until nothing changes."""
    while x != NONE and renew(a, u, x, stamp):
        x = i64(a.node[x, PARENT])


@kernel
def refresh_all(a: Arena, u: Units, stamp: int) -> None:
    """Bring every node up to date, for a tree that was just loaded."""
    root = a.mark[ROOT]
    x = arena.first_leaf_below(a, root)
    while x != root:
        x = arena.next_upwards(a, x)
        if a.node[x, KIND] < 0:
            renew(a, u, x, stamp)
            arena.keep(a)
