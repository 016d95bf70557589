"""Shares of groups that leave too many variables open for a table.

Parts that share no variable are independent, so shares follow from the leaves upwards: an AND is true on the
product of its parts' shares, an OR false on the product of what they leave. What hangs on variables that
several leaves hold is written down as a short program, and both values of each that matters are tried. In
(A & x) | (A & y) with a long conjunction A few do: without one of its variables all is false.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.structure import Structure
from evobool.engines.counts.truth import SHARED, ZEROS, literal_word
from evobool.engines.kernels.literals import is_negated, variable_of
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree import links
from evobool.engines.kernels.tree.arena import AND_NODE, Arena

MOST_TRIED = 4096
IN_ONE, IN_SEVERAL, TRUE, FALSE = range(4)  # an open variable: in one leaf, in several; the value tried
UNKNOWN = 1 << 31  # in place of an exponent: the share hangs on such a variable
# The program: a literal to put on the stack, the topmost two to join, or the topmost one and a known share,
# whose exponent is added.
LITERAL, AND, OR, AND_KNOWN, OR_KNOWN = 0, 1, 2, 1 << 29, 1 << 30
_ZERO, _ONE = U64(0), U64(1)


@kernel
def tried_share(
    a: Arena, s: Structure, groups: int, variables: int, stamp: np.uint32
) -> tuple[np.uint64, int]:
    """The share of inputs on which all listed groups are true.

    The exponent is WIDE if too much must be tried, or if a number does not fit a word.
    """
    for k in range(variables):
        listed = i64(s.literal[k].in_table)
        s.literal[listed & ~SHARED].number = IN_SEVERAL if listed & SHARED else IN_ONE
    share, places, end = simplified(a, s, groups, stamp)
    if places != UNKNOWN:
        return share, places
    total, exponent, depth = _ZERO, i64(0), i64(0)
    for _ in range(MOST_TRIED):
        share, places = evaluated(s, groups, end)
        if places == UNKNOWN:
            variable = i64(share)
            s.literal[depth].in_table = variable
            s.literal[variable].number = TRUE
            depth += 1
            continue
        if places != WIDE:
            total, exponent = dyadic.plus(total, exponent, share, places + depth)
        if places == WIDE or exponent == WIDE:
            return _ZERO, WIDE
        while depth > 0 and s.literal[s.literal[depth - 1].in_table].number == FALSE:
            depth -= 1
            s.literal[s.literal[depth].in_table].number = IN_SEVERAL
        if depth == 0:
            return total, exponent
        s.literal[s.literal[depth - 1].in_table].number = FALSE
    return _ZERO, WIDE


@inlined
def put(s: Structure, place: int, share: np.uint64, places: int) -> None:
    """Write a share, or an instruction."""
    s.slot[place].word = share
    s.slot[place].group = places


@kernel
def simplified(a: Arena, s: Structure, groups: int, stamp: np.uint32) -> tuple[np.uint64, int, int]:
    """The share, or UNKNOWN, and where the program ends that tells it: it begins at `groups`.

    The stack grows from the last slot downwards. For what is not known it has the place where its part of the
    program begins.
    """
    end, stack = groups, len(s.slot) - 1
    put(s, stack, _ONE, i64(0))
    for k in range(groups):
        top = s.slot[k].group
        x = links.first_leaf_below(a, top)
        while True:
            kind = i64(a.node[x].kind)
            if kind >= 0:
                share, places = leaf_share(s, kind, stamp)
                if places == UNKNOWN:
                    share = U64(end)
                    put(s, end, U64(kind), i64(LITERAL))
                    end += 1
                stack -= 1
                put(s, stack, share, places)
            else:
                end = merged(s, stack, kind == AND_NODE, end)
                stack += 1
            if x == top or end == WIDE:
                break
            x = links.next_upwards(a, x)
        if end != WIDE:
            end = merged(s, stack, True, end)
        if end == WIDE:
            return _ZERO, WIDE, end
        stack += 1
    return s.slot[stack].word, i64(s.slot[stack].group), end


@inlined
def merged(s: Structure, stack: int, is_and: bool, end: int) -> int:
    """Join the topmost two of the stack; returns where the program ends now, or WIDE."""
    right, left = s.slot[stack], s.slot[stack + 1]
    share, places = U64(left.word), i64(UNKNOWN)
    if left.group != UNKNOWN and right.group != UNKNOWN:
        share, places = joined(is_and, U64(left.word), i64(left.group), U64(right.word), i64(right.group))
        if places == WIDE:
            return WIDE
    elif left.group == UNKNOWN and right.group == UNKNOWN:
        put(s, end, _ZERO, i64(AND if is_and else OR))
        end += 1
    else:
        begin, known, exponent = U64(left.word), U64(right.word), i64(right.group)
        if left.group != UNKNOWN:
            begin, known, exponent = U64(right.word), U64(left.word), i64(left.group)
        share = begin
        if exponent == 0 and (known == _ZERO) == is_and:  # it decides
            share, places, end = known, exponent, i64(begin)
        elif exponent > 0:
            put(s, end, known, exponent + (AND_KNOWN if is_and else OR_KNOWN))
            end += 1
    put(s, stack + 1, share, places)
    return end


@kernel
def evaluated(s: Structure, start: int, end: int) -> tuple[np.uint64, int]:
    """The share that the program tells, or UNKNOWN and a variable that it hangs on."""
    stack = i64(len(s.slot))
    for place in range(start, end):
        code = i64(s.slot[place].group)
        if code == LITERAL:
            share, places = tried_literal(s, i64(s.slot[place].word))
            stack -= 1
        elif code < AND_KNOWN:
            right, left = s.slot[stack], s.slot[stack + 1]
            share, places = joined(
                code == AND, U64(left.word), i64(left.group), U64(right.word), i64(right.group)
            )
            stack += 1
        else:
            known, top = s.slot[place], s.slot[stack]
            share, places = joined(
                code < OR_KNOWN, U64(top.word), i64(top.group), U64(known.word), code & (AND_KNOWN - 1)
            )
        if places == WIDE:
            return _ZERO, WIDE
        put(s, stack, share, places)
    return s.slot[stack].word, i64(s.slot[stack].group)


@inlined
def leaf_share(s: Structure, literal: int, stamp: np.uint32) -> tuple[np.uint64, int]:
    """The share of a literal: 1 or 0 if it has a value, 1/2 in one leaf only, else UNKNOWN."""
    record = s.literal[variable_of(literal, s.n)]
    if record.stamp != stamp:
        return U64(literal_word(s, literal, i64(0)) != ZEROS), i64(0)
    return _ONE, i64(1 if record.number == IN_ONE else UNKNOWN)


@inlined
def tried_literal(s: Structure, literal: int) -> tuple[np.uint64, int]:
    """The value of a literal in the program, or UNKNOWN and its variable."""
    variable = variable_of(literal, s.n)
    known = i64(s.literal[variable].number)
    if known == IN_SEVERAL:
        return U64(variable), i64(UNKNOWN)
    return U64((known == TRUE) != is_negated(literal, s.n)), i64(0)


@inlined
def joined(
    is_and: bool, mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int
) -> tuple[np.uint64, int]:
    """The share of an AND of two independent parts, or of an OR: its complement, of their complements."""
    if not is_and:
        mantissa1, exponent1 = opposite_share(mantissa1, exponent1)
        mantissa2, exponent2 = opposite_share(mantissa2, exponent2)
    share, places = mantissa1, exponent1
    if exponent1 == WIDE or exponent2 == WIDE:
        return _ZERO, WIDE
    if mantissa2 == _ZERO and exponent2 == 0:
        share, places = mantissa2, exponent2
    elif exponent1 != UNKNOWN and not (mantissa1 == _ZERO and exponent1 == 0):
        if exponent2 == UNKNOWN:
            share, places = mantissa2, exponent2
        else:
            share, places = dyadic.times(mantissa1, exponent1, mantissa2, exponent2)
            if places == WIDE:
                return _ZERO, WIDE
    return (share, places) if is_and else opposite_share(share, places)


@inlined
def opposite_share(mantissa: np.uint64, exponent: int) -> tuple[np.uint64, int]:
    """The share on which a part is false."""
    return (mantissa, exponent) if exponent == UNKNOWN else dyadic.complement(mantissa, exponent)
