"""Algorithm 1, compiled: RLS-GP and the (1+1) GP, one offspring per iteration or the best of several.

What a judge is asked is in `judging.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels import arena, judging, whole
from evobool.engines.kernels.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.kernels.mutate import NO_FUNCTION, NOTHING, Rules, hvl_prime, mutation_count
from evobool.engines.kernels.offspring import accept, forget_insertions, perform, sketch, undo
from evobool.engines.kernels.random import U32, Words, below, i64, seed_state
from evobool.engines.kernels.state import (
    ACCEPTED,
    AFTER,
    AT_MOST,
    BEFORE,
    BEFORE_BEST,
    BEST,
    CHILD,
    EMPTY_ERROR,
    EQUAL,
    HOPELESS,
    LARGER,
    MEASURED,
    NEUTRAL,
    OPEN,
    PARENT,
    REJECTED,
    SMALLER,
    UNSETTLED,
    UNSURE,
    State,
    copy_measure,
    restore,
    save,
)

# Why a kernel returns: the batch is done, the budget spent, something full, the tree changed, or a decision
# needs more than one word: whether to accept an offspring, or whether the accepted one is a solution.
DONE, PAUSED, ARENA_FULL, TREES_FULL, CHANGED, UNDECIDED, UNCHECKED = range(7)
# What a finished run leaves: these, then how often each function was inserted, and where its tree ends.
ITERATION, SOLVED, GAVE_UP, ERROR, MANTISSA, EXPONENT, CUBE, CUBE_EXPONENT, FUNCTIONS = range(9)
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
        if rules.several or rules.offspring > 1:
            status = advance_several(a, rng, rules, judge, state)
        else:
            status = advance(a, rng, rules, judge, state, True)
        if status == DONE or status == CHANGED:
            know_parent(a, judge, state)
        if status == DONE:
            status = finish(a, state, results, trees, cursor)
        if status != DONE:
            return status
    return DONE


@inlined
def begin(a: Arena, rng: Words, rules: Rules, judge: Any, state: State, seed: np.uint64, index: int) -> None:
    """Set up a run: the generator, the start tree, all counts."""
    arena.clear(a)
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
        if rules.several and judging.needs_copy(judge):
            room += 2 * arena.leaf_count(a)
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
            verdict = iterate_once(a, rng, rules, judge, state)
        else:
            verdict = iterate_several(a, rng, rules, judge, state)
        if verdict == UNSETTLED:
            return UNDECIDED
        if verdict == HOPELESS:
            run.gave_up = 1
        elif verdict == ACCEPTED or rules.fresh:
            solved = i64(a.mark[ROOT] != NONE)
            if solved:
                solved = i64(judging.is_solved(judge, a, rules, state))
            if solved == UNSURE:
                return UNCHECKED
            run.solved = solved
        if run.watch and (verdict == ACCEPTED or verdict == NEUTRAL):
            return CHANGED


@inlined
def iterate_once(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """One offspring by one mutation, which is decided before it is made, where the judge can."""
    run, leaves, order = state.run[0], arena.leaf_count(a), OPEN
    drawn = hvl_prime(a, rng, rules)
    run.operations = drawn.operation + 1
    more = 1 if drawn.done == INS else -1 if drawn.done == DEL else 0  # how many less does not matter
    if drawn.done == NOTHING or leaves + more > rules.limit:
        return judging.skip_child(judge, a, rng, rules, state) if rules.fresh else i64(REJECTED)
    if leaves > 0:
        judging.start_chain(judge, state)
        order = judging.decide(judge, a, rules, state, drawn, i64(EQUAL), i64(0))
        if order == AT_MOST:
            order = OPEN if rules.exact else SMALLER
        if order == OPEN:
            verdict = know_parent(a, judge, state)
            if verdict != MEASURED:
                return verdict
        elif not accepted(rules, order, more):
            return REJECTED
    run.twin = i64(NONE)
    run.inserted = drawn.function
    perform(judge, a, state, drawn, order != OPEN)
    if order != OPEN:
        judging.inherit(judge, state, order)
        return accept(a, state, i64(1), order)
    verdict = judging.judge_child(judge, a, rng, rules, state)
    if verdict == MEASURED:
        order = order_of(judge, state, i64(CHILD), leaves + more, i64(PARENT), leaves)
        if order != UNSURE and accepted(rules, order, more):
            copy_measure(state, CHILD, PARENT)
            run.known = 1
            return accept(a, state, i64(1), order)
        verdict = UNSETTLED if order == UNSURE else REJECTED
    undo(judge, a, state)
    return verdict


@inlined
def iterate_several(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Several mutations, or several offspring: the only one, or the best, competes with the parent.

    Where the judge can, mutations are decided one by one before they are made: if each is at most equal, so
    is the offspring. One that is lost, whatever comes, is only sketched. If the parent turns out to need a
    measure halfway, or an offspring taken for lost may not be, the same mutations are drawn again. Only the
    measure of the best of several offspring is kept, and the generator's state before it; it is made again in
    an extra turn.
    """
    run, several, leaves = state.run[0], rules.offspring > 1, arena.leaf_count(a)
    run.ties = 0
    turn, may_sketch = -1, rules.by_error and not several
    while turn < rules.offspring - i64(not several):
        turn += 1
        again = turn == rules.offspring
        if again:
            if run.ties == 0:
                return REJECTED
            order = order_of(judge, state, i64(BEST), run.best_leaves, i64(PARENT), leaves)
            if order == UNSURE:
                return UNSETTLED
            if not accepted(rules, order, run.best_leaves - leaves):
                return REJECTED
            save(rng, AFTER)
            restore(rng, BEFORE_BEST)
        elif several or rules.several:
            save(rng, AFTER)
        run.operations = 0
        run.twin = i64(NONE)
        run.inserted = NO_FUNCTION
        mutations, order, lost, child_leaves = mutation_count(rng, rules), OPEN, False, leaves
        measure_first = is_lost = saved = False
        if mutations > 1:
            forget_insertions(state)
        if several or leaves == 0:
            verdict = know_parent(a, judge, state)
            if verdict != MEASURED:
                return verdict
        if judging.needs_copy(judge) and mutations > 1 and leaves > 0:
            run.twin = i64(whole.duplicate(a, a.mark[ROOT]))
        if leaves > 0 and not again:
            order = EQUAL
            judging.start_chain(judge, state)
        for k in range(mutations):
            drawn = hvl_prime(a, rng, rules)
            run.operations = run.operations * 4 + drawn.operation + 1
            child_leaves, last = arena.leaf_count(a), k == mutations - 1
            if drawn.done == NOTHING:
                continue
            if last:
                if drawn.done == INS:
                    child_leaves += 1
                elif drawn.done == DEL:  # how much smaller does not matter if nothing else happens
                    child_leaves -= 1 if mutations == 1 and not several else arena.leaves_below(a, drawn.x)
                if child_leaves > rules.limit:
                    lost = True
                    break
            if is_lost:  # only what is drawn matters
                saved = judging.may_save(judge, a, drawn)
                lost = saved or last
                if lost:
                    break
                sketch(a, state, drawn)
                continue
            if order != OPEN:
                to_come = mutations - 1 - k
                order = judging.decide(judge, a, rules, state, drawn, order, to_come)
                if order == AT_MOST:
                    order = OPEN if rules.exact else SMALLER
                if order == OPEN and not run.known:
                    if run.edits > 0:
                        measure_first = lost = True  # the parent must be measured: back to it
                        break
                    verdict = know_parent(a, judge, state)
                    if verdict != MEASURED:
                        return verdict
                if order == LARGER and to_come > 0 and may_sketch and judging.is_lost(judge, state, to_come):
                    is_lost = True
                    sketch(a, state, drawn)
                    continue
                if order != OPEN and last:
                    if several:  # not to be made if its measure is known, or loses to the best so far
                        beaten = run.ties > 0 and run.best_order <= EQUAL and rules.by_error
                        lost = order == EQUAL or (order == LARGER and beaten)
                    else:
                        lost = not accepted(rules, order, child_leaves - leaves)
                    if lost:
                        break
            run.inserted = drawn.function
            if mutations > 1 and drawn.function != NO_FUNCTION:
                state.inserted[drawn.function].pending += 1
            perform(judge, a, state, drawn, last and order != OPEN and not several)
        if again:
            restore(rng, AFTER)
            copy_measure(state, BEST, PARENT)
            return accept(a, state, mutations, order)
        nothing = child_leaves > rules.limit or (run.edits == 0 and not lost)
        verdict = REJECTED
        if (several and not nothing and order == EQUAL and leaves > 0) or (
            several and nothing and child_leaves <= rules.limit
        ):
            copy_measure(state, PARENT, CHILD)
            verdict = MEASURED
        elif not nothing and not lost and (several or order == OPEN):
            verdict = judging.judge_child(judge, a, rng, rules, state)
        elif not nothing and not lost and accepted(rules, order, child_leaves - leaves):
            judging.inherit(judge, state, order)
            return accept(a, state, mutations, order)
        if judging.needs_copy(judge) and run.twin != i64(NONE):
            arena.give_back_all(a, U32(run.twin))
        if verdict == MEASURED and not several:
            order = order_of(judge, state, i64(CHILD), child_leaves, i64(PARENT), leaves)
            if order != UNSURE and accepted(rules, order, child_leaves - leaves):
                copy_measure(state, CHILD, PARENT)
                run.known = 1
                return accept(a, state, mutations, order)
            verdict = UNSETTLED if order == UNSURE else REJECTED
        undo(judge, a, state)
        if measure_first:
            verdict = know_parent(a, judge, state)
            if verdict != MEASURED:
                return verdict
        if measure_first or saved:
            restore(rng, AFTER)
            may_sketch = may_sketch and not saved
            turn -= 1
            continue
        if verdict == MEASURED and not enter(rng, rules, judge, state, child_leaves, leaves):
            verdict = UNSETTLED
        if verdict == UNSETTLED or verdict == HOPELESS:
            return verdict
        if nothing and not several and rules.fresh:
            return judging.skip_child(judge, a, rng, rules, state)
    return REJECTED


@inlined
def know_parent(a: Arena, judge: Any, state: State) -> int:
    """Measure the parent unless that has been done."""
    if state.run[0].known or a.mark[ROOT] == NONE:
        return MEASURED
    verdict = judging.measure(judge, a, state, i64(PARENT))
    state.run[0].known = verdict == MEASURED
    return verdict


@inlined
def enter(rng: Words, rules: Rules, judge: Any, state: State, leaves: int, parent_leaves: int) -> bool:
    """Let CHILD compete with the best offspring so far, breaking ties at random. False if undecided."""
    run = state.run[0]
    better = run.ties == 0
    if not better:
        order = order_of(judge, state, i64(CHILD), leaves, i64(BEST), run.best_leaves)
        if order == UNSURE:
            return False
        wins = accepted(rules, order, leaves - run.best_leaves)
        if wins == accepted(rules, -order, run.best_leaves - leaves):
            run.ties += 1
            better = below(rng, run.ties) == 0
        elif wins:
            run.ties = 0
            better = True
    if better:
        run.ties = max(1, run.ties)
        run.best_leaves = leaves
        run.best_order = order_of(judge, state, i64(CHILD), leaves, i64(PARENT), parent_leaves)
        copy_measure(state, CHILD, BEST)
        for word in range(4):
            rng[4 * BEFORE_BEST + word] = rng[4 * AFTER + word]
    return True


@inlined
def order_of(judge: Any, state: State, one: int, leaves: int, other: int, other_leaves: int) -> int:
    """`compare`, with the empty tree worse than any other."""
    if leaves == 0 or other_leaves == 0:
        return i64(leaves == 0) - i64(other_leaves == 0)
    return judging.compare(judge, state, one, other)


@inlined
def accepted(rules: Rules, error_order: int, more_leaves: int) -> bool:
    """Whether the selection rule accepts an offspring with these orders."""
    leaves_order = 1 if more_leaves > 0 else -1 if more_leaves < 0 else 0
    return bool(rules.accepts[3 * error_order + leaves_order + 4])


@inlined
def finish(a: Arena, state: State, results: Any, trees: Any, cursor: Any) -> int:
    """Write the run's results; returns TREES_FULL if there is no room for its tree."""
    nodes = max(0, 2 * arena.leaf_count(a) - 1)
    if cursor[TREES] + nodes > len(trees):
        return TREES_FULL
    cursor[TREES] = whole.write_prefix(a, trees, cursor[TREES])
    row, run, parent = results[cursor[NEXT]], state.run[0], state.measure[PARENT]
    row[ITERATION], row[SOLVED], row[GAVE_UP] = run.iteration, run.solved, run.gave_up
    row[ERROR], row[MANTISSA], row[EXPONENT] = parent.error, parent.mantissa, parent.exponent
    row[CUBE], row[CUBE_EXPONENT] = parent.cube, parent.cube_exponent
    for code in range(len(state.inserted)):
        row[FUNCTIONS + code] = state.inserted[code].kept
    row[FUNCTIONS + len(state.inserted)] = cursor[TREES]
    cursor[NEXT] += 1
    cursor[RUNNING] = 0
    return DONE
