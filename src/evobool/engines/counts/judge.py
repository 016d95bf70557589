"""Common to both ways of counting: the share of all inputs, and of the target's, that a tree is true on.

The target is a conjunction of K literals (a disjunction is run as its dual), so it is true on a *cube* of
2^(n-K) inputs. A tree that is true on a share t of all inputs and a share c of the cube is wrong on a share
t + 2^-K - 2^(1-K) c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.jit import dispatched, inlined, kernel
from evobool.engines.counts import dyadic, edits, structure
from evobool.engines.counts.costs import Scale
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.independent import tried_share
from evobool.engines.counts.structure import (
    AGAINST,
    CONFLICTS,
    DISTINCT,
    INSIDE,
    NO_LITERAL,
    ON_CUBE,
    OPENED,
    Structure,
    new_stamp,
)
from evobool.engines.counts.truth import LARGEST_TABLE_IF_WIDE, hang_together, note_group, table_share
from evobool.engines.kernels import judging
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.mutate import Drawn, Rules
from evobool.engines.kernels.orders import MEASURED, UNSETTLED
from evobool.engines.kernels.random import U64, Words, i64
from evobool.engines.kernels.state import PARENT, State
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena


class Counts(NamedTuple):
    """Trees judged by exact counts over all inputs.

    `monotone` says that no literal of L or of the target is negated, so that every tree is true where all
    variables are. `at_point` says that `at_point.py` decides.
    """

    parts: Structure
    n: int
    k: int
    monotone: bool
    scale: Scale
    by_structure: bool
    at_point: bool
    widest: int
    largest_table: int
    start: Any  # a record of MEASURE
    start_solved: bool


class SampledCounts(NamedTuple):
    """The same on `rows` fresh rows; only how many are wrong is drawn.

    If errors are `split`, of either class. `classes` are the positive and the negative rows at hand.
    """

    parts: Structure
    n: int
    k: int
    monotone: bool
    widest: int
    largest_table: int
    start: Any  # a record of MEASURE
    start_solved: bool
    rows: int
    split: bool
    by_rate: bool  # whether costs go by the rows
    false_positive: int  # what one costs, apart from that
    false_negative: int
    classes: NDArray[np.int64]


Judge = Counts | SampledCounts


@kernel
def share(
    a: Arena, parts: Structure, on_cube: int, widest: int, largest_table: int
) -> tuple[int, np.uint64, int]:
    """The share of all inputs, or of the cube's, on which the tree is true.

    UNSETTLED if that needs more than a word or, with more variables than fit any table, too much is to be
    tried: exact fractions then decide.
    """
    total = parts.total
    total[OPENED], total[ON_CUBE] = NO_LITERAL, on_cube
    if total[CONFLICTS] > 0 or (on_cube and total[AGAINST] > 0):
        return MEASURED, U64(0), 0
    mantissa, exponent, stamp = U64(1), total[DISTINCT] - (total[INSIDE] if on_cube else 0), new_stamp(parts)
    group = parts.literal[parts.literals].first
    while group != NONE:
        if parts.slot[group].stamp != stamp:
            groups, variables = hang_together(
                a, parts, note_group(parts, group, i64(0), stamp), i64(0), parts.n, stamp
            )
            factor, factor_exponent = U64(0), WIDE
            if variables > largest_table:
                factor, factor_exponent = tried_share(a, parts, groups, variables, stamp)
            if factor_exponent == WIDE and variables <= max(largest_table, LARGEST_TABLE_IF_WIDE):
                factor, factor_exponent = table_share(a, parts, groups, variables)
            if factor_exponent == WIDE:
                return UNSETTLED, factor, 0
            if factor == U64(0):
                return MEASURED, factor, 0
            mantissa, exponent = dyadic.times(mantissa, exponent, factor, factor_exponent)
            if exponent == WIDE:
                return UNSETTLED, mantissa, 0
        group = a.node[group].next
    return MEASURED if bit_length(mantissa) <= widest else UNSETTLED, mantissa, exponent


@inlined
def measure_shares(judge: Judge, a: Arena, state: State, line: int) -> int:
    """Measure the tree in the arena; returns MEASURED or UNSETTLED."""
    found, parts, whole = state.measure[line], judge.parts, judge.monotone and judge.k == judge.n
    if parts.literal[parts.literals].first == NONE and judge.widest > 0:  # nothing but units
        total = parts.total
        found.mantissa = i64(total[CONFLICTS] == 0)
        found.exponent = found.mantissa * total[DISTINCT]
        found.cube = found.mantissa * i64(total[AGAINST] == 0)
        found.cube_exponent = found.cube * (total[DISTINCT] - total[INSIDE])
        return MEASURED
    found.cube = 1
    found.cube_exponent = 0
    return measure_both(a, parts, whole, judge.widest, judge.largest_table, found)


@kernel
def measure_both(a: Arena, parts: Structure, whole: bool, widest: int, largest_table: int, found: Any) -> int:
    """Measure both shares; the second is 1 for a monotone tree and a target about all variables."""
    for on_cube in range(1 if whole else 2):
        verdict, mantissa, exponent = share(a, parts, on_cube, widest, largest_table)
        if verdict != MEASURED:
            found.exponent = WIDE
            return verdict
        if on_cube:
            found.cube = i64(mantissa)
            found.cube_exponent = exponent
        else:
            found.mantissa = i64(mantissa)
            found.exponent = exponent
    return MEASURED


@dispatched
def spare_bits(judge: Judge) -> int:
    """How many bits comparing takes beyond those of a count."""
    return 0


def counts(kind: type) -> None:
    """The edits for judges of a class that counts: they keep the structure up to date."""

    @judging.insert.body(kind)
    def insert(judge: Judge, a: Arena, drawn: Drawn) -> np.uint32:
        return edits.insert(a, judge.parts, drawn)

    @judging.uninsert.body(kind)
    def uninsert(judge: Judge, a: Arena, leaf: np.uint32) -> None:
        edits.uninsert(a, judge.parts, leaf)

    @judging.cut.body(kind)
    def cut(judge: Judge, a: Arena, x: np.uint32) -> None:
        edits.cut(a, judge.parts, x)

    @judging.graft.body(kind)
    def graft(judge: Judge, a: Arena, x: np.uint32) -> None:
        edits.graft(a, judge.parts, x)

    @judging.substitute.body(kind)
    def substitute(judge: Judge, a: Arena, x: np.uint32, literal: int) -> None:
        edits.substitute(a, judge.parts, x, literal)

    @judging.begin_run.body(kind)
    def begin_run(judge: Judge, a: Arena, rng: Words, rules: Rules, state: State) -> None:
        """The start tree was counted when the engine was made."""
        structure.enter_tree(a, judge.parts)
        state.run[0].right = 0
        if a.mark[ROOT] != NONE:
            state.measure[PARENT] = judge.start[0]
            state.run[0].solved = judge.start_solved

    @judging.may_be_unsure.body(kind)
    def may_be_unsure(judge: Judge) -> bool:
        """A count may need more than one word, or take too long, unless all variables fit a table."""
        return judge.n > min(LARGEST_TABLE_IF_WIDE, judge.widest - 2 - spare_bits(judge))

    @judging.measure.body(kind)
    def measure(judge: Judge, a: Arena, state: State, line: int) -> int:
        return measure_shares(judge, a, state, line)


counts(Counts)
counts(SampledCounts)
