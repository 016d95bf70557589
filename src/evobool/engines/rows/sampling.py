"""A sample of rows, drawn, and the target's values on it."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.literals import variable_of
from evobool.engines.kernels.random import U64, Words, below, i64, next_word
from evobool.engines.rows.blocks import BLOCK, block, fetch, put, size
from evobool.engines.rows.lanes import NIBBLE, NIBBLES, STATE, VALUES
from evobool.engines.rows.table import ALL, STRETCH, Rows


@inlined
def draw_rows(rows: Rows, rng: Words) -> None:
    """Draw a sample: each word of each variable's column is drawn, then the target is evaluated."""
    if rows.given_rows > 0:
        draw_given(rows, rng)
        return
    table, words = rows.table, rows.words
    if rows.laned > 0:
        draw_in_lanes(rows, rng)
    for w in range(rows.laned, rows.used):
        for variable in range(rows.n):
            table[variable * words + w] = next_word(rng) ^ rows.flip
        for negated in range(rows.n, rows.literals):
            table[negated * words + w] = ~table[variable_of(negated, rows.n) * words + w]
    evaluate_target(rows)


@inlined
def begin_lanes(rows: Rows, rng: Words, like: Any) -> tuple[Any, Any, Any, Any]:
    """The states of all lanes."""
    s0 = s1 = s2 = s3 = like ^ like
    place = i64(0)
    for w in range(STATE):
        word = rng[w]
        for _ in range(NIBBLES // STATE):
            here = place + STATE * BLOCK * i64(word & U64(VALUES - 1))
            s0 = s0 ^ fetch(rows.lanes, here, like)
            s1 = s1 ^ fetch(rows.lanes, here + BLOCK, like)
            s2 = s2 ^ fetch(rows.lanes, here + 2 * BLOCK, like)
            s3 = s3 ^ fetch(rows.lanes, here + 3 * BLOCK, like)
            word >>= U64(NIBBLE)
            place += STATE * BLOCK * VALUES
    return s0, s1, s2, s3


@kernel
def draw_in_lanes(rows: Rows, rng: Words) -> None:
    """Draw the first `laned` words of every variable's column, a word for every lane at a time.

    They are the words that the generator draws, which each lane follows for a while; only the order of the
    rows is another one.
    """
    table, words, one = rows.table, rows.words, block(rows.lanes, i64(0))
    s0, s1, s2, s3 = begin_lanes(rows, rng, one)
    for k in range(0, rows.laned, size(one)):
        for variable in range(rows.n):
            x = (s1 << U64(2)) + s1
            x = (x << U64(7)) | (x >> U64(57))
            x = ((x << U64(3)) + x) ^ rows.flip
            put(table, variable * words + k, x)
            if rows.literals > rows.n:
                put(table, (rows.n + variable) * words + k, x ^ ALL)
            t = s1 << U64(17)
            s2 = s2 ^ s0
            s3 = s3 ^ s1
            s1 = s1 ^ s2
            s0 = s0 ^ s3
            s2 = s2 ^ t
            s3 = (s3 << U64(45)) | (s3 >> U64(19))
    last, room = size(one) - 1, rows.scratch
    put(table, room, s0)
    rng[0] = table[room + last]
    put(table, room, s1)
    rng[1] = table[room + last]
    put(table, room, s2)
    rng[2] = table[room + last]
    put(table, room, s3)
    rng[3] = table[room + last]


@kernel
def draw_given(rows: Rows, rng: Words) -> None:
    """Draw the numbers of rows of a table, one after the other, and copy their bits."""
    table, words, given, n = rows.table, rows.words, rows.given, rows.n
    line = (rows.given_rows + 63) // 64
    for w in range(rows.used):
        for variable in range(n):
            table[variable * words + w] = U64(0)
        rows.target[w] = U64(0)
        for place in range(popcount(rows.counted[w])):
            row = below(rng, rows.given_rows)
            start, shift = row >> 6, U64(row & 63)
            for variable in range(n):
                bit = (given[variable * line + start] >> shift) & U64(1)
                table[variable * words + w] |= bit << U64(place)
            rows.target[w] |= ((given[n * line + start] >> shift) & U64(1)) << U64(place)
        for negated in range(n, rows.literals):
            table[negated * words + w] = ~table[variable_of(negated, n) * words + w]


@kernel
def evaluate_target(rows: Rows) -> None:
    """Run the target's program on the rows drawn."""
    if rows.words == 1:
        evaluate_stretch(rows, i64(0), i64(1), U64(0))
        return
    for start in range(0, rows.words, STRETCH):
        evaluate_stretch(rows, i64(start), min(i64(STRETCH), rows.words - start), block(rows.target, i64(0)))


@inlined
def evaluate_stretch(rows: Rows, start: int, count: int, like: Any) -> None:
    """The same on some words of every column: a step's result stays in the cache until others need it."""
    table, steps = rows.table, rows.steps
    for k in range(len(steps) // 3):
        operation, out = steps[3 * k], rows.registers + STRETCH * (k + 1)
        x, y = operand(rows, steps[3 * k + 1], start), operand(rows, steps[3 * k + 2], start)
        w = i64(0)
        if operation == 0:
            while w < count:
                put(table, out + w, fetch(table, x + w, like) & fetch(table, y + w, like))
                w += size(like)
        elif operation == 1:
            while w < count:
                put(table, out + w, fetch(table, x + w, like) | fetch(table, y + w, like))
                w += size(like)
        else:
            while w < count:
                put(table, out + w, fetch(table, x + w, like) ^ fetch(table, y + w, like))
                w += size(like)
    result, w = operand(rows, i64(rows.result), start), i64(0)
    while w < count:
        put(rows.target, start + w, fetch(table, result + w, like))
        w += size(like)


@inlined
def operand(rows: Rows, register: int, start: int) -> int:
    """Where a register is: a column, or room for a stretch of it."""
    if register < rows.n:
        return register * rows.words + start
    return rows.registers + STRETCH * (register - rows.n)
