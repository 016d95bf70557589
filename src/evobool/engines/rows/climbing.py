"""The values of a tree's nodes, evaluated from a change upwards, and how many rows are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.rows.blocks import BLOCK, block, differ, fetch, ones, put
from evobool.engines.rows.table import Rows


@inlined
def line(a: Arena, rows: Rows, x: np.uint32) -> int:
    """The line of the table that holds the value of node x."""
    kind = i64(a.node[x].kind)
    return kind if kind >= 0 else rows.literals + i64(x)


@inlined
def coefficients(rows: Rows, function: int, first: bool) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The polynomial of a function of x and y; x is its first argument, or its second."""
    c, mine = rows.polynomial[4 * function], rows.polynomial[4 * function + 2 - i64(first)]
    its, d = rows.polynomial[4 * function + 1 + i64(first)], rows.polynomial[4 * function + 3]
    return c, mine, its, d


@inlined
def of_values(rows: Rows, function: int, first: bool, x: Any, y: Any) -> Any:
    """A function of two words or blocks, without a branch that would be mispredicted."""
    c, mine, its, d = coefficients(rows, function, first)
    return c ^ (mine & x) ^ (y & (its ^ (d & x)))


@inlined
def combine(rows: Rows, function: int, first: bool, x: int, y: int, before: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether it differs from line `before`."""
    table, blocks = rows.table, rows.words // BLOCK
    c, mine, its, d = coefficients(rows, function, first)
    x, y, before, out = x * blocks, y * blocks, before * blocks, out * blocks
    none = block(table, x) ^ block(table, x)
    difference = none
    for k in range(blocks):
        one, other = block(table, x + k), block(table, y + k)
        value = c ^ (mine & one) ^ (other & (its ^ (d & one)))
        difference = difference | (value ^ block(table, before + k))
        put(table, out + k, value)
    return differ(difference, none)


@kernel
def combine_in_place(rows: Rows, function: int, x: int, y: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether that changes the line."""
    return combine(rows, function, True, x, y, out, out)


@inlined
def renew(a: Arena, rows: Rows, x: np.uint32) -> bool:
    """Evaluate node x; returns whether its value changes."""
    node, out = a.node[x], rows.literals + i64(x)
    left, right, function = line(a, rows, node.left), line(a, rows, node.right), -1 - i64(node.kind)
    if rows.words == 1:
        return renew_value(rows, function, left, right, out, rows.table[out])
    if rows.words == BLOCK:
        return renew_value(rows, function, left, right, out, block(rows.table, out))
    return combine_in_place(rows, function, left, right, out)


@inlined
def renew_value(rows: Rows, function: int, left: int, right: int, out: int, old: Any) -> bool:
    """The same for lines of one word or block."""
    table = rows.table
    value = of_values(rows, function, True, fetch(table, left, old), fetch(table, right, old))
    put(table, out, value)
    return differ(old, value)


@inlined
def refresh(a: Arena, rows: Rows, x: np.uint32) -> None:
    """Evaluate x and the nodes above it until nothing changes."""
    while x != NONE and renew(a, rows, x):
        x = a.node[x].parent


@inlined
def climb_from_new(rows: Rows, a: Arena, x: np.uint32) -> None:
    """Evaluate a node that was put in, if any, whatever its line holds, and the nodes above it."""
    if x != NONE:
        renew(a, rows, x)
        refresh(a, rows, a.node[x].parent)


@inlined
def evaluate_all(a: Arena, rows: Rows) -> None:
    """Evaluate the whole tree on new rows."""
    root = a.mark[ROOT]
    x = links.first_leaf_below(a, root)
    while True:
        if a.node[x].kind < 0:
            renew(a, rows, x)
        if x == root:
            return
        x = links.next_upwards(a, x)


@inlined
def wrong_after(a: Arena, rows: Rows, drawn: Drawn, before: int) -> int:
    """The wrong rows after a mutation that is not yet made, from those before it.

    The new value of the changed node is followed upwards, until nothing changes or the root is reached.
    """
    x, source = drawn.x, drawn.literal
    if drawn.done == DEL:
        source = line(a, rows, links.sibling(a, x))
        x = a.node[x].parent
    if rows.words == 1:
        return wrong_after_value(a, rows, drawn, x, rows.table[source], before)
    if rows.words == BLOCK:
        return wrong_after_value(a, rows, drawn, x, block(rows.table, source), before)
    return wrong_after_line(a, rows, drawn, x, source, before)


@inlined
def wrong_after_value(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, value: Any, before: int) -> int:
    """The same for lines of one word or block: `value` takes the place of node x, or joins it."""
    table = rows.table
    old = fetch(table, line(a, rows, x), value)
    if drawn.done == INS:
        value = of_values(rows, drawn.function, drawn.literal_first, value, old)
    while differ(value, old):
        parent = a.node[x].parent
        if parent == NONE:
            wanted = fetch(rows.target, i64(0), value)
            mistaken = (value ^ wanted) & fetch(rows.counted, i64(0), value)
            if rows.split:
                rows.missed[0] = ones(mistaken & wanted)
            return ones(mistaken)
        node = a.node[parent]
        other = fetch(table, line(a, rows, node.left ^ node.right ^ x), value)
        value = of_values(rows, -1 - i64(node.kind), node.left == x, value, other)
        x = parent
        old = fetch(table, rows.literals + i64(x), value)
    return before


@kernel
def wrong_after_line(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, source: int, before: int) -> int:
    """The same for longer lines; the value is in the line of slot 0."""
    value = rows.literals
    if drawn.done == INS:
        function, first, other, old = drawn.function, drawn.literal_first, line(a, rows, x), line(a, rows, x)
    else:
        if a.node[x].parent == NONE:
            return wrong_in(rows, source)
        function, first, other = above(a, rows, x)
        x = a.node[x].parent
        old = rows.literals + i64(x)
    if not combine(rows, function, first, source, other, old, value):
        return before
    while a.node[x].parent != NONE:
        function, first, other = above(a, rows, x)
        x = a.node[x].parent
        if not combine(rows, function, first, value, other, rows.literals + i64(x), value):
            return before
    return wrong_in(rows, value)


@inlined
def above(a: Arena, rows: Rows, x: np.uint32) -> tuple[int, bool, int]:
    """The function above node x, whether x is its first argument, and the line of the other one."""
    node = a.node[a.node[x].parent]
    first = node.left == x
    return -1 - i64(node.kind), first, line(a, rows, node.right if first else node.left)


@inlined
def wrong_in(rows: Rows, x: int) -> int:
    """The rows on which a line and the target differ; `missed` of them are positive."""
    if rows.split:
        rows.missed[0] = missed_in(rows, x)
    table, target, start, end = rows.table, rows.target, rows.words * x, rows.used - 1
    count = popcount((table[start + end] ^ target[end]) & rows.counted[end])
    for w in range(end):
        count += popcount(table[start + w] ^ target[w])
    return i64(count)


@kernel
def missed_in(rows: Rows, x: int) -> int:
    """The rows on which the target is true, and a line is not."""
    table, target, start = rows.table, rows.target, rows.words * x
    count = i64(0)
    for w in range(rows.used):
        count += i64(popcount(~table[start + w] & target[w] & rows.counted[w]))
    return count


@kernel
def wrong(a: Arena, rows: Rows) -> int:
    """The rows on which the tree and the target differ: f(X) of Algorithm 1."""
    return wrong_in(rows, line(a, rows, a.mark[ROOT]))
