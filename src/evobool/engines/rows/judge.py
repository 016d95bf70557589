"""Trees judged on rows: the error is the number of rows on which tree and target differ.

If errors are split, trees are compared by what false positives and false negatives cost. Nodes keep the
values of the parent: an offspring is judged by what it changes, before it is made if it takes one mutation,
and only one that is accepted is written.
"""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.mutate import NO_LIMIT, Drawn, Rules
from evobool.engines.kernels.orders import EQUAL, LARGER, MEASURED, OPEN, REJECTED
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.state import BEST, CHILD, EMPTY_ERROR, PARENT, State, copy_measure
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.engines.rows.errors import (
    compare_with_target,
    cost,
    drawn_is_beyond,
    edits_are_beyond,
    keep_edits,
)
from evobool.engines.rows.order import begin_order, sort_if_worth
from evobool.engines.rows.sampling import draw_rows
from evobool.engines.rows.table import Rows, set_costs
from evobool.engines.rows.values import evaluate_all


@judging.begin_run.body(Rows)
def begin_run(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw rows that are fixed for the run, and judge the start tree unless rows are drawn afresh."""
    if judge.fixed:
        draw_rows(judge, rng)
        set_costs(judge)
    judge.tally[0].looked_at = 0
    if not judge.fresh:
        meet(judge, a, state)
        begin_order(judge)
        if a.mark[ROOT] != NONE:
            state.run[0].solved = state.measure[PARENT].error <= rules.accept_error


@judging.meet_rows.body(Rows)
def meet_rows(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw fresh rows and judge the parent on them."""
    if judge.fresh:
        draw_rows(judge, rng)
        set_costs(judge)
        meet(judge, a, state)


@inlined
def meet(judge: Rows, a: Arena, state: State) -> None:
    """Judge the parent on new rows."""
    if a.mark[ROOT] != NONE:
        evaluate_all(a, judge)
    compare_with_target(a, judge)
    if a.mark[ROOT] != NONE:
        state.measure[PARENT].error = judge.tally[0].error
        state.measure[PARENT].missed = judge.tally[0].missed


@judging.adopt.body(Rows)
def adopt(judge: Rows, a: Arena, state: State) -> None:
    """Write the values of the nodes that changed; on fresh rows all are evaluated again anyway."""
    if not judge.fresh and state.run[0].edits > 0:
        keep_edits(a, judge, state)
        sort_if_worth(a, judge)


@judging.decide.body(Rows)
def decide(judge: Rows, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int) -> int:
    """Count the rows that become wrong or right, if a single mutation makes the only offspring.

    Errors of equal cost that differ in number are left open: EQUAL ones are equal in every way.
    """
    child, parent = state.measure[CHILD], state.measure[PARENT]
    if to_come > 0 or state.run[0].edits > 0 or rules.offspring > 1:
        return i64(OPEN)
    if drawn_is_beyond(a, judge, drawn, rules.worst):
        return i64(LARGER)
    know_child(judge, state)
    if judge.split:
        order = by_cost(judge, state, i64(CHILD), i64(PARENT))
        return i64(OPEN) if order == EQUAL and child.error != parent.error else order
    change = child.error - parent.error
    return i64(change > 0) - i64(change < 0)


@inlined
def know_child(judge: Rows, state: State) -> None:
    """Take over what was counted."""
    state.measure[CHILD].error = judge.tally[0].child_error
    state.measure[CHILD].missed = judge.tally[0].child_missed


@judging.inherit.body(Rows)
def inherit(judge: Rows, state: State, order: int) -> None:
    """The offspring's error is known."""
    copy_measure(state, CHILD, PARENT)


@judging.judge_child.body(Rows)
def judge_child(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Count the wrong rows after the edits; an offspring that loses, whatever else, is REJECTED."""
    allowed = i64(rules.worst)
    if state.measure[PARENT].error == EMPTY_ERROR:
        allowed = i64(NO_LIMIT)
    elif rules.offspring > 1:
        allowed = i64(NO_LIMIT)
        if rules.by_error and state.run[0].ties > 0:
            allowed = cost_of(judge, state, i64(BEST)) - cost_of(judge, state, i64(PARENT))
    if edits_are_beyond(a, judge, state, allowed):
        return REJECTED
    know_child(judge, state)
    return MEASURED


@judging.measure.body(Rows)
def measure(judge: Rows, a: Arena, state: State, line: int) -> int:
    """The parent's wrong rows are always known."""
    return MEASURED


@judging.compare.body(Rows)
def compare(judge: Rows, state: State, one: int, other: int) -> int:
    """Compare what the errors cost."""
    return by_cost(judge, state, one, other)


@inlined
def by_cost(judge: Rows, state: State, one: int, other: int) -> int:
    """The order of what the errors cost."""
    left, right = cost_of(judge, state, one), cost_of(judge, state, other)
    return i64(left > right) - i64(left < right)


@inlined
def cost_of(judge: Rows, state: State, line: int) -> int:
    """What the errors of a tree cost."""
    return cost(judge, i64(state.measure[line].error), i64(state.measure[line].missed))


@judging.as_wrong.body(Rows)
def as_wrong(judge: Rows, state: State, one: int, other: int) -> bool:
    """Errors of equal cost may differ in number."""
    return bool(state.measure[one].error == state.measure[other].error)


@judging.divide.body(Rows)
def divide(judge: Rows, a: Arena, state: State) -> None:
    """Count the positive rows that are wrong."""
    if a.mark[ROOT] == NONE or judge.split:
        return
    if judge.fresh:
        meet(judge, a, state)
    missed = i64(0)
    for w in range(judge.used):
        missed += i64(popcount(judge.wrong[w] & judge.target[w]))
    state.measure[PARENT].missed = missed
