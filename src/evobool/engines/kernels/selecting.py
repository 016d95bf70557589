"""The parent's measure, the order of two errors, and whether an offspring survives."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.offspring import accept, undo
from evobool.engines.kernels.orders import (
    AT_MOST,
    EQUAL,
    MEASURED,
    OPEN,
    REJECTED,
    SMALLER,
    UNSETTLED,
    UNSURE,
)
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.state import CHILD, PARENT, State, copy_measure
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena


@inlined
def know_parent(a: Arena, judge: Any, state: State) -> int:
    """Measure the parent unless that has been done."""
    if state.run[0].known or a.mark[ROOT] == NONE:
        return MEASURED
    verdict = judging.measure(judge, a, state, i64(PARENT))
    state.run[0].known = verdict == MEASURED
    return verdict


@inlined
def decided(judge: Any, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int) -> int:
    """`judging.decide`, where AT_MOST is SMALLER unless the rule treats equal errors otherwise."""
    order = judging.decide(judge, a, rules, state, drawn, before, to_come)
    if order == AT_MOST:
        return OPEN if rules.equal_matters else SMALLER
    return order


@inlined
def order_of(judge: Any, state: State, one: int, leaves: int, other: int, other_leaves: int) -> int:
    """`judging.compare`, with the empty tree worse than any other."""
    if leaves == 0 or other_leaves == 0:
        return i64(leaves == 0) - i64(other_leaves == 0)
    return judging.compare(judge, state, one, other)


@inlined
def accepted(rules: Rules, error_order: int, more_leaves: int) -> bool:
    """Whether the selection rule accepts an offspring with these orders."""
    leaves_order = 1 if more_leaves > 0 else -1 if more_leaves < 0 else 0
    return bool(rules.accepts[3 * error_order + leaves_order + 4])


@inlined
def unless_as_wrong(judge: Any, state: State, line: int, order: int) -> int:
    """The order for `accept`: of EQUAL ones only those count that are wrong on as many rows as the parent."""
    return order if order != EQUAL or judging.as_wrong(judge, state, line, i64(PARENT)) else i64(SMALLER)


@inlined
def compete(
    a: Arena, rules: Rules, judge: Any, state: State, verdict: int, mutations: int, leaves: int, before: int
) -> int:
    """Let an offspring, measured with this verdict, replace its parent, or undo it."""
    if verdict == MEASURED:
        order = order_of(judge, state, i64(CHILD), leaves, i64(PARENT), before)
        if order != UNSURE and accepted(rules, order, leaves - before):
            order = unless_as_wrong(judge, state, i64(CHILD), order)
            copy_measure(state, CHILD, PARENT)
            state.run[0].known = 1
            return accept(judge, a, state, mutations, order)
        verdict = UNSETTLED if order == UNSURE else REJECTED
    undo(judge, a, state)
    return verdict
