"""The complete truth table by counts: the errors of two trees, compared exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.counts import dyadic
from evobool.engines.counts.count import KNOWN_UNITS, count
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import Counts, counted, follow_units, measure
from evobool.engines.counts.units import refresh_all
from evobool.engines.kernels import loop
from evobool.engines.kernels.arena import NONE, ROOT, Arena
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.loop import (
    CUBE,
    CUBE_EXPONENT,
    EXPONENT,
    MANTISSA,
    MEASURED,
    REJECTED,
    UNSETTLED,
    UNSURE,
    State,
)
from evobool.engines.kernels.mutate import Rules
from evobool.engines.kernels.random import U64, Words, i64

LARGEST_COUNT = 2**62
UNKNOWN = -1


@loop.begin_run.body(Counts)
def begin_run(judge: Counts, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """The start tree was counted when the engine was made."""
    if a.mark[ROOT] != NONE:
        refresh_all(a, judge.units, state.tally[loop.STAMP])
        for column in range(loop.MEASURE):
            state.measure[loop.PARENT, column] = judge.start[column]
        state.tally[loop.SOLVED] = judge.start_solved


@loop.meet_rows.body(Counts)
def meet_rows(judge: Counts, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """There are no rows."""


@loop.needs_copy.body(Counts)
def needs_copy(judge: Counts) -> bool:
    """Only the parent's count is needed."""
    return False


@loop.may_be_unsure.body(Counts)
def may_be_unsure(judge: Counts) -> bool:
    """A count may need more than one word."""
    return True


@loop.follow.body(Counts)
def follow(judge: Counts, a: Arena, state: State, done: int, x: int) -> None:
    """Bring the units up to date."""
    follow_units(judge, a, state, done, x)


@loop.measure_child.body(Counts)
def measure_child(judge: Counts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Count the offspring; its error must be known if it may meet a threshold above 0."""
    verdict = count(a, judge.scratch, judge.units, a.mark[ROOT], KNOWN_UNITS)
    verdict, mantissa, exponent = counted(judge.scratch, verdict, judge.widest)
    verdict = measure(judge, a, state, verdict, mantissa, exponent)
    if verdict != MEASURED or judge.point or rules.accept_error == 0:
        return verdict
    wrong = wrong_on_cube(state.measure, loop.CHILD, judge.n, judge.k)
    return UNSETTLED if wrong == UNKNOWN else MEASURED


@loop.skip_child.body(Counts)
def skip_child(judge: Counts, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """There are no rows."""
    return REJECTED


@loop.compare.body(Counts)
def compare(judge: Counts, state: State, one: int, other: int) -> int:
    """The sign of the difference of two errors."""
    if state.measure[one, EXPONENT] == WIDE or state.measure[other, EXPONENT] == WIDE:
        return UNSURE
    if judge.point:
        return compare_at_point(state.measure, one, other, judge.n)
    return compare_on_cube(state.measure, one, other, judge.k)


@loop.is_solved.body(Counts)
def is_solved(judge: Counts, rules: Rules, state: State) -> bool:
    """Whether the number of wrong inputs is within the threshold."""
    if state.measure[loop.PARENT, EXPONENT] == WIDE:
        return False  # more than 2^62 inputs are
    if judge.point:
        return bool(wrong_at_point(state.measure, loop.PARENT, judge.n) <= rules.accept_error)
    wrong = wrong_on_cube(state.measure, loop.PARENT, judge.n, judge.k)
    return wrong != UNKNOWN and wrong <= rules.accept_error


@inlined
def compare_at_point(measure: Any, one: int, other: int, n: int) -> int:
    """`compare` if the target is true on one input: error = true inputs + 1 - 2 * (value there)."""
    mantissa, exponent = U64(measure[one, MANTISSA]), measure[one, EXPONENT]
    mantissa2, exponent2 = U64(measure[other, MANTISSA]), measure[other, EXPONENT]
    order = dyadic.compare(mantissa, exponent, mantissa2, exponent2)
    gain = 2 * (measure[one, CUBE] - measure[other, CUBE])  # inputs by which that point shifts the error
    if gain == 0:
        return order
    if order == 0:
        return -1 if gain > 0 else 1
    if (order > 0) == (gain < 0):
        return order
    if max(exponent, exponent2) < n - 1:
        return order  # the counts differ by a multiple of four inputs, which a gain of two cannot outweigh
    left, fits1 = satisfied(mantissa, exponent, n)
    right, fits2 = satisfied(mantissa2, exponent2, n)
    if not fits1 or not fits2:
        return UNSURE
    difference = left - right - gain
    return 1 if difference > 0 else -1 if difference < 0 else 0


@kernel
def compare_on_cube(measure: Any, one: int, other: int, k: int) -> int:
    """`compare` in general: the sign of (t - t') - 2^(1-K) (c - c')."""
    t1, e1 = U64(measure[one, MANTISSA]), i64(measure[one, EXPONENT])
    t2, e2 = U64(measure[other, MANTISSA]), i64(measure[other, EXPONENT])
    c1, f1 = U64(measure[one, CUBE]), i64(measure[one, CUBE_EXPONENT])
    c2, f2 = U64(measure[other, CUBE]), i64(measure[other, CUBE_EXPONENT])
    order, cube_order = dyadic.compare(t1, e1, t2, e2), dyadic.compare(c1, f1, c2, f2)
    if cube_order == 0:
        return order
    if order != cube_order:
        return order if order != 0 else -cube_order
    if order < 0:
        t1, e1, t2, e2 = t2, e2, t1, e1
        c1, f1, c2, f2 = c2, f2, c1, f1
    gap, gap_exponent = dyadic.minus(t1, e1, t2, e2)
    cube_gap, cube_exponent = dyadic.minus(c1, f1, c2, f2)
    if gap_exponent == WIDE or cube_exponent == WIDE:
        return UNSURE
    return order * dyadic.compare(gap, gap_exponent, cube_gap, cube_exponent + k - 1)


@inlined
def wrong_at_point(measure: Any, line: int, n: int) -> int:
    """The inputs a tree gets wrong, or a number above any threshold."""
    count, fits = satisfied(U64(measure[line, MANTISSA]), measure[line, EXPONENT], n)
    return count + 1 - 2 * measure[line, CUBE] if fits else LARGEST_COUNT


@kernel
def wrong_on_cube(measure: Any, line: int, n: int, k: int) -> int:
    """The same in general: those true outside the cube, and those false inside it.

    UNKNOWN if one word is not enough, which never happens where nothing is wrong.
    """
    t, e = U64(measure[line, MANTISSA]), i64(measure[line, EXPONENT])
    c, f = U64(measure[line, CUBE]), i64(measure[line, CUBE_EXPONENT])
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
