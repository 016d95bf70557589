"""Differences: the rows on which a node's value changes, followed to the root.

No node of a tree has two ways to the root. A difference that reaches an AND goes on where the other child is
true, at an OR where it is false, at an XOR everywhere. So a level takes one line to read, and none to write.
Some words go all the way up before the next ones do, as long as any of their bits still differs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import U32, U64, i64
from evobool.engines.kernels.state import State
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, Arena
from evobool.engines.rows.blocks import differ, fetch, put
from evobool.engines.rows.table import ALL, NO_LINE, Rows
from evobool.engines.rows.values import line, of_values, polynomial

NO = U64(0)


class Start(NamedTuple):
    """Where a difference begins: the value of node x changes where a polynomial of two lines is one.

    `old` is the line of its value, and `source` what takes its place or joins it in a new node, whose line is
    `new`.
    """

    x: np.uint32
    source: int
    old: int
    new: int
    c: np.uint64
    mine: np.uint64
    its: np.uint64
    both: np.uint64


@inlined
def nowhere() -> Start:
    """No difference."""
    return Start(NONE, i64(0), i64(0), i64(NO_LINE), NO, NO, NO, NO)


@inlined
def start_of_drawn(a: Arena, rows: Rows, drawn: Drawn) -> Start:
    """The difference that a mutation would make."""
    x, source, none = drawn.x, drawn.literal, i64(NO_LINE)
    if drawn.done == INS:
        c, mine, its, both = polynomial(rows, drawn.function, drawn.literal_first)
        return Start(x, source, line(a, rows, x), none, c, mine, its ^ ALL, both)
    if drawn.done == DEL:
        source = line(a, rows, links.sibling(a, x))
        x = a.node[x].parent
    return Start(x, source, line(a, rows, x), none, NO, ALL, ALL, NO)


@inlined
def start_of_edit(a: Arena, rows: Rows, state: State) -> Start:
    """The difference that the only edit has made."""
    edit, none = state.edits[0], i64(NO_LINE)
    x, source = edit.x, line(a, rows, edit.x)
    if edit.done == INS:
        new = a.node[x].parent
        node = a.node[new]
        old = line(a, rows, U32(node.left ^ node.right ^ x))
        c, mine, its, both = polynomial(rows, -1 - i64(node.kind), node.left == x)
        return Start(new, source, old, line(a, rows, new), c, mine, its ^ ALL, both)
    old = i64(edit.old)
    if edit.done == DEL:
        old = line(a, rows, a.node[x].parent)
        x = links.sibling(a, x)
        source = line(a, rows, x)
    return Start(x, source, old, none, NO, ALL, ALL, NO)


@inlined
def change_at_start(rows: Rows, start: Start, words: int, k: int, like: Any, write: bool) -> Any:
    """Where the value changes at the node where a difference begins, on some words; as `follow`."""
    table = rows.table
    old = fetch(table, start.old * words + k, like)
    source = fetch(table, start.source * words + k, like)
    change = of_values(start.c, start.mine, start.its, start.both, source, old)
    if write and start.new != NO_LINE:
        put(table, start.new * words + k, change ^ old)
    return change


@inlined
def follow(a: Arena, rows: Rows, start: Start, words: int, k: int, like: Any, write: bool) -> Any:
    """Where the root's value changes, on some words; nodes' values are brought up to date if `write`."""
    table, x, none = rows.table, start.x, like ^ like
    change = change_at_start(rows, start, words, k, like, write)
    while differ(change, none):
        parent = a.node[x].parent
        if parent == NONE:
            break
        node = a.node[parent]
        _, mine, _, both = polynomial(rows, -1 - i64(node.kind), node.left == x)
        other = fetch(table, line(a, rows, U32(node.left ^ node.right ^ x)) * words + k, like)
        change = change & (mine ^ (both & other))  # without a branch that would be mispredicted
        x = parent
        if write:
            own = (rows.literals + i64(x)) * words + k
            put(table, own, fetch(table, own, like) ^ change)
    return change
