"""What Algorithm 1 asks of a judge, a named tuple: each class of judge supplies bodies for its functions.

Those that raise every judge must supply. The others have a body for judges that decide nothing before it is
measured, and compare numbers of wrong rows. What is constant for a class the compiler knows.

`rows/judge.py` looks at rows; `counts/complete.py` and `counts/sampled.py` count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import dispatched
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import OPEN, REJECTED
from evobool.engines.kernels.random import Words, i64
from evobool.engines.kernels.state import CHILD, PARENT, State
from evobool.engines.kernels.tree import editing
from evobool.engines.kernels.tree.arena import Arena


@dispatched
def needs_copy(judge: Any) -> bool:
    """Whether judging several mutations at once needs a copy of the parent."""
    return False


@dispatched
def may_be_unsure(judge: Any) -> bool:
    """Whether an iteration may be left to the caller, which then restarts it."""
    return False


@dispatched
def begin_run(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Measure the start tree, which may be empty, into PARENT; set SOLVED if there is nothing to do."""
    raise NotImplementedError


@dispatched
def meet_rows(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> None:
    """Begin an iteration: draw fresh rows, if any, and measure the parent on them."""


# The edits of the arena, after which all that is kept for the nodes is up to date again: by default nothing.


@dispatched
def insert(judge: Any, a: Arena, drawn: Drawn) -> np.uint32:
    """As `editing.insert`."""
    return editing.insert(a, drawn.x, drawn.function, drawn.literal, drawn.literal_first)


@dispatched
def uninsert(judge: Any, a: Arena, leaf: np.uint32) -> None:
    """As `editing.uninsert`."""
    editing.uninsert(a, leaf)


@dispatched
def cut(judge: Any, a: Arena, x: np.uint32) -> None:
    """As `editing.cut`."""
    editing.cut(a, x)


@dispatched
def graft(judge: Any, a: Arena, x: np.uint32) -> None:
    """As `editing.graft`."""
    editing.graft(a, x)


@dispatched
def substitute(judge: Any, a: Arena, x: np.uint32, literal: int) -> None:
    """As `editing.substitute`."""
    editing.substitute(a, x, literal)


# Deciding.


@dispatched
def start_chain(judge: Any, state: State) -> None:
    """A chain of mutations begins, to be decided one by one."""


@dispatched
def decide(judge: Any, a: Arena, rules: Rules, state: State, drawn: Drawn, before: int, to_come: int) -> int:
    """The order of the errors of an offspring and its parent, before the last mutation is made.

    `before` is the order after the mutations made so far. OPEN if it takes a count. `to_come` is the number
    of mutations still to be made after this one.
    """
    return OPEN


@dispatched
def is_lost(judge: Any, state: State, to_come: int) -> bool:
    """Whether the offspring stays worse whatever the remaining mutations do, unless one `may_save` it."""
    return False


@dispatched
def may_save(judge: Any, a: Arena, drawn: Drawn) -> bool:
    """Whether a mutation can make an offspring much better."""
    return True


@dispatched
def inherit(judge: Any, state: State, order: int) -> None:
    """An offspring for which `decide` gave this order takes its parent's place: bring PARENT up to date."""


@dispatched
def adopt(judge: Any, a: Arena, state: State) -> None:
    """The offspring in the arena, made by `state.edits`, takes its parent's place."""


# Measuring.


@dispatched
def measure(judge: Any, a: Arena, state: State, line: int) -> int:
    """Measure the tree in the arena; returns MEASURED or UNSETTLED."""
    raise NotImplementedError


@dispatched
def judge_child(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Measure the tree in the arena, an offspring, into CHILD, on fresh rows together with its parent."""
    return measure(judge, a, state, i64(CHILD))


@dispatched
def skip_child(judge: Any, a: Arena, rng: Words, rules: Rules, state: State) -> int:
    """Judge the parent on fresh rows without an offspring to measure; returns REJECTED or UNSETTLED."""
    return REJECTED


@dispatched
def compare(judge: Any, state: State, one: int, other: int) -> int:
    """The order of the errors of two lines of `measure`, or UNSURE."""
    left, right = state.measure[one].error, state.measure[other].error
    return i64(left > right) - i64(left < right)


@dispatched
def as_wrong(judge: Any, state: State, one: int, other: int) -> bool:
    """Whether two lines of `measure` of equal order stand for equally many wrong rows."""
    return True


@dispatched
def divide(judge: Any, a: Arena, state: State) -> None:
    """Find out how many of PARENT's wrong rows are positive, if the judge does not know."""


@dispatched
def is_solved(judge: Any, a: Arena, rules: Rules, state: State) -> int:
    """Whether the error of the tree in the arena, the parent, is at most the threshold: 1, 0 or UNSURE."""
    return i64(state.measure[PARENT].error <= rules.accept_error)
