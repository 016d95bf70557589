"""Algorithm 1, compiled: runs in batches, each iteration by one of three ways to make offspring.

What a judge is asked is in `judging.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels import judging
from evobool.engines.kernels.brood import mutate_best_of_brood
from evobool.engines.kernels.mutate import Rules
from evobool.engines.kernels.mutations import mutate_in_chain
from evobool.engines.kernels.orders import ACCEPTED, NEUTRAL, UNSETTLED, UNSURE
from evobool.engines.kernels.random import Words, i64, seed_state
from evobool.engines.kernels.saved import BEFORE, save
from evobool.engines.kernels.selecting import know_parent
from evobool.engines.kernels.single import mutate_once
from evobool.engines.kernels.state import EMPTY_ERROR, PARENT, State
from evobool.engines.kernels.tree import arena, numbering, whole
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena

# Why a kernel returns: the batch is done, the budget spent, something full, the tree changed, or a decision
# needs more than one word: whether to accept an offspring, or whether the accepted one is a solution.
DONE, PAUSED, ARENA_FULL, TREES_FULL, CHANGED, UNDECIDED, UNCHECKED = range(7)
GO = 7  # it does not
# What a finished run leaves: these, then how often each function was inserted, and where its tree ends.
ITERATION, SOLVED, GAVE_UP, ERROR, MANTISSA, EXPONENT, CUBE, CUBE_EXPONENT, MISSED, FUNCTIONS = range(10)
# Entries of `cursor`, the place in the batch: runs done, whether one is in progress, words of trees.
NEXT, RUNNING, TREES = range(3)


def result_width(functions: int) -> int:
    """How many numbers a finished run leaves."""
    return FUNCTIONS + functions + 1


def batch_for(rules: Rules) -> Callable[..., int]:
    """The entry for these rules: one mutation and one offspring is most common, quick, and compiled alone."""
    return batch_several if rules.several_mutations or rules.offspring > 1 else batch_single


@kernel
def batch_single(
    a: Arena,
    rng: Words,
    rules: Rules,
    judge: Any,
    state: State,
    seed: np.uint64,
    first: int,
    step: int,
    results: Any,
    trees: Any,
    cursor: Any,
) -> int:
    """Make the runs of a batch one after another until the caller is needed."""
    while cursor[NEXT] < len(results):
        prepare(a, rng, rules, judge, state, seed, first + step * cursor[NEXT], cursor)
        status = advance_single(a, rng, rules, judge, state)
        status = conclude(a, judge, state, results, trees, cursor, status)
        if status != DONE:
            return status
    return DONE


@kernel
def batch_several(
    a: Arena,
    rng: Words,
    rules: Rules,
    judge: Any,
    state: State,
    seed: np.uint64,
    first: int,
    step: int,
    results: Any,
    trees: Any,
    cursor: Any,
) -> int:
    """`batch_single` for several mutations or several offspring."""
    while cursor[NEXT] < len(results):
        prepare(a, rng, rules, judge, state, seed, first + step * cursor[NEXT], cursor)
        status = advance_several(a, rng, rules, judge, state)
        status = conclude(a, judge, state, results, trees, cursor, status)
        if status != DONE:
            return status
    return DONE


@inlined
def prepare(
    a: Arena, rng: Words, rules: Rules, judge: Any, state: State, seed: np.uint64, index: int, cursor: Any
) -> None:
    """Begin a run unless one is in progress."""
    if not cursor[RUNNING]:
        begin(a, rng, rules, judge, state, seed, index)
        cursor[RUNNING] = 1


@inlined
def conclude(a: Arena, judge: Any, state: State, results: Any, trees: Any, cursor: Any, status: int) -> int:
    """What is owed when the run stops: its results if it has ended."""
    if status == DONE or status == CHANGED:
        know_parent(a, judge, state)
    if status == DONE:
        judging.divide(judge, a, state)
        return finish(a, state, results, trees, cursor)
    return status


@inlined
def begin(a: Arena, rng: Words, rules: Rules, judge: Any, state: State, seed: np.uint64, index: int) -> None:
    """Set up a run: the generator, the start tree, all counts."""
    numbering.clear(a)
    seed_state(rng, seed, index)
    run = state.run[0]
    run.iteration = run.solved = run.gave_up = run.edits = 0
    run.known = 1
    for code in range(len(state.inserted)):
        state.inserted[code].kept = 0
    if len(rules.start) > 0:
        whole.load_prefix(a, rules.start)
    state.measure[PARENT].error = EMPTY_ERROR
    judging.begin_run(judge, a, rng, rules, state)


@inlined
def advance_single(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Continue Algorithm 1 until it ends or the caller is needed."""
    while True:
        status = before_mutation(a, rng, rules, judge, state)
        if status == GO:
            status = after_mutation(a, rules, judge, state, mutate_once(a, rng, rules, judge, state))
        if status != GO:
            return status


@inlined
def advance_several(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """`advance_single` for several mutations or several offspring."""
    while True:
        status = before_mutation(a, rng, rules, judge, state)
        if status == GO:
            if rules.offspring == 1:
                verdict = mutate_in_chain(a, rng, rules, judge, state)
            else:
                verdict = mutate_best_of_brood(a, rng, rules, judge, state)
            status = after_mutation(a, rules, judge, state, verdict)
        if status != GO:
            return status


@inlined
def before_mutation(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Begin an iteration, if the run goes on and there is room; the judge meets its rows."""
    run = state.run[0]
    if run.solved or run.gave_up or run.iteration >= rules.max_iterations:
        return DONE
    room = 2 * len(state.edits)
    if rules.several_mutations and judging.needs_copy(judge):
        room += 2 * numbering.leaf_count(a)
    if i64(a.mark[arena.FREE]) < room:
        return ARENA_FULL
    if run.budget <= 0:
        return PAUSED
    run.budget -= 1
    run.iteration += 1
    if judging.may_be_unsure(judge):
        save(rng, BEFORE)
    judging.meet_rows(judge, a, rng, rules, state)
    return GO


@inlined
def after_mutation(a: Arena, rules: Rules, judge: Any, state: State, verdict: int) -> int:
    """Whether the run is over, as its tree may have changed."""
    run = state.run[0]
    if verdict == UNSETTLED:
        return UNDECIDED
    if verdict == ACCEPTED or rules.fresh:
        solved = i64(a.mark[ROOT] != NONE)
        if solved:
            solved = i64(judging.is_solved(judge, a, rules, state))
        if solved == UNSURE:
            return UNCHECKED
        run.solved = solved
    return CHANGED if run.watch and (verdict == ACCEPTED or verdict == NEUTRAL) else GO


@inlined
def finish(a: Arena, state: State, results: Any, trees: Any, cursor: Any) -> int:
    """Write the run's results; returns TREES_FULL if there is no room for its tree."""
    nodes = max(0, 2 * numbering.leaf_count(a) - 1)
    if cursor[TREES] + nodes > len(trees):
        return TREES_FULL
    cursor[TREES] = whole.write_prefix(a, trees, cursor[TREES])
    row, run, parent = results[cursor[NEXT]], state.run[0], state.measure[PARENT]
    row[ITERATION], row[SOLVED], row[GAVE_UP] = run.iteration, run.solved, run.gave_up
    row[ERROR], row[MANTISSA], row[EXPONENT] = parent.error, parent.mantissa, parent.exponent
    row[CUBE], row[CUBE_EXPONENT], row[MISSED] = parent.cube, parent.cube_exponent, parent.missed
    for code in range(len(state.inserted)):
        row[FUNCTIONS + code] = state.inserted[code].kept
    row[FUNCTIONS + len(state.inserted)] = cursor[TREES]
    cursor[NEXT] += 1
    cursor[RUNNING] = 0
    return DONE
