"""How many inputs satisfy some groups of the tree: the compiled twin of `evobool.model.formulas.counting`.

A maximal group of one function is *open* where none of its children decides it: an AND-group where it is
true, an OR-group where it is false. The share of inputs on which a group is open is

    2^-units * product over its other children of (1 - share on which the child is open)

provided that, once the units (the group's literals) are fixed at the values that keep it open, no two
children share a variable. A child that a unit decides drops out; a child that shrinks to a literal becomes
one more unit. Where two children do share a variable, both its values are tried and the mean is taken.

The recursion uses a stack of frames, so no tree is too deep. A variable that a finished child depends on is
`used`; meeting it again in another child is the conflict that makes the deepest common frame branch.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.counts.branching import branch, nested, next_phase
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import (
    ABSORBED,
    DECIDED,
    LITERAL,
    MOST_NESTED,
    NOT_BRANCHED,
    NUMBER,
    SCANNED,
    WIDE_OPEN,
    Scratch,
    assign,
    forget,
    keeps_open,
    push,
    use,
    value_of,
)
from evobool.engines.counts.structure import ON_CUBE, Structure
from evobool.engines.kernels.orders import HOPELESS, MEASURED, UNSETTLED
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree.arena import Arena

AND = 0
_ZERO, _ONE = U64(0), U64(1)


@kernel
def count(a: Arena, s: Scratch, parts: Structure, groups: int) -> tuple[int, np.uint64, int]:
    """The share of inputs, or of the target's, on which the listed groups are all true, the units being true.

    UNSETTLED if an intermediate number needs more than one word or branches nest too deeply (exact fractions
    then decide), HOPELESS after too many branches.
    """
    s.top[0].branches = s.top[0].children = 0
    s.top[0].on_cube = parts.total[ON_CUBE]
    push(s, 0, 0, AND)
    for k in range(groups):
        s.stacks[k].child = parts.slot[k].group
    s.top[0].children = s.frame[0].last = groups
    depth, conflict, outcome, verdict = i64(0), i64(SCANNED), i64(NUMBER), i64(MEASURED)
    while True:
        frame = s.frame[depth]
        # Each turn advances the top frame one step: to its next child, to a branch, or to its end.
        if conflict >= 0:
            if s.top[0].branches >= s.top[0].most_branches:
                verdict = HOPELESS
                break
            if nested(s, depth) == MOST_NESTED:
                verdict = UNSETTLED
                break
            depth = branch(a, s, parts, depth, conflict)
            conflict = SCANNED
            continue
        if conflict == SCANNED and frame.next < frame.last:
            child = i64(s.stacks[frame.next].child)
            depth += 1
            push(s, depth, child, 1 - frame.function)
            conflict = scan(a, s, parts, depth)
            continue
        outcome = close(s, depth, conflict)
        if outcome == NUMBER and s.frame[depth].exponent == WIDE:
            verdict = UNSETTLED
            break
        if depth == 0:
            break
        depth -= 1
        if s.frame[depth].branched != NOT_BRANCHED:
            depth, conflict = next_phase(a, s, parts, depth, outcome)
        else:
            conflict = take_child(s, depth, outcome)
    forget(s, 0, 0)
    if outcome == ABSORBED:
        return verdict, _ZERO, 0
    if outcome == WIDE_OPEN:
        return verdict, _ONE, 0
    return verdict, s.frame[0].mantissa, 0 if s.frame[0].mantissa == _ZERO else s.frame[0].exponent


@inlined
def scan(a: Arena, s: Scratch, parts: Structure, depth: int) -> int:
    """Take the group's literals as units and list its other children.

    Returns SCANNED if all is well, DECIDED if a literal decides the group, else the variable in conflict.
    """
    frame = s.frame[depth]
    function = frame.function
    same = -1 - function
    s.stacks[0].todo = frame.node
    waiting = 1
    last = frame.last
    while waiting > 0:
        waiting -= 1
        x = s.stacks[waiting].todo
        kind = i64(a.node[x].kind)
        if kind >= 0:
            variable, wanted = keeps_open(s, kind, function)
            known = value_of(s, parts, variable)
            if known == 0:
                if s.variable[variable].used != 0:
                    return variable
                assign(s, variable, wanted)
                frame.units += 1
            elif known != wanted:
                return DECIDED
        elif kind == same:
            s.stacks[waiting].todo = a.node[x].right
            s.stacks[waiting + 1].todo = a.node[x].left
            waiting += 2
        else:
            s.stacks[last].child = x
            last += 1
    frame.last = last
    s.top[0].children = last
    return SCANNED


@inlined
def close(s: Scratch, depth: int, state: int) -> int:
    """Close a frame and return what it turned out to be; its number is in `mantissa` and EXPONENT."""
    frame = s.frame[depth]
    outcome = NUMBER
    if state == DECIDED:
        outcome = ABSORBED
    elif frame.exponent == 0 and s.frame[depth].mantissa == _ONE and frame.branched == NOT_BRANCHED:
        in_a_branch = depth > 0 and s.frame[depth - 1].branched != NOT_BRANCHED
        if frame.units == 0:
            outcome = WIDE_OPEN
        elif frame.units == 1 and not in_a_branch:
            outcome = LITERAL
    if frame.exponent != WIDE:
        frame.exponent += frame.units
    s.top[0].children = frame.first
    if outcome == NUMBER:
        for entry in range(frame.trail, s.top[0].trail):
            use(s, s.variable[entry].trail)
            s.variable[s.variable[entry].trail].value = 0
        s.top[0].trail = frame.trail
    elif outcome == LITERAL:
        variable = s.variable[frame.trail].trail
        frame.node = variable
        frame.phase = s.variable[variable].value
        forget(s, frame.trail, frame.used)
    else:
        forget(s, frame.trail, frame.used)
    return outcome


@inlined
def take_child(s: Scratch, depth: int, outcome: int) -> int:
    """Let a frame use what its next child turned out to be; returns the frame's state, as `scan` does."""
    frame, child = s.frame[depth], s.frame[depth + 1]
    frame.next += 1
    if outcome == WIDE_OPEN:
        return DECIDED
    if outcome == LITERAL:  # one more unit: the children are scanned again with it fixed
        variable = child.node
        forget(s, s.top[0].trail, frame.used)
        if s.variable[variable].used != 0:
            return variable
        assign(s, variable, 3 - child.phase)
        frame.units += 1
        frame.next = frame.first
        frame.exponent = 0
        s.frame[depth].mantissa = _ONE
    elif outcome == NUMBER and frame.exponent != WIDE:
        mantissa, exponent = s.frame[depth + 1].mantissa, child.exponent
        if child.flipped == 0:
            mantissa, exponent = dyadic.complement(mantissa, exponent)
        if exponent != WIDE:
            mantissa, exponent = dyadic.times(s.frame[depth].mantissa, frame.exponent, mantissa, exponent)
        s.frame[depth].mantissa = mantissa
        frame.exponent = exponent
    return SCANNED
