"""Where two children of a group share a variable, both its values are tried and the mean is taken.

Often the children share many, as in (A & x) | (A & y) with a long conjunction A. Then everything that all
children share is handled at once: unless all of A holds, no child is open, and the group is open everywhere.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.counts import dyadic
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import (
    ABSORBED,
    BRANCHED,
    BRANCHES,
    DECIDED,
    EXPONENT,
    FIRST,
    FLIPPED,
    FUNCTION,
    LAST,
    NEXT,
    NODE,
    NOT_BRANCHED,
    PHASE,
    SAVED,
    SCANNED,
    T_CHILDREN,
    T_TRAIL,
    T_USED,
    TOGETHER,
    TRAIL,
    UNITS,
    USED,
    Scratch,
    assign,
    forget,
    keeps_open,
    push,
    use,
    value_of,
)
from evobool.engines.counts.units import Units
from evobool.engines.kernels.arena import KIND, LEFT, RIGHT, Arena
from evobool.engines.kernels.jit import kernel
from evobool.engines.kernels.random import U64, i64

_ZERO, _ONE = U64(0), U64(1)


@kernel
def branch(a: Arena, s: Scratch, u: Units, depth: int, variable: int) -> int:
    """Make the deepest frame that saw both uses of a variable branch; returns where to go on.

    It tries the variable true, then false, or handles everything that its children share at once.
    """
    place = s.used[variable] - 1
    while s.frame[depth, USED] > place:
        depth -= 1
    frame = s.frame[depth]
    forget(s, s.frame[depth + 1, TRAIL], frame[USED])
    s.top[T_CHILDREN] = frame[LAST]
    s.top[BRANCHES] += 1
    frame[PHASE] = shared_literals(a, s, u, depth)
    if frame[PHASE] > 0:
        frame[BRANCHED] = TOGETHER
        start_phase(s, depth)
        return depth + 1
    frame[BRANCHED] = variable
    frame[PHASE] = 1
    start_phase(s, depth)
    return depth + 1


@kernel
def start_phase(s: Scratch, depth: int) -> None:
    """Open a frame for the group of a branched frame, with its variable at this phase's value."""
    frame = s.frame[depth]
    push(s, depth + 1, frame[NODE], frame[FUNCTION])
    again = s.frame[depth + 1]
    again[FIRST] = frame[FIRST]
    again[NEXT] = frame[FIRST]
    again[LAST] = frame[LAST]
    if frame[BRANCHED] == TOGETHER:
        for entry in range(frame[PHASE]):
            variable, wanted = keeps_open(s, i64(s.shared[entry]), 1 - frame[FUNCTION])
            assign(s, variable, wanted)
    else:
        assign(s, frame[BRANCHED], frame[PHASE])


@kernel
def next_phase(a: Arena, s: Scratch, u: Units, depth: int, outcome: int) -> tuple[int, int]:
    """Go on with a branched frame once one value of its variable has been dealt with."""
    frame = s.frame[depth]
    mantissa, exponent = s.mantissa[depth + 1], s.frame[depth + 1, EXPONENT]
    s.top[T_CHILDREN] = frame[LAST]
    if outcome == ABSORBED:
        mantissa, exponent = _ZERO, 0
    if frame[BRANCHED] == TOGETHER:
        return end_together(a, s, u, depth, mantissa, exponent), SCANNED
    if frame[PHASE] == 1:
        s.saved[depth] = mantissa
        frame[SAVED] = exponent
        frame[PHASE] = 2
        for entry in range(frame[USED], s.top[T_USED]):  # set aside: the second value may use them again
            s.used[s.uses[entry]] = 0
        start_phase(s, depth)
        return depth + 1, SCANNED
    join_uses(s, frame[USED])
    mantissa, exponent = dyadic.mean(s.saved[depth], frame[SAVED], mantissa, exponent)
    s.mantissa[depth] = mantissa
    frame[EXPONENT] = exponent
    frame[NEXT] = frame[LAST]
    if mantissa == _ZERO and exponent == 0:
        return depth, DECIDED
    if mantissa == _ONE and exponent == 0:  # open on every input, whatever the variable
        forget(s, s.top[T_TRAIL], frame[USED])
        frame[BRANCHED] = NOT_BRANCHED
    elif s.used[frame[BRANCHED]] == 0:
        use(s, frame[BRANCHED])
    return depth, SCANNED


@kernel
def join_uses(s: Scratch, start: int) -> None:
    """Merge the uses of both values of a branch into one list, each variable once."""
    for entry in range(start, s.top[T_USED]):
        s.used[s.uses[entry]] = 0
    end = s.top[T_USED]
    s.top[T_USED] = start
    for entry in range(start, end):
        if s.used[s.uses[entry]] == 0:
            use(s, s.uses[entry])


@kernel
def nested(s: Scratch, depth: int) -> int:
    """How many branches are under way."""
    under_way = 0
    for below in range(depth):
        if s.frame[below, BRANCHED] != NOT_BRANCHED:
            under_way += 1
    return under_way


@kernel
def end_together(a: Arena, s: Scratch, u: Units, depth: int, mantissa: np.uint64, exponent: int) -> int:
    """End a branch on k shared literals: open on 1 - 2^-k (1 - m) of all inputs, if on m where all hold.

    A parent that wants the complement gets it directly: for large k, only the complement fits a word.
    """
    frame = s.frame[depth]
    frame[NEXT] = frame[LAST]
    if mantissa == _ONE and exponent == 0:  # open on every input, whatever the literals
        forget(s, s.top[T_TRAIL], frame[USED])
        frame[BRANCHED] = NOT_BRANCHED
    else:
        if mantissa == _ZERO:  # the frame below is absorbed and no longer knows what it was about
            for entry in range(shared_literals(a, s, u, depth)):
                use(s, keeps_open(s, i64(s.shared[entry]), 1 - frame[FUNCTION])[0])
        mantissa, exponent = dyadic.complement(mantissa, exponent)
        if exponent != WIDE:
            exponent += frame[PHASE]
            if depth > 0 and frame[UNITS] == 0 and s.frame[depth - 1, BRANCHED] == NOT_BRANCHED:
                frame[FLIPPED] = 1
            else:
                mantissa, exponent = dyadic.complement(mantissa, exponent)
    s.mantissa[depth] = mantissa
    frame[EXPONENT] = exponent
    return depth


@kernel
def shared_literals(a: Arena, s: Scratch, u: Units, depth: int) -> int:
    """List the open literals that all undecided children of a frame share; returns how many."""
    frame = s.frame[depth]
    function = 1 - frame[FUNCTION]
    children = listed = 0
    for place in range(frame[FIRST], frame[LAST]):
        decided, listed = tally_literals(a, s, u, i64(s.children[place]), function, children, listed)
        if not decided:
            children += 1
        elif children == 0:
            for entry in range(listed):
                s.tally[s.shared[entry]] = 0
            listed = 0
        else:
            for entry in range(listed):
                s.tally[s.shared[entry]] = min(s.tally[s.shared[entry]], children)
    found = 0
    for entry in range(listed):
        literal = s.shared[entry]
        if s.tally[literal] == children:
            s.shared[found] = literal
            found += 1
        s.tally[literal] = 0
    return found


@kernel
def tally_literals(
    a: Arena, s: Scratch, u: Units, node: int, function: int, children: int, listed: int
) -> tuple[bool, int]:
    """Count a child's open literals: all of the first child's, then only those that all earlier ones have.

    Returns whether the child is decided, and how many literals are listed.
    """
    s.todo[0] = node
    waiting = 1
    while waiting > 0:
        waiting -= 1
        x = s.todo[waiting]
        kind = i64(a.node[x, KIND])
        if kind >= 0:
            variable, wanted = keeps_open(s, kind, function)
            known = value_of(a, s, u, variable)
            if known != 0 and known != wanted:
                return True, listed
            if known == 0 and children == 0 and s.tally[kind] == 0:
                s.shared[listed] = kind
                listed += 1
            if known == 0 and s.tally[kind] == children:
                s.tally[kind] = children + 1
        elif kind == -1 - function:
            s.todo[waiting] = a.node[x, RIGHT]
            s.todo[waiting + 1] = a.node[x, LEFT]
            waiting += 2
    return False, listed
