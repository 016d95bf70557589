"""Deciding without counting if errors are balanced, literals may be negated and the target has one input.

Such a target is true on its *point* only. A tree that is true there, and false somewhere, is replaced only by
others of this kind: one that is false at the point costs as much as a tree that is true everywhere, or more.
So an offspring that is false at the point has the larger error. Among the others the order is that of the
inputs they are true on, and its rules are those of `deciding.py`, with two differences. The units are
literals of the target; a negated one, or whatever else is false where all units are true, counts as false.
And that one tree is weaker than another takes a *witness*: an input that differs from the point in one
variable, or in two, on which only the weaker one is true.

| mutation | decision |
| --- | --- |
| any that makes the tree false at the point | larger |
| INS of AND l at a unit, a group or a conjunction of them | equal if l is implied, else at most equal |
| ... and there is a witness | smaller |
| DEL of a unit u, or INS of OR l at it | equal if u is spare or l = u, larger with a witness |
| SUB of a unit u by v, u spare | as INS of AND v |
| SUB of a unit u by v, u not spare | larger if v is implied and there is a witness |
| ... and no undecided group has them, negated or not | equal, or at most equal if a decided one has u |
| DEL of a conjunction, or INS of OR l at it | larger if there is a witness for a unit in it |
| DEL of a decided group, INS of OR at it or in it, DEL below an AND in it | equal |
| any other change in a decided group | at most equal; equal if it stays decided |
| INS of AND in a group, DEL below an OR in it, SUB of a unit's variable in it | at most equal |
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.deciding import (
    implies,
    in_an_open_group,
    some_group_implies,
    spare,
    stays_decided,
    weakens,
)
from evobool.engines.counts.structure import (
    MISSING,
    TRUE,
    Structure,
    first_part,
    group_of,
    new_stamp,
    next_part,
    opposite,
)
from evobool.engines.kernels.literals import negation_of, variable_of
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.orders import AT_MOST, EQUAL, LARGER, OPEN, SMALLER
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, DEL, INS, NONE, OR_NODE, SUB, Arena

NO_VARIABLE = -1


@inlined
def decide_at_point(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """The order of the errors of an offspring and its parent, which is true at the point: as in the table."""
    if group != NONE:
        return in_group(a, s, drawn, group)
    kind = i64(a.node[drawn.x].kind)
    if drawn.done == INS and -1 - drawn.function == AND_NODE:
        return stronger(a, s, drawn.literal)
    if kind >= 0:
        if drawn.done == SUB:
            return unit_replaced(a, s, kind, drawn.literal)
        return unit_weakened(a, s, kind, drawn.literal if drawn.done == INS else -1)
    if kind == OR_NODE:
        return EQUAL if a.node[drawn.x].value else OPEN
    return conjunction_weakened(a, s, drawn.x, drawn.literal if drawn.done == INS else -1)


@inlined
def wanted(s: Structure, literal: int) -> bool:
    """Whether a literal is true at the point."""
    return bool(s.literal[literal].wanted == TRUE)


@inlined
def stronger(a: Arena, s: Structure, literal: int) -> int:
    """One more unit."""
    if not wanted(s, literal):
        return LARGER
    if implies(a, s, literal):
        return EQUAL
    return SMALLER if stays_true_with(a, s, variable_of(literal, s.n), i64(NO_VARIABLE)) else AT_MOST


@inlined
def unit_weakened(a: Arena, s: Structure, unit: int, literal: int) -> int:
    """DEL of a unit, or INS of OR with this literal at it."""
    if literal == unit or spare(a, s, unit):
        return EQUAL
    if literal >= 0 and literal != opposite(s, unit) and s.literal[opposite(s, literal)].units > NONE:
        return EQUAL  # the literal is false where the other units are true
    return LARGER if has_witness(a, s, unit, literal) else OPEN


@inlined
def unit_replaced(a: Arena, s: Structure, unit: int, literal: int) -> int:
    """SUB of a unit by another literal."""
    if not wanted(s, literal):
        return LARGER
    if spare(a, s, unit):
        return stronger(a, s, literal)
    if s.literal[literal].units > NONE or some_group_implies(a, s, literal):
        return LARGER if has_witness(a, s, unit, -1) else OPEN
    if in_an_open_group(a, s, unit) or in_an_open_group(a, s, literal):
        return OPEN
    if in_an_open_group(a, s, opposite(s, unit)) or in_an_open_group(a, s, opposite(s, literal)):
        return OPEN
    return EQUAL if s.literal[unit].first == NONE else AT_MOST


@inlined
def conjunction_weakened(a: Arena, s: Structure, x: np.uint32, literal: int) -> int:
    """DEL of a conjunction of units and groups, or INS of OR with this literal at it."""
    part = first_part(a, x)
    while part != NONE:
        kind = i64(a.node[part].kind)
        if kind >= 0 and kind != literal and s.literal[kind].units == 1 and has_witness(a, s, kind, literal):
            return LARGER
        part = next_part(a, part, x)
    return OPEN


@inlined
def in_group(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """A change in a group."""
    weaker = drawn.done != SUB and weakens(a, drawn)
    if a.node[group].value:
        if weaker or stays_decided(a, s, drawn, group):
            return EQUAL
        return AT_MOST if stays_true(a, s, drawn, group) else LARGER
    if weaker:
        return OPEN
    if not stays_true(a, s, drawn, group):
        return LARGER
    if drawn.done != SUB:
        return AT_MOST
    if not a.node[drawn.x].value:
        return OPEN
    return EQUAL if s.literal[drawn.literal].units > NONE else AT_MOST


@kernel
def stays_true(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> bool:
    """Whether a group is still true at the point after a mutation in it that does not make it weaker."""
    x = drawn.x
    if drawn.done == DEL:
        if value_at(a, s, links.sibling(a, x), NO_VARIABLE, NO_VARIABLE):
            return True
    elif wanted(s, drawn.literal):
        return True
    if not value_at(a, s, x, NO_VARIABLE, NO_VARIABLE):
        return True
    if drawn.done == DEL:
        x = a.node[x].parent
    while x != group:  # x has become false
        above = a.node[a.node[x].parent].kind
        if value_at(a, s, links.sibling(a, x), NO_VARIABLE, NO_VARIABLE) != (above == AND_NODE):
            return True
        x = a.node[x].parent
    return False


@inlined
def has_witness(a: Arena, s: Structure, unit: int, literal: int) -> bool:
    """Whether a tree without a unit, with OR of a literal (-1: none) in its place, is true where it was not.

    Where all is as at the point, but for the unit's variable, and for the literal's if it is false there.
    """
    one, other = variable_of(unit, s.n), i64(NO_VARIABLE)
    if literal >= 0 and not wanted(s, literal) and variable_of(literal, s.n) != one:
        other = variable_of(literal, s.n)
        if s.literal[opposite(s, literal)].units > NONE:
            return False
    return stays_true_with(a, s, one, other)


@kernel
def stays_true_with(a: Arena, s: Structure, one: int, other: int) -> bool:
    """Whether all groups are true at the point with one or two variables changed."""
    stamp = new_stamp(s)
    for change in range(2):
        variable = other if change else one
        if variable == NO_VARIABLE:
            break
        for literal in range(variable, s.literals, s.n):
            leaf = s.literal[literal].first
            while leaf != NONE:
                group = group_of(a, leaf)
                if s.slot[group].stamp != stamp:
                    s.slot[group].stamp = stamp
                    if not value_at(a, s, group, one, other):
                        return False
                leaf = a.node[leaf].next
    return True


@inlined
def value_at(a: Arena, s: Structure, top: np.uint32, one: int, other: int) -> bool:
    """The value of a subtree at the point with up to two variables changed."""
    x = links.first_leaf_below(a, top)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            variable = variable_of(kind, s.n)
            s.slot[x].word = U64(wanted(s, kind) != (variable == one or variable == other))
        elif kind == AND_NODE:
            s.slot[x].word = s.slot[a.node[x].left].word & s.slot[a.node[x].right].word
        else:
            s.slot[x].word = s.slot[a.node[x].left].word | s.slot[a.node[x].right].word
        if x == top:
            return bool(s.slot[x].word > U64(0))
        x = links.next_upwards(a, x)


@kernel
def some_variable_lost(a: Arena, s: Structure) -> bool:
    """Whether a tree is true at the point with one variable changed, so that it is not the target."""
    for place in range(s.total[MISSING] - 1, -1, -1):
        variable = i64(s.literal[place].missing)
        held = s.literal[negation_of(variable, s.n)].units > NONE
        if not held and stays_true_with(a, s, variable, i64(NO_VARIABLE)):
            return True
    return False
