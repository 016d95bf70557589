"""One offspring by a chain of mutations, each decided before it is made, where the judge can.

If every mutation is at most equal, so is the offspring. One that is lost, whatever comes, is only sketched.
If the parent turns out to need a measure halfway, or an offspring taken for lost may not be, the same
mutations are drawn again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import NO_FUNCTION, NOTHING, Drawn, Rules, hvl_prime, mutation_count
from evobool.engines.kernels.offspring import accept, forget_insertions, perform, sketch, undo
from evobool.engines.kernels.orders import EQUAL, LARGER, MEASURED, OPEN, REJECTED
from evobool.engines.kernels.random import U32, Words, i64
from evobool.engines.kernels.saved import BEFORE_LAST, restore, save
from evobool.engines.kernels.selecting import accepted, compete, decided, know_parent
from evobool.engines.kernels.state import State
from evobool.engines.kernels.tree import links, numbering, whole
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, ROOT, Arena

# Where a chain ends: the offspring is in the arena; or is its parent; or has too many leaves; or need not be
# made, because of what was decided. Or it must be followed again: once the parent is measured; or without
# taking it for lost.
MADE, UNCHANGED, TOO_LARGE, DECIDED, UNMEASURED, SAVED = range(6)


class Chain(NamedTuple):
    """Where a chain of so many mutations ends, with so many leaves.

    `order` is that of the errors of offspring and parent, OPEN if they must be measured.
    """

    end: int
    order: int
    leaves: int
    mutations: int


@inlined
def mutate_in_chain(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make an iteration with one offspring; returns what happened to it."""
    run, leaves, may_sketch = state.run[0], numbering.leaf_count(a), rules.by_error
    save(rng, BEFORE_LAST)
    while True:
        made = follow(a, rng, rules, judge, state, may_sketch)
        if made.end != UNMEASURED and made.end != SAVED:
            break
        undo(judge, a, state)
        restore(rng, BEFORE_LAST)
        if made.end == SAVED:
            may_sketch = False
            continue
        verdict = know_parent(a, judge, state)
        if verdict != MEASURED:
            return verdict
    verdict = i64(REJECTED)
    if made.end == MADE:
        if made.order == OPEN:
            verdict = judging.judge_child(judge, a, rng, rules, state)
        elif accepted(rules, made.order, made.leaves - leaves):
            judging.inherit(judge, state, made.order)
            return accept(judge, a, state, made.mutations, made.order)
    if judging.needs_copy(judge) and run.twin != i64(NONE):
        links.give_back_all(a, U32(run.twin))
    verdict = compete(a, rules, judge, state, verdict, made.mutations, made.leaves, leaves)
    if rules.fresh and (made.end == UNCHANGED or made.end == TOO_LARGE):
        return judging.skip_child(judge, a, rng, rules, state)
    return verdict


@inlined
def follow(a: Arena, rng: Words, rules: Rules, judge: Any, state: State, may_sketch: bool) -> Chain:
    """Draw, decide and make mutations one by one."""
    run, parent, order = state.run[0], numbering.leaf_count(a), OPEN
    leaves, mutations = parent, begin_chain(a, rng, rules, judge, state)
    if parent > 0:
        order = EQUAL
        judging.start_chain(judge, state)
    for to_come in range(mutations - 1, -1, -1):
        drawn = next_drawn(a, rng, rules, state)
        leaves = numbering.leaf_count(a)
        if drawn.done == NOTHING:
            continue
        if to_come == 0:
            leaves = leaves_after(a, drawn)
            if leaves > rules.limit:
                break
        if run.sketches > 0:  # only what is drawn matters
            saved = judging.may_save(judge, a, drawn)
            if saved or to_come == 0:
                return Chain(SAVED if saved else DECIDED, order, leaves, mutations)
            sketch(a, state, drawn)
            continue
        if order != OPEN:
            order = decided(judge, a, rules, state, drawn, order, i64(to_come))
            if order == OPEN and not run.known:
                return Chain(UNMEASURED, order, leaves, mutations)
            # once an offspring cannot win, its remaining mutations are made in the arena only
            if order == LARGER and to_come > 0 and may_sketch and judging.is_lost(judge, state, i64(to_come)):
                sketch(a, state, drawn)
                continue
            if order != OPEN and to_come == 0 and need_not_be_made(rules, state, order, leaves - parent):
                return Chain(DECIDED, order, leaves, mutations)
        for_good = to_come == 0 and order != OPEN and rules.offspring == 1
        add(judge, a, state, drawn, mutations, for_good)
    end = TOO_LARGE if leaves > rules.limit else UNCHANGED if run.edits == 0 else MADE
    return Chain(end, order, leaves, mutations)


@inlined
def begin_chain(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Draw how many mutations there will be, and prepare for them."""
    run, mutations = state.run[0], mutation_count(rng, rules)
    run.operations = 0
    run.twin = i64(NONE)
    run.inserted = NO_FUNCTION
    if mutations > 1:
        forget_insertions(state)
        if judging.needs_copy(judge) and a.mark[ROOT] != NONE:
            run.twin = i64(whole.duplicate(a, a.mark[ROOT]))
    return mutations


@inlined
def next_drawn(a: Arena, rng: Words, rules: Rules, state: State) -> Drawn:
    """Draw one mutation, and note which operation it is."""
    drawn = hvl_prime(a, rng, rules)
    state.run[0].operations = state.run[0].operations * 4 + drawn.operation + 1
    return drawn


@inlined
def leaves_after(a: Arena, drawn: Drawn) -> int:
    """The leaves of the tree after a mutation."""
    leaves = numbering.leaf_count(a)
    if drawn.done == INS:
        return leaves + 1
    return leaves - numbering.leaves_below(a, drawn.x) if drawn.done == DEL else leaves


@inlined
def need_not_be_made(rules: Rules, state: State, order: int, more_leaves: int) -> bool:
    """Whether to leave out the last mutation of an offspring with this order.

    The only offspring, if it is rejected; one of several, if it is as its parent or loses to the best so far.
    """
    if rules.offspring == 1:
        return not accepted(rules, order, more_leaves)
    run = state.run[0]
    beaten = rules.by_error and run.ties > 0 and run.best_order <= EQUAL
    return bool(order == EQUAL or (order == LARGER and beaten))


@inlined
def add(judge: Any, a: Arena, state: State, drawn: Drawn, mutations: int, for_good: bool) -> None:
    """Make one of so many mutations."""
    state.run[0].inserted = drawn.function
    if mutations > 1 and drawn.function != NO_FUNCTION:
        state.inserted[drawn.function].pending += 1
    perform(judge, a, state, drawn, for_good)
