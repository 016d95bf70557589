"""What a path condition forces: literals, one after the other, until nothing more follows (unit propagation).

Parts of the tree must have a value; that is followed down to literals, which are assigned, and to nodes that
leave a choice, which are listed. A node is looked at again until its choice is gone.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.structure import TRAIL, TRUE, Structure, opposite
from evobool.engines.counts.truth import ONES, ZEROS, combine
from evobool.engines.kernels.literals import is_negated, variable_of
from evobool.engines.kernels.random import U32, U64, i64, mix
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, NONE, OR_NODE, Arena

CONFLICT = -1
NO, YES, EITHER_WAY = 1, 2, 3  # which values are possible
NEAR = U64(0xFFFFFFFF00000000)  # the inputs that differ little from the target's


@inlined
def open_groups(a: Arena, s: Structure, top: np.uint32) -> int:
    """List the undecided groups but one, if units are taken as they are; returns how many there are."""
    pending = i64(0)
    if top == NONE:
        return pending
    group = s.literal[s.literals].first
    while group != NONE:
        if group != top:
            s.slot[pending].pending = group
            pending += 1
        group = a.node[group].next
    return pending


@inlined
def require_path(a: Arena, s: Structure, x: np.uint32, top: np.uint32, pending: int, stamp: np.uint32) -> int:
    """The path condition from a node up to its group, or to the root without one."""
    while pending != CONFLICT and x != top and a.node[x].parent != NONE:
        above = a.node[x].parent
        wanted = a.node[above].kind == AND_NODE
        pending = require(a, s, links.sibling(a, x), wanted, top, pending, stamp)
        x = above
    return pending


@inlined
def first_of(a: Arena, x: np.uint32, kind: int) -> np.uint32:
    """The first node below that is not of a kind."""
    while a.node[x].kind == kind:
        x = a.node[x].left
    return x


@kernel
def require(
    a: Arena, s: Structure, node: np.uint32, value: bool, top: np.uint32, pending: int, stamp: np.uint32
) -> int:
    """A subtree must have a value: literals that this forces are assigned, the rest is listed.

    An OR is listed if it must be true, an AND if it must be false. Returns how many are, or CONFLICT.
    """
    joint = i64(AND_NODE) if value else i64(OR_NODE)
    x = first_of(a, node, joint)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            if not assign(s, kind, value, top, stamp):
                return CONFLICT
        else:
            s.slot[pending].pending = x
            pending += 1
        while x != node:
            above = a.node[x].parent
            if a.node[above].left == x:
                x = first_of(a, a.node[above].right, joint)
                break
            x = above
        else:
            return pending


@inlined
def possible_literal(s: Structure, literal: int, top: np.uint32, stamp: np.uint32) -> int:
    """Which values a literal may have."""
    record = s.literal[variable_of(literal, s.n)]
    if record.given == stamp:
        return i64(YES) if (record.value > NONE) != is_negated(literal, s.n) else i64(NO)
    if top != NONE:
        if s.literal[literal].units > NONE:
            return i64(YES)
        if s.literal[opposite(s, literal)].units > NONE:
            return i64(NO)
    return i64(EITHER_WAY)


@inlined
def assign(s: Structure, literal: int, value: bool, top: np.uint32, stamp: np.uint32) -> bool:
    """Give a literal a value; False if it has the other one."""
    possible = possible_literal(s, literal, top, stamp)
    if possible == EITHER_WAY:
        record = s.literal[variable_of(literal, s.n)]
        record.given = stamp
        record.value = U32(value != is_negated(literal, s.n))
        s.literal[s.total[TRAIL]].trail = variable_of(literal, s.n)
        s.total[TRAIL] += 1
        return True
    return possible == (YES if value else NO)


@inlined
def possible(a: Arena, s: Structure, node: np.uint32, top: np.uint32, stamp: np.uint32) -> int:
    """Which values a subtree may have, as far as the assigned literals tell."""
    x = links.first_leaf_below(a, node)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            found = possible_literal(s, kind, top, stamp)
        else:
            left, right = i64(s.slot[a.node[x].left].word), i64(s.slot[a.node[x].right].word)
            if kind == AND_NODE:
                found = (left & right & YES) | ((left | right) & NO)
            else:
                found = ((left | right) & YES) | (left & right & NO)
        if x == node:
            return found
        s.slot[x].word = U64(found)
        x = links.next_upwards(a, x)


@kernel
def propagate(a: Arena, s: Structure, top: np.uint32, pending: int, stamp: np.uint32) -> int:
    """Follow what is forced until nothing more is; returns how many are left in the list, or CONFLICT."""
    changed = pending != CONFLICT
    while changed:
        changed, k = False, 0
        while k < pending:
            x = s.slot[k].pending
            node = a.node[x]
            value = node.kind == OR_NODE
            wanted = i64(YES) if value else i64(NO)
            left = possible(a, s, node.left, top, stamp)
            right = possible(a, s, node.right, top, stamp)
            if left == wanted or right == wanted:
                pending -= 1
                s.slot[k].pending = s.slot[pending].pending
            elif left & wanted and right & wanted:
                k += 1
            elif (left | right) & wanted == 0:
                return CONFLICT
            else:
                pending -= 1
                s.slot[k].pending = s.slot[pending].pending
                child = U32(node.left if left & wanted else node.right)
                pending = require(a, s, child, value, top, pending, stamp)
                if pending == CONFLICT:
                    return CONFLICT
                changed = True
    return pending


@inlined
def nearby(s: Structure, literal: int, top: np.uint32, stamp: np.uint32) -> np.uint64:
    """A literal on 64 inputs that agree with what is assigned: the target's, some near it, some at random."""
    known = possible_literal(s, literal, top, stamp)
    if known != EITHER_WAY:
        return ONES if known == YES else ZEROS
    variable = variable_of(literal, s.n)
    one, other = mix(U64(2 * variable + 1)), mix(U64(2 * variable + 2))
    changed = (one & ~NEAR) | (one & other & (other >> U64(7)) & (one << U64(11)) & NEAR)
    changed &= ~(U64(1) << U64(63))
    right = s.literal[literal].wanted == TRUE
    return ~changed if right else changed


@kernel
def satisfied_nearby(
    a: Arena, s: Structure, top: np.uint32, first: int, pending: int, stamp: np.uint32
) -> bool:
    """Whether what is left in the list, from a place on, holds on one of these inputs."""
    rest = ONES
    for k in range(first, pending):
        node = s.slot[k].pending
        x = links.first_leaf_below(a, node)
        while True:
            kind = i64(a.node[x].kind)
            if kind >= 0:
                s.slot[x].word = nearby(s, kind, top, stamp)
            else:
                s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
            if x == node:
                break
            x = links.next_upwards(a, x)
        rest &= s.slot[node].word if a.node[node].kind == OR_NODE else ~s.slot[node].word
        if rest == ZEROS:
            return False
    return True
