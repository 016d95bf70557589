"""The exact engine on the complete truth table: the errors of parent and offspring, compared exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines import compiled as c
from evobool.engines.counts import dyadic
from evobool.engines.counts.count import KNOWN_UNITS
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import ACCEPTED, HOPELESS, REJECTED, UNDECIDED, Judge, accept, mutate, share
from evobool.engines.counts.units import value_at_top
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import NONE, ROOT, Arena
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.mutate import NOTHING, Rules, mutation_count
from evobool.engines.kernels.random import U64, Words, i64

UNSURE = 2
LARGEST_COUNT = 2**62


@kernel
def batch(
    a: Arena,
    rng: Words,
    rules: Rules,
    judge: Judge,
    tally: Any,
    seed: np.uint64,
    first: int,
    results: Any,
    trees: Any,
    cursor: Any,
) -> int:
    """Carry out the runs of a batch, one after the other, until something wants the caller.

    Each engine has this loop written out: numba keeps no compiled code of a function made by a function.
    """
    while cursor[c.NEXT] < len(results):
        c.begin(a, rng, tally, cursor, seed, first)
        status = advance(a, rng, rules, judge, tally)
        if status == c.DONE:
            status = c.finish(a, tally, results, trees, cursor)
        if status != c.DONE:
            return status
    return c.DONE


@kernel
def advance(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
    """Algorithm 1 from where it stands until it ends or the caller is wanted."""
    while True:
        status = c.begin_iteration(a, rules, tally)
        if status != c.CHANGED:
            return status
        verdict = iterate(a, rng, rules, judge, tally)
        if verdict == UNDECIDED:
            return c.UNDECIDED
        if verdict == HOPELESS:
            arena.undo(a)
            tally[c.GAVE_UP] = 1
        elif verdict == ACCEPTED and tally[c.WATCH]:
            return c.CHANGED


@inlined
def iterate(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
    """Accept the offspring by its exact error on all 2^n inputs."""
    was_empty = a.mark[ROOT] == NONE
    changed = False
    for _ in range(mutation_count(rng, rules)):
        changed |= mutate(a, rng, rules, judge, tally) != NOTHING
    if not changed or arena.leaf_count(a) > rules.limit:
        arena.undo(a)
        return REJECTED
    verdict, mantissa, exponent = share(a, judge, a.mark[ROOT], KNOWN_UNITS)
    if verdict != ACCEPTED:
        return verdict
    top = value_at_top(a, judge.units, a.mark[ROOT])
    if not was_empty:
        if tally[c.EXPONENT] == WIDE:
            return UNDECIDED
        order = compare_errors(tally, mantissa, exponent, top, judge.n)
        if order == UNSURE:
            return UNDECIDED
        if order > 0 or (order == 0 and rules.strict):
            arena.undo(a)
            return REJECTED
    accept(a, tally, mantissa, exponent, top)
    tally[c.SOLVED] = wrong_count(mantissa, exponent, top, judge.n) <= rules.accept_error
    return ACCEPTED


@inlined
def compare_errors(tally: Any, mantissa: np.uint64, exponent: int, top: int, n: int) -> int:
    """The sign of the offspring's error minus the parent's; UNSURE if one word does not tell."""
    parent, parent_exponent = U64(tally[c.MANTISSA]), tally[c.EXPONENT]
    order = dyadic.compare(mantissa, exponent, parent, parent_exponent)
    gain = 2 * (top - tally[c.TOP])  # the inputs by which the all-true row moves the error
    if gain == 0:
        return order
    if order == 0:
        return -1 if gain > 0 else 1
    if (order > 0) == (gain < 0):
        return order
    if max(exponent, parent_exponent) < n - 1:
        return order  # the counts differ by a multiple of four inputs, which a gain of two cannot outdo
    left, fits1 = satisfied(mantissa, exponent, n)
    right, fits2 = satisfied(parent, parent_exponent, n)
    if not fits1 or not fits2:
        return UNSURE
    difference = left - right - gain
    return 1 if difference > 0 else -1 if difference < 0 else 0


@inlined
def wrong_count(mantissa: np.uint64, exponent: int, top: int, n: int) -> int:
    """The inputs the tree gets wrong, or a number above any threshold."""
    count, fits = satisfied(mantissa, exponent, n)
    return count + 1 - 2 * top if fits else LARGEST_COUNT


@inlined
def satisfied(mantissa: np.uint64, exponent: int, n: int) -> tuple[int, bool]:
    """The inputs that make the tree true, and whether they are fewer than 2^62."""
    count, fits = dyadic.shifted(mantissa, n - exponent)
    return i64(count), fits and i64(count) < LARGEST_COUNT
