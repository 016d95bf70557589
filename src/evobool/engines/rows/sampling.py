"""A sample of rows, drawn, and the target's values on it."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.literals import variable_of
from evobool.engines.kernels.random import U64, Words, below, i64, next_word
from evobool.engines.rows.table import STRETCH, Rows


@inlined
def draw_rows(rows: Rows, rng: Words) -> None:
    """Draw a sample: each word of each variable's column is drawn, then the target is evaluated."""
    if rows.given_rows > 0:
        draw_given(rows, rng)
        return
    table, words = rows.table, rows.words
    for w in range(rows.used):
        for variable in range(rows.n):
            table[variable * words + w] = next_word(rng) ^ rows.flip
        for negated in range(rows.n, rows.literals):
            table[negated * words + w] = ~table[variable_of(negated, rows.n) * words + w]
    for start in range(0, rows.used, STRETCH):
        evaluate_target(rows, start, min(start + STRETCH, rows.used))


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


@inlined
def evaluate_target(rows: Rows, start: int, end: int) -> None:
    """Run the target's program on some words of every column, loaded into registers."""
    registers, steps, words = rows.registers, rows.steps, end - start
    for variable in range(rows.n):
        for w in range(words):
            registers[variable * STRETCH + w] = rows.table[variable * rows.words + start + w]
    for k in range(len(steps) // 3):
        operation, x, y = steps[3 * k], STRETCH * i64(steps[3 * k + 1]), STRETCH * i64(steps[3 * k + 2])
        out = STRETCH * (rows.n + 1 + k)
        if operation == 0:
            for w in range(words):
                registers[out + w] = registers[x + w] & registers[y + w]
        elif operation == 1:
            for w in range(words):
                registers[out + w] = registers[x + w] | registers[y + w]
        else:
            for w in range(words):
                registers[out + w] = registers[x + w] ^ registers[y + w]
    for w in range(words):
        rows.target[start + w] = registers[STRETCH * rows.result + w]
