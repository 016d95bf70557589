"""Making an offspring in the arena, edit by edit, and taking it back or keeping it."""

from __future__ import annotations

from typing import Any, NamedTuple

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import NO_FUNCTION, Drawn
from evobool.engines.kernels.orders import ACCEPTED, EQUAL, NEUTRAL
from evobool.engines.kernels.random import i64
from evobool.engines.kernels.state import State
from evobool.engines.kernels.tree.arena import DEL, INS, Arena, give_back
from evobool.engines.kernels.tree.links import give_back_all
from evobool.engines.kernels.tree.numbering import recall, remember


class Nobody(NamedTuple):
    """A judge that keeps nothing up to date."""

    nothing: int


@inlined
def perform(judge: Any, a: Arena, state: State, drawn: Drawn, for_good: bool = False) -> None:
    """Make a drawn mutation, and note how to undo it, unless it will not be undone."""
    if state.run[0].edits == 0 and not for_good:
        remember(a)
    edit = state.edits[state.run[0].edits]
    state.run[0].edits += 1
    edit.done = drawn.done
    edit.x = drawn.x
    if drawn.done == INS:
        edit.x = judging.insert(judge, a, drawn)
        edit.old = i64(a.node[edit.x].parent)
    elif drawn.done == DEL:
        judging.cut(judge, a, drawn.x)
    else:
        edit.old = a.node[drawn.x].kind
        judging.substitute(judge, a, drawn.x, drawn.literal)


@inlined
def sketch(a: Arena, state: State, drawn: Drawn) -> None:
    """Apply a mutation to the arena alone.

    The offspring is already rejected, but later draws need the tree.
    """
    perform(Nobody(0), a, state, drawn)
    state.run[0].sketches += 1


@inlined
def undo(judge: Any, a: Arena, state: State) -> None:
    """Undo the edits that made an offspring, the last one first."""
    run = state.run[0]
    if run.edits == 0:
        return
    while run.sketches > 0:
        run.sketches -= 1
        undo_last(Nobody(0), a, state)
    while run.edits > 0:
        undo_last(judge, a, state)
    recall(a)


@inlined
def undo_last(judge: Any, a: Arena, state: State) -> None:
    """Undo the last edit."""
    state.run[0].edits -= 1
    edit = state.edits[state.run[0].edits]
    if edit.done == DEL:
        judging.graft(judge, a, edit.x)
    elif edit.done == INS:
        judging.uninsert(judge, a, edit.x)
    else:
        judging.substitute(judge, a, edit.x, i64(edit.old))


@inlined
def accept(judge: Any, a: Arena, state: State, mutations: int, order: int) -> int:
    """Replace the parent by the offspring in the arena, made by so many mutations; returns what happened."""
    judging.adopt(judge, a, state)
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
            give_back(a, a.node[edit.x].parent)
            if a.node[edit.x].kind >= 0:
                give_back(a, edit.x)
            else:
                give_back_all(a, edit.x)
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
