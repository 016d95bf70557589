"""Which of two literals, put in one place, makes the tree true on more inputs: from what hangs on them.

On a small table, or in floating-point numbers where that is too large and the answer is clear.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.forcing import (
    CONFLICT,
    EITHER_WAY,
    YES,
    assign,
    possible_literal,
    propagate,
    satisfied_nearby,
)
from evobool.engines.counts.structure import TRAIL, TRUE, Structure, new_stamp
from evobool.engines.counts.truth import IN_A_WORD, ONES, PATTERNS, ZEROS, combine, note_variable
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.literals import is_negated, variable_of
from evobool.engines.kernels.orders import EQUAL, LARGER, OPEN, SMALLER
from evobool.engines.kernels.random import U32, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, NONE, OR_NODE, Arena

MOST = 10  # variables of a table
MOST_BRANCHES = 2000
NEARLY, SMALLEST = 1e-9, 1e-290  # shares closer than this, or smaller, are not compared in doubles


@inlined
def compared(
    a: Arena, s: Structure, old: int, new: int, top: np.uint32, pending: int, stamp: np.uint32
) -> int:
    """SUB of a literal by another, both open: what hangs on them, on a small table; equal if nothing does."""
    table = new_stamp(s)
    variables = note_variable(s, old, i64(0), table)
    variables = note_variable(s, new, variables, table)
    together, grown = i64(0), True
    while grown:
        grown = False
        for k in range(together, pending):
            node = s.slot[k].pending
            if hangs(a, s, node, top, stamp, table):
                x = links.first_leaf_below(a, node)
                while x != node:
                    kind = i64(a.node[x].kind)
                    if kind >= 0 and possible_literal(s, kind, top, stamp) == EITHER_WAY:
                        variables = note_variable(s, kind, variables, table)
                    x = links.next_upwards(a, x)
                s.slot[k].pending = s.slot[together].pending
                s.slot[together].pending = node
                together += 1
                grown = True
    if together == 0:
        return EQUAL
    if variables > MOST:
        return roughly(a, s, old, new, top, together, pending, stamp)
    difference = i64(0)
    for place in range(1 << max(0, variables - IN_A_WORD)):
        rest = ONES
        for k in range(together):
            node = s.slot[k].pending
            x = links.first_leaf_below(a, node)
            while True:
                kind = i64(a.node[x].kind)
                if kind >= 0:
                    s.slot[x].word = on_table(s, kind, place, top, stamp)
                else:
                    s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
                if x == node:
                    break
                x = links.next_upwards(a, x)
            rest &= s.slot[node].word if a.node[node].kind == OR_NODE else ~s.slot[node].word
        before, after = on_table(s, old, place, top, stamp), on_table(s, new, place, top, stamp)
        difference += i64(popcount(rest & after & ~before)) - i64(popcount(rest & before & ~after))
    if difference == 0:
        return EQUAL
    if not satisfied_nearby(a, s, top, together, pending, stamp):
        return OPEN  # a factor that may be 0
    return i64(difference > 0) - i64(difference < 0)


@inlined
def hangs(
    a: Arena, s: Structure, node: np.uint32, top: np.uint32, stamp: np.uint32, table: np.uint32
) -> bool:
    """Whether a subtree has an open literal whose variable is in the table."""
    x = links.first_leaf_below(a, node)
    while x != node:
        kind = i64(a.node[x].kind)
        in_table = kind >= 0 and s.literal[variable_of(kind, s.n)].stamp == table
        if in_table and possible_literal(s, kind, top, stamp) == EITHER_WAY:
            return True
        x = links.next_upwards(a, x)
    return False


@inlined
def on_table(s: Structure, literal: int, place: int, top: np.uint32, stamp: np.uint32) -> np.uint64:
    """A literal on 64 lines of the table."""
    known = possible_literal(s, literal, top, stamp)
    if known != EITHER_WAY:
        return ONES if known == YES else ZEROS
    number = i64(s.literal[variable_of(literal, s.n)].number)
    if number < IN_A_WORD:
        word = PATTERNS[number]
    else:
        word = ONES if place >> (number - IN_A_WORD) & 1 else ZEROS
    return ~word if is_negated(literal, s.n) else word


@kernel
def roughly(
    a: Arena, s: Structure, old: int, new: int, top: np.uint32, together: int, pending: int, stamp: np.uint32
) -> int:
    """The same in floating-point numbers; OPEN where the two shares are nearly equal.

    Variables of several leaves are given both values in turn until none is left. Shares are added and
    multiplied, so that each is right to many digits.
    """
    if not satisfied_nearby(a, s, top, together, pending, stamp):
        return OPEN
    for k in range(together):
        s.slot[k].copied = s.slot[k].pending
    start, won, lost, usual = s.total[TRAIL], 0.0, 0.0, i64(-1)
    for side in range(2):
        depth, total, done = 0, 0.0, False
        for _ in range(MOST_BRANCHES):
            left = tried_again(a, s, old, new, side == 0, top, together, depth, start, stamp)
            if left != CONFLICT:
                literal = shared_literal(a, s, top, left, stamp)
                if literal >= 0:
                    s.literal[depth].branched = literal
                    s.literal[depth].second = 0
                    depth += 1
                    continue
                if usual < 0:
                    usual = s.total[TRAIL]
                share = 2.0 ** np.float64(usual - s.total[TRAIL])
                for k in range(left):
                    node = s.slot[k].pending
                    value = share_of(a, s, node, top, stamp)
                    share *= value if a.node[node].kind == OR_NODE else 1.0 - value
                total += share
            while depth > 0 and s.literal[depth - 1].second > NONE:
                depth -= 1
            if depth == 0:
                done = True
                break
            s.literal[depth - 1].second = 1
        if not done:
            return OPEN
        if side == 0:
            won = total
        else:
            lost = total
    if not (SMALLEST < won + lost < 1.0 / SMALLEST) or abs(won - lost) <= NEARLY * (won + lost):
        return OPEN
    return i64(LARGER) if won > lost else i64(SMALLER)


@kernel
def tried_again(
    a: Arena,
    s: Structure,
    old: int,
    new: int,
    wins: bool,
    top: np.uint32,
    together: int,
    depth: int,
    start: int,
    stamp: np.uint32,
) -> int:
    """Assign the two literals and those that are tried, from the start; returns what is left, or CONFLICT."""
    for k in range(start, s.total[TRAIL]):
        s.literal[i64(s.literal[k].trail)].given = NONE
    s.total[TRAIL] = start
    for k in range(together):
        s.slot[k].pending = s.slot[k].copied
    assign(s, new, wins, top, stamp)
    assign(s, old, not wins, top, stamp)
    left = propagate(a, s, top, together, stamp)
    for k in range(depth):
        if left == CONFLICT:
            break
        literal = i64(s.literal[k].branched)
        right = s.literal[literal].wanted == TRUE
        if not assign(s, literal, right != (s.literal[k].second > NONE), top, stamp):
            left = i64(CONFLICT)
        left = propagate(a, s, top, left, stamp)
    return left


@kernel
def shared_literal(a: Arena, s: Structure, top: np.uint32, pending: int, stamp: np.uint32) -> int:
    """An open literal in the list whose variable most leaves have; -1 if none is in two."""
    seen, most, found = new_stamp(s), U32(1), i64(-1)
    for k in range(pending):
        node = s.slot[k].pending
        x = links.first_leaf_below(a, node)
        while x != node:
            kind = i64(a.node[x].kind)
            if kind >= 0 and possible_literal(s, kind, top, stamp) == EITHER_WAY:
                record = s.literal[variable_of(kind, s.n)]
                record.number = U32(record.number + 1) if record.stamp == seen else U32(1)
                record.stamp = seen
                if record.number > most:
                    most, found = U32(record.number), kind
            x = links.next_upwards(a, x)
    return found


@inlined
def share_of(a: Arena, s: Structure, node: np.uint32, top: np.uint32, stamp: np.uint32) -> float:
    """The share of inputs on which a subtree is true that has no open variable twice."""
    x = links.first_leaf_below(a, node)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            known = possible_literal(s, kind, top, stamp)
            share = 0.5 if known == EITHER_WAY else 1.0 if known == YES else 0.0
        else:
            left, right = s.slot[a.node[x].left].share, s.slot[a.node[x].right].share
            share = left * right if kind == AND_NODE else left + right * (1.0 - left)
        s.slot[x].share = share
        if x == node:
            return share
        x = links.next_upwards(a, x)
