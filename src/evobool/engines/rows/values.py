"""Rows in 64-bit words: the truth table or a sample, and a tree's values on it.

`table` has one line of words for every literal of L, then one for every slot of the arena: the value of the
function node there. Slot 0 is no node; its line is free for other values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.random import U64, Words, i64, next_word
from evobool.engines.rows.blocks import BLOCK, block, differ, fetch, ones, put
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.settings.setting import Setting
from evobool.model.targets.traced import Program, traced

ALL = U64(0xFFFFFFFFFFFFFFFF)
CACHE_LINE = 64  # bytes
STRETCH = 64  # words on which the target is evaluated at a time


class Rows(NamedTuple):
    """The training set and the values of the tree's nodes on it.

    A line is one word or some blocks: so many `words`. `polynomial` says what the functions of each code are;
    `steps` and `registers` are the target's program.
    """

    table: Any
    target: Any
    polynomial: Any  # four words for each function
    steps: Any  # three numbers for each
    registers: Any  # STRETCH words for each
    result: int
    words: int
    used: int  # words with rows in them
    counted: Any  # a line with ones where there are rows
    flip: np.uint64
    n: int
    literals: int
    fresh: bool
    fixed: bool


def row_count(setting: Setting) -> int:
    """The number of rows on which trees are judged."""
    return 2**setting.n if setting.judged_on.complete else setting.judged_on.rows


def word_count(setting: Setting) -> int:
    """The number of words in a column of the training set."""
    return max(1, -(-row_count(setting) // 64))


def new_rows(setting: Setting, slots: int) -> Rows:
    """Room for the training set and, in the complete case, the truth table itself."""
    used, n, literals = word_count(setting), setting.n, len(setting.literal_list)
    words = 1 if used == 1 else BLOCK * -(-used // BLOCK)
    complete = setting.judged_on.complete
    counted = np.zeros(words, dtype=np.uint64)
    counted[:used] = ALL
    counted[used - 1] = (1 << min(row_count(setting) - 64 * (used - 1), 64)) - 1
    table = new_table(literals + slots, words)
    lines = table.reshape(-1, words)
    target = np.zeros(words, dtype=np.uint64)
    program = Program((), 0) if complete else traced(setting.goal)
    if complete:
        for variable in range(n):
            lines[variable] = truth_column(variable, words)
        target[:] = setting.goal.value([lines[variable] for variable in range(n)], ALL)
        if literals > n:
            lines[n:literals] = ~lines[:n]
    functions = [FUNCTIONS[name] for name in setting.function_list]
    return Rows(
        table=table,
        target=flat(target),
        polynomial=flat(np.array([bit * ALL for f in functions for bit in f.polynomial], dtype=np.uint64)),
        steps=flat(np.array(program.steps, dtype=np.int32).reshape(-1)),
        registers=flat(np.full((n + 1 + len(program.steps)) * STRETCH, ALL)),  # line n stays all ones
        result=program.result,
        words=words,
        used=used,
        counted=flat(counted),
        flip=ALL if setting.goal.target.complement else U64(0),
        n=n,
        literals=literals,
        fresh=setting.judged_on.fresh,
        fixed=not complete and not setting.judged_on.fresh,
    )


def new_table(lines: int, words: int) -> Any:
    """Lines of words aligned with cache lines: vectors are read a tenth faster."""
    room = np.empty(lines * words * 8 + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return flat(room[start : start + lines * words * 8].view(np.uint64))


def truth_column(variable: int, words: int) -> Words:
    """A variable's column of the complete truth table: row r holds bit `variable` of r."""
    if variable < 6:
        block = 1 << variable
        pattern = sum(1 << bit for bit in range(64) if bit & block)
        return np.full(words, pattern, dtype=np.uint64)
    high = (np.arange(words) >> (variable - 6)) & 1
    return np.where(high == 1, ALL, U64(0))


@inlined
def line(a: Arena, rows: Rows, x: np.uint32) -> int:
    """The line of the table that holds the value of node x."""
    kind = i64(a.node[x].kind)
    return kind if kind >= 0 else rows.literals + i64(x)


@inlined
def coefficients(rows: Rows, function: int, first: bool) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The polynomial of a function of x and y; x is its first argument, or its second."""
    c, mine = rows.polynomial[4 * function], rows.polynomial[4 * function + 2 - i64(first)]
    its, d = rows.polynomial[4 * function + 1 + i64(first)], rows.polynomial[4 * function + 3]
    return c, mine, its, d


@inlined
def of_values(rows: Rows, function: int, first: bool, x: Any, y: Any) -> Any:
    """A function of two words or blocks, without a branch that would be mispredicted."""
    c, mine, its, d = coefficients(rows, function, first)
    return c ^ (mine & x) ^ (y & (its ^ (d & x)))


@inlined
def combine(rows: Rows, function: int, first: bool, x: int, y: int, before: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether it differs from line `before`."""
    table, blocks = rows.table, rows.words // BLOCK
    c, mine, its, d = coefficients(rows, function, first)
    x, y, before, out = x * blocks, y * blocks, before * blocks, out * blocks
    none = block(table, x) ^ block(table, x)
    difference = none
    for k in range(blocks):
        one, other = block(table, x + k), block(table, y + k)
        value = c ^ (mine & one) ^ (other & (its ^ (d & one)))
        difference = difference | (value ^ block(table, before + k))
        put(table, out + k, value)
    return differ(difference, none)


@kernel
def combine_in_place(rows: Rows, function: int, x: int, y: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether that changes the line."""
    return combine(rows, function, True, x, y, out, out)


@inlined
def renew(a: Arena, rows: Rows, x: np.uint32) -> bool:
    """Evaluate node x; returns whether its value changes."""
    node, out = a.node[x], rows.literals + i64(x)
    left, right, function = line(a, rows, node.left), line(a, rows, node.right), -1 - i64(node.kind)
    if rows.words == 1:
        return renew_value(rows, function, left, right, out, rows.table[out])
    if rows.words == BLOCK:
        return renew_value(rows, function, left, right, out, block(rows.table, out))
    return combine_in_place(rows, function, left, right, out)


@inlined
def renew_value(rows: Rows, function: int, left: int, right: int, out: int, old: Any) -> bool:
    """The same for lines of one word or block."""
    table = rows.table
    value = of_values(rows, function, True, fetch(table, left, old), fetch(table, right, old))
    put(table, out, value)
    return differ(old, value)


@inlined
def refresh(a: Arena, rows: Rows, x: np.uint32) -> None:
    """Evaluate x and the nodes above it until nothing changes."""
    while x != NONE and renew(a, rows, x):
        x = a.node[x].parent


@inlined
def climb_from_new(rows: Rows, a: Arena, x: np.uint32) -> None:
    """Evaluate a node that was put in, whatever its line holds, and the nodes above it."""
    renew(a, rows, x)
    refresh(a, rows, a.node[x].parent)


@inlined
def evaluate_all(a: Arena, rows: Rows) -> None:
    """Evaluate the whole tree on new rows."""
    root = a.mark[ROOT]
    x = arena.first_leaf_below(a, root)
    while True:
        if a.node[x].kind < 0:
            renew(a, rows, x)
        if x == root:
            return
        x = arena.next_upwards(a, x)


@inlined
def wrong_after(a: Arena, rows: Rows, drawn: Drawn, before: int) -> int:
    """The wrong rows after a mutation that is not yet made, from those before it.

    The new value of the changed node is followed upwards, until nothing changes or the root is reached.
    """
    x, source = drawn.x, drawn.literal
    if drawn.done == DEL:
        source = line(a, rows, arena.sibling(a, x))
        x = a.node[x].parent
    if rows.words == 1:
        return wrong_after_value(a, rows, drawn, x, rows.table[source], before)
    if rows.words == BLOCK:
        return wrong_after_value(a, rows, drawn, x, block(rows.table, source), before)
    return wrong_after_line(a, rows, drawn, x, source, before)


@inlined
def wrong_after_value(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, value: Any, before: int) -> int:
    """The same for lines of one word or block: `value` takes the place of node x, or joins it."""
    table = rows.table
    old = fetch(table, line(a, rows, x), value)
    if drawn.done == INS:
        value = of_values(rows, drawn.function, drawn.literal_first, value, old)
    while differ(value, old):
        parent = a.node[x].parent
        if parent == NONE:
            return ones((value ^ fetch(rows.target, i64(0), value)) & fetch(rows.counted, i64(0), value))
        node = a.node[parent]
        other = fetch(table, line(a, rows, node.left ^ node.right ^ x), value)
        value = of_values(rows, -1 - i64(node.kind), node.left == x, value, other)
        x = parent
        old = fetch(table, rows.literals + i64(x), value)
    return before


@kernel
def wrong_after_line(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, source: int, before: int) -> int:
    """The same for longer lines; the value is in the line of slot 0."""
    value = rows.literals
    if drawn.done == INS:
        function, first, other, old = drawn.function, drawn.literal_first, line(a, rows, x), line(a, rows, x)
    else:
        if a.node[x].parent == NONE:
            return wrong_in(rows, source)
        function, first, other = above(a, rows, x)
        x = a.node[x].parent
        old = rows.literals + i64(x)
    if not combine(rows, function, first, source, other, old, value):
        return before
    while a.node[x].parent != NONE:
        function, first, other = above(a, rows, x)
        x = a.node[x].parent
        if not combine(rows, function, first, value, other, rows.literals + i64(x), value):
            return before
    return wrong_in(rows, value)


@inlined
def above(a: Arena, rows: Rows, x: np.uint32) -> tuple[int, bool, int]:
    """The function above node x, whether x is its first argument, and the line of the other one."""
    node = a.node[a.node[x].parent]
    first = node.left == x
    return -1 - i64(node.kind), first, line(a, rows, node.right if first else node.left)


@inlined
def wrong_in(rows: Rows, x: int) -> int:
    """The rows on which a line and the target differ."""
    table, target, start, end = rows.table, rows.target, rows.words * x, rows.used - 1
    count = popcount((table[start + end] ^ target[end]) & rows.counted[end])
    for w in range(end):
        count += popcount(table[start + w] ^ target[w])
    return i64(count)


@kernel
def wrong(a: Arena, rows: Rows) -> int:
    """The rows on which the tree and the target differ: f(X) of Algorithm 1."""
    return wrong_in(rows, line(a, rows, a.mark[ROOT]))


@inlined
def draw_rows(rows: Rows, rng: Words) -> None:
    """Draw a sample: each word of each variable's column is drawn, then the target is evaluated."""
    table, words = rows.table, rows.words
    for w in range(rows.used):
        for variable in range(rows.n):
            table[variable * words + w] = next_word(rng) ^ rows.flip
        for negated in range(rows.n, rows.literals):
            table[negated * words + w] = ~table[(negated - rows.n) * words + w]
    for start in range(0, rows.used, STRETCH):
        evaluate_target(rows, start, min(start + STRETCH, rows.used))


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
