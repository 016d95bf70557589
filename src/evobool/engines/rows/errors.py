"""The wrong rows of the parent, of an offspring, and how many of the parent's are still to come."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.state import PARENT, State
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.engines.rows.blocks import BLOCK, WIDE, balance, block, differ, fetch, ones, put, size, wide
from evobool.engines.rows.differences import Start, follow, start_of_drawn, start_of_edit
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
def change_at(a: Arena, rows: Rows, start: Start, segments: int, k: int, like: Any, write: bool) -> Any:
    """Where the root's value changes, on some words: by one difference, or by several in so many segments."""
    if segments == 0:
        change = follow(a, rows, start, rows.words, k, like, write)
    else:
        change = meet(rows, segments, k, like, write)
    if k + size(like) == rows.words:
        change = change & fetch(rows.counted, k, like)
    return change


@inlined
def more_wrong(rows: Rows, change: Any, k: int) -> tuple[int, int]:
    """How many more rows are wrong after a change of the root, and how many of these are positive."""
    wrong, missed = fetch(rows.wrong, k, change), i64(0)
    if rows.split:
        missed = balance(change & fetch(rows.target, k, change), wrong)
    return balance(change, wrong), missed


@inlined
def know(rows: Rows, error: int, missed: int) -> None:
    """Note how many more rows an offspring gets wrong than its parent."""
    tally = rows.tally[0]
    tally.child_error = tally.error + error
    tally.child_missed = tally.missed + missed


@inlined
def drawn_is_beyond(a: Arena, rows: Rows, drawn: Drawn, allowed: int) -> bool:
    """Judge a mutation that is not yet made: as `is_beyond`."""
    start = start_of_drawn(a, rows, drawn)
    if rows.words > BLOCK:
        return is_beyond(a, rows, start, i64(0), allowed)
    if rows.words == 1:
        judge_short(a, rows, start, U64(0))
    else:
        judge_short(a, rows, start, block(rows.target, i64(0)))
    return False


@inlined
def judge_short(a: Arena, rows: Rows, start: Start, like: Any) -> None:
    """Judge a difference on the only word or block."""
    change = follow(a, rows, start, size(like), i64(0), like, False)
    if not differ(change, like ^ like):
        know(rows, i64(0), i64(0))
        return
    wrong = (fetch(rows.wrong, i64(0), like) ^ change) & fetch(rows.counted, i64(0), like)
    rows.tally[0].child_error = ones(wrong)
    if rows.split:
        rows.tally[0].child_missed = ones(wrong & fetch(rows.target, i64(0), like))


@inlined
def edits_are_beyond(a: Arena, rows: Rows, state: State, allowed: int) -> bool:
    """Judge the offspring in the arena: as `is_beyond`."""
    segments = i64(0)
    if state.run[0].edits > 1 or a.node[a.mark[ROOT]].kind >= 0:
        segments = ways_of_edits(a, rows, state)
        if segments == 0:
            know(rows, i64(0), i64(0))
            return False
    return is_beyond(a, rows, start_of_edit(a, rows, state), segments, allowed)


@kernel
def is_beyond(a: Arena, rows: Rows, start: Start, segments: int, allowed: int) -> bool:
    """Judge an offspring: whether it is certain that it costs more than is allowed beyond its parent.

    If not, the tally has its wrong rows. Wrong rows of the parent that are still to come can make up for so
    much.
    """
    words, k = rows.words, i64(0)
    error = missed = i64(0)
    if words == 1:
        error, missed = more_wrong(rows, change_at(a, rows, start, segments, k, U64(0), False), k)
    else:
        most, one = wide(rows.target, k), block(rows.target, k)
        while k + size(most) <= words:
            change = change_at(a, rows, start, segments, k, most, False)
            if differ(change, change ^ change):
                more, more_missed = more_wrong(rows, change, k)
                error += more
                missed += more_missed
            k += size(most)
            if cost(rows, error, missed) - rows.to_come[k // WIDE] > allowed:
                rows.tally[0].looked_at += k
                return True
        while k < words:
            more, more_missed = more_wrong(rows, change_at(a, rows, start, segments, k, one, False), k)
            error += more
            missed += more_missed
            k += size(one)
        rows.tally[0].looked_at += k
    know(rows, error, missed)
    return False


@inlined
def keep_part(a: Arena, rows: Rows, start: Start, segments: int, k: int, like: Any) -> int:
    """Keep the changes on some words; returns what they cost."""
    change = change_at(a, rows, start, segments, k, like, True)
    if not differ(change, change ^ change):
        return i64(0)
    more = i64(0)
    if rows.words > WIDE:
        error, missed = more_wrong(rows, change, k)
        more = cost(rows, error, missed)
    put(rows.wrong, k, fetch(rows.wrong, k, like) ^ change)
    return more


@inlined
def keep_edits(a: Arena, rows: Rows, state: State) -> None:
    """Bring the values of all nodes up to date, and what is known of the wrong rows."""
    segments = i64(0)
    rows.tally[0].error = state.measure[PARENT].error
    rows.tally[0].missed = state.measure[PARENT].missed
    if state.run[0].edits > 1 or a.node[a.mark[ROOT]].kind >= 0:
        segments = ways_of_edits(a, rows, state)
        if segments == 0:
            return
    start = start_of_edit(a, rows, state)
    if rows.words > BLOCK or segments > 0:
        keep(a, rows, start, segments)
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
def keep(a: Arena, rows: Rows, start: Start, segments: int) -> None:
    """The same, from the last words on."""
    if rows.words == 1:
        keep_part(a, rows, start, segments, i64(0), U64(0))
        return
    most, one, k, more = wide(rows.target, i64(0)), block(rows.target, i64(0)), rows.words, i64(0)
    while k % size(most) != 0:
        k -= size(one)
        more += keep_part(a, rows, start, segments, k, one)
    rows.to_come[k // WIDE] += more
    while k > 0:
        k -= size(most)
        more += keep_part(a, rows, start, segments, k, most)
        rows.to_come[k // WIDE] += more


@inlined
def compare_part(rows: Rows, root: int, k: int, like: Any) -> int:
    """Find the wrong rows on some words; returns what they cost."""
    target = fetch(rows.target, k, like)
    wrong = target
    if root != NO_LINE:
        wrong = target ^ fetch(rows.table, root + k, like)
    wrong = wrong & fetch(rows.counted, k, like)
    put(rows.wrong, k, wrong)
    error, missed = ones(wrong), i64(0)
    if rows.split:
        missed = ones(wrong & target)
    rows.tally[0].error += error
    rows.tally[0].missed += missed
    return cost(rows, error, missed)


@kernel
def compare_with_target(a: Arena, rows: Rows) -> None:
    """Find the wrong rows of a tree whose values are known; the empty one is never true."""
    tally, root = rows.tally[0], NO_LINE
    if a.mark[ROOT] != NONE:
        root = line(a, rows, a.mark[ROOT]) * rows.words
    tally.error = tally.missed = 0
    if rows.words == 1:
        compare_part(rows, root, i64(0), U64(0))
        return
    most, one, k, more = wide(rows.target, i64(0)), block(rows.target, i64(0)), rows.words, i64(0)
    while k % size(most) != 0:
        k -= size(one)
        more += compare_part(rows, root, k, one)
    rows.to_come[k // WIDE] = more
    rows.to_come[k // WIDE + 1] = 0
    while k > 0:
        k -= size(most)
        more += compare_part(rows, root, k, most)
        rows.to_come[k // WIDE] = more
