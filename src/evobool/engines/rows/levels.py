"""The levels of a way to the root, written down as they are reached, for the blocks after the first."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.random import U32, i64
from evobool.engines.kernels.tree.arena import NONE, Arena
from evobool.engines.rows.blocks import differ, fetch, put
from evobool.engines.rows.table import Rows
from evobool.engines.rows.values import line, polynomial


@inlined
def add_level(a: Arena, rows: Rows, x: np.uint32, levels: int) -> np.uint32:
    """Write down the level above node x; returns the node there, NONE above the root."""
    parent = a.node[x].parent
    if parent != NONE:
        node = a.node[parent]
        _, mine, _, both = polynomial(rows, -1 - i64(node.kind), node.left == x)
        level = rows.level[levels]
        beside = line(a, rows, U32(node.left ^ node.right ^ x))
        level.beside = (beside if both else rows.literals) * rows.words
        level.own = (rows.literals + i64(parent)) * rows.words
        level.mask = mine
    return parent


@inlined
def begin_way(rows: Rows, x: np.uint32) -> None:
    """Nothing is known yet of the way from node x to the root."""
    rows.tally[0].levels = 0
    rows.tally[0].top = i64(x)


@inlined
def climb(a: Arena, rows: Rows, change: Any, k: int, write: bool) -> Any:
    """Where the root's value changes, on some words, if it does so where the way begins.

    Nodes' values are brought up to date if `write`.
    """
    table, none, j = rows.table, change ^ change, i64(0)
    while differ(change, none):
        if j == rows.tally[0].levels:
            top = add_level(a, rows, U32(rows.tally[0].top), j)
            if top == NONE:
                break
            rows.tally[0].top = i64(top)
            rows.tally[0].levels = j + 1
        level = rows.level[j]
        change = change & (fetch(table, level.beside + k, change) ^ level.mask)
        if write:
            put(table, level.own + k, fetch(table, level.own + k, change) ^ change)
        j += 1
    return change
