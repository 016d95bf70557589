"""Trees judged on rows: the error is the number of rows on which tree and target differ."""

from __future__ import annotations

import numpy as np

from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import MEASURED
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.state import CHILD, PARENT, State, copy_measure
from evobool.engines.kernels.tree import editing
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.engines.rows.climbing import climb_from_new, evaluate_all, refresh, wrong, wrong_after
from evobool.engines.rows.sampling import draw_rows
from evobool.engines.rows.table import Rows


@judging.begin_run.body(Rows)
def begin_run(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw rows that are fixed for the run, and judge the start tree unless rows are drawn afresh."""
    if judge.fixed:
        draw_rows(judge, rng)
    if a.mark[ROOT] != NONE and not judge.fresh:
        evaluate_all(a, judge)
        state.measure[PARENT].error = wrong(a, judge)
        state.run[0].solved = state.measure[PARENT].error <= rules.accept_error


@judging.meet_rows.body(Rows)
def meet_rows(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw fresh rows and judge the parent on them."""
    if judge.fresh:
        draw_rows(judge, rng)
        if a.mark[ROOT] != NONE:
            evaluate_all(a, judge)
            state.measure[PARENT].error = wrong(a, judge)


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


@judging.decide.body(Rows)
def decide(judge: Rows, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int) -> int:
    """Count the rows that become wrong or right."""
    state.measure[CHILD].error = wrong_after(a, judge, drawn, state.measure[CHILD].error)
    change = state.measure[CHILD].error - state.measure[PARENT].error
    return i64(change > 0) - i64(change < 0)


@judging.inherit.body(Rows)
def inherit(judge: Rows, state: State, order: int) -> None:
    """The offspring's error is known."""
    copy_measure(state, CHILD, PARENT)


@judging.measure.body(Rows)
def measure(judge: Rows, a: Arena, state: State, line: int) -> int:
    """Count the wrong rows."""
    state.measure[line].error = wrong(a, judge)
    return MEASURED
