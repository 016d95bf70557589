"""The exact engine on sampled rows: how many of them are wrong is drawn, not the rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines import compiled as c
from evobool.engines.counts import dyadic
from evobool.engines.counts.binomial import binomial, draw_errors
from evobool.engines.counts.count import FROM_SCRATCH, KNOWN_UNITS
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import ACCEPTED, HOPELESS, REJECTED, UNDECIDED, Judge, accept, mutate, share
from evobool.engines.counts.units import AND, value_at_top
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import INS, KIND, LEFT, NONE, PARENT, RIGHT, ROOT, SUB, Arena
from evobool.engines.kernels.jit import kernel
from evobool.engines.kernels.mutate import NOTHING, Rules, mutation_count
from evobool.engines.kernels.random import U64, Words, i64


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
        if rules.several and a.mark[arena.FREE] < 2 * arena.leaf_count(a) + len(a.taken):
            return c.ARENA_FULL  # a copy of the parent needs room too
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


@kernel
def iterate(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
    """Accept the offspring by its error on fresh rows, drawn as numbers and not as rows."""
    was_empty = a.mark[ROOT] == NONE
    mutations = mutation_count(rng, rules)
    copy = NONE
    if mutations > 1 and not was_empty:
        copy = arena.duplicate(a, a.mark[ROOT])
    done = NOTHING
    changed = False
    for _ in range(mutations):
        done = mutate(a, rng, rules, judge, tally)
        changed |= done != NOTHING
    if not changed or arena.leaf_count(a) > rules.limit:
        verdict = parent_only(a, rng, rules, judge, tally, was_empty)
    elif was_empty:
        verdict = first_tree(a, rng, judge, tally)
    else:
        verdict = against_parent(a, rng, rules, judge, tally, done, copy)
    if copy != NONE:
        arena.give_back_all(a, copy)
    if verdict == ACCEPTED or verdict == REJECTED:
        tally[c.SOLVED] = a.mark[ROOT] != NONE and tally[c.ERROR] <= rules.accept_error
    return verdict


@kernel
def parent_only(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any, was_empty: bool) -> int:
    """No offspring to speak of: only the parent meets the fresh rows."""
    if not was_empty and tally[c.EXPONENT] == WIDE:
        return UNDECIDED
    arena.undo(a)
    if not was_empty:
        wrong = wrong_share(U64(tally[c.MANTISSA]), tally[c.EXPONENT], tally[c.TOP], judge.n)
        tally[c.ERROR] = binomial(rng, judge.rows, wrong, 1.0 - wrong)
    return REJECTED


@kernel
def first_tree(a: Arena, rng: Words, judge: Judge, tally: Any) -> int:
    """Anything is better than the empty tree."""
    verdict, mantissa, exponent = share_of(a, judge, a.mark[ROOT], KNOWN_UNITS)
    if verdict != ACCEPTED:
        return verdict
    top = value_at_top(a, judge.units, a.mark[ROOT])
    wrong = wrong_share(mantissa, exponent, top, judge.n)
    tally[c.ERROR] = binomial(rng, judge.rows, wrong, 1.0 - wrong)
    accept(a, tally, mantissa, exponent, top)
    return ACCEPTED


@kernel
def against_parent(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any, done: int, copy: int) -> int:
    """Parent and offspring meet the same fresh rows."""
    verdict, mantissa, exponent = share_of(a, judge, a.mark[ROOT], KNOWN_UNITS)
    if verdict != ACCEPTED:
        return verdict
    if tally[c.EXPONENT] == WIDE:
        return UNDECIDED
    top, parent_top = value_at_top(a, judge.units, a.mark[ROOT]), tally[c.TOP]
    parent, parent_exponent = U64(tally[c.MANTISSA]), tally[c.EXPONENT]
    verdict, joint, joint_exponent = joint_share(
        a, judge, done, copy, parent, parent_exponent, mantissa, exponent
    )
    if verdict != ACCEPTED:
        return verdict
    only_parent, exact1 = dyadic.difference(parent, parent_exponent, joint, joint_exponent)
    only_offspring, exact2 = dyadic.difference(mantissa, exponent, joint, joint_exponent)
    if not exact1 or not exact2:
        return UNDECIDED
    row = 2.0 ** np.float64(-judge.n)
    before, error = draw_errors(
        rng,
        judge.rows,
        max(0.0, only_parent + (top - parent_top) * row),
        max(0.0, only_offspring + (parent_top - top) * row),
        max(0.0, dyadic.as_float(joint, joint_exponent) + (1 - top - parent_top) * row),
    )
    if error > before or (error == before and rules.strict):
        arena.undo(a)
        tally[c.ERROR] = before
        return REJECTED
    accept(a, tally, mantissa, exponent, top)
    tally[c.ERROR] = error
    return ACCEPTED


@kernel
def joint_share(
    a: Arena,
    judge: Judge,
    done: int,
    copy: int,
    parent: np.uint64,
    parent_exponent: int,
    mantissa: np.uint64,
    exponent: int,
) -> tuple[int, np.uint64, int]:
    """The share of inputs on which both parent and offspring are true.

    A single INS or DEL makes one of them imply the other. A single SUB of l by l' gives C[l] and C[l'] with
    C monotone, so both are true where C[l & l'] is. After several mutations the two trees are joined.
    """
    if copy != NONE:
        a.mark[arena.FREE] -= 1
        both = i64(a.free[a.mark[arena.FREE]])
        a.node[both, KIND] = -1 - AND
        a.node[both, LEFT] = copy
        a.node[both, RIGHT] = a.mark[ROOT]
        verdict, joint, joint_exponent = share_of(a, judge, both, FROM_SCRATCH)
        arena.give_back(a, both)
        return verdict, joint, joint_exponent
    if done == SUB:
        leaf, old = last_substitution(a)
        if in_root_group(a, leaf):
            return share_of(a, judge, a.mark[ROOT], old)
        log, taken = a.mark[arena.LOG], a.mark[arena.TAKEN]
        arena.insert(a, leaf, AND, old, False)
        verdict, joint, joint_exponent = share_of(a, judge, a.mark[ROOT], FROM_SCRATCH)
        arena.undo_since(a, log, taken)
        return verdict, joint, joint_exponent
    if done == INS:
        joined = a.node[a.taken[a.mark[arena.TAKEN] - 2], KIND]
        stronger = joined == -1 - AND
    else:
        removed = a.node[a.dropped[a.mark[arena.DROPPED] - 1, 0], KIND]
        stronger = removed != -1 - AND
    if stronger:
        return ACCEPTED, mantissa, exponent
    return ACCEPTED, parent, parent_exponent


@kernel
def in_root_group(a: Arena, leaf: int) -> bool:
    """Whether only ANDs, at least one, stand above the leaf."""
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


@kernel
def share_of(a: Arena, judge: Judge, root: int, how: int) -> tuple[int, np.uint64, int]:
    """`share` as a function of its own: copied into every caller, it would take long to compile."""
    return share(a, judge, root, how)


@kernel
def wrong_share(mantissa: np.uint64, exponent: int, top: int, n: int) -> float:
    """The probability that a random row is one the tree gets wrong."""
    return max(0.0, dyadic.as_float(mantissa, exponent) + (1 - 2 * top) * 2.0 ** np.float64(-n))
