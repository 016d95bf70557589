"""Small truth tables: the undecided groups that hang together, on all values of their open variables.

Groups that share no open variable are independent, and most hang together with few others, if any: then the
variables they leave open are few, and their truth table is a word or some. Sixty-four inputs are evaluated at
a time.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts.structure import (
    DISTINCT,
    EITHER,
    NO_LITERAL,
    ON_CUBE,
    OPENED,
    TRUE,
    Structure,
    first_part,
    group_of,
    new_stamp,
    next_part,
    opposite,
    put_units_back,
)
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.literals import is_negated, variable_of
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.orders import EQUAL, LARGER, OPEN
from evobool.engines.kernels.random import U32, U64, i64, mix
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, DEL, INS, NONE, SUB, Arena

LARGEST_TABLE = 10  # variables; beyond, trying values is quicker,
LARGEST_TABLE_IF_WIDE = 18  # but exact fractions are not
IN_A_WORD = 6
SHARED = 1 << 31  # in a list of variables: several leaves have this one
ONES, ZEROS = U64(0xFFFFFFFFFFFFFFFF), U64(0)
AT_BEST = U64(1 << 63)
_ONE = U32(1)
PATTERNS = np.array(
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
    if s.total[ON_CUBE] and s.literal[literal].wanted != EITHER:
        return False
    if literal == s.total[OPENED] or opposite(s, literal) == s.total[OPENED]:
        return True
    return s.literal[literal].units == NONE and s.literal[opposite(s, literal)].units == NONE


@inlined
def note_variable(s: Structure, literal: int, variables: int, stamp: np.uint32) -> int:
    """Give the variable of an open literal the next number; returns how many there are.

    If it has one, note in the list that it is shared.
    """
    variable = variable_of(literal, s.n)
    record = s.literal[variable]
    if record.stamp == stamp:
        s.literal[record.number].in_table = variable | SHARED
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
            x = links.first_leaf_below(a, top)
            while x != top:
                kind = i64(a.node[x].kind)
                if kind >= 0 and is_open(s, kind):
                    variables = note_variable(s, kind, variables, stamp)
                x = links.next_upwards(a, x)
        elif followed < variables:
            variable = i64(s.literal[followed].in_table) & ~SHARED
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
def literal_word(s: Structure, literal: int, place: int) -> np.uint64:
    """A literal on 64 inputs."""
    if is_open(s, literal):
        number = i64(s.literal[variable_of(literal, s.n)].number)
        if number < IN_A_WORD:
            word = PATTERNS[number]
        else:
            word = ONES if place >> (number - IN_A_WORD) & 1 else ZEROS
        return ~word if is_negated(literal, s.n) else word
    if s.total[ON_CUBE] and s.literal[literal].wanted != EITHER:
        return ONES if s.literal[literal].wanted == TRUE else ZEROS
    return ONES if s.literal[literal].units > NONE else ZEROS


@inlined
def combine(kind: int, x: np.uint64, y: np.uint64) -> np.uint64:
    """AND or OR of two words."""
    return x & y if kind == AND_NODE else x | y


@inlined
def evaluate(a: Arena, s: Structure, top: np.uint32, place: int) -> np.uint64:
    """A group on 64 inputs; the words of all its nodes are kept."""
    x = links.first_leaf_below(a, top)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            s.slot[x].word = literal_word(s, kind, place)
        else:
            s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
        if x == top:
            return s.slot[x].word
        x = links.next_upwards(a, x)


@kernel
def table_share(a: Arena, s: Structure, groups: int, variables: int) -> tuple[np.uint64, int]:
    """The share of inputs on which all listed groups are true: an odd number over a power of two, or 0."""
    count, places = U64(0), 1 << max(0, variables - IN_A_WORD)
    for place in range(places):
        word = ONES
        for k in range(groups):
            word &= evaluate(a, s, s.slot[k].group, place)
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
    for place in range((1 << max(0, variables - IN_A_WORD)) - 1, -1, -1):
        rest = ONES
        for k in range(i64(not unit), groups):
            rest &= evaluate(a, s, s.slot[k].group, place)
        new = ZEROS if drawn.done == DEL else literal_word(s, drawn.literal, place)
        if unit:
            before, after = literal_word(s, i64(a.node[x].kind), place), new
        else:
            before = evaluate(a, s, group, place)
            after = changed(a, s, drawn, group, new)
        difference += i64(popcount(rest & after)) - i64(popcount(rest & before))
        if difference != 0 and drawn.done != SUB:  # the tree becomes stronger, or weaker, everywhere
            break
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
        word = s.slot[links.sibling(a, x)].word
        x = a.node[x].parent
    while x != group:
        word = combine(i64(a.node[a.node[x].parent].kind), word, s.slot[links.sibling(a, x)].word)
        x = a.node[x].parent
    return word


@kernel
def weigh_false(a: Arena, s: Structure, drawn: Drawn, group: np.uint32) -> int:
    """If the tree is false everywhere: EQUAL if the offspring is too, LARGER if it is true on three inputs.

    OPEN if the 64 test inputs do not show it, or if inputs on which the offspring is true may be
    correct. A change outside of groups
    leaves the rest of the conjunction, together with the literal unless that is deleted.
    """
    stamp, word, variables, distinct = new_stamp(s), ONES, i64(0), s.total[DISTINCT]
    order, part = OPEN, NONE
    if group == NONE:
        part = first_part(a, drawn.x)
        while part != NONE:
            kind = i64(a.node[part].kind)
            if kind >= 0:
                s.literal[kind].units -= _ONE
                distinct -= i64(s.literal[kind].units == NONE)
            else:
                s.slot[part].stamp = stamp  # not to be looked at
            part = next_part(a, part, drawn.x)
        if drawn.done != DEL:
            distinct += i64(s.literal[drawn.literal].units == NONE)
            s.literal[drawn.literal].units += _ONE
            if s.literal[opposite(s, drawn.literal)].units > NONE:
                order = EQUAL
        part = first_part(a, drawn.x)
    else:
        s.slot[group].stamp = stamp
        word, variables = on_test_inputs(a, s, group, variables, stamp)
        if not held_by_units(s, drawn.literal):
            variables = note_variable(s, drawn.literal, variables, stamp)
        word = changed(a, s, drawn, group, test_word(s, drawn.literal))
    other = s.literal[s.literals].first
    while other != NONE:
        if s.slot[other].stamp != stamp:
            value, variables = on_test_inputs(a, s, other, variables, stamp)
            word &= value
        other = a.node[other].next
    while part != NONE:  # without a unit, groups may be implied no more
        kind = i64(a.node[part].kind)
        leaf = s.literal[kind].first if kind >= 0 else NONE
        while leaf != NONE:
            other = group_of(a, leaf)
            if a.node[other].value and s.slot[other].stamp != stamp:
                s.slot[other].stamp = stamp
                value, variables = on_test_inputs(a, s, other, variables, stamp)
                word &= value
            leaf = a.node[leaf].next
        part = next_part(a, part, drawn.x)
    if group == NONE:
        put_units_back(a, s, drawn.x)
        if drawn.done != DEL:
            s.literal[drawn.literal].units -= _ONE
    if word & AT_BEST == ZEROS:
        order = EQUAL
    if order == OPEN and s.n == s.concerned and on_three(word, s.n - variables - distinct, variables):
        order = LARGER  # two inputs wrong or more, where the tree before got one wrong
    return order


@inlined
def on_test_inputs(
    a: Arena, s: Structure, top: np.uint32, variables: int, stamp: np.uint32
) -> tuple[np.uint64, int]:
    """A subtree on the test inputs, and how many variables have a number now.

    The inputs agree with the units. The first six other variables take all values, further ones are as good
    as random. The last bit is for no input: every literal is true there that no unit contradicts, so a tree
    that is false there is false everywhere.
    """
    x = links.first_leaf_below(a, top)
    while True:
        kind = i64(a.node[x].kind)
        if kind >= 0:
            if not held_by_units(s, kind):
                variables = note_variable(s, kind, variables, stamp)
            s.slot[x].word = test_word(s, kind)
        else:
            s.slot[x].word = combine(kind, s.slot[a.node[x].left].word, s.slot[a.node[x].right].word)
        if x == top:
            return s.slot[x].word, variables
        x = links.next_upwards(a, x)


@inlined
def on_three(word: np.uint64, others: int, variables: int) -> bool:
    """Whether a tree is true on three inputs, from the test inputs; each stands for 2^others.

    If fewer than six variables have a number, every input is there several times, but one once less.
    """
    times = U64(max(0, IN_A_WORD - variables))
    inputs = (popcount(word & ~AT_BEST) + (U64(1) << times) - U64(1)) >> times
    return i64(inputs) >= max(1, 3 - others)


@inlined
def held_by_units(s: Structure, literal: int) -> bool:
    """Whether the units say what value a literal has."""
    return s.literal[literal].units > NONE or s.literal[opposite(s, literal)].units > NONE


@inlined
def test_word(s: Structure, literal: int) -> np.uint64:
    """A literal on those inputs, once its variable has a number or is held by the units."""
    if held_by_units(s, literal):
        return ONES if s.literal[literal].units > NONE else ZEROS
    number = i64(s.literal[variable_of(literal, s.n)].number)
    word = PATTERNS[number] if number < IN_A_WORD else mix(U64(number))
    return (~word if is_negated(literal, s.n) else word) | AT_BEST
