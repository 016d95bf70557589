"""Small truth tables: the undecided groups that hang together, on all values of their open variables.

Groups that share no open variable are independent, and most hang together with few others, if any: then the
variables they leave open are few, and their truth table is a word or some. Sixty-four inputs are evaluated at
a time.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.counts.structure import (
    CONFLICTS,
    DISTINCT,
    FREE,
    NO_LITERAL,
    ON_CUBE,
    OPENED,
    TRUE,
    Structure,
    group_of,
    new_stamp,
    opposite,
)
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import AND_NODE, DEL, INS, NONE, ROOT, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import U64, i64, mix
from evobool.engines.kernels.state import OPEN

LARGEST_TABLE = 10  # variables; beyond, counting is quicker,
LARGEST_TABLE_IF_WIDE = 18  # but not in exact fractions
IN_A_WORD = 6
ONES, ZEROS = U64(0xFFFFFFFFFFFFFFFF), U64(0)
_PATTERNS = np.array(
    [
        0xAAAAAAAAAAAAAAAA,
        0xCCCCCCCCCCCCCCCC,
        0xF0F0F0F0F0F0F0F0,
        0xFF00FF00FF00FF00,
        0xFFFF0000FFFF0000,
        0xFFFFFFFF00000000,
    ],
    dtype=np.uint64,
)


@inlined
def is_open(s: Structure, literal: int) -> bool:
    """Whether a literal's variable has no value."""
    if s.total[ON_CUBE] and s.literal[literal].wanted != FREE:
        return False
    if literal == s.total[OPENED]:
        return True
    return s.literal[literal].units == NONE and s.literal[opposite(s, literal)].units == NONE


@inlined
def note_variable(s: Structure, literal: int, variables: int, stamp: np.uint32) -> int:
    """Give the variable of an open literal the next number, unless it has one; returns how many there are."""
    variable = literal if literal < s.n else literal - s.n
    record = s.literal[variable]
    if record.stamp == stamp:
        return variables
    record.stamp = stamp
    record.number = variables
    s.literal[variables].in_table = variable
    return variables + 1


@inlined
def note_group(s: Structure, group: np.uint32, groups: int, stamp: np.uint32) -> int:
    """List a group, unless it is listed; returns how many there are."""
    if s.slot[group].stamp == stamp:
        return groups
    s.slot[group].stamp = stamp
    s.slot[groups].group = group
    return groups + 1


@kernel
def hang_together(
    a: Arena,
    s: Structure,
    groups: int,
    variables: int,
    most: int,
    stamp: np.uint32,
) -> tuple[int, int]:
    """Add every undecided group that shares an open variable with one listed, and the variables.

    Stops at more than `most` variables. Returns how many groups and variables there are.
    """
    looked_at, followed = 0, 0
    while variables <= most:
        if looked_at < groups:
            top = s.slot[looked_at].group
            looked_at += 1
            x = arena.first_leaf_below(a, top)
            while x != top:
                kind = i64(a.node[x].kind)
                if kind >= 0 and is_open(s, kind):
                    variables = note_variable(s, kind, variables, stamp)
                x = arena.next_upwards(a, x)
        elif followed < variables:
            variable = i64(s.literal[followed].in_table)
            followed += 1
            for literal in range(variable, s.literals, s.n):
                leaf = s.literal[literal].first
                while leaf != NONE:
                    group = group_of(a, leaf)
                    if not a.node[group].value or literal == s.total[OPENED]:
                        groups = note_group(s, group, groups, stamp)
                    leaf = a.node[leaf].next
        else:
            break
    return groups, variables


@inlined
def literal_word(s: Structure, literal: int, block: int) -> np.uint64:
    """A literal on 64 inputs."""
    if is_open(s, literal):
        number = i64(s.literal[literal if literal < s.n else literal - s.n].number)
        if number < IN_A_WORD:
            word = _PATTERNS[number]
        else:
            word = ONES if block >> (number - IN_A_WORD) & 1 else ZEROS
        return word if literal < s.n else ~word
    if s.total[ON_CUBE] and s.literal[literal].wanted != FREE:
        return ONES if s.literal[literal].wanted == TRUE else ZEROS
    return ONES if s.literal[literal].units > NONE else ZEROS


@inlined
def combine(kind: int, x: np.uint64, y: np.uint64) -> np.uint64:
    """AND or OR of two words."""
    return x & y if kind == AND_NODE else x | y


@inlined
def evaluate(a: Arena, s: Structure, top: np.uint32, block: int) -> np.uint64:
    """A group on 64 inputs; the words of all its nodes are kept."""
    x = arena.first_leaf_below(a, top)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            s.slot[x].word = literal_word(s, kind, block)
        else:
            s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
        if x == top:
            return s.slot[x].word
        x = arena.next_upwards(a, x)


@kernel
def table_share(a: Arena, s: Structure, groups: int, variables: int) -> tuple[np.uint64, int]:
    """The share of inputs on which all listed groups are true: an odd number over a power of two, or 0."""
    count, blocks = U64(0), 1 << max(0, variables - IN_A_WORD)
    for block in range(blocks):
        word = ONES
        for k in range(groups):
            word &= evaluate(a, s, s.slot[k].group, block)
        count += popcount(word)
    exponent = max(variables, IN_A_WORD)
    if count == ZEROS:
        return count, 0
    while count & U64(1) == ZEROS:
        count >>= U64(1)
        exponent -= 1
    return count, exponent


@kernel
def weigh(a: Arena, s: Structure, drawn: Drawn, group: np.uint32, most: int) -> int:
    """The order of the numbers of inputs that offspring and parent are true on, or OPEN if it takes a count.

    The mutation changes the group, or the node itself if that is a group, or replaces one unit by another.
    Whatever shares no open variable with these is a factor of both numbers. That factor must not be 0. A
    table has at most `most` variables.
    """
    x, stamp = drawn.x, new_stamp(s)
    groups, variables = i64(0), i64(0)
    s.total[OPENED], s.total[ON_CUBE] = NO_LITERAL, 0
    if group == NONE:
        group = x
    unit = a.node[group].kind >= 0
    if unit:
        s.total[OPENED] = a.node[x].kind
        variables = note_variable(s, i64(a.node[x].kind), variables, stamp)
    else:
        groups = note_group(s, group, groups, stamp)
    if drawn.done != DEL and is_open(s, drawn.literal):
        variables = note_variable(s, drawn.literal, variables, stamp)
    groups, variables = hang_together(a, s, groups, variables, most, stamp)
    if variables > most:
        return OPEN
    difference = 0
    for block in range(1 << max(0, variables - IN_A_WORD)):
        rest = ONES
        for k in range(i64(not unit), groups):
            rest &= evaluate(a, s, s.slot[k].group, block)
        new = ZEROS if drawn.done == DEL else literal_word(s, drawn.literal, block)
        if unit:
            before, after = literal_word(s, i64(a.node[x].kind), block), new
        else:
            before = evaluate(a, s, group, block)
            after = changed(a, s, drawn, group, new)
        difference += i64(popcount(rest & after)) - i64(popcount(rest & before))
    return i64(difference > 0) - i64(difference < 0)


@inlined
def changed(a: Arena, s: Structure, drawn: Drawn, group: np.uint32, new: np.uint64) -> np.uint64:
    """The group after the mutation, from the words of its nodes before."""
    x = drawn.x
    word = new
    if drawn.done == INS:
        word = combine(-1 - drawn.function, s.slot[x].word, new)
    elif drawn.done == DEL:
        if x == group:
            return ONES
        word = s.slot[arena.sibling(a, x)].word
        x = a.node[x].parent
    while x != group:
        word = combine(i64(a.node[a.node[x].parent].kind), word, s.slot[arena.sibling(a, x)].word)
        x = a.node[x].parent
    return word


@kernel
def true_on_three(a: Arena, s: Structure, drawn: Drawn) -> bool:
    """Whether 64 inputs show that an offspring is true on at least three; if not, nothing is known.

    The inputs agree with the units, except where those contradict each other. The first six other variables
    of the tree take all values, further ones are as good as random; those not in it may have any value.
    """
    stamp, variables, top = new_stamp(s), i64(0), a.mark[ROOT]
    x = arena.first_leaf_below(a, top)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            if not held_by_units(s, kind):
                variables = note_variable(s, kind, variables, stamp)
            s.slot[x].word = test_word(s, kind)
        else:
            s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
        if x == top:
            break
        x = arena.next_upwards(a, x)
    if not held_by_units(s, drawn.literal):
        variables = note_variable(s, drawn.literal, variables, stamp)
    word = changed(a, s, drawn, top, test_word(s, drawn.literal))
    others = s.n - variables - (s.total[DISTINCT] - 2 * s.total[CONFLICTS])
    enough = U64(max(1, 3 - others))  # an input stands for 2^others
    return bool(popcount(word) >= enough << U64(max(0, IN_A_WORD - variables)))


@inlined
def held_by_units(s: Structure, literal: int) -> bool:
    """Whether the units say what value a literal has, and do not contradict each other about it."""
    return (s.literal[literal].units > NONE) != (s.literal[opposite(s, literal)].units > NONE)


@inlined
def test_word(s: Structure, literal: int) -> np.uint64:
    """A literal on those inputs, once its variable has a number or is held by the units."""
    if held_by_units(s, literal):
        return ONES if s.literal[literal].units > NONE else ZEROS
    number = i64(s.literal[literal if literal < s.n else literal - s.n].number)
    word = _PATTERNS[number] if number < IN_A_WORD else mix(U64(number))
    return word if literal < s.n else ~word
