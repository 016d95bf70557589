"""The exact engine's iterations: mutate, count, decide.

`tally` holds the count of the current tree: MANTISSA / 2^EXPONENT is the share of inputs it is true on
(EXPONENT is WIDE if that takes more than one word), TOP its value where all variables are true. With
AND_n as the target, a tree is wrong on satisfied + 1 - 2 top inputs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines import _arena as arena
from evobool.engines import _dyadic as dyadic
from evobool.engines import compiled as c
from evobool.engines._arena import INS, KIND, LEFT, NONE, PARENT, RIGHT, ROOT, SUB, Arena
from evobool.engines._bits import bit_length
from evobool.engines._binomial import binomial, draw_errors
from evobool.engines._count import COUNTED, FROM_SCRATCH, GAVE_UP, KNOWN_UNITS, RESULT, Scratch, count
from evobool.engines._dyadic import WIDE
from evobool.engines._jit import inlined, kernel
from evobool.engines._mutate import NOTHING, Rules, hvl_prime, mutation_count
from evobool.engines._random import U64, Words
from evobool.engines._units import AND, Units, refresh, value_at_top

# What became of an offspring.
REJECTED, ACCEPTED, UNDECIDED, HOPELESS = range(4)
UNSURE = 2
LARGEST_COUNT = 2**62


class Judge(NamedTuple):
    """What the decisions depend on; `rows` is 0 for the complete truth table."""

    scratch: Scratch
    units: Units
    n: int
    rows: int
    widest: int


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
    """Carry out the runs of a batch, one after the other, until something wants the caller."""
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
        if rules.several and judge.rows > 0 and a.mark[arena.FREE] < 2 * arena.leaf_count(a) + len(a.taken):
            return c.ARENA_FULL  # a copy of the parent needs room too
        status = c.begin_iteration(a, rules, tally)
        if status != c.CHANGED:
            return status
        if judge.rows > 0:
            verdict = sampled_iteration(a, rng, rules, judge, tally)
        else:
            verdict = complete_iteration(a, rng, rules, judge, tally)
        if verdict == UNDECIDED:
            return c.UNDECIDED
        if verdict == HOPELESS:
            arena.undo(a)
            tally[c.GAVE_UP] = 1
        elif verdict == ACCEPTED and tally[c.WATCH]:
            return c.CHANGED


@kernel
def complete_iteration(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
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


@kernel
def sampled_iteration(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
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
    verdict, mantissa, exponent = share(a, judge, a.mark[ROOT], KNOWN_UNITS)
    if verdict != ACCEPTED:
        return verdict
    top = value_at_top(a, judge.units, a.mark[ROOT])
    wrong = wrong_share(mantissa, exponent, top, judge.n)
    tally[c.ERROR] = binomial(rng, judge.rows, wrong, 1.0 - wrong)
    accept(a, tally, mantissa, exponent, top)
    return ACCEPTED


@kernel
def against_parent(
    a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any, done: int, copy: int
) -> int:
    """Parent and offspring meet the same fresh rows."""
    verdict, mantissa, exponent = share(a, judge, a.mark[ROOT], KNOWN_UNITS)
    if verdict != ACCEPTED:
        return verdict
    if tally[c.EXPONENT] == WIDE:
        return UNDECIDED
    top, parent_top = value_at_top(a, judge.units, a.mark[ROOT]), tally[c.TOP]
    parent, parent_exponent = U64(tally[c.MANTISSA]), tally[c.EXPONENT]
    verdict, joint, joint_exponent = joint_share(a, judge, done, copy, parent, parent_exponent, mantissa, exponent)
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
        both = np.int64(a.free[a.mark[arena.FREE]])
        a.node[both, KIND] = -1 - AND
        a.node[both, LEFT] = copy
        a.node[both, RIGHT] = a.mark[ROOT]
        verdict, joint, joint_exponent = share(a, judge, both, FROM_SCRATCH)
        arena.give_back(a, both)
        return verdict, joint, joint_exponent
    if done == SUB:
        leaf, old = last_substitution(a)
        if in_root_group(a, leaf):
            return share(a, judge, a.mark[ROOT], old)
        log, taken = a.mark[arena.LOG], a.mark[arena.TAKEN]
        arena.insert(a, leaf, AND, old, False)
        verdict, joint, joint_exponent = share(a, judge, a.mark[ROOT], FROM_SCRATCH)
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
    x = np.int64(a.node[leaf, PARENT])
    if x == NONE:
        return False
    while x != NONE:
        if a.node[x, KIND] != -1 - AND:
            return False
        x = np.int64(a.node[x, PARENT])
    return True


@kernel
def last_substitution(a: Arena) -> tuple[int, int]:
    """The leaf that SUB changed, and the literal it held."""
    entry = a.mark[arena.LOG] - 1
    while a.log[entry, 1] != KIND:
        entry -= 1
    return np.int64(a.log[entry, 0]), np.int64(a.log[entry, 2])  # type: ignore[return-value]


@inlined
def mutate(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
    """One HVL-Prime mutation; returns what was done."""
    done, drawn, x, function = hvl_prime(a, rng, rules)
    c.note_mutation(tally, drawn, function)
    if done != NOTHING and a.node[a.mark[ROOT], KIND] < 0:
        refresh(a, judge.units, np.int64(a.node[x, PARENT]) if done == SUB else x, tally[c.STAMP])
    return done


@inlined
def share(a: Arena, judge: Judge, root: int, how: int) -> tuple[int, np.uint64, int]:
    """The share of inputs on which the tree at `root` is true; ACCEPTED if it could be told."""
    verdict = count(a, judge.scratch, judge.units, root, how)
    mantissa = judge.scratch.mantissa[0]
    if verdict == COUNTED and bit_length(mantissa) <= judge.widest:
        return ACCEPTED, mantissa, judge.scratch.top[RESULT]
    return HOPELESS if verdict == GAVE_UP else UNDECIDED, mantissa, WIDE


@inlined
def accept(a: Arena, tally: Any, mantissa: np.uint64, exponent: int, top: int) -> None:
    """The offspring takes its parent's place, and its count with it."""
    c.accept(a, tally)
    tally[c.MANTISSA] = np.int64(mantissa)
    tally[c.EXPONENT] = exponent
    tally[c.TOP] = top


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
    left, fits1 = dyadic.shifted(mantissa, n - exponent)
    right, fits2 = dyadic.shifted(parent, n - parent_exponent)
    if not fits1 and not fits2:
        return UNSURE
    if not fits1 or not fits2:
        return order  # one of them counts more than a word of inputs, the other does not
    difference = np.int64(left) - np.int64(right) - gain
    return 1 if difference > 0 else -1 if difference < 0 else 0


@inlined
def wrong_count(mantissa: np.uint64, exponent: int, top: int, n: int) -> int:
    """The inputs the tree gets wrong, or a number above any threshold."""
    satisfied, fits = dyadic.shifted(mantissa, n - exponent)
    if not fits:
        return LARGEST_COUNT
    return np.int64(satisfied) + 1 - 2 * top  # type: ignore[no-any-return]


@kernel
def wrong_share(mantissa: np.uint64, exponent: int, top: int, n: int) -> float:
    """The probability that a random row is one the tree gets wrong."""
    return max(0.0, dyadic.as_float(mantissa, exponent) + (1 - 2 * top) * 2.0 ** np.float64(-n))
