"""Judging a tree: its value on all rows by a stack of words, and what selection knows of it."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import U64, i64
from evobool.engines.population.rules import TREES, Rules
from evobool.engines.population.state import World
from evobool.engines.rows.table import Rows

STRETCH = 64  # words that are looked at together, at most
COST = 8  # of a tree, in nodes, beside its own
_ODD, _MIX = U64(0x9E3779B97F4A7C15), U64(0xBF58476D1CE4E5B9)


@inlined
def scattered(x: np.uint64) -> np.uint64:
    """A word whose low bits depend on all of the given one."""
    x = (x ^ (x >> U64(32))) * _MIX
    return x ^ (x >> U64(29))


@kernel
def judge(w: World, rules: Rules, rows: Rows, s: int) -> None:
    """Count the wrong rows of a tree, and what they cost."""
    slot, run, tally = w.slot[s], w.run[0], rows.tally[0]
    nodes, line = slot.nodes, s * rows.words
    run.budget -= (nodes + COST) * rows.used
    wrong, false = i64(0), i64(0)
    if nodes == 0:
        for k in range(rows.used):
            wrong += i64(popcount(rows.counted[k]))
            false += i64(popcount(rows.counted[k] & ~rows.target[k]))
            if rules.by_rows:
                w.lines[line + k] = rows.counted[k]
        wrong += 1
    elif rows.used == 1:
        value = (word_of(w, rows, slot.begin, nodes) ^ rows.target[0]) & rows.counted[0]
        wrong, false = i64(popcount(value)), i64(popcount(value & ~rows.target[0]))
        if rules.by_rows:
            w.lines[line] = value
    else:
        start = 0
        while start < rows.used:
            width = min(STRETCH, rows.used - start, max(1, 2 * len(w.stack) // (nodes + 2)))
            top = stretch_of(w, rows, slot.begin, nodes, start, width)
            for k in range(start, start + width):
                value = (rows.table[top] ^ rows.target[k]) & rows.counted[k]
                top += 1
                wrong += i64(popcount(value))
                false += i64(popcount(value & ~rows.target[k]))
                if rules.by_rows:
                    w.lines[line + k] = value
            start += width
    slot.error, slot.false = wrong, false
    slot.value = tally.false_positive * false + tally.false_negative * (wrong - false)
    if nodes == 0:  # its error is one more than there are rows, whatever a row costs
        slot.value += 1 - tally.false_negative
    slot.leaves = rules.by_leaves * ((nodes + 1) // 2)
    if rules.distinct == TREES:
        tokens_hashed(w, s)
    if rules.by_outputs:
        found = U64(0)
        for k in range(rows.used):
            found = (found ^ w.lines[line + k]) * _ODD
        slot.outputs = scattered(found)


@inlined
def word_of(w: World, rows: Rows, begin: int, nodes: int) -> np.uint64:
    """The value on up to 64 rows."""
    tokens, stack, table, polynomial = w.tokens, w.stack, rows.table, rows.polynomial
    at = begin + nodes - 1
    top = table[tokens[at]]
    height = 0
    while at > begin:
        at -= 1
        token = i64(tokens[at])
        if token >= 0:
            stack[height] = top
            height += 1
            top = table[token]
        else:
            height -= 1
            other, code = stack[height], -4 - 4 * token
            top = (top & (polynomial[code + 1] ^ (polynomial[code + 3] & other))) ^ (
                polynomial[code] ^ (polynomial[code + 2] & other)
            )
    return top


@inlined
def stretch_of(w: World, rows: Rows, begin: int, nodes: int, start: int, width: int) -> int:
    """Where in the table the value on some words of rows stands.

    Operands are places in the table: of literals, or of lines of so many words behind them.
    """
    tokens, operand, table, polynomial = w.tokens, w.operand, rows.table, rows.polynomial
    room = rows.literals * rows.words
    height, high = 0, room
    for at in range(begin + nodes - 1, begin - 1, -1):
        token = i64(tokens[at])
        if token >= 0:
            operand[height] = token * rows.words + start
            height += 1
            continue
        x, y, code = operand[height - 1], operand[height - 2], -4 - 4 * token
        height -= 1
        c, a, b, d = polynomial[code], polynomial[code + 1], polynomial[code + 2], polynomial[code + 3]
        into = y if y >= room else x if x >= room else high
        operand[height - 1] = into
        high = into + width
        whole = width - width % 4
        for k in range(0, whole, 4):
            x0, y0 = table[x + k], table[y + k]
            x1, y1 = table[x + k + 1], table[y + k + 1]
            x2, y2 = table[x + k + 2], table[y + k + 2]
            x3, y3 = table[x + k + 3], table[y + k + 3]
            table[into + k] = (x0 & (a ^ (d & y0))) ^ (c ^ (b & y0))
            table[into + k + 1] = (x1 & (a ^ (d & y1))) ^ (c ^ (b & y1))
            table[into + k + 2] = (x2 & (a ^ (d & y2))) ^ (c ^ (b & y2))
            table[into + k + 3] = (x3 & (a ^ (d & y3))) ^ (c ^ (b & y3))
        for k in range(whole, width):
            table[into + k] = (table[x + k] & (a ^ (d & table[y + k]))) ^ (c ^ (b & table[y + k]))
    return int(operand[0])


@inlined
def tokens_hashed(w: World, s: int) -> None:
    """Hash the tokens of a tree."""
    slot = w.slot[s]
    found = U64(slot.nodes)
    for at in range(slot.begin, slot.begin + slot.nodes):
        found = (found ^ U64(i64(w.tokens[at]))) * _ODD
        found ^= found >> U64(32)
    slot.tree = scattered(found)


@inlined
def judged_as(w: World, rules: Rules, rows: Rows, s: int, other: int) -> None:
    """What is known of a tree, of an equal one."""
    slot, known = w.slot[s], w.slot[other]
    slot.value, slot.leaves, slot.error, slot.false = known.value, known.leaves, known.error, known.false
    slot.tree, slot.outputs = known.tree, known.outputs
    w.run[0].budget -= COST
    if rules.by_rows:
        for k in range(rows.used):
            w.lines[s * rows.words + k] = w.lines[other * rows.words + k]
