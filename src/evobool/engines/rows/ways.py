"""The ways from what several edits changed to the root, and where they meet, written down for `meeting.py`.

Nodes on them are marked in `value`. What was cut off later is not in the tree any more and does not count.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U32, U64, i64
from evobool.engines.kernels.state import State
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.rows.blocks import WIDE
from evobool.engines.rows.levels import add_level
from evobool.engines.rows.table import ALL, NO_LINE, Rows
from evobool.engines.rows.values import line, polynomial

# Marks: a difference passes by; something else changed or two ways meet; the node has no line yet. From READY
# on, the number of the segment that ends there.
CLEAN, PASSED, TOUCHED, NEW, READY = U32(0), U32(1), U32(2), U32(3), U32(4)


@kernel
def ways_of_edits(a: Arena, rows: Rows, state: State) -> int:
    """The ways of all edits made; returns how many segments they have."""
    for k in range(state.run[0].edits):
        edit = state.edits[k]
        if edit.done == INS:
            new = edit.x if edit.old == 0 else U32(edit.old)
            touch(a, new, NEW)
            touch(a, a.node[new].parent, TOUCHED)
        elif edit.done == DEL:
            above = a.node[a.node[edit.x].parent].parent
            if above == NONE:
                touch(a, a.mark[ROOT], NEW)
            else:
                touch(a, above, TOUCHED)
        elif a.node[edit.x].parent == NONE:
            touch(a, edit.x, NEW)
        else:
            touch(a, a.node[edit.x].parent, TOUCHED)
    return write_down(a, rows)


@kernel
def touch(a: Arena, x: np.uint32, mark: np.uint32) -> None:
    """Mark a node, if it is in the tree, and the way from there to the root."""
    if x == NONE or not in_tree(a, x):
        return
    before = a.node[x].value
    if before < mark:
        a.node[x].value = mark
    while before == CLEAN:
        x = a.node[x].parent
        if x == NONE:
            return
        before = a.node[x].value
        if before == CLEAN:
            a.node[x].value = PASSED
        elif before == PASSED:
            a.node[x].value = TOUCHED


@inlined
def in_tree(a: Arena, x: np.uint32) -> bool:
    """Whether a node is not cut off."""
    while a.node[x].value == CLEAN:
        parent = a.node[x].parent
        if parent == NONE:
            return bool(x == a.mark[ROOT])
        if a.node[parent].left != x and a.node[parent].right != x:
            return False
        x = parent
    return True


@inlined
def waits(a: Arena, x: np.uint32) -> bool:
    """Whether a node is marked, and not written down."""
    return bool(a.node[x].value != CLEAN and a.node[x].value < READY)


@inlined
def lowest(a: Arena, x: np.uint32) -> np.uint32:
    """A node where some way begins, below x or x itself."""
    while a.node[x].kind < 0:
        if waits(a, a.node[x].left):
            x = a.node[x].left
        elif waits(a, a.node[x].right):
            x = a.node[x].right
        else:
            return x
    return x


@inlined
def write_down(a: Arena, rows: Rows) -> int:
    """Turn marks into segments, each after those that it needs; returns how many there are."""
    segments = levels = i64(0)
    x = a.mark[ROOT]
    if a.node[x].value == CLEAN:
        return segments
    x = lowest(a, x)
    while True:
        segment = rows.segment[segments]
        begin_segment(a, rows, x, segments)
        segment.first = levels
        parent = a.node[x].parent
        while parent != NONE and a.node[parent].value == PASSED:
            add_level(a, rows, x, levels)
            levels += 1
            a.node[parent].value = CLEAN
            x = parent
            parent = a.node[x].parent
        segment.end = levels
        segment.top = line(a, rows, x) * rows.words
        segments += 1
        if parent == NONE:
            return segments
        a.node[x].value = READY + U32(segments - 1)
        other = links.sibling(a, x)
        x = lowest(a, other) if waits(a, other) else parent


@inlined
def begin_segment(a: Arena, rows: Rows, x: np.uint32, segments: int) -> None:
    """Write down the node where a segment begins."""
    segment, node = rows.segment[segments], a.node[x]
    segment.new = i64(node.value == NEW)
    a.node[x].value = CLEAN
    if node.kind >= 0:  # the root
        segment.left = segment.right = i64(node.kind) * rows.words
        segment.left_keep = segment.right_keep = -1
        segment.own = NO_LINE
        segment.c = segment.b = segment.d = U64(0)
        segment.a = ALL
        return
    segment.own = (rows.literals + i64(x)) * rows.words
    segment.c, segment.a, segment.b, segment.d = polynomial(rows, -1 - i64(node.kind), True)
    segment.left, segment.left_keep = place(a, rows, node.left)
    segment.right, segment.right_keep = place(a, rows, node.right)


@inlined
def place(a: Arena, rows: Rows, x: np.uint32) -> tuple[int, int]:
    """Where the value of a node is, and whether that is a line (-1) or the result of a segment (0)."""
    mark = a.node[x].value
    if mark < READY:
        return line(a, rows, x) * rows.words, i64(-1)
    a.node[x].value = CLEAN
    return rows.scratch + WIDE * (i64(mark) - i64(READY)), i64(0)
