"""The stack of frames used to count a tree: one for each group, or value tried, in progress."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined
from evobool.engines.counts.structure import EITHER, TRUE, Structure
from evobool.engines.kernels.literals import is_negated, negation_of, variable_of
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree.arena import NONE

# A group in progress. The number of a `flipped` frame is the share on which it is not open.
FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            "node",
            "function",
            "first",
            "last",
            "next",
            "units",
            "trail",
            "used",
            "branched",
            "phase",
            "exponent",
            "flipped",
            "saved_exponent",
        )
    ]
    + [("mantissa", np.uint64), ("saved_mantissa", np.uint64)]
)
# How full the stacks are, branches taken and allowed, and whether the target's variables have its values.
TOP = np.dtype(
    [(name, np.int64) for name in ("trail", "used", "children", "branches", "most_branches", "on_cube")]
)
# What a group can turn out to be.
ABSORBED, WIDE_OPEN, LITERAL, NUMBER = range(4)
# What a frame branches on, if not a variable: nothing, or all literals that its children share.
NOT_BRANCHED, TOGETHER = -1, -2
MOST_NESTED = 62  # branches within branches
# The state of a frame: its children are listed, or it is already decided; else the variable in conflict.
SCANNED, DECIDED = -1, -2
_ZERO, _ONE = U64(0), U64(1)


# A variable: its value, 0 (open), 1 (true) or 2 (false), and its place in `uses` plus 1; and the variables
# that have values, by place. A literal: how many children have it; and those that children share, by place.
VARIABLE = np.dtype([("value", np.int32), ("used", np.int32), ("trail", np.int32)])
LITERAL_OF_CHILDREN = np.dtype([("children", np.int32), ("shared", np.int32)])
# Stacks of nodes: the children of the frames, and those still to be looked at.
STACKS = np.dtype([("child", np.uint32), ("todo", np.uint32)])


class Scratch(NamedTuple):
    """Space for counting one tree; all zero between counts."""

    variable: Any  # records of VARIABLE
    literal: Any  # records of LITERAL_OF_CHILDREN
    stacks: Any  # records of STACKS
    frame: Any  # records of FRAME
    uses: NDArray[np.int32]
    top: Any  # one record of TOP
    n: int


def new_scratch(n: int, slots: int, max_branches: int) -> Scratch:
    """Scratch space for trees of `slots` nodes over n variables."""
    top = records(1, TOP)
    top.most_branches[0] = max_branches
    return Scratch(
        variable=records(n + 1, VARIABLE),
        literal=records(2 * n, LITERAL_OF_CHILDREN),
        stacks=records(slots, STACKS),
        frame=records(slots + MOST_NESTED + 3, FRAME),
        uses=flat(np.zeros(min(n, slots) * (MOST_NESTED + 2), dtype=np.int32)),
        top=top,
        n=n,
    )


@inlined
def push(s: Scratch, depth: int, node: int, function: int) -> None:
    """A new frame for the group at a node."""
    frame = s.frame[depth]
    frame.node = node
    frame.function = function
    frame.first = frame.last = frame.next = s.top[0].children
    frame.units = 0
    frame.trail = s.top[0].trail
    frame.used = s.top[0].used
    frame.branched = NOT_BRANCHED
    frame.exponent = frame.flipped = 0
    s.frame[depth].mantissa = _ONE


@inlined
def assign(s: Scratch, variable: int, value: int) -> None:
    """Give a variable a value until the top frame is closed."""
    s.variable[variable].value = value
    s.variable[s.top[0].trail].trail = variable
    s.top[0].trail += 1


@inlined
def forget(s: Scratch, trail: int, used: int) -> None:
    """Release every variable assigned or used since these marks."""
    for entry in range(trail, s.top[0].trail):
        s.variable[s.variable[entry].trail].value = 0
    s.top[0].trail = trail
    for entry in range(used, s.top[0].used):
        s.variable[s.uses[entry]].used = 0
    s.top[0].used = used


@inlined
def use(s: Scratch, variable: int) -> None:
    """Note that something finished depends on the variable."""
    s.uses[s.top[0].used] = variable
    s.top[0].used += 1
    s.variable[variable].used = s.top[0].used


@inlined
def value_of(s: Scratch, parts: Structure, variable: int) -> int:
    """A variable's value: as tried, as a unit on the path, as the target has it, or as a unit of the tree."""
    if s.variable[variable].value != 0:
        return i64(s.variable[variable].value)
    record = parts.literal[variable]
    if s.top[0].on_cube and record.wanted != EITHER:
        return 1 if record.wanted == TRUE else 2
    if record.units > NONE:
        return 1
    return 2 if parts.literals > parts.n and parts.literal[negation_of(variable, parts.n)].units > NONE else 0


@inlined
def keeps_open(s: Scratch, literal: int, function: int) -> tuple[int, int]:
    """The variable of a literal, and the value with which it keeps a group of the function open."""
    return variable_of(literal, s.n), 1 + (is_negated(literal, s.n) ^ (function == 1))
