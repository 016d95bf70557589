"""The complete truth table by counts: the errors of two trees, compared exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.counts.at_point import decide_at_point, some_variable_lost
from evobool.engines.counts.costs import compare_errors
from evobool.engines.counts.deciding import (
    decide_by_structure,
    some_group_implies,
    stays_false,
    stronger_stays_false,
)
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import Counts, measure_shares, spare_bits
from evobool.engines.counts.path import decide_by_path
from evobool.engines.counts.structure import CONFLICTS, INSIDE, LOST, MISSING, concerns_all, group_above
from evobool.engines.counts.truth import weigh, weigh_false
from evobool.engines.kernels import judging
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import (
    AT_MOST,
    DOUBLED,
    EQUAL,
    HALVED,
    LARGER,
    MEASURED,
    OPEN,
    SMALLER,
    UNSETTLED,
    UNSURE,
)
from evobool.engines.kernels.random import U64, Words, i64
from evobool.engines.kernels.state import CHILD, PARENT, State
from evobool.engines.kernels.tree.arena import AND_NODE, DEL, NONE, OR_NODE, SUB, Arena

LARGEST_COUNT = 2**62
MANY = 2**40  # halvings: more than doublings can make up for
UNKNOWN = -1


@spare_bits.body(Counts)
def bits_of_costs(judge: Counts) -> int:
    """Counts are multiplied by what errors cost."""
    return i64(max(bit_length(U64(judge.scale.whole)), bit_length(U64(judge.scale.cube)))) - 1


@judging.start_chain.body(Counts)
def start_chain(judge: Counts, state: State) -> None:
    """Reset the count of doublings."""
    state.run[0].doublings = 0
    state.run[0].only_doublings = 1


@judging.decide.body(Counts)
def decide(
    judge: Counts, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int
) -> int:
    """By the rules, or on a small table."""
    if not judge.by_structure:
        return OPEN
    group = group_above(a, drawn.x)
    if not judge.monotone:
        if judge.parts.total[CONFLICTS] > 0:
            order = stays_false(a, judge.parts, drawn, group)
        elif before == EQUAL and state.run[0].known and is_false(state.measure[PARENT]):
            order = stronger_stays_false(a, drawn)
        elif judge.at_point and before <= EQUAL and state.run[0].right:
            order = decide_at_point(a, judge.parts, drawn, group)
            if order == OPEN:
                order = decide_by_path(a, judge.parts, drawn, group)
            if order == OPEN or (order == AT_MOST and rules.equal_matters):
                kind = a.node[drawn.x].kind
                if group != NONE or kind == OR_NODE or (kind >= 0 and drawn.done == SUB):
                    order = weigh(a, judge.parts, drawn, group, judge.largest_table)
            judge.parts.total[LOST] = 0
            return chained(judge, a, state, drawn, before, order)
        else:
            return OPEN
        if order == OPEN:
            order = weigh_false(a, judge.parts, drawn, group)
        if order == LARGER and not judge.scale.plain:
            return OPEN  # what it is true on may be worth it
        return chained(judge, a, state, drawn, before, order)
    most = to_come + 1 if to_come > 0 or before != EQUAL else -1
    judge.parts.total[LOST] = 0
    order = decide_by_structure(a, judge.parts, drawn, group, most)
    if order == OPEN or (order == AT_MOST and rules.equal_matters):
        conjunction = group == NONE and a.node[drawn.x].kind == AND_NODE
        if not conjunction and concerns_all(judge.parts):
            order = weigh(a, judge.parts, drawn, group, judge.largest_table)
    return chained(judge, a, state, drawn, before, order)


@inlined
def chained(judge: Counts, a: Arena, state: State, drawn: Drawn, first: int, second: int) -> int:
    """The order after two steps, from the orders of both; the first is not AT_MOST.

    As long as every step halves or doubles a count, or leaves it as it is, the order is known. Otherwise a
    lower bound on the growth may decide.
    """
    run = state.run[0]
    if second == EQUAL:
        return first
    if second == HALVED or second == DOUBLED:
        second = SMALLER if second == HALVED else LARGER
        run.doublings += second
        if run.only_doublings:
            return i64(run.doublings > 0) - i64(run.doublings < 0)
    else:
        run.only_doublings = 0
        if second == LARGER:
            run.doublings += judge.parts.total[LOST]
        else:
            run.doublings -= MANY if shrinks(a, drawn) else 1
    if has_grown(judge, state, i64(0)):
        return LARGER
    if first == EQUAL or first == second:
        return second
    return SMALLER if first == SMALLER and second == AT_MOST else OPEN


@inlined
def has_grown(judge: Counts, state: State, to_come: int) -> bool:
    """Whether the parent's count has grown so much that it will still have grown after some more mutations.

    A tree of positive literals that INS or SUB makes stronger keeps at least half of its inputs: those where
    the new literal is true.
    """
    return judge.monotone and concerns_all(judge.parts) and state.run[0].doublings > to_come


@judging.is_lost.body(Counts)
def is_lost(judge: Counts, state: State, to_come: int) -> bool:
    """If the count has grown too much."""
    return has_grown(judge, state, to_come)


@inlined
def shrinks(a: Arena, drawn: Drawn) -> bool:
    """DEL below an OR may leave a small part of its inputs."""
    return drawn.done == DEL and a.node[a.node[drawn.x].parent].kind == OR_NODE


@judging.may_save.body(Counts)
def may_save(judge: Counts, a: Arena, drawn: Drawn) -> bool:
    """If much of the count may go."""
    return shrinks(a, drawn)


@judging.inherit.body(Counts)
def inherit(judge: Counts, state: State, order: int) -> None:
    """Equal errors come from equal counts."""
    run, parent = state.run[0], state.measure[PARENT]
    if order == EQUAL:
        return
    if run.only_doublings and parent.exponent != WIDE:
        parent.exponent -= run.doublings
    else:
        run.known = 0


@judging.judge_child.body(Counts)
def judge_child(judge: Counts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Count the offspring; its error must be known if it may meet a threshold above 0."""
    verdict = measure_shares(judge, a, state, i64(CHILD))
    if verdict != MEASURED or judge.k == judge.n or rules.accept_error == 0:
        return verdict
    wrong = wrong_on_cube(state.measure, i64(CHILD), judge.n, judge.k)
    return UNSETTLED if wrong == UNKNOWN else MEASURED


@judging.compare.body(Counts)
def compare(judge: Counts, state: State, one: int, other: int) -> int:
    """The order of two errors."""
    if state.measure[one].exponent == WIDE or state.measure[other].exponent == WIDE:
        return UNSURE
    return compare_errors(judge.scale, state.measure[one], state.measure[other])


@judging.as_wrong.body(Counts)
def as_wrong(judge: Counts, state: State, one: int, other: int) -> bool:
    """Errors of equal cost may differ in number, unless it is the number that counts."""
    left, right = state.measure[one], state.measure[other]
    if judge.scale.plain:
        return True
    inputs = left.mantissa == right.mantissa and left.exponent == right.exponent
    return bool(inputs and left.cube == right.cube and left.cube_exponent == right.cube_exponent)


@judging.is_solved.body(Counts)
def is_solved(judge: Counts, a: Arena, rules: Rules, state: State) -> int:
    """Whether the number of wrong inputs is within the threshold."""
    if judge.monotone and judge.by_structure and rules.accept_error == 0:
        parts = judge.parts
        for place in range(parts.total[MISSING] - 1, -1, -1):
            if not some_group_implies(a, parts, i64(parts.literal[place].missing)):
                return 0
        if concerns_all(parts):
            return 1
    run = state.run[0]
    if judge.at_point and run.right and not run.known:
        if some_variable_lost(a, judge.parts):
            return 0
        if judge.parts.total[INSIDE] == judge.n:
            return 1
    if not run.known and measure_shares(judge, a, state, i64(PARENT)) != MEASURED:
        return UNSURE
    run.known = 1
    run.right = run.right or is_right(state.measure[PARENT])
    if state.measure[PARENT].exponent == WIDE:
        return 0  # as wrong as the tree before it, which was no solution
    if judge.k == judge.n:
        return i64(wrong_at_point(state.measure, PARENT, judge.n) <= rules.accept_error)
    if rules.accept_error == 0:
        return i64(is_target(state.measure[PARENT], judge.k))
    wrong = wrong_on_cube(state.measure, i64(PARENT), judge.n, judge.k)
    return UNSURE if wrong == UNKNOWN else i64(wrong <= rules.accept_error)


@inlined
def wrong_at_point(measure: Any, line: int, n: int) -> int:
    """The inputs a tree gets wrong, or a number above any threshold."""
    count, fits = satisfied(U64(measure[line].mantissa), measure[line].exponent, n)
    return count + 1 - 2 * measure[line].cube if fits else LARGEST_COUNT


@inlined
def is_false(measure: Any) -> bool:
    """Whether a tree was measured and is true nowhere."""
    return bool(measure.mantissa == 0 and measure.exponent != WIDE)


@inlined
def is_right(measure: Any) -> bool:
    """Whether a tree was measured, true on the target's only input, and false somewhere.

    If errors are balanced, all that comes after it is so too; then it need not be measured any more.
    """
    return bool(measure.cube == 1 and measure.exponent > 0)


@inlined
def is_target(measure: Any, k: int) -> bool:
    """Whether a tree is true on the whole cube and nowhere else."""
    inside = measure.cube == 1 and measure.cube_exponent == 0
    return bool(inside and measure.mantissa == 1 and measure.exponent == k)


@kernel
def wrong_on_cube(measure: Any, line: int, n: int, k: int) -> int:
    """The same in general: those true outside the cube, and those false inside it.

    UNKNOWN if one word is not enough.
    """
    t, e = U64(measure[line].mantissa), i64(measure[line].exponent)
    c, f = U64(measure[line].cube), i64(measure[line].cube_exponent)
    if f > 63:
        return LARGEST_COUNT  # less than half of a cube of 2^64 inputs or more is right
    inside, inside_exponent = dyadic.minus(U64(1), 0, c, f)
    outside, outside_exponent = dyadic.minus(t, e, c, f + k)
    if outside_exponent == WIDE or inside_exponent == WIDE:
        return UNKNOWN
    false_positives, fits1 = satisfied(outside, outside_exponent, n)
    false_negatives, fits2 = satisfied(inside, inside_exponent + k, n)
    return false_positives + false_negatives if fits1 and fits2 else LARGEST_COUNT


@inlined
def satisfied(mantissa: np.uint64, exponent: int, n: int) -> tuple[int, bool]:
    """A share as a number of the 2^n inputs, and whether it is less than 2^62."""
    count, fits = dyadic.shifted(mantissa, n - exponent)
    return i64(count), fits and i64(count) < LARGEST_COUNT
