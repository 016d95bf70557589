"""What the exact engine keeps of a tree: a conjunction of units and groups.

A *unit* is a literal all of whose ancestors are ANDs; a *group* is a topmost OR with its subtree. The tree is
true where all units and all groups are. Kept are

- for every literal, how often it is a unit, and a list of the leaves in groups that hold it;
- for every node in a group, its `value` where the units are true and every other literal is false. A group
  with value 1 is *decided*: the units imply it, and it can be forgotten. The others are in a list.

All of it is linear in the tree, and an edit changes little of it. A leaf in a group keeps the group's node in
`left`, which a leaf does not need.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.literals import is_negated, negation_of, number_of
from evobool.engines.kernels.random import U32, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, NONE, OR_NODE, ROOT, Arena

# A literal: how often it is a unit, the first leaf in a group that holds it, and its value where the target
# is true (EITHER if that leaves it open). A variable: its place among the missing ones, and its number in a
# small table, if `stamp` says that it has one. Two lists of variables, by place: the target's that are not
# units, and those of a small table. And the value that `path.py` gives it, if `given`
# is its stamp, with lists of those that have one and of those tried, and whether the second value is.
LITERAL = np.dtype(
    [
        (name, np.uint32)
        for name in (
            *("units", "first", "wanted", "place", "stamp", "number", "missing", "in_table"),
            *("given", "value", "trail", "branched", "second"),
        )
    ]
)
# A slot of the arena: the node on 64 inputs, its share of all, a stamp. Lists by place: groups, nodes that
# `path.py` has yet to look at, and a copy of these.
SLOT = np.dtype(
    [
        *(("word", np.uint64), ("share", np.float64)),
        *((name, np.uint32) for name in ("stamp", "group", "pending", "copied")),
    ]
)
FALSE, TRUE, EITHER = U32(0), U32(1), U32(2)
# Entries of `total`: distinct units; variables of which both literals are units; distinct units that the
# target contains, and that it excludes; the target's variables that are not units; the last stamp. For small
# tables: a unit that is taken for none (or NO_LITERAL), and whether the target's variables have its values.
# How often the last mutation decided doubles the tree's inputs at least. How many variables have a value.
DISTINCT, CONFLICTS, INSIDE, AGAINST, MISSING, STAMP, OPENED, ON_CUBE, LOST, TRAIL = range(10)
NO_LITERAL = -1
_ONE = U32(1)


class Structure(NamedTuple):
    """The arrays; `literal` has one more record than L, whose `first` is the first undecided group."""

    literal: Any  # records of LITERAL
    slot: Any  # records of SLOT
    total: NDArray[np.int64]
    n: int
    literals: int
    concerned: int  # variables in the target


def new_structure(
    n: int, literals: int, cube: dict[int, bool], slots: int, before: Structure | None
) -> Structure:
    """Room for trees of so many nodes; `cube` says which values of which variables make the target true."""
    slot = records(2 * slots, SLOT)  # also room for a program and a stack
    if before is not None:
        slot[: len(before.slot)] = before.slot
        return before._replace(slot=slot)
    literal = records(literals + 1, LITERAL)
    literal.wanted = EITHER
    for variable, value in cube.items():
        literal.wanted[number_of(variable, n)] = value
        if literals > n:
            literal.wanted[number_of(-variable, n)] = not value
    return Structure(literal, slot, flat(np.zeros(10, dtype=np.int64)), n, literals, len(cube))


@kernel
def forget_tree(s: Structure) -> None:
    """Start with the empty tree."""
    for entry in range(STAMP):
        s.total[entry] = 0
    for literal in range(s.literals + 1):
        s.literal[literal].units = NONE
        s.literal[literal].first = NONE
        if literal < s.n and s.literal[literal].wanted != EITHER:
            add_missing(s, literal)


@inlined
def add_missing(s: Structure, variable: int) -> None:
    """Note that a variable of the target is not a unit."""
    s.literal[s.total[MISSING]].missing = variable
    s.literal[variable].place = s.total[MISSING]
    s.total[MISSING] += 1


@inlined
def drop_missing(s: Structure, variable: int) -> None:
    """Note that a variable of the target is a unit."""
    s.total[MISSING] -= 1
    last, place = s.literal[s.total[MISSING]].missing, s.literal[variable].place
    s.literal[place].missing = last
    s.literal[last].place = place


@inlined
def new_stamp(s: Structure) -> np.uint32:
    """A number with which nothing is stamped."""
    s.total[STAMP] += 1
    if s.total[STAMP] > 4_000_000_000:
        for slot in range(len(s.slot)):
            s.slot[slot].stamp = NONE
        for literal in range(s.literals):
            s.literal[literal].stamp = s.literal[literal].given = NONE
        s.total[STAMP] = 1
    return U32(s.total[STAMP])


@inlined
def opposite(s: Structure, literal: int) -> int:
    """The negation of a literal; of one without negation, itself."""
    if s.literals == s.n:
        return literal
    return negation_of(literal, s.n)


@inlined
def concerns_target(s: Structure, variable: int) -> bool:
    """Whether the target contains the variable: then it is true wherever the target is."""
    return s.literal[variable].wanted != EITHER


@inlined
def concerns_all(s: Structure) -> bool:
    """Whether the target contains every variable."""
    return s.n == s.concerned


@inlined
def link(a: Arena, s: Structure, x: np.uint32, which: int) -> None:
    """Put a node at the front of a list."""
    first = s.literal[which].first
    a.node[x].next = first
    a.node[x].before = NONE
    if first != NONE:
        a.node[first].before = x
    s.literal[which].first = x


@inlined
def unlink(a: Arena, s: Structure, x: np.uint32, which: int) -> None:
    """Take a node out of a list."""
    after, before = a.node[x].next, a.node[x].before
    if before == NONE:
        s.literal[which].first = after
    else:
        a.node[before].next = after
    if after != NONE:
        a.node[after].before = before


@inlined
def group_of(a: Arena, leaf: np.uint32) -> np.uint32:
    """The group that a leaf is in; NONE for a unit."""
    return a.node[leaf].left


@inlined
def group_above(a: Arena, x: np.uint32) -> np.uint32:
    """The group that a node is in and not all of; NONE if only ANDs are above it.

    The first leaf below knows its group. That is above x, unless it is the first OR on the way down.
    """
    first_or = NONE
    while a.node[x].kind < 0:
        if first_or == NONE and a.node[x].kind == OR_NODE:
            first_or = x
        x = a.node[x].left
    group = group_of(a, x)
    return NONE if group == first_or else group


@inlined
def joined(a: Arena, x: np.uint32) -> np.uint32:
    """The value of a function node, from those of its children."""
    node = a.node[x]
    left, right = a.node[node.left].value, a.node[node.right].value
    return left & right if node.kind == AND_NODE else left | right


@inlined
def climb(a: Arena, s: Structure, x: np.uint32, group: np.uint32) -> None:
    """The node x of a group, or one of its children, has changed: bring values up to the group up to date."""
    while True:
        value = joined(a, x)
        if a.node[x].value == value:
            return
        a.node[x].value = value
        if x == group:
            break
        x = a.node[x].parent
    if a.node[group].value:
        unlink(a, s, group, s.literals)
    else:
        link(a, s, group, s.literals)


@inlined
def add_unit(a: Arena, s: Structure, literal: int) -> None:
    """There is one more unit."""
    record = s.literal[literal]
    record.units += _ONE
    if record.units == _ONE:
        change_units(a, s, literal, i64(1))


@inlined
def remove_unit(a: Arena, s: Structure, literal: int) -> None:
    """There is one unit less."""
    record = s.literal[literal]
    record.units -= _ONE
    if record.units == NONE:
        change_units(a, s, literal, i64(-1))


@inlined
def become_unit(a: Arena, s: Structure, leaf: np.uint32) -> None:
    """A leaf has come to the conjunction."""
    a.node[leaf].left = NONE
    add_unit(a, s, i64(a.node[leaf].kind))


@inlined
def change_units(a: Arena, s: Structure, literal: int, change: int) -> None:
    """A literal has become a unit (+1) or is no longer one (-1)."""
    total, wanted = s.total, s.literal[literal].wanted
    total[DISTINCT] += change
    other = opposite(s, literal)
    if other != literal and s.literal[other].units > NONE:
        total[CONFLICTS] += change
    if wanted == TRUE:
        total[INSIDE] += change
    elif wanted == FALSE:
        total[AGAINST] += change
    if not is_negated(literal, s.n) and wanted != EITHER:
        if change > 0:
            drop_missing(s, literal)
        else:
            add_missing(s, literal)
    leaf = s.literal[literal].first
    while leaf != NONE:
        a.node[leaf].value = U32(change > 0)
        climb(a, s, a.node[leaf].parent, group_of(a, leaf))
        leaf = a.node[leaf].next


@inlined
def join_leaf(a: Arena, s: Structure, leaf: np.uint32, group: np.uint32) -> None:
    """A leaf has come to a group."""
    literal = i64(a.node[leaf].kind)
    a.node[leaf].left = group
    a.node[leaf].value = U32(s.literal[literal].units > NONE)
    link(a, s, leaf, literal)


@kernel
def join_all(a: Arena, s: Structure, top: np.uint32, group: np.uint32) -> None:
    """A subtree has come to a group, or is one."""
    x = links.first_leaf_below(a, top)
    while True:
        if a.node[x].kind >= 0:
            join_leaf(a, s, x, group)
        else:
            a.node[x].value = joined(a, x)
        if x == top:
            return
        x = links.next_upwards(a, x)


@inlined
def enter_group(a: Arena, s: Structure, group: np.uint32) -> None:
    """The OR node `group` has become a group."""
    left, right = a.node[group].left, a.node[group].right
    if of_two_leaves(a, group):
        join_leaf(a, s, left, group)
        join_leaf(a, s, right, group)
        a.node[group].value = joined(a, group)
    else:
        join_all(a, s, group, group)
    if not a.node[group].value:
        link(a, s, group, s.literals)


@kernel
def leave_leaves(a: Arena, s: Structure, top: np.uint32) -> None:
    """A subtree leaves its group."""
    x = links.first_leaf_below(a, top)
    while True:
        if a.node[x].kind >= 0:
            unlink(a, s, x, i64(a.node[x].kind))
        if x == top:
            break
        x = links.next_upwards(a, x)


@inlined
def leave_group(a: Arena, s: Structure, group: np.uint32) -> None:
    """The OR node `group` is no longer a group."""
    if not a.node[group].value:
        unlink(a, s, group, s.literals)
    left, right = a.node[group].left, a.node[group].right
    if of_two_leaves(a, group):
        unlink(a, s, left, i64(a.node[left].kind))
        unlink(a, s, right, i64(a.node[right].kind))
    else:
        leave_leaves(a, s, group)


@inlined
def of_two_leaves(a: Arena, group: np.uint32) -> bool:
    """Whether a group is a single OR: most are, and are dealt with at once."""
    return bool(a.node[a.node[group].left].kind >= 0 and a.node[a.node[group].right].kind >= 0)


@inlined
def next_part(a: Arena, x: np.uint32, top: np.uint32) -> np.uint32:
    """The next unit or group after x in the conjunction at `top`; NONE after the last."""
    while x != top:
        parent = a.node[x].parent
        if a.node[parent].left == x:
            return first_part(a, a.node[parent].right)
        x = parent
    return NONE


@inlined
def first_part(a: Arena, x: np.uint32) -> np.uint32:
    """The first unit or group of a conjunction."""
    while a.node[x].kind == AND_NODE:
        x = a.node[x].left
    return x


@kernel
def enter(a: Arena, s: Structure, top: np.uint32) -> None:
    """A subtree has come to the conjunction: its units and groups."""
    x = first_part(a, top)
    while x != NONE:
        if a.node[x].kind >= 0:
            become_unit(a, s, x)
        else:
            enter_group(a, s, x)
        x = next_part(a, x, top)


@kernel
def leave(a: Arena, s: Structure, top: np.uint32) -> None:
    """A subtree leaves the conjunction."""
    x = first_part(a, top)
    while x != NONE:
        if a.node[x].kind >= 0:
            remove_unit(a, s, i64(a.node[x].kind))
        else:
            leave_group(a, s, x)
        x = next_part(a, x, top)


@kernel
def enter_tree(a: Arena, s: Structure) -> None:
    """A tree was loaded into the arena."""
    forget_tree(s)
    if a.mark[ROOT] != NONE:
        enter(a, s, a.mark[ROOT])


@kernel
def put_units_back(a: Arena, s: Structure, top: np.uint32) -> None:
    """Count the units of a conjunction again, after they were taken for none."""
    part = first_part(a, top)
    while part != NONE:
        if a.node[part].kind >= 0:
            s.literal[i64(a.node[part].kind)].units += _ONE
        part = next_part(a, part, top)
