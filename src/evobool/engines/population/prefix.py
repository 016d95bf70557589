"""Places in a tree in prefix order: where subtrees end, parents, the k-th leaf or function, the depth."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import i64
from evobool.engines.population.state import STEP


@inlined
def end_of(tokens: Any, at: int) -> int:
    """Where the subtree that begins at a place ends."""
    missing = 1
    while missing > 0:
        missing += 1 - 2 * i64(tokens[at] >= 0)
        at += 1
    return at


@inlined
def parent_of(tokens: Any, at: int) -> int:
    """The function above a place that is not the root's."""
    complete = 0  # whole subtrees between the place and this
    at -= 1
    while tokens[at] >= 0 or complete > 1:
        complete += 1 if tokens[at] >= 0 else -1
        at -= 1
    return at


@kernel
def kth(tokens: Any, at: int, k: int, leaf: bool) -> int:
    """The k-th leaf, or the k-th function, from a place on."""
    while True:
        found = 0
        for step in range(STEP):
            found += i64((tokens[at + step] >= 0) == leaf)
        if found > k:
            break
        k -= found
        at += STEP
    while True:
        if (tokens[at] >= 0) == leaf:
            if k == 0:
                return at
            k -= 1
        at += 1


@inlined
def is_deeper(tokens: Any, begin: int, nodes: int, deepest: int, depths: Any) -> bool:
    """Whether a tree is deeper than allowed; `depths` has room for that many and two more."""
    if nodes <= 2 * deepest + 1:
        return False
    depths[0] = 0
    last = 0
    for at in range(begin, begin + nodes):
        depth = depths[last]
        if tokens[at] < 0:
            if depth >= deepest:
                return True
            depths[last] = depth + 1
            depths[last + 1] = depth + 1
            last += 1
        else:
            last -= 1
    return False
