"""Algorithm 1, compiled once: RLS-GP and the (1+1) GP, one offspring per iteration or the best of several.

How trees are judged depends on the class of `judge`, a named tuple: `rows/judge.py` looks at rows,
`counts/complete.py` and `counts/sampled.py` count. Each supplies a body for the functions below that are
`dispatched`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import NONE, ROOT, Arena
from evobool.engines.kernels.jit import dispatched, inlined, kernel
from evobool.engines.kernels.mutate import NOTHING, Rules, hvl_prime, mutation_count
from evobool.engines.kernels.random import Words, below, i64, seed_state

# Why a kernel returns: the batch is done, the budget spent, something full, the tree changed, or a decision
# needs more than one word.
DONE, PAUSED, ARENA_FULL, TREES_FULL, CHANGED, UNDECIDED = range(6)
# What happened to an offspring.
REJECTED, ACCEPTED, UNSETTLED, HOPELESS, MEASURED = range(5)
# What a mutation produced: nothing new, a tree over the limit, or a tree to judge.
SAME, TOO_LARGE, MADE = range(3)
# Entries of `tally`. COPY is the parent's copy, LAST the last mutation made; with several offspring, TIES is
# how many are as good as the best so far.
ITERATION, SOLVED, GAVE_UP, BUDGET, STAMP, WATCH, OPERATIONS, ROOT_CHANGED, COPY, LAST = range(10)
TIES, BEST_LEAVES, FUNCTION = range(10, 13)  # FUNCTION is what a single mutation inserted
TALLY = 13
# Lines of `measure`: the current tree, the offspring in progress, the best offspring so far.
PARENT, CHILD, BEST = range(3)
# Columns of `measure`: wrong rows; and, for trees that are counted, the share of all inputs and the share of
# the target's inputs that they are true on, each a mantissa over a power of two.
ERROR, MANTISSA, EXPONENT, CUBE, CUBE_EXPONENT = range(5)
MEASURE = 5
# Where a finished run's measure and functions are in its results, after ITERATION, SOLVED and GAVE_UP.
MEASURED_AT = 3
FUNCTIONS = MEASURED_AT + MEASURE
# Lines of `counts`, the functions inserted, by code: by this offspring, by all accepted ones.
PENDING, KEPT = range(2)
# Lines of `saved`, states of the generator: before the iteration, before the best offspring, after the last.
BEFORE, BEFORE_BEST, AFTER = range(3)
# Entries of `cursor`, the place in the batch: runs done, whether one is in progress, words of trees.
NEXT, RUNNING, TREES = range(3)
UNSURE = 2
EMPTY_ERROR = 2**63 - 1


class State(NamedTuple):
    """The run in progress, apart from its tree and its generator."""

    tally: NDArray[np.int64]
    measure: NDArray[np.int64]
    counts: NDArray[np.int64]
    saved: NDArray[np.uint64]


def new_state(functions: int) -> State:
    """Room for the state of a run."""
    return State(
        tally=np.zeros(TALLY, dtype=np.int64),
        measure=np.zeros((3, MEASURE), dtype=np.int64),
        counts=np.zeros((2, functions), dtype=np.int64),
        saved=np.zeros((3, 4), dtype=np.uint64),
    )


def result_width(functions: int) -> int:
    """How many numbers a finished run leaves: tally, measure, functions, and where its tree ends."""
    return FUNCTIONS + functions + 1


@dispatched
def begin_run(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Measure the start tree, which may be empty, into PARENT; set SOLVED if there is nothing to do."""


@dispatched
def meet_rows(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Begin an iteration: draw fresh rows, if any, and measure the parent on them."""


@dispatched
def needs_copy(judge: Any) -> bool:
    """Whether judging several mutations at once needs a copy of the parent."""
    raise NotImplementedError


@dispatched
def may_be_unsure(judge: Any) -> bool:
    """Whether an iteration may be left to the caller, which then restarts it."""
    raise NotImplementedError


@dispatched
def follow(judge: Any, a: Arena, state: State, done: int, x: int) -> None:
    """Bring what is kept for the nodes up to date with one mutation."""


@dispatched
def measure_child(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Measure the offspring into CHILD; returns MEASURED, UNSETTLED or HOPELESS."""
    raise NotImplementedError


@dispatched
def skip_child(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Judge the parent on fresh rows without an offspring to measure; returns REJECTED or UNSETTLED."""
    raise NotImplementedError


@dispatched
def compare(judge: Any, state: State, one: int, other: int) -> int:
    """The sign of the error of one line of `measure` minus that of another, or UNSURE."""
    raise NotImplementedError


@dispatched
def is_solved(judge: Any, rules: Rules, state: State) -> bool:
    """Whether PARENT's error is at most the threshold."""
    raise NotImplementedError


@kernel
def batch(
    a: Arena,
    rng: Words,
    rules: Rules,
    judge: Any,
    state: State,
    seed: np.uint64,
    first: int,
    results: Any,
    trees: Any,
    cursor: Any,
) -> int:
    """Make the runs of a batch one after another until the caller is needed."""
    while cursor[NEXT] < len(results):
        if not cursor[RUNNING]:
            begin(a, rng, rules, judge, state, seed, first + cursor[NEXT])
            cursor[RUNNING] = 1
        status = advance(a, rng, rules, judge, state)
        if status == DONE:
            status = finish(a, state, results, trees, cursor)
        if status != DONE:
            return status
    return DONE


@kernel
def begin(a: Arena, rng: Words, rules: Rules, judge: Any, state: State, seed: np.uint64, index: int) -> None:
    """Set up a run: the generator, the start tree, all counts."""
    arena.clear(a)
    seed_state(rng, seed, index)
    tally = state.tally
    tally[ITERATION] = tally[SOLVED] = tally[GAVE_UP] = 0
    tally[STAMP] += 1
    for code in range(state.counts.shape[1]):
        state.counts[KEPT, code] = 0
    if len(rules.start) > 0:
        arena.load_prefix(a, rules.start)
    state.measure[PARENT, ERROR] = EMPTY_ERROR
    begin_run(judge, a, rng, rules, state)


@kernel
def advance(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Continue Algorithm 1 until it ends or the caller is needed."""
    tally = state.tally
    while True:
        if tally[SOLVED] or tally[GAVE_UP] or tally[ITERATION] >= rules.max_iterations:
            return DONE
        room = len(a.taken)
        if rules.several and needs_copy(judge):
            room += 2 * arena.leaf_count(a)
        if a.mark[arena.FREE] < room:
            return ARENA_FULL
        if tally[BUDGET] <= 0:
            return PAUSED
        tally[BUDGET] -= 1
        tally[ITERATION] += 1
        if may_be_unsure(judge):
            save(state, BEFORE, rng)
        meet_rows(judge, a, rng, rules, state)
        verdict = iterate(a, rng, rules, judge, state)
        if verdict == UNSETTLED:
            return UNDECIDED
        if verdict == HOPELESS:
            arena.undo(a)
            tally[GAVE_UP] = 1
        elif verdict == ACCEPTED or rules.fresh:
            tally[SOLVED] = a.mark[ROOT] != NONE and is_solved(judge, rules, state)
            if verdict == ACCEPTED and tally[WATCH]:
                return CHANGED


@inlined
def iterate(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make the offspring; the only one, or the best of several, competes with the parent."""
    leaves, several = arena.leaf_count(a), rules.offspring > 1
    if several:
        state.tally[TIES] = 0
    for _ in range(rules.offspring):
        if several:
            save(state, AFTER, rng)
        made = mutate(a, rng, rules, judge, state)
        if made == MADE:
            verdict = measure_child(judge, a, rng, rules, state)
        elif not several and not rules.fresh:
            verdict = REJECTED
        elif not several:
            verdict = skip_child(judge, a, rng, rules, state)
        else:
            copy_measure(state, PARENT, CHILD)
            verdict = MEASURED if made == SAME else REJECTED
        if needs_copy(judge) and state.tally[COPY] != NONE:
            arena.give_back_all(a, state.tally[COPY])
        if verdict == UNSETTLED or verdict == HOPELESS:
            return verdict
        if several:
            child_leaves = arena.leaf_count(a)
            arena.undo(a)
            if verdict == MEASURED and not enter(rng, rules, judge, state, child_leaves):
                return UNSETTLED
        elif verdict == MEASURED:
            order = -1 if leaves == 0 else compare(judge, state, CHILD, PARENT)
            if order == UNSURE:
                return UNSETTLED
            if accepted(rules, order, arena.leaf_count(a) - leaves):
                accept(a, rules, state, CHILD)
                return ACCEPTED
    if several:
        return crown(a, rng, rules, judge, state)
    arena.undo(a)
    return REJECTED


@kernel
def enter(rng: Words, rules: Rules, judge: Any, state: State, leaves: int) -> bool:
    """Let CHILD compete with the best offspring so far, breaking ties at random. False if undecided.

    Only the measure of the best one and the generator's state before it are kept.
    """
    tally = state.tally
    better = tally[TIES] == 0
    if not better:
        order = order_of(judge, state, CHILD, leaves, BEST, tally[BEST_LEAVES])
        if order == UNSURE:
            return False
        wins = accepted(rules, order, leaves - tally[BEST_LEAVES])
        if wins == accepted(rules, -order, tally[BEST_LEAVES] - leaves):
            tally[TIES] += 1
            better = below(rng, tally[TIES]) == 0
        elif wins:
            tally[TIES] = 0
            better = True
    if better:
        tally[TIES] = max(1, tally[TIES])
        tally[BEST_LEAVES] = leaves
        copy_measure(state, CHILD, BEST)
        for word in range(4):
            state.saved[BEFORE_BEST, word] = state.saved[AFTER, word]
    return True


@kernel
def crown(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make the best of several offspring again, and let it replace its parent if the rule says so."""
    leaves, best_leaves = arena.leaf_count(a), state.tally[BEST_LEAVES]
    if state.tally[TIES] == 0:
        return REJECTED
    order = order_of(judge, state, BEST, best_leaves, PARENT, leaves)
    if order == UNSURE:
        return UNSETTLED
    if not accepted(rules, order, best_leaves - leaves):
        return REJECTED
    save(state, AFTER, rng)
    restore(state, BEFORE_BEST, rng)
    mutate(a, rng, rules, judge, state)
    restore(state, AFTER, rng)
    accept(a, rules, state, BEST)
    return ACCEPTED


@inlined
def order_of(judge: Any, state: State, one: int, leaves: int, other: int, other_leaves: int) -> int:
    """`compare`, with the empty tree worse than any other."""
    if leaves == 0 or other_leaves == 0:
        return i64(leaves == 0) - i64(other_leaves == 0)
    return compare(judge, state, one, other)


@inlined
def mutate(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Mutate the tree in place, once or several times; returns SAME, TOO_LARGE or MADE."""
    tally = state.tally
    tally[STAMP] += 1
    tally[OPERATIONS] = tally[ROOT_CHANGED] = 0
    if rules.several:
        for code in range(state.counts.shape[1]):
            state.counts[PENDING, code] = 0
    mutations = mutation_count(rng, rules)
    if needs_copy(judge):
        tally[COPY] = NONE
        if mutations > 1 and a.mark[ROOT] != NONE:
            tally[COPY] = arena.duplicate(a, a.mark[ROOT])
    changed = False
    for k in range(mutations):
        done, drawn, x, function = hvl_prime(a, rng, rules)
        tally[OPERATIONS] = tally[OPERATIONS] * 4 + drawn + 1
        tally[LAST] = done
        tally[FUNCTION] = function
        if rules.several and function != NONE:
            state.counts[PENDING, function] += 1
        if done == NOTHING:
            continue
        changed = True
        if k == mutations - 1 and arena.leaf_count(a) > rules.limit:
            return TOO_LARGE
        follow(judge, a, state, done, x)
    if arena.leaf_count(a) > rules.limit:
        return TOO_LARGE
    return MADE if changed else SAME


@inlined
def accepted(rules: Rules, error_order: int, more_leaves: int) -> bool:
    """Whether the selection rule accepts an offspring with these orders."""
    leaves_order = 1 if more_leaves > 0 else -1 if more_leaves < 0 else 0
    return bool(rules.accepts[3 * error_order + leaves_order + 4])


@inlined
def accept(a: Arena, rules: Rules, state: State, line: int) -> None:
    """Replace the parent by the offspring."""
    arena.keep(a)
    copy_measure(state, line, PARENT)
    if rules.several:
        for code in range(state.counts.shape[1]):
            state.counts[KEPT, code] += state.counts[PENDING, code]
    elif state.tally[FUNCTION] != NONE:
        state.counts[KEPT, state.tally[FUNCTION]] += 1


@inlined
def copy_measure(state: State, source: int, into: int) -> None:
    """Copy what is known about one tree to another."""
    for column in range(MEASURE):
        state.measure[into, column] = state.measure[source, column]


@inlined
def save(state: State, line: int, rng: Words) -> None:
    """Save the generator's state."""
    for word in range(4):
        state.saved[line, word] = rng[word]


@inlined
def restore(state: State, line: int, rng: Words) -> None:
    """Restore a saved state of the generator."""
    for word in range(4):
        rng[word] = state.saved[line, word]


@kernel
def finish(a: Arena, state: State, results: Any, trees: Any, cursor: Any) -> int:
    """Write the run's results; returns TREES_FULL if there is no room for its tree."""
    nodes = max(0, 2 * arena.leaf_count(a) - 1)
    if cursor[TREES] + nodes > len(trees):
        return TREES_FULL
    cursor[TREES] = arena.write_prefix(a, trees, cursor[TREES])
    row = results[cursor[NEXT]]
    for entry in range(MEASURED_AT):
        row[entry] = state.tally[entry]
    for column in range(MEASURE):
        row[MEASURED_AT + column] = state.measure[PARENT, column]
    for code in range(state.counts.shape[1]):
        row[FUNCTIONS + code] = state.counts[KEPT, code]
    row[FUNCTIONS + i64(state.counts.shape[1])] = cursor[TREES]
    cursor[NEXT] += 1
    cursor[RUNNING] = 0
    return DONE
