"""Common to both ways of counting: the share of all inputs, and of the target's, that a tree is true on.

The target is a conjunction of K literals (a disjunction is run as its dual), so it is true on a *cube* of
2^(n-K) inputs. A tree that is true on a share t of all inputs and a share c of the cube is wrong on a share
t + 2^-K - 2^(1-K) c.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.counts.count import COUNTED, FROM_SCRATCH, GAVE_UP, count
from evobool.engines.counts.frames import RESULT, Scratch
from evobool.engines.counts.units import Units, refresh, value_at_point
from evobool.engines.kernels import loop
from evobool.engines.kernels.arena import KIND, PARENT, ROOT, SUB, Arena
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.loop import HOPELESS, MEASURED, UNSETTLED, State
from evobool.engines.kernels.random import i64


class Counts(NamedTuple):
    """Trees judged by exact counts over all inputs.

    `on_cube` is scratch space in which the target's variables have their values. `point` says that the cube
    is a single input: then a tree's value there is kept with its nodes, and nothing has to be counted.
    """

    scratch: Scratch
    on_cube: Scratch
    units: Units
    n: int
    k: int
    point: bool
    widest: int
    start: NDArray[np.int64]
    start_solved: bool


class SampledCounts(NamedTuple):
    """The same on `rows` fresh rows; only how many are wrong is drawn."""

    scratch: Scratch
    on_cube: Scratch
    units: Units
    n: int
    k: int
    point: bool
    widest: int
    start: NDArray[np.int64]
    rows: int


Judge = Counts | SampledCounts


@inlined
def follow_units(judge: Judge, a: Arena, state: State, done: int, x: int) -> None:
    """Bring the units up to date with one mutation."""
    if a.node[a.mark[ROOT], KIND] < 0:
        refresh(a, judge.units, i64(a.node[x, PARENT]) if done == SUB else x, state.tally[loop.STAMP])


@inlined
def counted(s: Scratch, verdict: int, widest: int) -> tuple[int, np.uint64, int]:
    """The result of a count: MEASURED if it succeeded, and the number."""
    mantissa = s.mantissa[0]
    if verdict == COUNTED and bit_length(mantissa) <= widest:
        return MEASURED, mantissa, s.top[RESULT]
    return HOPELESS if verdict == GAVE_UP else UNSETTLED, mantissa, 0


@kernel
def share(s: Scratch, u: Units, widest: int, a: Arena, root: int, how: int) -> tuple[int, np.uint64, int]:
    """The share of inputs on which the tree at `root` is true."""
    return counted(s, count(a, s, u, root, how), widest)


@kernel
def cube_share(s: Scratch, u: Units, widest: int, a: Arena) -> tuple[int, np.uint64, int]:
    """The share of the target's inputs on which the tree is true; `s` holds the values of its variables."""
    root = a.mark[ROOT]
    kind = i64(a.node[root, KIND])
    if kind >= 0:
        value = s.value[kind if kind < s.n else kind - s.n]
        if value == 0:
            return MEASURED, np.uint64(1), 1
        return MEASURED, np.uint64(1 if (value == 1) == (kind < s.n) else 0), 0
    return share(s, u, widest, a, root, FROM_SCRATCH)


@inlined
def measure(judge: Judge, a: Arena, state: State, verdict: int, mantissa: np.uint64, exponent: int) -> int:
    """Store the count of the tree in the arena in CHILD; returns MEASURED, UNSETTLED or HOPELESS."""
    child = state.measure[loop.CHILD]
    if verdict != MEASURED:
        return verdict
    child[loop.MANTISSA] = i64(mantissa)
    child[loop.EXPONENT] = exponent
    if judge.point:
        child[loop.CUBE] = value_at_point(a, judge.units, a.mark[ROOT])
        child[loop.CUBE_EXPONENT] = 0
        return MEASURED
    verdict, mantissa, exponent = cube_share(judge.on_cube, judge.units, judge.widest, a)
    child[loop.CUBE] = i64(mantissa)
    child[loop.CUBE_EXPONENT] = exponent
    return verdict
