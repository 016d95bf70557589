"""The stack of frames used to count a tree: one for each group, or value tried, in progress."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.counts.units import Units
from evobool.engines.kernels.arena import KIND, NONE, Arena
from evobool.engines.kernels.jit import inlined
from evobool.engines.kernels.random import U64, Words, i64

# Columns of `frame`. The number of a FLIPPED frame is the share on which it is not open.
NODE, FUNCTION, FIRST, LAST, NEXT, UNITS, TRAIL, USED, BRANCHED, PHASE, EXPONENT, SAVED, FLIPPED = range(13)
# Entries of `top`: how full the stacks are, branches taken and allowed, the result's exponent, and the
# line of the root's units (NONE where they were assigned one by one).
T_TRAIL, T_USED, T_CHILDREN, BRANCHES, MOST_BRANCHES, RESULT, ROOT_LINE = range(7)
# What a group can turn out to be.
ABSORBED, OPEN, LITERAL, NUMBER = range(4)
# What a frame branches on, if not a variable: nothing, or all literals that its children share.
NOT_BRANCHED, TOGETHER = -1, -2
MOST_NESTED = 62  # branches within branches
# The state of a frame: its children are listed, or it is already decided; else the variable in conflict.
SCANNED, DECIDED = -1, -2
_ZERO, _ONE = U64(0), U64(1)


class Scratch(NamedTuple):
    """Space for counting one tree; all zero between counts.

    `value` of a variable is 0 (open), 1 (true) or 2 (false); `used` is its place in `uses` plus 1. `shared`
    lists literals, `tally` counts them.
    """

    value: NDArray[np.int8]
    used: NDArray[np.int32]
    trail: NDArray[np.int32]
    uses: NDArray[np.int32]
    children: NDArray[np.int32]
    todo: NDArray[np.int32]
    frame: NDArray[np.int64]
    mantissa: Words
    saved: Words
    tally: NDArray[np.int32]
    shared: NDArray[np.int32]
    top: NDArray[np.int64]
    n: int


def new_scratch(n: int, slots: int, max_branches: int) -> Scratch:
    """Scratch space for trees of `slots` nodes over n variables."""
    variables = min(n, slots)
    frames = slots + MOST_NESTED + 2
    top = np.zeros(7, dtype=np.int64)
    top[MOST_BRANCHES] = max_branches
    return Scratch(
        value=np.zeros(n, dtype=np.int8),
        used=np.zeros(n, dtype=np.int32),
        trail=np.zeros(n + 1, dtype=np.int32),
        uses=np.zeros(variables * (MOST_NESTED + 2), dtype=np.int32),
        children=np.zeros(slots, dtype=np.int32),
        todo=np.zeros(slots, dtype=np.int32),
        frame=np.zeros((frames, 13), dtype=np.int64),
        mantissa=np.zeros(frames + 1, dtype=np.uint64),
        saved=np.zeros(frames, dtype=np.uint64),
        tally=np.zeros(2 * n, dtype=np.int32),
        shared=np.zeros(2 * n, dtype=np.int32),
        top=top,
        n=n,
    )


@inlined
def push(s: Scratch, depth: int, node: int, function: int) -> None:
    """A new frame for the group at a node."""
    frame = s.frame[depth]
    frame[NODE] = node
    frame[FUNCTION] = function
    frame[FIRST] = frame[LAST] = frame[NEXT] = s.top[T_CHILDREN]
    frame[UNITS] = 0
    frame[TRAIL] = s.top[T_TRAIL]
    frame[USED] = s.top[T_USED]
    frame[BRANCHED] = NOT_BRANCHED
    frame[EXPONENT] = frame[FLIPPED] = 0
    s.mantissa[depth] = _ONE


@inlined
def value_by_root(a: Arena, s: Scratch, u: Units, variable: int) -> int:
    """The value a variable has as a unit of the root; 0 if it is not one."""
    word, bit = variable >> 6, _ONE << U64(variable & 63)
    line = s.top[ROOT_LINE]
    opposite = -1 - i64(a.node[line >> 1, KIND])  # an OR-group is open where its units are false
    if u.mask[line, word] & bit != _ZERO:
        return 1 + opposite
    if u.mask.shape[1] > u.words and u.mask[line, u.words + word] & bit != _ZERO:
        return 2 - opposite
    return 0


@inlined
def assign(s: Scratch, variable: int, value: int) -> None:
    """Give a variable a value until the top frame is closed."""
    s.value[variable] = value
    s.trail[s.top[T_TRAIL]] = variable
    s.top[T_TRAIL] += 1


@inlined
def forget(s: Scratch, trail: int, used: int) -> None:
    """Release every variable assigned or used since these marks."""
    for entry in range(trail, s.top[T_TRAIL]):
        s.value[s.trail[entry]] = 0
    s.top[T_TRAIL] = trail
    for entry in range(used, s.top[T_USED]):
        s.used[s.uses[entry]] = 0
    s.top[T_USED] = used


@inlined
def use(s: Scratch, variable: int) -> None:
    """Note that something finished depends on the variable."""
    s.uses[s.top[T_USED]] = variable
    s.top[T_USED] += 1
    s.used[variable] = s.top[T_USED]


@inlined
def value_of(a: Arena, s: Scratch, u: Units, variable: int) -> int:
    """A variable's value: as tried, as a unit on the path, or as a unit of the root; 0 if it is open."""
    known = i64(s.value[variable])
    if known == 0 and s.top[ROOT_LINE] != NONE:
        known = value_by_root(a, s, u, variable)
    return known


@inlined
def keeps_open(s: Scratch, literal: int, function: int) -> tuple[int, int]:
    """The variable of a literal, and the value with which it keeps a group of the function open."""
    variable = literal if literal < s.n else literal - s.n
    return variable, 1 + ((literal >= s.n) ^ (function == 1))
