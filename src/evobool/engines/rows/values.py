"""The values of a tree's nodes on all rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import ROOT, Arena
from evobool.engines.rows.blocks import block, fetch, put, size, wide
from evobool.engines.rows.table import Rows


@inlined
def line(a: Arena, rows: Rows, x: np.uint32) -> int:
    """The line of the table that holds the value of node x."""
    kind = i64(a.node[x].kind)
    return kind if kind >= 0 else rows.literals + i64(x)


@inlined
def polynomial(rows: Rows, function: int, first: bool) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The polynomial of a function of x and y; x is its first argument, or its second."""
    c, mine = rows.polynomial[4 * function], rows.polynomial[4 * function + 2 - i64(first)]
    its, both = rows.polynomial[4 * function + 1 + i64(first)], rows.polynomial[4 * function + 3]
    return c, mine, its, both


@inlined
def of_values(c: np.uint64, mine: np.uint64, its: np.uint64, both: np.uint64, x: Any, y: Any) -> Any:
    """A polynomial of two words or blocks, without a branch that would be mispredicted."""
    return c ^ (mine & x) ^ (y & (its ^ (both & x)))


@inlined
def evaluate_part(a: Arena, rows: Rows, x: np.uint32, k: int, like: Any) -> None:
    """Evaluate node x on some words."""
    table, words, node = rows.table, rows.words, a.node[x]
    c, mine, its, both = polynomial(rows, -1 - i64(node.kind), True)
    left = fetch(table, line(a, rows, node.left) * words + k, like)
    right = fetch(table, line(a, rows, node.right) * words + k, like)
    put(table, (rows.literals + i64(x)) * words + k, of_values(c, mine, its, both, left, right))


@inlined
def evaluate(a: Arena, rows: Rows, x: np.uint32) -> None:
    """Evaluate node x."""
    if rows.words == 1:
        evaluate_part(a, rows, x, i64(0), U64(0))
        return
    k, most, one = i64(0), wide(rows.table, i64(0)), block(rows.table, i64(0))
    while k + size(most) <= rows.words:
        evaluate_part(a, rows, x, k, most)
        k += size(most)
    while k < rows.words:
        evaluate_part(a, rows, x, k, one)
        k += size(one)


@kernel
def evaluate_all(a: Arena, rows: Rows) -> None:
    """Evaluate the whole tree on new rows."""
    root = a.mark[ROOT]
    x = links.first_leaf_below(a, root)
    while True:
        if a.node[x].kind < 0:
            evaluate(a, rows, x)
        if x == root:
            return
        x = links.next_upwards(a, x)
