"""Fresh rows by counts: the number of wrong rows is drawn, not the rows.

Let t and t' be the shares of inputs on which parent and offspring are true, c and c' the same for the
target's cube, and j the share on which both are true. A random row is wrong for the parent alone with
probability t - j + (c' - c) 2^-K, for the offspring alone with t' - j + (c - c') 2^-K, and for both with j +
(1 - c - c') 2^-K.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.counts import dyadic
from evobool.engines.counts.binomial import binomial, draw_errors
from evobool.engines.counts.count import FROM_SCRATCH, KNOWN_UNITS
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import Scratch
from evobool.engines.counts.judge import SampledCounts, follow_units, measure, share
from evobool.engines.counts.units import AND, Units, refresh_all
from evobool.engines.kernels import arena, loop
from evobool.engines.kernels.arena import INS, KIND, LEFT, NONE, PARENT, RIGHT, ROOT, SUB, Arena
from evobool.engines.kernels.jit import kernel
from evobool.engines.kernels.loop import (
    CUBE,
    CUBE_EXPONENT,
    ERROR,
    EXPONENT,
    MANTISSA,
    MEASURED,
    REJECTED,
    UNSETTLED,
    State,
)
from evobool.engines.kernels.mutate import Rules
from evobool.engines.kernels.random import U64, Words, i64


@loop.begin_run.body(SampledCounts)
def begin_run(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """The start tree was counted when the engine was made."""
    if a.mark[ROOT] != NONE:
        refresh_all(a, judge.units, state.tally[loop.STAMP])
        for column in range(loop.MEASURE):
            state.measure[loop.PARENT, column] = judge.start[column]


@loop.meet_rows.body(SampledCounts)
def meet_rows(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Parent and offspring meet the rows together, once there is an offspring."""


@loop.needs_copy.body(SampledCounts)
def needs_copy(judge: SampledCounts) -> bool:
    """After several mutations, both trees are needed to count where parent and offspring are both true."""
    return True


@loop.may_be_unsure.body(SampledCounts)
def may_be_unsure(judge: SampledCounts) -> bool:
    """A count may need more than one word."""
    return True


@loop.follow.body(SampledCounts)
def follow(judge: SampledCounts, a: Arena, state: State, done: int, x: int) -> None:
    """Bring the units up to date."""
    follow_units(judge, a, state, done, x)


@loop.compare.body(SampledCounts)
def compare(judge: SampledCounts, state: State, one: int, other: int) -> int:
    """The sign of the difference of two errors."""
    left, right = state.measure[one, ERROR], state.measure[other, ERROR]
    return i64(left > right) - i64(left < right)


@loop.is_solved.body(SampledCounts)
def is_solved(judge: SampledCounts, rules: Rules, state: State) -> bool:
    """Whether the number of wrong rows is within the threshold."""
    return bool(state.measure[loop.PARENT, ERROR] <= rules.accept_error)


@loop.skip_child.body(SampledCounts)
def skip_child(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """There is no offspring to judge: only the parent meets the fresh rows."""
    if a.mark[ROOT] == NONE or state.measure[loop.PARENT, ERROR] == loop.EMPTY_ERROR:
        return REJECTED
    return (
        REJECTED if draw_alone(rng, judge.rows, judge.n, judge.k, state.measure[loop.PARENT]) else UNSETTLED
    )


@loop.measure_child.body(SampledCounts)
def measure_child(judge: SampledCounts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Parent and offspring meet the same fresh rows."""
    verdict, mantissa, exponent = share(
        judge.scratch, judge.units, judge.widest, a, a.mark[ROOT], KNOWN_UNITS
    )
    verdict = measure(judge, a, state, verdict, mantissa, exponent)
    if verdict != MEASURED:
        return verdict
    parent, child = state.measure[loop.PARENT], state.measure[loop.CHILD]
    if parent[ERROR] == loop.EMPTY_ERROR:
        return MEASURED if draw_alone(rng, judge.rows, judge.n, judge.k, child) else UNSETTLED
    if parent[EXPONENT] == WIDE:
        return UNSETTLED
    t, e = U64(parent[MANTISSA]), i64(parent[EXPONENT])
    t2, e2 = U64(child[MANTISSA]), i64(child[EXPONENT])
    verdict, joint, joint_exponent = joint_share(
        judge.scratch, judge.units, judge.widest, a, state.tally, t, e, t2, e2
    )
    if verdict != MEASURED:
        return verdict
    if judge.point:
        settled = draw_at_point(rng, judge.rows, judge.n, parent, child, joint, joint_exponent)
    else:
        settled = draw_on_cube(rng, judge.rows, judge.k, parent, child, joint, joint_exponent)
    return MEASURED if settled else UNSETTLED


@kernel
def draw_alone(rng: Words, rows: int, n: int, k: int, measure: Any) -> bool:
    """Draw the error of one tree; False if its probability does not fit one word."""
    if measure[EXPONENT] == WIDE:
        return False
    t, e = U64(measure[MANTISSA]), i64(measure[EXPONENT])
    c, f = U64(measure[CUBE]), i64(measure[CUBE_EXPONENT])
    if k == n:
        wrong = max(0.0, dyadic.as_float(t, e) + (1 - 2 * i64(measure[CUBE])) * 2.0 ** np.float64(-n))
    else:
        outside, outside_exponent = dyadic.minus(t, e, c, f + k)
        inside, inside_exponent = dyadic.minus(U64(1), 0, c, f)
        if outside_exponent == WIDE or inside_exponent == WIDE:
            return False
        wrong = dyadic.as_float(outside, outside_exponent)
        wrong += dyadic.as_float(inside, inside_exponent + k)
    measure[ERROR] = binomial(rng, rows, wrong, 1.0 - wrong)
    return True


@kernel
def draw_at_point(
    rng: Words, rows: int, n: int, parent: Any, child: Any, joint: np.uint64, joint_exponent: int
) -> bool:
    """Draw both errors where the target is true on one input; False if one word is not enough."""
    only_parent, exact1 = dyadic.difference(
        U64(parent[MANTISSA]), i64(parent[EXPONENT]), joint, joint_exponent
    )
    only_child, exact2 = dyadic.difference(U64(child[MANTISSA]), i64(child[EXPONENT]), joint, joint_exponent)
    if not exact1 or not exact2:
        return False
    row = 2.0 ** np.float64(-n)
    top, parent_top = i64(child[CUBE]), i64(parent[CUBE])
    parent[ERROR], child[ERROR] = draw_errors(
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
    c, f = U64(parent[CUBE]), i64(parent[CUBE_EXPONENT])
    c2, f2 = U64(child[CUBE]), i64(child[CUBE_EXPONENT])
    gap, gap_exponent = dyadic.minus(U64(parent[MANTISSA]), i64(parent[EXPONENT]), joint, joint_exponent)
    gap2, gap2_exponent = dyadic.minus(U64(child[MANTISSA]), i64(child[EXPONENT]), joint, joint_exponent)
    rest, rest_exponent = dyadic.minus(U64(1), 0, c, f)
    if gap_exponent == WIDE or gap2_exponent == WIDE or rest_exponent == WIDE:
        return False
    only_parent, exact1 = moved(gap, gap_exponent, c2, f2, c, f, k)
    only_child, exact2 = moved(gap2, gap2_exponent, c, f, c2, f2, k)
    both, exact3 = moved(joint, joint_exponent, rest, rest_exponent, c2, f2, k)
    if not exact1 or not exact2 or not exact3:
        return False
    parent[ERROR], child[ERROR] = draw_errors(rng, rows, only_parent, only_child, both)
    return True


@kernel
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


@kernel
def joint_share(
    s: Scratch,
    u: Units,
    widest: int,
    a: Arena,
    tally: Any,
    parent: np.uint64,
    parent_exponent: int,
    mantissa: np.uint64,
    exponent: int,
) -> tuple[int, np.uint64, int]:
    """The share of inputs on which both parent and offspring are true.

    After a single INS or DEL, one of them implies the other. A single SUB of l by l' gives C[l] and C[l']
    with C monotone, so both are true where C[l & l'] is. After several mutations the two trees are joined.
    """
    copy, done = tally[loop.COPY], tally[loop.LAST]
    if copy != NONE:
        a.mark[arena.FREE] -= 1
        both = i64(a.free[a.mark[arena.FREE]])
        a.node[both, KIND] = -1 - AND
        a.node[both, LEFT] = copy
        a.node[both, RIGHT] = a.mark[ROOT]
        verdict, joint, joint_exponent = share(s, u, widest, a, both, FROM_SCRATCH)
        arena.give_back(a, both)
        return verdict, joint, joint_exponent
    if done == SUB:
        leaf, old = last_substitution(a)
        if in_root_group(a, leaf):
            return share(s, u, widest, a, a.mark[ROOT], old)
        log, taken = a.mark[arena.LOG], a.mark[arena.TAKEN]
        arena.insert(a, leaf, AND, old, False)
        verdict, joint, joint_exponent = share(s, u, widest, a, a.mark[ROOT], FROM_SCRATCH)
        arena.undo_since(a, log, taken)
        return verdict, joint, joint_exponent
    if done == INS:
        joined = a.node[a.taken[a.mark[arena.TAKEN] - 2], KIND]
        stronger = joined == -1 - AND
    else:
        removed = a.node[a.dropped[a.mark[arena.DROPPED] - 1, 0], KIND]
        stronger = removed != -1 - AND
    if stronger:
        return MEASURED, mantissa, exponent
    return MEASURED, parent, parent_exponent


@kernel
def in_root_group(a: Arena, leaf: int) -> bool:
    """Whether there are only ANDs, and at least one, above the leaf."""
    x = i64(a.node[leaf, PARENT])
    if x == NONE:
        return False
    while x != NONE:
        if a.node[x, KIND] != -1 - AND:
            return False
        x = i64(a.node[x, PARENT])
    return True


@kernel
def last_substitution(a: Arena) -> tuple[int, int]:
    """The leaf that SUB changed, and the literal it held."""
    entry = a.mark[arena.LOG] - 1
    while a.log[entry, 1] != KIND:
        entry -= 1
    return i64(a.log[entry, 0]), i64(a.log[entry, 2])
