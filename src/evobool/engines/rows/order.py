"""Rows sorted so that the parent's wrong ones come first, in an order that is otherwise kept.

Then an offspring that makes too many rows wrong is soon known to do so: few wrong rows are still to come that
it could make right. In which order rows are judged changes no run.
"""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import WORD, popcount
from evobool.engines.kernels.literals import variable_of
from evobool.engines.kernels.random import U64, i64
from evobool.engines.kernels.tree.arena import Arena
from evobool.engines.rows.blocks import block, fetch, put, size
from evobool.engines.rows.errors import compare_with_target
from evobool.engines.rows.table import ALL, SORTED, Rows
from evobool.engines.rows.values import evaluate_all

WORTH = 5  # words looked at for each word that is sorted
STEPS = 6  # in which bits move, by 1, 2, 4 ... places
# Lines of `sorting`: the moves of rows that are wrong, then of the others; those rows' bits, put together;
# and all of them in their new order.
FIRST, OTHER, FIRST_BITS, RESULT = 0, STEPS, 2 * STEPS, 2 * STEPS + 2
ZERO, ONE = U64(0), U64(1)


@inlined
def begin_order(rows: Rows) -> None:
    """The order in which rows are now is as good as any."""
    rows.tally[0].wrong_then = rows.tally[0].error
    rows.tally[0].looked_at_then = rows.tally[0].looked_at


@inlined
def sort_if_worth(a: Arena, rows: Rows) -> None:
    """Sort rows if the error has fallen by a tenth since, and enough of them were looked at to pay for it."""
    tally = rows.tally[0]
    if rows.words < SORTED or rows.fresh or 10 * tally.error > 9 * tally.wrong_then:
        return
    if tally.looked_at - tally.looked_at_then >= WORTH * (rows.n + 1) * rows.words:
        sort_rows(rows)
        evaluate_all(a, rows)
        compare_with_target(a, rows)
        begin_order(rows)


@kernel
def sort_rows(rows: Rows) -> None:
    """Put the wrong rows first; the values of nodes are not known afterwards."""
    words, one = rows.words, block(rows.target, i64(0))
    for k in range(0, words, size(one)):
        wrong = fetch(rows.wrong, k, one)
        plan_moves(rows, FIRST * words + k, wrong)
        plan_moves(rows, OTHER * words + k, fetch(rows.counted, k, one) ^ wrong)
    for variable in range(rows.n):
        sort_line(rows, rows.table, variable * words)
    for literal in range(rows.n, rows.literals):
        variable = variable_of(literal, rows.n)
        for w in range(words):
            rows.table[literal * words + w] = ~rows.table[variable * words + w]
    sort_line(rows, rows.target, i64(0))


@inlined
def plan_moves(rows: Rows, place: int, mask: Any) -> None:
    """Which bits move to the right, by 1, 2, 4 ... places, so that those of a mask come together.

    H. S. Warren, Hacker's Delight, 2nd edition, section 7-4.
    """
    gaps = (mask ^ ALL) << ONE
    for step in range(STEPS):
        parity = gaps
        for shift in (1, 2, 4, 8, 16, 32):
            parity = parity ^ (parity << U64(shift))
        moving = parity & mask
        put(rows.sorting, place + step * rows.words, moving)
        mask = (mask ^ moving) | (moving >> (ONE << U64(step)))
        gaps = gaps & (parity ^ ALL)


@inlined
def moved(rows: Rows, place: int, bits: Any) -> Any:
    """Bits after their moves."""
    for step in range(STEPS):
        moving = bits & fetch(rows.sorting, place + step * rows.words, bits)
        bits = (bits ^ moving) | (moving >> (ONE << U64(step)))
    return bits


@kernel
def sort_line(rows: Rows, lines: Any, start: int) -> None:
    """Put the bits of the wrong rows of a line first."""
    words, one, sorting = rows.words, block(rows.target, i64(0)), rows.sorting
    for k in range(0, words, size(one)):
        line, wrong = fetch(lines, start + k, one), fetch(rows.wrong, k, one)
        right = fetch(rows.counted, k, one) ^ wrong
        put(sorting, FIRST_BITS * words + k, moved(rows, FIRST * words + k, line & wrong))
        put(sorting, (FIRST_BITS + 1) * words + k, moved(rows, OTHER * words + k, line & right))
    into, full, word = i64(RESULT * words), ZERO, ZERO
    for side in range(2):
        for w in range(rows.used):
            wrong, bits = rows.wrong[w], sorting[(FIRST_BITS + side) * words + w]
            word |= bits << full
            sorting[into] = word  # to be written again as long as it is not full
            over = (bits >> ONE) >> (U64(WORD - 1) - full)
            full += popcount(rows.counted[w] ^ wrong if side else wrong)
            is_full = full >> U64(STEPS)
            word = over if is_full else word
            into += i64(is_full)
            full &= U64(WORD - 1)
    sorting[into] = word
    for w in range(words):
        lines[start + w] = sorting[RESULT * words + w]
