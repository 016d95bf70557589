"""How many inputs satisfy the tree in the arena: the compiled twin of `evobool.model.counting`.

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

from evobool.engines.counts import dyadic
from evobool.engines.counts.branching import branch, nested, next_phase
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
    LITERAL,
    MOST_BRANCHES,
    MOST_NESTED,
    NEXT,
    NODE,
    NOT_BRANCHED,
    NUMBER,
    OPEN,
    PHASE,
    RESULT,
    ROOT_LINE,
    SCANNED,
    T_CHILDREN,
    T_TRAIL,
    TRAIL,
    UNITS,
    USED,
    Scratch,
    assign,
    forget,
    keeps_open,
    push,
    use,
    value_by_root,
    value_of,
)
from evobool.engines.counts.units import Units
from evobool.engines.counts.units import line as units_line
from evobool.engines.kernels.arena import KIND, LEFT, NONE, OTHERS, RIGHT, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.random import U64, i64

# Ways to count, other than a literal.
FROM_SCRATCH, KNOWN_UNITS = -2, -1
CONTRADICTION = -1
# What `count` returns.
COUNTED, TOO_WIDE, GAVE_UP = range(3)
_ZERO, _ONE = U64(0), U64(1)


@inlined
def count(a: Arena, s: Scratch, u: Units, root: int, how: int) -> int:
    """Count the tree below `root`: it is true on a share of s.mantissa[0] / 2^s.top[RESULT].

    `how` is KNOWN_UNITS if `u` is up to date for the root, FROM_SCRATCH if not, or a literal to add as one
    more unit of the root's AND-group. Returns TOO_WIDE if an intermediate number needs more than one word or
    branches nest too deeply (exact fractions then decide), GAVE_UP after too many branches.
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
        # Each turn advances the top frame one step: to its next child, to a branch, or to its end.
        if conflict >= 0:
            if s.top[BRANCHES] >= s.top[MOST_BRANCHES]:
                verdict = GAVE_UP
                break
            if nested(s, depth) == MOST_NESTED:
                verdict = TOO_WIDE
                break
            depth = branch(a, s, u, depth, conflict)
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
            depth, conflict = next_phase(a, s, u, depth, outcome)
        else:
            conflict = take_child(s, depth, outcome)
    forget(s, 0, 0)
    if verdict == COUNTED:
        verdict = root_result(s, outcome)
    return verdict


@inlined
def scan(a: Arena, s: Scratch, u: Units, depth: int) -> int:
    """Take the group's literals as units and list its other children.

    Returns SCANNED if all is well, DECIDED if a literal decides the group, else the variable in conflict.
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
            variable, wanted = keeps_open(s, kind, function)
            known = value_of(a, s, u, variable)
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
def known_units(a: Arena, s: Scratch, u: Units, root: int, extra: int) -> int:
    """How many units the root has, with an extra one (none if KNOWN_UNITS); CONTRADICTION if two conflict."""
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
    """The result if the root has only units: the end of most counts."""
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
def close(s: Scratch, depth: int, state: int) -> int:
    """Close a frame and return what it turned out to be; its number is in `mantissa` and EXPONENT."""
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
    if outcome == LITERAL:  # one more unit: the children are scanned again with it fixed
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
        mantissa, exponent = s.mantissa[depth + 1], child[EXPONENT]
        if child[FLIPPED] == 0:
            mantissa, exponent = dyadic.complement(mantissa, exponent)
        if exponent != WIDE:
            mantissa, exponent = dyadic.times(s.mantissa[depth], frame[EXPONENT], mantissa, exponent)
        s.mantissa[depth] = mantissa
        frame[EXPONENT] = exponent
    return SCANNED


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
