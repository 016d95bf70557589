"""How many inputs satisfy the tree in the arena: the compiled twin of `evobool.counting`.

A maximal group of one function is *open* where none of its children decides it: an AND-group where it
is true, an OR-group where it is false. The share of inputs on which a group is open is

    2^-units * product over its other children of (1 - share on which the child is open)

if, with the units (the literals of the group, taken at the value that keeps it open) in force, no two
children share a variable. A child that a unit decides drops out, a child that shrinks to a literal is one
more unit. Where two children do share a variable, both its values are tried and the mean is taken.

The recursion is a stack of frames, so that no tree is too deep. A variable that a finished child depends
on is `used`; meeting it again in another child is the conflict that makes the deepest common frame branch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines import _dyadic as dyadic
from evobool.engines._arena import KIND, LEFT, NONE, OTHERS, RIGHT, Arena
from evobool.engines._bits import popcount
from evobool.engines._dyadic import WIDE
from evobool.engines._jit import inlined, kernel
from evobool.engines._random import U64, Words, i64
from evobool.engines._units import Units
from evobool.engines._units import line as units_line

# Columns of `frame`.
NODE, FUNCTION, FIRST, LAST, NEXT, UNITS, TRAIL, USED, BRANCHED, PHASE, EXPONENT, SAVED = range(12)
# Entries of `top`: how full the stacks are, branches taken and allowed, the result's exponent, and the
# line of the root's units (NONE where they were assigned one by one).
T_TRAIL, T_USED, T_CHILDREN, BRANCHES, MOST_BRANCHES, RESULT, ROOT_LINE = range(7)
# How to count, unless it is a literal.
FROM_SCRATCH, KNOWN_UNITS = -2, -1
CONTRADICTION = -1
# What `count` says, and what a group can turn out to be.
COUNTED, TOO_WIDE, GAVE_UP = range(3)
ABSORBED, OPEN, LITERAL, NUMBER = range(4)
NOT_BRANCHED = -1
MOST_NESTED = 62  # branches within branches; a tree that needs more would not end anyway
# The state of a frame: its children are listed, or it is decided already; else the variable in conflict.
SCANNED, DECIDED = -1, -2
_ZERO, _ONE = U64(0), U64(1)


class Scratch(NamedTuple):
    """Room for counting one tree; all zero between two counts.

    `value` of a variable is 0 (open), 1 (true) or 2 (false); `used` is its place in `uses` plus 1.
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
    top: NDArray[np.int64]
    n: int


def new_scratch(n: int, slots: int, max_branches: int) -> Scratch:
    """Scratch room for trees of `slots` nodes over n variables."""
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
        frame=np.zeros((frames, 12), dtype=np.int64),
        mantissa=np.zeros(frames + 1, dtype=np.uint64),
        saved=np.zeros(frames, dtype=np.uint64),
        top=top,
        n=n,
    )


@inlined
def count(a: Arena, s: Scratch, u: Units, root: int, how: int) -> int:
    """Count the tree below `root`: the share it is true on is s.mantissa[0] / 2^s.top[RESULT].

    `how` is KNOWN_UNITS if `u` is up to date for the root, FROM_SCRATCH if not, or a literal to count the
    tree with as one more unit of the root's AND-group. TOO_WIDE if a number on the way needs more than one
    word, GAVE_UP after too many branches.
    """
    s.top[BRANCHES] = s.top[T_CHILDREN] = 0
    kind = i64(a.node[root, KIND])
    if kind >= 0:
        s.mantissa[0] = _ONE
        s.top[RESULT] = 1
        return COUNTED
    function = -1 - kind
    s.top[ROOT_LINE] = NONE
    depth = 0
    if how == FROM_SCRATCH:
        push(s, 0, root, function)
        conflict = scan(a, s, u, 0)
    else:
        units = known_units(a, s, u, root, how)
        if units != CONTRADICTION and a.node[root, OTHERS] > 0:
            list_root_children(a, s, u, root)
        if units == CONTRADICTION or s.top[T_CHILDREN] == 0:
            return no_children_left(s, function, units)
        s.top[T_CHILDREN], children = 0, s.top[T_CHILDREN]
        push(s, 0, root, function)
        s.top[T_CHILDREN] = s.frame[0, LAST] = children
        s.frame[0, UNITS] = units
        s.frame[0, TRAIL] = 0
        conflict = SCANNED
    outcome = NUMBER
    verdict = COUNTED
    while True:
        frame = s.frame[depth]
        # Each turn brings the frame on top one step on: to its next child, to a branch, or to its end.
        if conflict >= 0:
            if s.top[BRANCHES] >= s.top[MOST_BRANCHES] or nested(s, depth) == MOST_NESTED:
                verdict = GAVE_UP
                break
            depth = branch(s, depth, conflict)
            conflict = SCANNED
            continue
        if conflict == SCANNED and frame[NEXT] < frame[LAST]:
            child = i64(s.children[frame[NEXT]])
            depth += 1
            push(s, depth, child, 1 - frame[FUNCTION])
            conflict = scan(a, s, u, depth)
            continue
        outcome = close(s, depth, conflict)
        if outcome == NUMBER and s.frame[depth, EXPONENT] == WIDE:
            verdict = TOO_WIDE
            break
        if depth == 0:
            break
        depth -= 1
        if s.frame[depth, BRANCHED] != NOT_BRANCHED:
            depth, conflict = next_phase(s, depth, outcome)
        else:
            conflict = take_child(s, depth, outcome)
    forget(s, 0, 0)
    if verdict == COUNTED:
        verdict = root_result(s, outcome)
    return verdict


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
    frame[EXPONENT] = 0
    s.mantissa[depth] = _ONE


@inlined
def scan(a: Arena, s: Scratch, u: Units, depth: int) -> int:
    """Take the group's literals as units and list its other children.

    SCANNED if all is well, DECIDED if a literal decides the group, else the variable in conflict.
    """
    frame = s.frame[depth]
    function = frame[FUNCTION]
    same = -1 - function
    todo = s.todo
    todo[0] = frame[NODE]
    waiting = 1
    last = frame[LAST]
    while waiting > 0:
        waiting -= 1
        x = todo[waiting]
        kind = i64(a.node[x, KIND])
        if kind >= 0:
            variable = kind if kind < s.n else kind - s.n
            wanted = 1 + ((kind >= s.n) ^ (function == 1))
            known = i64(s.value[variable])
            if known == 0 and s.top[ROOT_LINE] != NONE:
                known = value_by_root(a, s, u, variable)
            if known == 0:
                if s.used[variable] != 0:
                    return variable
                assign(s, variable, wanted)
                frame[UNITS] += 1
            elif known != wanted:
                return DECIDED
        elif kind == same:
            todo[waiting] = a.node[x, RIGHT]
            todo[waiting + 1] = a.node[x, LEFT]
            waiting += 2
        else:
            s.children[last] = x
            last += 1
    frame[LAST] = last
    s.top[T_CHILDREN] = last
    return SCANNED


@inlined
def value_by_root(a: Arena, s: Scratch, u: Units, variable: int) -> int:
    """The value a variable has because it is a unit of the root, 0 if it is none."""
    word, bit = variable >> 6, _ONE << U64(variable & 63)
    line = s.top[ROOT_LINE]
    opposite = -1 - i64(a.node[line >> 1, KIND])  # an OR-group is open where its units are false
    if u.mask[line, word] & bit != _ZERO:
        return 1 + opposite
    if u.mask.shape[1] > u.words and u.mask[line, u.words + word] & bit != _ZERO:
        return 2 - opposite
    return 0


@inlined
def known_units(a: Arena, s: Scratch, u: Units, root: int, extra: int) -> int:
    """How many units the root has, with an extra one (or none: KNOWN_UNITS); CONTRADICTION if two differ."""
    line, units = units_line(a, root), 0
    for word in range(u.words):
        positive = u.mask[line, word]
        units += i64(popcount(positive))
        if u.mask.shape[1] > u.words:
            negative = u.mask[line, u.words + word]
            units += i64(popcount(negative))
            if positive & negative != _ZERO:
                return CONTRADICTION
    s.top[ROOT_LINE] = line
    if extra >= 0:
        variable = extra if extra < s.n else extra - s.n
        known, wanted = value_by_root(a, s, u, variable), 1 if extra < s.n else 2
        if known == 0:
            assign(s, variable, wanted)
            units += 1
        elif known != wanted:
            return CONTRADICTION
    return units


@inlined
def list_root_children(a: Arena, s: Scratch, u: Units, root: int) -> None:
    """List the root's children of the other function that none of its units decides."""
    same, line, listed = a.node[root, KIND], s.top[ROOT_LINE], 0
    s.todo[0] = root
    waiting = 1
    while waiting > 0:
        waiting -= 1
        x = s.todo[waiting]
        for side in (LEFT, RIGHT):
            child = a.node[x, side]
            kind = a.node[child, KIND]
            if kind >= 0:
                continue
            if kind == same:
                if a.node[child, OTHERS] > 0:
                    s.todo[waiting] = child
                    waiting += 1
                continue
            below, decided = units_line(a, i64(child)), False
            for word in range(u.mask.shape[1]):
                decided |= u.mask[below, word] & u.mask[line, word] != _ZERO
            if not decided:
                s.children[listed] = child
                listed += 1
    s.top[T_CHILDREN] = listed


@inlined
def no_children_left(s: Scratch, function: int, units: int) -> int:
    """The result where the root has nothing but units: the end of most counts."""
    forget(s, 0, 0)
    s.mantissa[0] = _ZERO if units == CONTRADICTION else _ONE
    s.top[RESULT] = max(units, 0)
    if function == 1:
        s.mantissa[0], s.top[RESULT] = dyadic.complement(s.mantissa[0], s.top[RESULT])
        if s.top[RESULT] == WIDE:
            return TOO_WIDE
        if s.mantissa[0] == _ZERO:
            s.top[RESULT] = 0
    return COUNTED


@inlined
def assign(s: Scratch, variable: int, value: int) -> None:
    """Give a variable a value until the frame on top is closed."""
    s.value[variable] = value
    s.trail[s.top[T_TRAIL]] = variable
    s.top[T_TRAIL] += 1


@inlined
def forget(s: Scratch, trail: int, used: int) -> None:
    """Make free again every variable assigned or used since these marks."""
    for entry in range(trail, s.top[T_TRAIL]):
        s.value[s.trail[entry]] = 0
    s.top[T_TRAIL] = trail
    for entry in range(used, s.top[T_USED]):
        s.used[s.uses[entry]] = 0
    s.top[T_USED] = used


@inlined
def use(s: Scratch, variable: int) -> None:
    """Note that what is finished depends on the variable."""
    s.uses[s.top[T_USED]] = variable
    s.top[T_USED] += 1
    s.used[variable] = s.top[T_USED]


@inlined
def close(s: Scratch, depth: int, state: int) -> int:
    """End a frame: what it turned out to be; its number stands in `mantissa` and EXPONENT."""
    frame = s.frame[depth]
    outcome = NUMBER
    if state == DECIDED:
        outcome = ABSORBED
    elif frame[EXPONENT] == 0 and s.mantissa[depth] == _ONE and frame[BRANCHED] == NOT_BRANCHED:
        in_a_branch = depth > 0 and s.frame[depth - 1, BRANCHED] != NOT_BRANCHED
        if frame[UNITS] == 0:
            outcome = OPEN
        elif frame[UNITS] == 1 and not in_a_branch:
            outcome = LITERAL
    if frame[EXPONENT] != WIDE:
        frame[EXPONENT] += frame[UNITS]
    s.top[T_CHILDREN] = frame[FIRST]
    if outcome == NUMBER:
        for entry in range(frame[TRAIL], s.top[T_TRAIL]):
            use(s, s.trail[entry])
            s.value[s.trail[entry]] = 0
        s.top[T_TRAIL] = frame[TRAIL]
    elif outcome == LITERAL:
        variable = s.trail[frame[TRAIL]]
        frame[NODE] = variable
        frame[PHASE] = s.value[variable]
        forget(s, frame[TRAIL], frame[USED])
    else:
        forget(s, frame[TRAIL], frame[USED])
    return outcome


@inlined
def take_child(s: Scratch, depth: int, outcome: int) -> int:
    """Let a frame use what its next child turned out to be; returns the frame's state, as `scan` does."""
    frame, child = s.frame[depth], s.frame[depth + 1]
    frame[NEXT] += 1
    if outcome == OPEN:
        return DECIDED
    if outcome == LITERAL:  # one more unit: the children are looked at again in its light
        variable = child[NODE]
        forget(s, s.top[T_TRAIL], frame[USED])
        if s.used[variable] != 0:
            return variable
        assign(s, variable, 3 - child[PHASE])
        frame[UNITS] += 1
        frame[NEXT] = frame[FIRST]
        frame[EXPONENT] = 0
        s.mantissa[depth] = _ONE
    elif outcome == NUMBER and frame[EXPONENT] != WIDE:
        mantissa, exponent = dyadic.complement(s.mantissa[depth + 1], child[EXPONENT])
        if exponent != WIDE:
            mantissa, exponent = dyadic.times(s.mantissa[depth], frame[EXPONENT], mantissa, exponent)
        s.mantissa[depth] = mantissa
        frame[EXPONENT] = exponent
    return SCANNED


@kernel
def branch(s: Scratch, depth: int, variable: int) -> int:
    """Let the deepest frame that saw both uses of a variable try it true, then false."""
    place = s.used[variable] - 1
    while s.frame[depth, USED] > place:
        depth -= 1
    frame = s.frame[depth]
    forget(s, s.frame[depth + 1, TRAIL], frame[USED])
    s.top[T_CHILDREN] = frame[LAST]
    s.top[BRANCHES] += 1
    frame[BRANCHED] = variable
    frame[PHASE] = 1
    start_phase(s, depth)
    return depth + 1


@kernel
def start_phase(s: Scratch, depth: int) -> None:
    """Open a frame for the group of a branched frame, the variable at the value of its phase."""
    frame = s.frame[depth]
    push(s, depth + 1, frame[NODE], frame[FUNCTION])
    again = s.frame[depth + 1]
    again[FIRST] = frame[FIRST]
    again[NEXT] = frame[FIRST]
    again[LAST] = frame[LAST]
    assign(s, frame[BRANCHED], frame[PHASE])


@kernel
def next_phase(s: Scratch, depth: int, outcome: int) -> tuple[int, int]:
    """Go on with a branched frame when one value of its variable has been dealt with."""
    frame = s.frame[depth]
    mantissa, exponent = s.mantissa[depth + 1], s.frame[depth + 1, EXPONENT]
    s.top[T_CHILDREN] = frame[LAST]
    if outcome == ABSORBED:
        mantissa, exponent = _ZERO, 0
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
    """Make the uses of both values of a branch one list, each variable once."""
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
def root_result(s: Scratch, outcome: int) -> int:
    """From the share on which the root's group is open to the share on which the tree is true."""
    mantissa, exponent = s.mantissa[0], s.frame[0, EXPONENT]
    if outcome == ABSORBED:
        mantissa, exponent = _ZERO, 0
    elif outcome == OPEN:
        mantissa, exponent = _ONE, 0
    if s.frame[0, FUNCTION] == 1:
        mantissa, exponent = dyadic.complement(mantissa, exponent)
        if exponent == WIDE:
            return TOO_WIDE
    s.mantissa[0] = mantissa
    s.top[RESULT] = 0 if mantissa == _ZERO else exponent
    return COUNTED
