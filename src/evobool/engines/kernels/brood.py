"""The best of several offspring competes with the parent, each made by one mutation or a chain of them.

Only the measure of the best is kept, and the generator's state before it: then it is made again.
"""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import NOTHING, Rules
from evobool.engines.kernels.mutations import MADE, TOO_LARGE, UNCHANGED, add, begin_chain, follow, next_drawn
from evobool.engines.kernels.offspring import accept, undo
from evobool.engines.kernels.orders import EQUAL, MEASURED, REJECTED, UNSETTLED, UNSURE
from evobool.engines.kernels.random import Words, below, i64
from evobool.engines.kernels.saved import BEFORE_BEST, BEFORE_LAST, keep_saved, restore, save
from evobool.engines.kernels.selecting import accepted, know_parent, order_of, unless_as_wrong
from evobool.engines.kernels.state import BEST, CHILD, PARENT, State, copy_measure
from evobool.engines.kernels.tree import numbering
from evobool.engines.kernels.tree.arena import Arena


@inlined
def mutate_best_of_brood(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make an iteration; returns what happened to the best offspring."""
    run, leaves, verdict = state.run[0], numbering.leaf_count(a), know_parent(a, judge, state)
    if verdict != MEASURED:
        return verdict
    run.ties = 0
    for _ in range(rules.offspring):
        save(rng, BEFORE_LAST)
        made, verdict = follow(a, rng, rules, judge, state, False), i64(REJECTED)
        if made.end == UNCHANGED or (made.order == EQUAL and made.end != TOO_LARGE):
            copy_measure(state, PARENT, CHILD)
            verdict = i64(MEASURED)
        elif made.end == MADE:
            verdict = judging.judge_child(judge, a, rng, rules, state)
        undo(judge, a, state)
        if verdict == MEASURED and not challenge(rng, rules, judge, state, made.leaves, leaves):
            return UNSETTLED
        if verdict == UNSETTLED:
            return verdict
    if run.ties == 0:
        return REJECTED
    order = order_of(judge, state, i64(BEST), run.best_leaves, i64(PARENT), leaves)
    if order == UNSURE:
        return UNSETTLED
    if not accepted(rules, order, run.best_leaves - leaves):
        return REJECTED
    save(rng, BEFORE_LAST)
    restore(rng, BEFORE_BEST)
    mutations = make_again(a, rng, rules, judge, state)
    restore(rng, BEFORE_LAST)
    order = unless_as_wrong(judge, state, i64(BEST), order)
    copy_measure(state, BEST, PARENT)
    return accept(judge, a, state, mutations, order)


@inlined
def challenge(rng: Words, rules: Rules, judge: Any, state: State, leaves: int, parent_leaves: int) -> bool:
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
        keep_saved(rng, BEFORE_LAST, BEFORE_BEST)
    return True


@inlined
def make_again(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make an offspring without deciding anything; returns by how many mutations."""
    mutations = begin_chain(a, rng, rules, judge, state)
    for _ in range(mutations):
        drawn = next_drawn(a, rng, rules, state)
        if drawn.done != NOTHING:
            add(judge, a, state, drawn, mutations, False)
    return mutations
