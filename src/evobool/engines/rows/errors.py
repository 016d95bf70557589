"""The wrong rows of the parent and of an offspring."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.state import PARENT, State
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.engines.rows.blocks import BLOCK, WIDE, block, differ, fetch, ones, put, size, wide
from evobool.engines.rows.differences import (
    Start,
    change_at_start,
    follow,
    nowhere,
    start_of_drawn,
    start_of_edit,
)
from evobool.engines.rows.levels import begin_way, climb
from evobool.engines.rows.meeting import meet
from evobool.engines.rows.table import NO_LINE, Rows
from evobool.engines.rows.values import line
from evobool.engines.rows.ways import ways_of_edits


@inlined
def cost(rows: Rows, error: int, missed: int) -> int:
    """What so many wrong rows cost: their number, unless errors are split."""
    if rows.split:
        tally = rows.tally[0]
        return i64(tally.false_positive * (error - missed) + tally.false_negative * missed)
    return error


@inlined
def counted(rows: Rows, wrong: Any, k: int) -> tuple[int, int]:
    """How many rows are wrong on some words, and how many of these are positive."""
    missed = i64(0)
    if rows.split:
        missed = ones(wrong & fetch(rows.target, k, wrong))
    return ones(wrong), missed


@inlined
def know(rows: Rows, error: int, missed: int) -> None:
    """Note how many rows an offspring gets wrong."""
    rows.tally[0].child_error = error
    rows.tally[0].child_missed = missed


@inlined
def drawn_is_beyond(a: Arena, rows: Rows, drawn: Drawn, allowed: int) -> bool:
    """Judge a mutation that is not yet made: as `is_beyond`."""
    start = start_of_drawn(a, rows, drawn)
    if rows.words > BLOCK:
        return one_way_is_beyond(a, rows, start, allowed)
    if rows.words == 1:
        judge_short(a, rows, start, U64(0))
    else:
        judge_short(a, rows, start, block(rows.target, i64(0)))
    return False


@inlined
def judge_short(a: Arena, rows: Rows, start: Start, like: Any) -> None:
    """Judge a difference on the only word or block."""
    change = follow(a, rows, start, size(like), i64(0), like, False)
    wrong = (fetch(rows.wrong, i64(0), like) ^ change) & fetch(rows.counted, i64(0), like)
    error, missed = counted(rows, wrong, i64(0))
    know(rows, error, missed)


@inlined
def edits_are_beyond(a: Arena, rows: Rows, state: State, allowed: int) -> bool:
    """Judge the offspring in the arena: as `is_beyond`."""
    if not has_ways(a, state):
        return one_way_is_beyond(a, rows, start_of_edit(a, rows, state), allowed)
    segments = ways_of_edits(a, rows, state)
    if segments == 0:
        know(rows, rows.tally[0].error, rows.tally[0].missed)
        return False
    return ways_are_beyond(a, rows, segments, allowed)


@inlined
def has_ways(a: Arena, state: State) -> bool:
    """Whether more may have changed than one difference tells."""
    return bool(state.run[0].edits > 1 or a.node[a.mark[ROOT]].kind >= 0)


@kernel
def one_way_is_beyond(a: Arena, rows: Rows, start: Start, allowed: int) -> bool:
    """Judge an offspring by one difference: as `is_beyond`."""
    begin_way(rows, start.x)
    return is_beyond(a, rows, start, i64(0), allowed)


@kernel
def ways_are_beyond(a: Arena, rows: Rows, segments: int, allowed: int) -> bool:
    """Judge an offspring by differences on several ways: as `is_beyond`."""
    return is_beyond(a, rows, nowhere(), segments, allowed)


@inlined
def is_beyond(a: Arena, rows: Rows, start: Start, segments: int, allowed: int) -> bool:
    """Judge an offspring: whether it is certain that it costs more than is allowed beyond its parent.

    If not, the tally has its wrong rows.
    """
    words, k, tally = rows.words, i64(0), rows.tally[0]
    error = missed = i64(0)
    before = cost(rows, tally.error, tally.missed)
    if words == 1:
        error, missed = wrong_at(a, rows, start, segments, k, U64(0))
    else:
        most, one = wide(rows.target, k), block(rows.target, k)
        while k + size(most) <= words:
            change = change_at(a, rows, start, segments, k, most, False)
            here = rows.here[k // WIDE]
            if not differ(change, change ^ change):
                error += here.error
                missed += here.missed
            else:
                more, more_missed = counted(rows, fetch(rows.wrong, k, most) ^ change, k)
                error += more
                missed += more_missed
            k += size(most)
            if cost(rows, error, missed) - before > allowed:
                tally.looked_at += k
                return True
        while k < words:
            more, more_missed = wrong_at(a, rows, start, segments, k, one)
            error += more
            missed += more_missed
            k += size(one)
        tally.looked_at += k
    know(rows, error, missed)
    return False


@inlined
def change_at(a: Arena, rows: Rows, start: Start, segments: int, k: int, like: Any, write: bool) -> Any:
    """Where the root's value changes, on some words: by one difference, or by several in so many segments."""
    if segments == 0:
        change = climb(a, rows, change_at_start(rows, start, rows.words, k, like, write), k, write)
    else:
        change = meet(rows, segments, k, like, write)
    if k + size(like) == rows.words:
        change = change & fetch(rows.counted, k, like)
    return change


@inlined
def wrong_at(a: Arena, rows: Rows, start: Start, segments: int, k: int, like: Any) -> tuple[int, int]:
    """How many rows an offspring gets wrong on some words, and how many of these are positive."""
    change = change_at(a, rows, start, segments, k, like, False)
    return counted(rows, fetch(rows.wrong, k, like) ^ change, k)


@inlined
def keep_edits(a: Arena, rows: Rows, state: State) -> None:
    """Bring the values of all nodes up to date, and what is known of the wrong rows."""
    rows.tally[0].error = state.measure[PARENT].error
    rows.tally[0].missed = state.measure[PARENT].missed
    if has_ways(a, state):
        segments = ways_of_edits(a, rows, state)
        if segments > 0:
            keep_ways(a, rows, segments)
        return
    start = start_of_edit(a, rows, state)
    if rows.words > BLOCK:
        keep_one_way(a, rows, start)
    elif rows.words == 1:
        keep_short(a, rows, start, U64(0))
    else:
        keep_short(a, rows, start, block(rows.target, i64(0)))


@inlined
def keep_short(a: Arena, rows: Rows, start: Start, like: Any) -> None:
    """Keep a difference on the only word or block."""
    change = follow(a, rows, start, size(like), i64(0), like, True)
    put(rows.wrong, i64(0), fetch(rows.wrong, i64(0), like) ^ (change & fetch(rows.counted, i64(0), like)))


@kernel
def keep_one_way(a: Arena, rows: Rows, start: Start) -> None:
    """Keep one difference."""
    begin_way(rows, start.x)
    keep(a, rows, start, i64(0))


@kernel
def keep_ways(a: Arena, rows: Rows, segments: int) -> None:
    """Keep differences on several ways."""
    keep(a, rows, nowhere(), segments)


@inlined
def keep(a: Arena, rows: Rows, start: Start, segments: int) -> None:
    """Keep what changes."""
    words, k = rows.words, i64(0)
    if words == 1:
        keep_part(a, rows, start, segments, k, U64(0))
        return
    most, one = wide(rows.target, k), block(rows.target, k)
    while k + size(most) <= words:
        if keep_part(a, rows, start, segments, k, most):
            note_here(rows, k, most)
        k += size(most)
    while k < words:
        keep_part(a, rows, start, segments, k, one)
        k += size(one)


@inlined
def keep_part(a: Arena, rows: Rows, start: Start, segments: int, k: int, like: Any) -> bool:
    """Keep what changes on some words; returns whether the root's value does."""
    change = change_at(a, rows, start, segments, k, like, True)
    if not differ(change, change ^ change):
        return False
    put(rows.wrong, k, fetch(rows.wrong, k, like) ^ change)
    return True


@inlined
def note_here(rows: Rows, k: int, like: Any) -> None:
    """Count the wrong rows of a wide block."""
    error, missed = counted(rows, fetch(rows.wrong, k, like), k)
    rows.here[k // WIDE].error = error
    rows.here[k // WIDE].missed = missed


@kernel
def compare_with_target(a: Arena, rows: Rows) -> None:
    """Find the wrong rows of a tree whose values are known; the empty one is never true."""
    words, k, root = rows.words, i64(0), i64(NO_LINE)
    if a.mark[ROOT] != NONE:
        root = line(a, rows, a.mark[ROOT]) * words
    rows.tally[0].error = rows.tally[0].missed = 0
    if words == 1:
        compare_part(rows, root, k, U64(0))
        return
    most, one = wide(rows.target, k), block(rows.target, k)
    while k + size(most) <= words:
        compare_part(rows, root, k, most)
        note_here(rows, k, most)
        k += size(most)
    while k < words:
        compare_part(rows, root, k, one)
        k += size(one)


@inlined
def compare_part(rows: Rows, root: int, k: int, like: Any) -> None:
    """Find the wrong rows on some words."""
    wrong = fetch(rows.target, k, like)
    if root != NO_LINE:
        wrong = wrong ^ fetch(rows.table, root + k, like)
    wrong = wrong & fetch(rows.counted, k, like)
    put(rows.wrong, k, wrong)
    error, missed = counted(rows, wrong, k)
    rows.tally[0].error += error
    rows.tally[0].missed += missed
