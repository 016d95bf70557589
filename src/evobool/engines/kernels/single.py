"""One offspring by one mutation, which is decided before it is made, where the judge can."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import NOTHING, Rules, hvl_prime
from evobool.engines.kernels.offspring import accept, perform
from evobool.engines.kernels.orders import EQUAL, MEASURED, OPEN, REJECTED
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.selecting import accepted, compete, decided, know_parent
from evobool.engines.kernels.state import State
from evobool.engines.kernels.tree import numbering
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, Arena


@inlined
def mutate_once(a: Arena, rng: Words, rules: Rules, judge: Any, state: State) -> int:
    """Make an iteration; returns what happened to the offspring."""
    run, leaves, order = state.run[0], numbering.leaf_count(a), OPEN
    drawn = hvl_prime(a, rng, rules)
    run.operations = drawn.operation + 1
    more = 1 if drawn.done == INS else -1 if drawn.done == DEL else 0  # how many less does not matter
    if drawn.done == NOTHING or leaves + more > rules.limit:
        return judging.skip_child(judge, a, rng, rules, state) if rules.fresh else i64(REJECTED)
    if leaves > 0:
        judging.start_chain(judge, state)
        order = decided(judge, a, rules, state, drawn, i64(EQUAL), i64(0))
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
        return accept(judge, a, state, i64(1), order)
    verdict = judging.judge_child(judge, a, rng, rules, state)
    return compete(a, rules, judge, state, verdict, i64(1), leaves + more, leaves)
