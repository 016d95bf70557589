"""Trees judged on rows: the error is the number of rows on which tree and target differ.

If errors are split, trees are compared by what false positives and false negatives cost.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import EQUAL, MEASURED, OPEN
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.state import CHILD, PARENT, State, copy_measure
from evobool.engines.kernels.tree import editing
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.engines.rows.climbing import (
    climb_from_new,
    evaluate_all,
    line,
    missed_in,
    refresh,
    wrong,
    wrong_after,
)
from evobool.engines.rows.sampling import draw_rows
from evobool.engines.rows.table import Rows, set_costs


@judging.begin_run.body(Rows)
def begin_run(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw rows that are fixed for the run, and judge the start tree unless rows are drawn afresh."""
    if judge.fixed:
        draw_rows(judge, rng)
        set_costs(judge)
    if a.mark[ROOT] != NONE and not judge.fresh:
        evaluate_all(a, judge)
        measure_into(judge, a, state, i64(PARENT))
        state.run[0].solved = state.measure[PARENT].error <= rules.accept_error


@judging.meet_rows.body(Rows)
def meet_rows(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw fresh rows and judge the parent on them."""
    if judge.fresh:
        draw_rows(judge, rng)
        set_costs(judge)
        if a.mark[ROOT] != NONE:
            evaluate_all(a, judge)
            measure_into(judge, a, state, i64(PARENT))


@judging.insert.body(Rows)
def insert(judge: Rows, a: Arena, drawn: Drawn) -> np.uint32:
    """Evaluate the new node and the path above it."""
    leaf = editing.insert(a, drawn.x, drawn.function, drawn.literal, drawn.literal_first)
    climb_from_new(judge, a, a.node[leaf].parent)
    return leaf


@judging.uninsert.body(Rows)
def uninsert(judge: Rows, a: Arena, leaf: np.uint32) -> None:
    """Evaluate the path above the gap."""
    above = a.node[a.node[leaf].parent].parent
    editing.uninsert(a, leaf)
    refresh(a, judge, above)


@judging.cut.body(Rows)
def cut(judge: Rows, a: Arena, x: np.uint32) -> None:
    """Evaluate the path above the gap."""
    above = a.node[a.node[x].parent].parent
    editing.cut(a, x)
    refresh(a, judge, above)


@judging.graft.body(Rows)
def graft(judge: Rows, a: Arena, x: np.uint32) -> None:
    """What is below the node is as it was; evaluate the node and the path above it."""
    editing.graft(a, x)
    climb_from_new(judge, a, a.node[x].parent)


@judging.substitute.body(Rows)
def substitute(judge: Rows, a: Arena, x: np.uint32, literal: int) -> None:
    """Evaluate the path above the leaf."""
    editing.substitute(a, x, literal)
    refresh(a, judge, a.node[x].parent)


@judging.start_chain.body(Rows)
def start_chain(judge: Rows, state: State) -> None:
    """Wrong rows are counted from the parent's on."""
    state.measure[CHILD].error = state.measure[PARENT].error
    state.measure[CHILD].missed = state.measure[PARENT].missed


@judging.decide.body(Rows)
def decide(judge: Rows, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int) -> int:
    """Count the rows that become wrong or right.

    Errors of equal cost that differ in number are left open: EQUAL ones are equal in every way.
    """
    child, parent = state.measure[CHILD], state.measure[PARENT]
    if judge.split:
        judge.missed[0] = child.missed
    child.error = wrong_after(a, judge, drawn, child.error)
    if judge.split:
        child.missed = judge.missed[0]
        order = by_cost(judge, state, i64(CHILD), i64(PARENT))
        return i64(OPEN) if order == EQUAL and child.error != parent.error else order
    change = child.error - parent.error
    return i64(change > 0) - i64(change < 0)


@judging.inherit.body(Rows)
def inherit(judge: Rows, state: State, order: int) -> None:
    """The offspring's error is known."""
    copy_measure(state, CHILD, PARENT)


@judging.measure.body(Rows)
def measure(judge: Rows, a: Arena, state: State, line: int) -> int:
    """Count the wrong rows."""
    measure_into(judge, a, state, line)
    return MEASURED


@inlined
def measure_into(judge: Rows, a: Arena, state: State, line: int) -> None:
    """Count the wrong rows, and those of either class if that matters."""
    state.measure[line].error = wrong(a, judge)
    state.measure[line].missed = judge.missed[0]


@judging.compare.body(Rows)
def compare(judge: Rows, state: State, one: int, other: int) -> int:
    """Compare what the errors cost."""
    return by_cost(judge, state, one, other)


@inlined
def by_cost(judge: Rows, state: State, one: int, other: int) -> int:
    """The order of what the errors cost."""
    left, right = cost(judge, state, one), cost(judge, state, other)
    return i64(left > right) - i64(left < right)


@inlined
def cost(judge: Rows, state: State, line: int) -> int:
    """What the errors of a tree cost: their number, unless they are split."""
    error, missed = state.measure[line].error, state.measure[line].missed
    if judge.split:
        return i64(judge.costs[0] * (error - missed) + judge.costs[1] * missed)
    return i64(error)


@judging.as_wrong.body(Rows)
def as_wrong(judge: Rows, state: State, one: int, other: int) -> bool:
    """Errors of equal cost may differ in number."""
    return bool(state.measure[one].error == state.measure[other].error)


@judging.divide.body(Rows)
def divide(judge: Rows, a: Arena, state: State) -> None:
    """Count the positive rows that are wrong."""
    if a.mark[ROOT] != NONE and not judge.split:
        state.measure[PARENT].missed = missed_in(judge, line(a, judge, a.mark[ROOT]))
