"""Trees judged on rows: the error is the number of rows on which tree and target differ."""

from __future__ import annotations

import numpy as np

from evobool.engines.kernels import arena, judging
from evobool.engines.kernels.arena import NONE, ROOT, Arena
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.state import (
    CHILD,
    MEASURED,
    PARENT,
    REJECTED,
    State,
    copy_measure,
)
from evobool.engines.rows.values import (
    Rows,
    climb_from_new,
    draw_rows,
    evaluate_all,
    refresh,
    wrong,
    wrong_after,
)


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


@judging.needs_copy.body(Rows)
def needs_copy(judge: Rows) -> bool:
    """The parent's error is all that is needed."""
    return False


@judging.may_be_unsure.body(Rows)
def may_be_unsure(judge: Rows) -> bool:
    """Rows always decide."""
    return False


@judging.plant.body(Rows)
def plant(judge: Rows, a: Arena, literal: int) -> None:
    """A leaf's value is its literal's line."""
    arena.plant(a, literal)


@judging.uproot.body(Rows)
def uproot(judge: Rows, a: Arena) -> None:
    """Nothing is kept for the empty tree."""
    arena.uproot(a)


@judging.insert.body(Rows)
def insert(judge: Rows, a: Arena, drawn: Drawn) -> np.uint32:
    """Evaluate the new node and the path above it."""
    leaf = arena.insert(a, drawn.x, drawn.function, drawn.literal, drawn.literal_first)
    climb_from_new(judge, a, a.node[leaf].parent)
    return leaf


@judging.uninsert.body(Rows)
def uninsert(judge: Rows, a: Arena, leaf: np.uint32) -> None:
    """Evaluate the path above the gap."""
    above = a.node[a.node[leaf].parent].parent
    arena.uninsert(a, leaf)
    refresh(a, judge, above)


@judging.cut.body(Rows)
def cut(judge: Rows, a: Arena, x: np.uint32) -> None:
    """Evaluate the path above the gap."""
    above = a.node[a.node[x].parent].parent
    arena.cut(a, x)
    refresh(a, judge, above)


@judging.graft.body(Rows)
def graft(judge: Rows, a: Arena, x: np.uint32) -> None:
    """What is below the node is as it was; evaluate the node and the path above it."""
    arena.graft(a, x)
    climb_from_new(judge, a, a.node[x].parent)


@judging.substitute.body(Rows)
def substitute(judge: Rows, a: Arena, x: np.uint32, literal: int) -> None:
    """Evaluate the path above the leaf."""
    arena.substitute(a, x, literal)
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


@judging.is_lost.body(Rows)
def is_lost(judge: Rows, state: State, to_come: int) -> bool:
    """Any mutation can change everything."""
    return False


@judging.may_save.body(Rows)
def may_save(judge: Rows, a: Arena, drawn: Drawn) -> bool:
    """The same."""
    return True


@judging.inherit.body(Rows)
def inherit(judge: Rows, state: State, order: int) -> None:
    """The offspring's error is known."""
    copy_measure(state, CHILD, PARENT)


@judging.measure.body(Rows)
def measure(judge: Rows, a: Arena, state: State, line: int) -> int:
    """Count the wrong rows."""
    state.measure[line].error = wrong(a, judge)
    return MEASURED


@judging.judge_child.body(Rows)
def judge_child(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Count the wrong rows."""
    state.measure[CHILD].error = wrong(a, judge)
    return MEASURED


@judging.skip_child.body(Rows)
def skip_child(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Nothing to do: the parent has been judged."""
    return REJECTED


@judging.compare.body(Rows)
def compare(judge: Rows, state: State, one: int, other: int) -> int:
    """The order of two errors."""
    left, right = state.measure[one].error, state.measure[other].error
    return i64(left > right) - i64(left < right)


@judging.is_solved.body(Rows)
def is_solved(judge: Rows, a: Arena, rules: Rules, state: State) -> int:
    """Whether the number of wrong rows is within the threshold."""
    return i64(state.measure[PARENT].error <= rules.accept_error)
