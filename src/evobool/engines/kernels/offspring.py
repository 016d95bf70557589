"""Making an offspring in the arena, edit by edit, and taking it back or keeping it."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import arena, judging
from evobool.engines.kernels.arena import DEL, INS, NONE, Arena
from evobool.engines.kernels.mutate import NO_FUNCTION, Drawn
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.state import ACCEPTED, EQUAL, NEUTRAL, PLANT, State


@inlined
def perform(judge: Any, a: Arena, state: State, drawn: Drawn, for_good: bool = False) -> None:
    """Make a drawn mutation, and note how to undo it, unless it will not be undone."""
    edit = state.edits[state.run[0].edits]
    if state.run[0].edits == 0 and not for_good:
        arena.remember(a)
    state.run[0].edits += 1
    edit.done = drawn.done
    edit.x = drawn.x
    if drawn.x == NONE:
        edit.done = PLANT
        judging.plant(judge, a, drawn.literal)
    elif drawn.done == INS:
        edit.x = judging.insert(judge, a, drawn)
    elif drawn.done == DEL:
        judging.cut(judge, a, drawn.x)
    else:
        edit.old = a.node[drawn.x].kind
        judging.substitute(judge, a, drawn.x, drawn.literal)


@inlined
def sketch(a: Arena, state: State, drawn: Drawn) -> None:
    """Make a drawn mutation of an offspring that is lost, in the arena only: further ones are drawn there."""
    run = state.run[0]
    edit = state.edits[run.edits]
    if run.edits == 0:
        arena.remember(a)
    run.edits += 1
    run.sketches += 1
    edit.done = drawn.done
    edit.x = drawn.x
    if drawn.done == INS:
        edit.x = arena.insert(a, drawn.x, drawn.function, drawn.literal, drawn.literal_first)
    elif drawn.done == DEL:
        arena.cut(a, drawn.x)
    else:
        edit.old = a.node[drawn.x].kind
        arena.substitute(a, drawn.x, drawn.literal)


@inlined
def undo_sketches(a: Arena, state: State) -> None:
    """Undo those edits, the last one first."""
    run = state.run[0]
    while run.sketches > 0:
        run.sketches -= 1
        run.edits -= 1
        edit = state.edits[run.edits]
        if edit.done == DEL:
            arena.graft(a, edit.x)
        elif edit.done == INS:
            arena.uninsert(a, edit.x)
        else:
            arena.substitute(a, edit.x, i64(edit.old))


@inlined
def undo(judge: Any, a: Arena, state: State) -> None:
    """Undo the edits that made an offspring, the last one first."""
    if state.run[0].edits == 0:
        return
    undo_sketches(a, state)
    for k in range(state.run[0].edits - 1, -1, -1):
        edit = state.edits[k]
        x = edit.x
        if edit.done == PLANT:
            judging.uproot(judge, a)
        elif edit.done == DEL:
            judging.graft(judge, a, x)
        elif edit.done == INS:
            judging.uninsert(judge, a, x)
        else:
            judging.substitute(judge, a, x, i64(edit.old))
    arena.recall(a)
    state.run[0].edits = 0


@inlined
def accept(a: Arena, state: State, mutations: int, order: int) -> int:
    """Replace the parent by the offspring in the arena, made by so many mutations; returns what happened."""
    keep(a, state)
    if mutations > 1:
        keep_insertions(state)
    elif state.run[0].inserted != NO_FUNCTION:
        state.inserted[state.run[0].inserted].kept += 1
    return NEUTRAL if order == EQUAL else ACCEPTED


@inlined
def keep(a: Arena, state: State) -> None:
    """Make the edits final: give back the slots that were cut off."""
    for k in range(state.run[0].edits):
        edit = state.edits[k]
        if edit.done == DEL:
            arena.give_back(a, a.node[edit.x].parent)
            if a.node[edit.x].kind >= 0:
                arena.give_back(a, edit.x)
            else:
                arena.give_back_all(a, edit.x)
    state.run[0].edits = 0


@inlined
def forget_insertions(state: State) -> None:
    """Begin to count the functions inserted into an offspring."""
    for code in range(len(state.inserted)):
        state.inserted[code].pending = 0


@inlined
def keep_insertions(state: State) -> None:
    """Add those inserted into an accepted offspring."""
    for code in range(len(state.inserted)):
        state.inserted[code].kept += state.inserted[code].pending
