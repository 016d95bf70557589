"""Where two children of a group share a variable, both its values are tried and the mean is taken.

Often the children share many, as in (A & x) | (A & y) with a long conjunction A. Then everything that all
children share is handled at once: unless all of A holds, no child is open, and the group is open everywhere.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import (
    ABSORBED,
    DECIDED,
    NOT_BRANCHED,
    SCANNED,
    TOGETHER,
    Scratch,
    assign,
    forget,
    keeps_open,
    push,
    use,
    value_of,
)
from evobool.engines.counts.structure import Structure
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree.arena import Arena

_ZERO, _ONE = U64(0), U64(1)


@kernel
def branch(a: Arena, s: Scratch, parts: Structure, depth: int, variable: int) -> int:
    """Make the deepest frame that saw both uses of a variable branch; returns where to go on.

    It tries the variable true, then false, or handles everything that its children share at once.
    """
    place = s.variable[variable].used - 1
    while s.frame[depth].used > place:
        depth -= 1
    frame = s.frame[depth]
    forget(s, s.frame[depth + 1].trail, frame.used)
    s.top[0].children = frame.last
    s.top[0].branches += 1
    frame.phase = shared_literals(a, s, parts, depth)
    if frame.phase > 0:
        frame.branched = TOGETHER
        start_phase(s, depth)
        return depth + 1
    frame.branched = variable
    frame.phase = 1
    start_phase(s, depth)
    return depth + 1


@kernel
def start_phase(s: Scratch, depth: int) -> None:
    """Open a frame for the group of a branched frame, with its variable at this phase's value."""
    frame = s.frame[depth]
    push(s, depth + 1, frame.node, frame.function)
    again = s.frame[depth + 1]
    again.first = frame.first
    again.next = frame.first
    again.last = frame.last
    if frame.branched == TOGETHER:
        for entry in range(frame.phase):
            variable, wanted = keeps_open(s, i64(s.literal[entry].shared), 1 - frame.function)
            assign(s, variable, wanted)
    else:
        assign(s, frame.branched, frame.phase)


@kernel
def next_phase(a: Arena, s: Scratch, parts: Structure, depth: int, outcome: int) -> tuple[int, int]:
    """Go on with a branched frame once one value of its variable has been dealt with."""
    frame = s.frame[depth]
    mantissa, exponent = s.frame[depth + 1].mantissa, s.frame[depth + 1].exponent
    s.top[0].children = frame.last
    if outcome == ABSORBED:
        mantissa, exponent = _ZERO, 0
    if frame.branched == TOGETHER:
        return end_together(a, s, parts, depth, mantissa, exponent), SCANNED
    if frame.phase == 1:
        s.frame[depth].saved_mantissa = mantissa
        frame.saved_exponent = exponent
        frame.phase = 2
        for entry in range(frame.used, s.top[0].used):  # set aside: the second value may use them again
            s.variable[s.uses[entry]].used = 0
        start_phase(s, depth)
        return depth + 1, SCANNED
    join_uses(s, frame.used)
    mantissa, exponent = dyadic.mean(s.frame[depth].saved_mantissa, frame.saved_exponent, mantissa, exponent)
    s.frame[depth].mantissa = mantissa
    frame.exponent = exponent
    frame.next = frame.last
    if mantissa == _ZERO and exponent == 0:
        return depth, DECIDED
    if mantissa == _ONE and exponent == 0:  # open on every input, whatever the variable
        forget(s, s.top[0].trail, frame.used)
        frame.branched = NOT_BRANCHED
    elif s.variable[frame.branched].used == 0:
        use(s, frame.branched)
    return depth, SCANNED


@kernel
def join_uses(s: Scratch, start: int) -> None:
    """Merge the uses of both values of a branch into one list, each variable once."""
    for entry in range(start, s.top[0].used):
        s.variable[s.uses[entry]].used = 0
    end = s.top[0].used
    s.top[0].used = start
    for entry in range(start, end):
        if s.variable[s.uses[entry]].used == 0:
            use(s, s.uses[entry])


@inlined
def nested(s: Scratch, depth: int) -> int:
    """How many branches are under way."""
    under_way = 0
    for below in range(depth):
        if s.frame[below].branched != NOT_BRANCHED:
            under_way += 1
    return under_way


@kernel
def end_together(
    a: Arena, s: Scratch, parts: Structure, depth: int, mantissa: np.uint64, exponent: int
) -> int:
    """End a branch on k shared literals: open on 1 - 2^-k (1 - m) of all inputs, if on m where all hold.

    A parent that wants the complement gets it directly: for large k, only the complement fits a word.
    """
    frame = s.frame[depth]
    frame.next = frame.last
    if mantissa == _ONE and exponent == 0:  # open on every input, whatever the literals
        forget(s, s.top[0].trail, frame.used)
        frame.branched = NOT_BRANCHED
    else:
        if mantissa == _ZERO:  # the frame below is absorbed and no longer knows what it was about
            for entry in range(shared_literals(a, s, parts, depth)):
                use(s, keeps_open(s, i64(s.literal[entry].shared), 1 - frame.function)[0])
        mantissa, exponent = dyadic.complement(mantissa, exponent)
        if exponent != WIDE:
            exponent += frame.phase
            if depth > 0 and frame.units == 0 and s.frame[depth - 1].branched == NOT_BRANCHED:
                frame.flipped = 1
            else:
                mantissa, exponent = dyadic.complement(mantissa, exponent)
    s.frame[depth].mantissa = mantissa
    frame.exponent = exponent
    return depth


@kernel
def shared_literals(a: Arena, s: Scratch, parts: Structure, depth: int) -> int:
    """List the open literals that all undecided children of a frame share; returns how many."""
    frame = s.frame[depth]
    function = 1 - frame.function
    children = listed = 0
    for place in range(frame.first, frame.last):
        decided, listed = tally_literals(a, s, parts, i64(s.stacks[place].child), function, children, listed)
        if not decided:
            children += 1
        elif children == 0:
            for entry in range(listed):
                s.literal[s.literal[entry].shared].children = 0
            listed = 0
        else:
            for entry in range(listed):
                s.literal[s.literal[entry].shared].children = min(
                    s.literal[s.literal[entry].shared].children, children
                )
    found = 0
    for entry in range(listed):
        literal = s.literal[entry].shared
        if s.literal[literal].children == children:
            s.literal[found].shared = literal
            found += 1
        s.literal[literal].children = 0
    return found


@kernel
def tally_literals(
    a: Arena, s: Scratch, parts: Structure, node: int, function: int, children: int, listed: int
) -> tuple[bool, int]:
    """Count a child's open literals: all of the first child's, then only those that all earlier ones have.

    Returns whether the child is decided, and how many literals are listed.
    """
    s.stacks[0].todo = node
    waiting = 1
    while waiting > 0:
        waiting -= 1
        x = s.stacks[waiting].todo
        kind = i64(a.node[x].kind)
        if kind >= 0:
            variable, wanted = keeps_open(s, kind, function)
            known = value_of(s, parts, variable)
            if known != 0 and known != wanted:
                return True, listed
            if known == 0 and children == 0 and s.literal[kind].children == 0:
                s.literal[listed].shared = kind
                listed += 1
            if known == 0 and s.literal[kind].children == children:
                s.literal[kind].children = children + 1
        elif kind == -1 - function:
            s.stacks[waiting].todo = a.node[x].right
            s.stacks[waiting + 1].todo = a.node[x].left
            waiting += 2
    return False, listed
