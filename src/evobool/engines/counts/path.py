"""Where a tree and its offspring differ: on the inputs that let the change through to the root.

These satisfy the *path condition*: every sibling on the way up is true below an AND and false below an OR.
What it forces literal by literal is followed to the end (unit propagation), over the whole tree or, for a
change in a group, over the groups that the units leave open. If it contradicts itself there is no such input.
What is left is tried on 64 inputs, most of them near the target's. If that does not tell and few variables
hang on what is left, the rest goes to a small table; so nothing is counted that parent and offspring share,
and no number grows with n.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.forcing import (
    CONFLICT,
    EITHER_WAY,
    NO,
    YES,
    assign,
    open_groups,
    possible_literal,
    propagate,
    require,
    require_path,
    satisfied_nearby,
)
from evobool.engines.counts.shares import compared
from evobool.engines.counts.structure import TRAIL, TRUE, Structure, new_stamp
from evobool.engines.kernels.literals import variable_of
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.orders import AT_MOST, EQUAL, LARGER, OPEN
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import INS, NONE, OR_NODE, SUB, Arena

MOST_TRIED = 64  # variables


@kernel
def decide_by_path(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """The order of the numbers of inputs that offspring and parent are true on; OPEN if it is hard to tell.

    For a DEL or an INS of OR that makes the tree weaker, and for a SUB.
    """
    top = drawn.x if group == NONE and a.node[drawn.x].kind == OR_NODE else group
    found = new_stamp(s)
    s.total[TRAIL] = 0
    if drawn.done == SUB:
        return replaced(a, s, drawn, top, found)
    pending = open_groups(a, s, top)
    pending = require(a, s, drawn.x, False, top, pending, found)
    x = drawn.x
    if drawn.done == INS and pending != CONFLICT:
        if not assign(s, drawn.literal, True, top, found):
            pending = i64(CONFLICT)
    elif pending != CONFLICT and drawn.x != top:
        x = a.node[x].parent
        pending = require(a, s, links.sibling(a, drawn.x), True, top, pending, found)
    pending = require_path(a, s, x, top, pending, found)
    pending = propagate(a, s, top, pending, found)
    if pending == CONFLICT:
        return EQUAL
    return settled(a, s, top, pending, found)


@inlined
def replaced(a: Arena, s: Structure, drawn: Drawn, top: np.uint32, stamp: np.uint32) -> int:
    """SUB: the offspring wins inputs with the new literal alone, and loses those with the old one alone."""
    old, new = i64(a.node[drawn.x].kind), drawn.literal
    pending = require_path(a, s, drawn.x, top, open_groups(a, s, top), stamp)
    pending = propagate(a, s, top, pending, stamp)
    if pending == CONFLICT:
        return EQUAL
    before, after = possible_literal(s, old, top, stamp), possible_literal(s, new, top, stamp)
    if before == after and before != EITHER_WAY:
        return EQUAL
    if before == YES or after == NO:
        return AT_MOST
    if before == NO or after == YES:
        if before != NO:
            assign(s, old, False, top, stamp)
        if after != YES:
            assign(s, new, True, top, stamp)
        pending = propagate(a, s, top, pending, stamp)
        if pending == CONFLICT:
            return EQUAL
        return settled(a, s, top, pending, stamp)
    return compared(a, s, old, new, top, pending, stamp)


@kernel
def settled(a: Arena, s: Structure, top: np.uint32, pending: int, stamp: np.uint32) -> int:
    """LARGER if what is left in the list can hold, EQUAL if it cannot.

    Open variables are given both values in turn: one that contradicts is not the variable's.
    """
    if satisfied_nearby(a, s, top, i64(0), pending, stamp):
        return LARGER
    tried = new_stamp(s)
    for _ in range(MOST_TRIED):
        literal = untried(a, s, top, pending, stamp, tried)
        if literal < 0:
            return OPEN
        s.literal[variable_of(literal, s.n)].stamp = tried
        for k in range(pending):
            s.slot[k].copied = s.slot[k].pending
        right, contradicts = s.literal[literal].wanted == TRUE, 0
        for wrong in range(2):
            before = s.total[TRAIL]
            assign(s, literal, right != (wrong == 1), top, stamp)
            left = propagate(a, s, top, pending, stamp)
            if left == CONFLICT:
                contradicts += 1 + wrong
            elif satisfied_nearby(a, s, top, i64(0), left, stamp):
                return LARGER
            for k in range(before, s.total[TRAIL]):
                s.literal[i64(s.literal[k].trail)].given = NONE
            s.total[TRAIL] = before
            for k in range(pending):
                s.slot[k].pending = s.slot[k].copied
        if contradicts == 3:
            return EQUAL
        if contradicts > 0:
            assign(s, literal, right != (contradicts == 1), top, stamp)
            pending = propagate(a, s, top, pending, stamp)
            if pending == CONFLICT:
                return EQUAL
            tried = new_stamp(s)
    return OPEN


@inlined
def untried(a: Arena, s: Structure, top: np.uint32, pending: int, stamp: np.uint32, tried: np.uint32) -> int:
    """An open literal in the list whose variable was not tried; -1 if there is none."""
    for k in range(pending):
        node = s.slot[k].pending
        x = links.first_leaf_below(a, node)
        while x != node:
            kind = i64(a.node[x].kind)
            new = kind >= 0 and s.literal[variable_of(kind, s.n)].stamp != tried
            if new and possible_literal(s, kind, top, stamp) == EITHER_WAY:
                return kind
            x = links.next_upwards(a, x)
    return i64(-1)
