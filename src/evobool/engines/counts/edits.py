"""The edits of the arena, after which what is kept of the tree is up to date again."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.counts.structure import (
    Structure,
    add_unit,
    become_unit,
    climb,
    enter,
    enter_group,
    group_above,
    group_of,
    join_all,
    join_leaf,
    leave,
    leave_group,
    leave_leaves,
    remove_unit,
    unlink,
)
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.tree import editing, links
from evobool.engines.kernels.tree.arena import NONE, OR_NODE, Arena


@inlined
def leave_part(a: Arena, s: Structure, x: np.uint32) -> None:
    """The same, quickly for a single unit."""
    if a.node[x].kind >= 0:
        remove_unit(a, s, i64(a.node[x].kind))
    else:
        leave(a, s, x)


@inlined
def insert(a: Arena, s: Structure, drawn: Drawn) -> np.uint32:
    """INS, with everything brought up to date; returns the new leaf."""
    x = drawn.x
    if x == NONE:
        leaf = editing.insert(a, x, drawn.function, drawn.literal, drawn.literal_first)
        become_unit(a, s, leaf)
        return leaf
    top = group_above(a, x)
    grouped = top == NONE and -1 - drawn.function == OR_NODE  # x will be part of a new group
    if grouped:
        leave_part(a, s, x)
    leaf = editing.insert(a, x, drawn.function, drawn.literal, drawn.literal_first)
    if grouped:
        enter_group(a, s, a.node[leaf].parent)
    elif top == NONE:
        become_unit(a, s, leaf)
    else:
        join_leaf(a, s, leaf, top)
        new = a.node[leaf].parent
        a.node[new].value = a.node[x].value
        climb(a, s, new, top)
    return leaf


@inlined
def cut(a: Arena, s: Structure, x: np.uint32) -> None:
    """DEL, with everything brought up to date."""
    other, top = links.sibling(a, x), take_away(a, s, x)
    editing.cut(a, x)
    close_gap(a, s, other, a.node[x].parent, top)


@inlined
def uninsert(a: Arena, s: Structure, leaf: np.uint32) -> None:
    """The inverse of `insert`."""
    parent = a.node[leaf].parent
    if parent == NONE:
        leave_part(a, s, leaf)
        editing.uninsert(a, leaf)
        return
    other, top = links.sibling(a, leaf), take_away(a, s, leaf)
    editing.uninsert(a, leaf)
    close_gap(a, s, other, parent, top)


@inlined
def take_away(a: Arena, s: Structure, x: np.uint32) -> np.uint32:
    """Before the subtree at x is gone: it leaves the conjunction or its group, which is returned."""
    top = group_above(a, x)
    if top == NONE:
        leave_part(a, s, x)
    elif a.node[x].parent == top:
        leave_group(a, s, top)
    elif a.node[x].kind >= 0:
        unlink(a, s, x, i64(a.node[x].kind))
    else:
        leave_leaves(a, s, x)
    return top


@inlined
def close_gap(a: Arena, s: Structure, other: np.uint32, parent: np.uint32, top: np.uint32) -> None:
    """After it is gone, with the node that was above it: the other subtree is in its place."""
    if top == NONE:
        return
    if parent != top:
        climb(a, s, a.node[other].parent, top)
    elif a.node[other].kind >= 0:
        become_unit(a, s, other)
    else:
        enter(a, s, other)


@inlined
def graft(a: Arena, s: Structure, x: np.uint32) -> None:
    """The inverse of `cut`."""
    parent, other = a.node[x].parent, links.sibling(a, x)
    top = group_above(a, other)
    grouped = top == NONE and a.node[parent].kind == OR_NODE
    if grouped:
        leave(a, s, other)
    editing.graft(a, x)
    if grouped:
        enter_group(a, s, parent)
    elif top == NONE:
        enter(a, s, x)
    else:
        join_all(a, s, x, top)
        a.node[parent].value = a.node[other].value
        climb(a, s, parent, top)


@inlined
def substitute(a: Arena, s: Structure, x: np.uint32, literal: int) -> None:
    """SUB, with everything brought up to date."""
    old, top = i64(a.node[x].kind), group_of(a, x)
    if top == NONE:
        remove_unit(a, s, old)
        editing.substitute(a, x, literal)
        add_unit(a, s, literal)
        return
    unlink(a, s, x, old)
    editing.substitute(a, x, literal)
    join_leaf(a, s, x, top)
    climb(a, s, a.node[x].parent, top)
