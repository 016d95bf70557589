"""The edits of an arena; every edit has an inverse."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena, give_back, large, take
from evobool.engines.kernels.tree.links import replace_child, sibling
from evobool.engines.kernels.tree.numbering import (
    number_cut,
    number_insertion,
    number_root,
    put_back,
    unnumber,
)


@inlined
def insert(a: Arena, x: np.uint32, function: int, literal: int, literal_first: bool) -> np.uint32:
    """INS: replace x with the function, with x and the literal as its children; returns the new leaf.

    In the empty tree, where x is NONE, the literal becomes the root. The inverse is `uninsert`.
    """
    if x == NONE:
        leaf = take(a, literal)
        a.mark[ROOT] = leaf
        number_root(a, leaf)
        return leaf
    new, leaf = take(a, -1 - function), take(a, literal)
    replace_child(a, a.node[x].parent, x, new)
    a.node[new].left = leaf if literal_first else x
    a.node[new].right = x if literal_first else leaf
    a.node[leaf].parent = new
    a.node[x].parent = new
    number_insertion(a, x, new, leaf)
    return leaf


@inlined
def uninsert(a: Arena, leaf: np.uint32) -> None:
    """The inverse of `insert`, up to `recall`: gives both nodes back."""
    parent = a.node[leaf].parent
    if parent == NONE:
        a.mark[ROOT] = NONE
    else:
        replace_child(a, a.node[parent].parent, parent, sibling(a, leaf))
    if large(a):
        unnumber(a, leaf, parent)
    give_back(a, leaf)
    if parent != NONE:
        give_back(a, parent)


@inlined
def cut(a: Arena, x: np.uint32) -> None:
    """DEL: replace x's parent (not NONE) with x's sibling.

    x and the parent stay linked to each other, so that `graft` can put them back.
    """
    parent, other = a.node[x].parent, sibling(a, x)
    replace_child(a, a.node[parent].parent, parent, other)
    number_cut(a, x)


@inlined
def graft(a: Arena, x: np.uint32) -> None:
    """The inverse of `cut`, up to `recall`."""
    parent, other = a.node[x].parent, sibling(a, x)
    replace_child(a, a.node[parent].parent, other, parent)
    a.node[other].parent = parent
    if large(a):
        put_back(a, x, parent, other)


@inlined
def substitute(a: Arena, x: np.uint32, literal: int) -> None:
    """SUB: put the literal in the leaf x."""
    a.node[x].kind = literal
