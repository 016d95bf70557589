"""Trees judged on rows: the error is the number of rows on which tree and target differ."""

from __future__ import annotations

from evobool.engines.kernels import loop
from evobool.engines.kernels.arena import KIND, NONE, PARENT, ROOT, SUB, Arena
from evobool.engines.kernels.loop import MEASURED, REJECTED, State
from evobool.engines.kernels.mutate import Rules
from evobool.engines.kernels.random import Words, i64
from evobool.engines.rows.values import Rows, draw_rows, evaluate_all, refresh, wrong


@loop.begin_run.body(Rows)
def begin_run(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw rows that are fixed for the run, and judge the start tree unless rows are drawn afresh."""
    if judge.fixed:
        draw_rows(judge, rng)
    if a.mark[ROOT] != NONE and not judge.fresh:
        evaluate_all(a, judge)
        state.measure[loop.PARENT, loop.ERROR] = wrong(a, judge)
        state.tally[loop.SOLVED] = state.measure[loop.PARENT, loop.ERROR] <= rules.accept_error


@loop.meet_rows.body(Rows)
def meet_rows(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Draw fresh rows and judge the parent on them."""
    if judge.fresh:
        draw_rows(judge, rng)
        if a.mark[ROOT] != NONE:
            evaluate_all(a, judge)
            state.measure[loop.PARENT, loop.ERROR] = wrong(a, judge)


@loop.needs_copy.body(Rows)
def needs_copy(judge: Rows) -> bool:
    """The parent's values are kept next to the offspring's."""
    return False


@loop.may_be_unsure.body(Rows)
def may_be_unsure(judge: Rows) -> bool:
    """Rows always decide."""
    return False


@loop.follow.body(Rows)
def follow(judge: Rows, a: Arena, state: State, done: int, x: int) -> None:
    """Evaluate the changed path."""
    if done == SUB or a.node[a.mark[ROOT], KIND] >= 0:
        x = i64(a.node[x, PARENT]) if done == SUB else NONE
    if refresh(a, judge, x, state.tally[loop.STAMP]):
        state.tally[loop.ROOT_CHANGED] = 1


@loop.measure_child.body(Rows)
def measure_child(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Count the wrong rows, unless the root's value is the same as the parent's."""
    error = state.measure[loop.PARENT, loop.ERROR]
    if state.tally[loop.ROOT_CHANGED] or error == loop.EMPTY_ERROR:
        error = wrong(a, judge)
    state.measure[loop.CHILD, loop.ERROR] = error
    return MEASURED


@loop.skip_child.body(Rows)
def skip_child(judge: Rows, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Nothing to do: the parent has been judged."""
    return REJECTED


@loop.compare.body(Rows)
def compare(judge: Rows, state: State, one: int, other: int) -> int:
    """The sign of the difference of two errors."""
    left, right = state.measure[one, loop.ERROR], state.measure[other, loop.ERROR]
    return i64(left > right) - i64(left < right)


@loop.is_solved.body(Rows)
def is_solved(judge: Rows, rules: Rules, state: State) -> bool:
    """Whether the number of wrong rows is within the threshold."""
    return bool(state.measure[loop.PARENT, loop.ERROR] <= rules.accept_error)
