"""Deciding without counting: what a mutation does to a tree's error, from the tree's structure alone.

For trees of positive literals and a target that is a conjunction of variables. Such a tree is the conjunction
of its units and groups (`structure.py`), grows with every literal in it, and is true where all variables are.
So a mutation that makes it *stronger* (true on fewer inputs) or *weaker* does so everywhere, and the tree
implies a variable if and only if it is false where that variable alone is false. With error = inputs it is
true on - 1 for AND_n, an offspring that is stronger has a smaller error.

If the target leaves variables out (and:K), a stronger tree may be worse. Then a rule counts only if the tree
does not change where the target is true: it stays equivalent, or the literals concerned are the target's own.

| mutation | decision |
| --- | --- |
| INS of AND l at a unit, a group or a conjunction of them | equal if the tree implies l, else smaller |
| DEL of a unit u, or INS of OR l at it | equal if u is spare or l = u, else larger |
| SUB of a unit u by v, u spare | equal if the tree implies v, else smaller |
| SUB of a unit u by v, u not spare | larger if the tree implies v |
| ... and neither is in an undecided group | equal, or at most equal if u is in a decided one |
| DEL of a conjunction, or INS of OR l at it | larger if the rest, with l, does not imply a unit in it |
| ... and it implies them all | equal if it also decides every group in it |
| DEL of a decided group, INS of OR at it or in it, DEL below an AND in it | equal |
| any other change in a decided group | at most equal; equal if it stays decided |
| INS of AND in a group, DEL below an OR in it, SUB of a unit's variable by another in it | at most equal |

A unit is *spare* if it occurs twice, or if some group implies it. Anything else is weighed on a small table
of the groups concerned, if there is one, or counted.

With negated literals, a tree that is false everywhere is decided:

| mutation | decision |
| --- | --- |
| any, if units that contradict each other are left | equal |
| DEL or SUB of a unit, or INS of OR at it, if only units are left, and two variables open | larger |
| INS of AND, or DEL below an OR | equal |
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.structure import (
    CONFLICTS,
    DISTINCT,
    LOST,
    Structure,
    add_unit,
    concerns_all,
    concerns_target,
    enter,
    enter_group,
    first_part,
    group_of,
    leave,
    leave_group,
    new_stamp,
    next_part,
    opposite,
    put_units_back,
    remove_unit,
)
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.orders import AT_MOST, DOUBLED, EQUAL, HALVED, LARGER, OPEN, SMALLER
from evobool.engines.kernels.random import U32, U64, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, DEL, INS, NONE, OR_NODE, SUB, Arena


@inlined
def decide_by_structure(a: Arena, s: Structure, drawn: Drawn, group: np.uint32, most: int) -> int:
    """The order of the errors of offspring and parent: SMALLER, EQUAL, LARGER, AT_MOST or OPEN.

    HALVED or DOUBLED instead of SMALLER or LARGER if that is what happens to the inputs the tree is true on.
    How often a lost conjunction doubles them at least, up to `most` times, is in LOST.

    `group` is the group that the changed node is in, if any.
    """
    if group != NONE:
        if a.node[group].value:
            return in_decided_group(a, s, drawn, group)
        return in_open_group(a, s, drawn)
    kind = i64(a.node[drawn.x].kind)
    if drawn.done == INS and -1 - drawn.function == AND_NODE:
        return stronger_conjunction(a, s, drawn.literal)
    if kind >= 0:
        if drawn.done == SUB:
            return unit_replaced(a, s, kind, drawn.literal)
        return unit_weakened(a, s, kind, drawn.literal if drawn.done == INS else -1)
    if kind == OR_NODE:
        return EQUAL if a.node[drawn.x].value else OPEN
    return conjunction_weakened(a, s, drawn.x, drawn.literal if drawn.done == INS else -1, most)


@inlined
def implies(a: Arena, s: Structure, variable: int) -> bool:
    """Whether the tree implies a variable."""
    return s.literal[variable].units > NONE or some_group_implies(a, s, variable)


@inlined
def spare(a: Arena, s: Structure, unit: int) -> bool:
    """Whether the tree without one occurrence of a unit still implies it."""
    return s.literal[unit].units > U32(1) or some_group_implies(a, s, unit)


@inlined
def some_group_implies(a: Arena, s: Structure, variable: int) -> bool:
    """Whether a group is false where the variable alone is false.

    One leaf is never enough: the other side of the group's OR would be true.
    """
    leaf = s.literal[variable].first
    if leaf == NONE or a.node[leaf].next == NONE:
        return False
    return false_without(a, s, variable)


@kernel
def false_without(a: Arena, s: Structure, variable: int) -> bool:
    """Follow the leaves of a variable, false, upwards: an AND is false at once, an OR the second time."""
    stamp = new_stamp(s)
    leaf = s.literal[variable].first
    while leaf != NONE:
        x = a.node[leaf].parent
        while x != NONE:
            once = s.slot[x].stamp == stamp
            if once == (a.node[x].kind == AND_NODE):
                break  # an AND that is false already, or an OR for the first time
            s.slot[x].stamp = stamp
            x = a.node[x].parent
        if x == NONE:
            return True
        s.slot[x].stamp = stamp
        leaf = a.node[leaf].next
    return False


@inlined
def stronger_conjunction(a: Arena, s: Structure, literal: int) -> int:
    """INS of AND l at a unit, a group or a conjunction: one more unit."""
    if implies(a, s, literal):
        return EQUAL
    if not concerns_target(s, literal):
        return OPEN
    return SMALLER if not concerns_all(s) or in_an_open_group(a, s, literal) else HALVED


@inlined
def unit_weakened(a: Arena, s: Structure, unit: int, literal: int) -> int:
    """DEL of a unit, or INS of OR with this literal at it."""
    if literal == unit or spare(a, s, unit):
        return EQUAL
    if literal < 0 or s.literal[literal].units > NONE:
        return unit_lost(s, unit)
    return LARGER if concerns_target(s, unit) else OPEN


@inlined
def unit_lost(s: Structure, unit: int) -> int:
    """The tree loses a unit that is not spare: its variable is free, unless groups hold it."""
    if not concerns_target(s, unit):
        return OPEN
    return DOUBLED if concerns_all(s) and s.literal[unit].first == NONE else LARGER


@inlined
def unit_replaced(a: Arena, s: Structure, unit: int, literal: int) -> int:
    """SUB of a unit by another literal."""
    if spare(a, s, unit):
        return stronger_conjunction(a, s, literal)
    if not concerns_target(s, unit) or not concerns_target(s, literal):
        return OPEN
    if implies(a, s, literal):
        return unit_lost(s, unit)
    if in_an_open_group(a, s, unit) or in_an_open_group(a, s, literal):
        return OPEN
    return EQUAL if s.literal[unit].first == NONE else AT_MOST


@inlined
def in_an_open_group(a: Arena, s: Structure, literal: int) -> bool:
    """Whether an undecided group contains the literal."""
    leaf = s.literal[literal].first
    while leaf != NONE:
        if not a.node[a.node[leaf].left].value:
            return True
        leaf = a.node[leaf].next
    return False


@inlined
def conjunction_weakened(a: Arena, s: Structure, x: np.uint32, literal: int, most: int) -> int:
    """DEL of a conjunction of units and groups, or INS of OR with this literal at it.

    Counts, up to `most`, units whose removal doubles the tree's inputs; none if `most` < 0. A literal in
    their place halves them at most.
    """
    if not concerns_all(s):
        return OPEN
    larger, free, part = False, -i64(literal >= 0), first_part(a, x)
    while part != NONE:
        kind = i64(a.node[part].kind)
        if kind >= 0 and kind != literal and not spare(a, s, kind):
            larger = True
            free += i64(s.literal[kind].first == NONE)
            if free >= most:
                break
        part = next_part(a, part, x)
    if not larger:
        return implied_by_the_rest(a, s, x, literal)
    s.total[LOST] = max(0, free)
    return LARGER


@kernel
def implied_by_the_rest(a: Arena, s: Structure, x: np.uint32, literal: int) -> int:
    """The same for a conjunction of spare units.

    Units may be spare only because of each other, so the whole conjunction is tested at once.
    EQUAL if the rest of the tree, with the literal, implies every unit in it, and decides every group in it.
    LARGER if it does not imply a unit, or if it is true somewhere where a group is false.
    """
    leave(a, s, x)
    if literal >= 0:
        add_unit(a, s, literal)
    order, part = EQUAL, first_part(a, x)
    while part != NONE and order != LARGER:
        if a.node[part].kind >= 0:
            order = order if implies(a, s, i64(a.node[part].kind)) else LARGER
        elif not decided_now(a, s, part):
            order = LARGER if can_fail_alone(a, s, part) else OPEN
        part = next_part(a, part, x)
    if literal >= 0:
        remove_unit(a, s, literal)
    enter(a, s, x)
    return order


@inlined
def decided_now(a: Arena, s: Structure, group: np.uint32) -> bool:
    """Whether the units imply a group that is not among those kept."""
    enter_group(a, s, group)
    decided = a.node[group].value > NONE
    leave_group(a, s, group)
    return decided


@kernel
def can_fail_alone(a: Arena, s: Structure, group: np.uint32) -> bool:
    """Whether the tree is true where the variables of an undecided group, other than units, alone are false.

    The group, which is not among those kept, is false there.
    """
    stamp = new_stamp(s)
    x = links.first_leaf_below(a, group)
    while x != group:
        kind = i64(a.node[x].kind)
        if kind >= 0 and s.literal[kind].units == NONE:
            s.literal[kind].stamp = stamp
        x = links.next_upwards(a, x)
    x = links.first_leaf_below(a, group)
    while x != group:
        kind = i64(a.node[x].kind)
        leaf = s.literal[kind].first if kind >= 0 and s.literal[kind].stamp == stamp else NONE
        while leaf != NONE:
            other = group_of(a, leaf)
            if s.slot[other].stamp != stamp:
                s.slot[other].stamp = stamp
                if not true_elsewhere(a, s, other, stamp):
                    return False
            leaf = a.node[leaf].next
        x = links.next_upwards(a, x)
    return True


@inlined
def true_elsewhere(a: Arena, s: Structure, group: np.uint32, stamp: np.uint32) -> bool:
    """Whether a group is true where the stamped variables alone are false."""
    x = links.first_leaf_below(a, group)
    while True:
        node = a.node[x]
        if node.kind >= 0:
            s.slot[x].word = U64(s.literal[i64(node.kind)].stamp != stamp)
        elif node.kind == AND_NODE:
            s.slot[x].word = s.slot[node.left].word & s.slot[node.right].word
        else:
            s.slot[x].word = s.slot[node.left].word | s.slot[node.right].word
        if x == group:
            return s.slot[x].word > U64(0)
        x = links.next_upwards(a, x)


@inlined
def weakens(a: Arena, drawn: Drawn) -> bool:
    """Whether INS or DEL makes the node where it happens weaker."""
    if drawn.done == INS:
        return -1 - drawn.function == OR_NODE
    return i64(a.node[a.node[drawn.x].parent].kind) == AND_NODE


@inlined
def in_decided_group(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """A change in a group that the units imply: the tree can only become stronger."""
    if drawn.done != SUB and weakens(a, drawn):
        return EQUAL
    if stays_decided(a, s, drawn, group):
        return EQUAL
    return AT_MOST if concerns_all(s) else OPEN


@inlined
def stays_decided(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> bool:
    """Whether the units still imply the group: follow the new value upwards until nothing changes."""
    x, value = drawn.x, U32(s.literal[drawn.literal].units > NONE)
    if drawn.done == INS:
        value &= a.node[x].value
    elif drawn.done == DEL:
        x = a.node[x].parent
        value = a.node[links.sibling(a, drawn.x)].value
    while a.node[x].value != value:
        if x == group:
            return False
        parent, other = a.node[x].parent, a.node[links.sibling(a, x)].value
        value = value & other if a.node[parent].kind == AND_NODE else value | other
        x = parent
    return True


@inlined
def in_open_group(a: Arena, s: Structure, drawn: Drawn) -> int:
    """A change in an undecided group: stronger, if it is certain to be."""
    if drawn.done == SUB:
        lost, won = a.node[drawn.x].value, s.literal[drawn.literal].units > NONE
        if lost and won:
            return EQUAL
        return AT_MOST if lost and concerns_all(s) else OPEN
    if not concerns_all(s):
        return OPEN
    return OPEN if weakens(a, drawn) else AT_MOST


@inlined
def stays_false(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """With negated literals: a tree whose units contradict each other is false, and equal while they do.

    Without a part of the conjunction the rest is left; with OR l at it, or l in its place, the rest and l.
    """
    kind = i64(a.node[drawn.x].kind)
    if group != NONE or kind == OR_NODE or (drawn.done == INS and -1 - drawn.function == AND_NODE):
        return EQUAL  # the units stay, whatever else changes
    literal = -1 if drawn.done == DEL else drawn.literal
    if kind < 0:
        conflicts = conflicts_without(a, s, drawn.x, literal)
    else:
        conflicts = s.total[CONFLICTS]
        if s.literal[kind].units == U32(1) and s.literal[opposite(s, kind)].units > NONE:
            conflicts -= 1
        if literal >= 0 and opposite(s, literal) != kind:
            conflicts += i64(s.literal[opposite(s, literal)].units > NONE)
    if conflicts > 0:
        return EQUAL
    return LARGER if kind >= 0 and only_units_left(s, kind) else OPEN


@inlined
def only_units_left(s: Structure, unit: int) -> bool:
    """Whether nothing but units is left to make the tree false once a unit is gone that contradicted another.

    If they leave two variables open, it is true on four inputs, where the tree before got one wrong.
    """
    nothing_else = s.literal[s.literals].first == NONE and s.literal[unit].first == NONE
    return nothing_else and concerns_all(s) and s.n - s.total[DISTINCT] >= 2


@inlined
def stronger_stays_false(a: Arena, drawn: Drawn) -> int:
    """A tree that is false everywhere, for whatever reason, stays so if a part of it becomes stronger."""
    return EQUAL if drawn.done != SUB and not weakens(a, drawn) else OPEN


@kernel
def conflicts_without(a: Arena, s: Structure, top: np.uint32, literal: int) -> int:
    """How many contradictions there are without the units below `top`, but with this literal."""
    conflicts = s.total[CONFLICTS]
    part = first_part(a, top)
    while part != NONE:
        kind = i64(a.node[part].kind)
        if kind >= 0:
            s.literal[kind].units -= U32(1)
            if s.literal[kind].units == NONE and s.literal[opposite(s, kind)].units > NONE:
                conflicts -= 1
        part = next_part(a, part, top)
    if literal >= 0 and s.literal[opposite(s, literal)].units > NONE:
        conflicts += 1
    put_units_back(a, s, top)
    return conflicts
