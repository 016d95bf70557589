"""Algorithm 1, compiled: runs in batches, each iteration by one of three ways to make offspring.

What a judge is asked is in `judging.py`.
"""

from __future__ import annotations

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
# What a finished run leaves: these, then how often each function was inserted, and where its tree ends.
ITERATION, SOLVED, GAVE_UP, ERROR, MANTISSA, EXPONENT, CUBE, CUBE_EXPONENT, MISSED, FUNCTIONS = range(10)
# Entries of `cursor`, the place in the batch: runs done, whether one is in progress, words of trees.
NEXT, RUNNING, TREES = range(3)


def result_width(functions: int) -> int:
    """How many numbers a finished run leaves."""
    return FUNCTIONS + functions + 1


@kernel
def batch(
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
        if not cursor[RUNNING]:
            begin(a, rng, rules, judge, state, seed, first + step * cursor[NEXT])
            cursor[RUNNING] = 1
        if rules.several_mutations or rules.offspring > 1:
            status = advance_several(a, rng, rules, judge, state)
        else:
            status = advance(a, rng, rules, judge, state, True)
        if status == DONE or status == CHANGED:
            know_parent(a, judge, state)
        if status == DONE:
            judging.divide(judge, a, state)
            status = finish(a, state, results, trees, cursor)
        if status != DONE:
            return status
    return DONE


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


@kernel
def advance_several(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """`advance` with several mutations or several offspring, compiled apart from the simple case."""
    return advance(a, rng, rules, judge, state, False)


@inlined
def advance(a: Arena, rng: Words, rules: Rules, judge: Any, state: State, simple: bool) -> int:
    """Continue Algorithm 1 until it ends or the caller is needed; `simple`: one mutation, one offspring."""
    run = state.run[0]
    while True:
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
        if simple:
            verdict = mutate_once(a, rng, rules, judge, state)
        elif rules.offspring == 1:
            verdict = mutate_in_chain(a, rng, rules, judge, state)
        else:
            verdict = mutate_best_of_brood(a, rng, rules, judge, state)
        if verdict == UNSETTLED:
            return UNDECIDED
        if verdict == ACCEPTED or rules.fresh:
            solved = i64(a.mark[ROOT] != NONE)
            if solved:
                solved = i64(judging.is_solved(judge, a, rules, state))
            if solved == UNSURE:
                return UNCHECKED
            run.solved = solved
        if run.watch and (verdict == ACCEPTED or verdict == NEUTRAL):
            return CHANGED


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
