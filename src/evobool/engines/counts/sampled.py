"""Fresh rows by counts: the number of wrong rows is drawn, not the rows.

Let t and t' be the shares of inputs on which parent and offspring are true, c and c' the same for the
target's cube, and j the share on which both are true. A random row is wrong for the parent alone with
probability t - j + (c' - c) 2^-K, for the offspring alone with t' - j + (c - c') 2^-K, and for both with j +
(1 - c - c') 2^-K.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic, edits, structure
from evobool.engines.counts.binomial import binomial, draw_errors
from evobool.engines.counts.by_class import compare_classes, draw_both, draw_one
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import SampledCounts, measure_shares, share
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import MEASURED, REJECTED, UNSETTLED
from evobool.engines.kernels.random import U32, U64, Words, i64
from evobool.engines.kernels.state import CHILD, EMPTY_ERROR, PARENT, State
from evobool.engines.kernels.tree import arena
from evobool.engines.kernels.tree.arena import AND_NODE, INS, NONE, ROOT, SUB, Arena

AND = 0


@judging.needs_copy.body(SampledCounts)
def needs_copy(judge: SampledCounts) -> bool:
    """After several mutations, both trees are needed to count where parent and offspring are both true."""
    return True


@judging.skip_child.body(SampledCounts)
def skip_child(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """There is no offspring to judge: only the parent meets the fresh rows."""
    if a.mark[ROOT] == NONE or state.measure[PARENT].error == EMPTY_ERROR:
        return REJECTED
    return REJECTED if draw_alone(rng, judge, state.measure[PARENT]) else UNSETTLED


@judging.judge_child.body(SampledCounts)
def judge_child(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Parent and offspring meet the same fresh rows."""
    verdict = measure_shares(judge, a, state, i64(CHILD))
    if verdict != MEASURED:
        return verdict
    parent, child = state.measure[PARENT], state.measure[CHILD]
    if parent.error == EMPTY_ERROR:
        return MEASURED if draw_alone(rng, judge, child) else UNSETTLED
    if parent.exponent == WIDE:
        return UNSETTLED
    verdict, joint, joint_exponent = joint_share(judge, a, state, i64(False))
    if verdict != MEASURED:
        return verdict
    if judge.split:
        inside, inside_exponent = U64(i64(parent.cube) * i64(child.cube)), i64(0)
        if judge.k < judge.n:
            verdict, inside, inside_exponent = joint_share(judge, a, state, i64(True))
            if verdict != MEASURED:
                return verdict
        settled = draw_both(rng, judge, parent, child, joint, joint_exponent, inside, inside_exponent)
    elif judge.k == judge.n:
        settled = draw_at_point(rng, judge.rows, judge.n, parent, child, joint, joint_exponent)
    else:
        settled = draw_on_cube(rng, judge.rows, judge.k, parent, child, joint, joint_exponent)
    return MEASURED if settled else UNSETTLED


@judging.compare.body(SampledCounts)
def compare(judge: SampledCounts, state: State, one: int, other: int) -> int:
    """The numbers of wrong rows, or what they cost."""
    left, right = state.measure[one], state.measure[other]
    if judge.split:
        return compare_classes(judge, left, right)
    return i64(left.error > right.error) - i64(left.error < right.error)


@kernel
def draw_alone(rng: Words, judge: SampledCounts, measure: Any) -> bool:
    """Draw the error of one tree; False if its probability does not fit one word."""
    if judge.split:
        return draw_one(rng, judge, measure)
    if measure.exponent == WIDE:
        return False
    n, k, rows = judge.n, judge.k, judge.rows
    t, e = U64(measure.mantissa), i64(measure.exponent)
    c, f = U64(measure.cube), i64(measure.cube_exponent)
    if k == n:
        wrong = max(0.0, dyadic.as_float(t, e) + (1 - 2 * i64(measure.cube)) * 2.0 ** np.float64(-n))
    else:
        outside, outside_exponent = dyadic.minus(t, e, c, f + k)
        inside, inside_exponent = dyadic.minus(U64(1), 0, c, f)
        if outside_exponent == WIDE or inside_exponent == WIDE:
            return False
        wrong = dyadic.as_float(outside, outside_exponent)
        wrong += dyadic.as_float(inside, inside_exponent + k)
    measure.error = binomial(rng, rows, wrong, 1.0 - wrong)
    return True


@kernel
def draw_at_point(
    rng: Words, rows: int, n: int, parent: Any, child: Any, joint: np.uint64, joint_exponent: int
) -> bool:
    """Draw both errors where the target is true on one input; False if one word is not enough."""
    only_parent, exact1 = dyadic.difference(U64(parent.mantissa), i64(parent.exponent), joint, joint_exponent)
    only_child, exact2 = dyadic.difference(U64(child.mantissa), i64(child.exponent), joint, joint_exponent)
    if not exact1 or not exact2:
        return False
    row = 2.0 ** np.float64(-n)
    top, parent_top = i64(child.cube), i64(parent.cube)
    parent.error, child.error = draw_errors(
        rng,
        rows,
        max(0.0, only_parent + (top - parent_top) * row),
        max(0.0, only_child + (parent_top - top) * row),
        max(0.0, dyadic.as_float(joint, joint_exponent) + (1 - top - parent_top) * row),
    )
    return True


@kernel
def draw_on_cube(
    rng: Words, rows: int, k: int, parent: Any, child: Any, joint: np.uint64, joint_exponent: int
) -> bool:
    """The same in general. All subtraction is exact: a probability of zero must come out as zero."""
    c, f = U64(parent.cube), i64(parent.cube_exponent)
    c2, f2 = U64(child.cube), i64(child.cube_exponent)
    gap, gap_exponent = dyadic.minus(U64(parent.mantissa), i64(parent.exponent), joint, joint_exponent)
    gap2, gap2_exponent = dyadic.minus(U64(child.mantissa), i64(child.exponent), joint, joint_exponent)
    rest, rest_exponent = dyadic.minus(U64(1), 0, c, f)
    if gap_exponent == WIDE or gap2_exponent == WIDE or rest_exponent == WIDE:
        return False
    only_parent, exact1 = moved(gap, gap_exponent, c2, f2, c, f, k)
    only_child, exact2 = moved(gap2, gap2_exponent, c, f, c2, f2, k)
    both, exact3 = moved(joint, joint_exponent, rest, rest_exponent, c2, f2, k)
    if not exact1 or not exact2 or not exact3:
        return False
    parent.error, child.error = draw_errors(rng, rows, only_parent, only_child, both)
    return True


@inlined
def moved(
    x: np.uint64, e: int, plus: np.uint64, f: int, minus: np.uint64, g: int, k: int
) -> tuple[float, bool]:
    """x + (plus - minus) 2^-k, which is not negative, and whether one word was enough."""
    if dyadic.compare(plus, f, minus, g) >= 0:
        gain, exponent = dyadic.minus(plus, f, minus, g)
        return dyadic.as_float(x, e) + dyadic.as_float(gain, exponent + k), exponent != WIDE
    loss, exponent = dyadic.minus(minus, g, plus, f)
    if exponent == WIDE:
        return 0.0, False
    left, left_exponent = dyadic.minus(x, e, loss, exponent + k)
    return dyadic.as_float(left, left_exponent), left_exponent != WIDE


@inlined
def joint_share(judge: SampledCounts, a: Arena, state: State, on_cube: int) -> tuple[int, np.uint64, int]:
    """The share of all inputs, or of the cube's, on which both parent and offspring are true.

    After a single INS or DEL, one of them implies the other. A single SUB of l by l' gives C[l] and C[l']
    with C monotone, so both are true where C[l & l'] is. After several mutations a copy of the parent joins
    the conjunction.
    """
    parts, edit, copy = judge.parts, state.edits[0], U32(state.run[0].twin)
    if copy == NONE and edit.done != SUB:
        above = i64(a.node[a.node[edit.x].parent].kind)
        line = CHILD if (edit.done == INS) == (above == AND_NODE) else PARENT
        if on_cube:
            return MEASURED, U64(state.measure[line].cube), state.measure[line].cube_exponent
        return MEASURED, U64(state.measure[line].mantissa), state.measure[line].exponent
    leaf = NONE
    if copy != NONE:
        structure.enter(a, parts, copy)
    else:
        first = Drawn(INS, INS, edit.x, AND, i64(edit.old), False)
        leaf = edits.insert(a, parts, first)
    found = share(a, parts, on_cube, judge.widest, judge.largest_table)
    if copy != NONE:
        structure.leave(a, parts, copy)
    else:
        edits.cut(a, parts, leaf)
        arena.give_back(a, leaf)
        arena.give_back(a, a.node[leaf].parent)
    return found
