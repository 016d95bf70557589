"""Links between the nodes of an arena: followed, and changed."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U32
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena, give_back


@inlined
def replace_child(a: Arena, parent: np.uint32, old: np.uint32, new: np.uint32) -> None:
    """Put `new` in the place of `old` below `parent` (NONE: at the root)."""
    if parent == NONE:
        a.mark[ROOT] = new
    else:  # both are written: which of them it is, no processor can foresee
        left, right = a.node[parent].left, a.node[parent].right
        a.node[parent].left = new if left == old else left
        a.node[parent].right = new if right == old else right
    a.node[new].parent = parent


@inlined
def sibling(a: Arena, x: np.uint32) -> np.uint32:
    """The other child of x's parent."""
    parent = a.node[a.node[x].parent]
    return U32(parent.left ^ parent.right ^ x)


@inlined
def first_leaf_below(a: Arena, x: np.uint32) -> np.uint32:
    """Where a walk that visits children before parents starts."""
    while a.node[x].kind < 0:
        x = a.node[x].left
    return x


@inlined
def next_upwards(a: Arena, x: np.uint32) -> np.uint32:
    """The node after x in a walk that visits children before parents."""
    parent = a.node[x].parent
    if a.node[parent].left == x:
        return first_leaf_below(a, a.node[parent].right)
    return parent


@inlined
def next_downwards(a: Arena, x: np.uint32, top: np.uint32) -> np.uint32:
    """The node after x in prefix order below `top`; NONE after the last."""
    if a.node[x].kind < 0:
        return a.node[x].left
    while x != top:
        parent = a.node[x].parent
        if a.node[parent].left == x:
            return a.node[parent].right
        x = parent
    return NONE


@inlined
def last_leaf_below(a: Arena, x: np.uint32) -> np.uint32:
    """The last node of the subtree at x in prefix order."""
    while a.node[x].kind < 0:
        x = a.node[x].right
    return x


@kernel
def give_back_all(a: Arena, top: np.uint32) -> None:
    """Give back the slots of a whole subtree."""
    x = first_leaf_below(a, top)
    while x != top:
        give_back(a, x)
        x = next_upwards(a, x)
    give_back(a, top)
