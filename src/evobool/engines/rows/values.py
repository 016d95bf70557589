"""Rows in 64-bit words: the truth table or a sample, and a tree's values on it.

`table` has one line of words for every literal of L, then two for every slot of the arena: a function node's
value is in one of them (its CACHE says which) while a changed value is written to the other, so undoing a
mutation just means pointing back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import CACHE, KIND, LEFT, NONE, PARENT, RIGHT, ROOT, TAKEN, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.random import U64, Words, i64, next_word
from evobool.model.functions import FUNCTIONS
from evobool.model.setting import Setting
from evobool.model.targets import Program, traced

AND, OR = range(2)  # operations with their own loops; any other function is a polynomial
OPERATIONS = {FUNCTIONS["and"].table: AND, FUNCTIONS["or"].table: OR}
ALL = U64(0xFFFFFFFFFFFFFFFF)
CACHE_LINE = 64  # bytes
BLOCK = 64  # words on which the target is evaluated at a time


class Rows(NamedTuple):
    """The training set and the values of the tree's nodes on it.

    `operation` and `polynomial` say what the functions of each code are; `steps` and `registers` are the
    target's program.
    """

    table: NDArray[np.uint64]
    target: Words
    operation: NDArray[np.int32]
    polynomial: NDArray[np.uint64]
    steps: NDArray[np.int32]
    registers: NDArray[np.uint64]
    result: int
    touched: NDArray[np.int64]
    last: np.uint64
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
    words, n, literals = word_count(setting), setting.n, len(setting.literal_list)
    complete = setting.judged_on.complete
    rows_last = row_count(setting) - 64 * (words - 1)
    table = new_table(literals + 2 * slots, words)
    target = np.zeros(words, dtype=np.uint64)
    program = Program((), 0) if complete else traced(setting.goal)
    if complete:
        for variable in range(n):
            table[variable] = truth_column(variable, words)
        target[:] = setting.goal.value([table[variable] for variable in range(n)], ALL)
        if literals > n:
            table[n:literals] = ~table[:n]
    functions = [FUNCTIONS[name] for name in setting.function_list]
    return Rows(
        table=table,
        target=target,
        operation=np.array([OPERATIONS.get(f.table, len(OPERATIONS)) for f in functions], dtype=np.int32),
        polynomial=np.array([[bit * ALL for bit in f.polynomial] for f in functions], dtype=np.uint64),
        steps=np.array(program.steps, dtype=np.int32).reshape(-1, 3),
        registers=np.full((n + 1 + len(program.steps), BLOCK), ALL),  # line n stays all ones
        result=program.result,
        touched=np.zeros(slots, dtype=np.int64),
        last=U64((1 << min(rows_last, 64)) - 1),
        flip=ALL if setting.goal.target.complement else U64(0),
        n=n,
        literals=literals,
        fresh=setting.judged_on.fresh,
        fixed=not complete and not setting.judged_on.fresh,
    )


def new_table(lines: int, words: int) -> NDArray[np.uint64]:
    """Lines of words aligned with cache lines: vectors are read a tenth faster."""
    room = np.empty(lines * words * 8 + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + lines * words * 8].view(np.uint64).reshape(lines, words)


def truth_column(variable: int, words: int) -> Words:
    """A variable's column of the complete truth table: row r holds bit `variable` of r."""
    if variable < 6:
        block = 1 << variable
        pattern = sum(1 << bit for bit in range(64) if bit & block)
        return np.full(words, pattern, dtype=np.uint64)
    high = (np.arange(words) >> (variable - 6)) & 1
    return np.where(high == 1, ALL, U64(0))


@kernel
def combine(table: NDArray[np.uint64], operation: int, x: int, y: int, out: int, before: int) -> bool:
    """Write AND or OR of lines x and y to line `out`; returns whether it differs from line `before`."""
    changed = U64(0)
    if operation == AND:
        for w in range(table.shape[1]):
            value = table[x, w] & table[y, w]
            changed |= value ^ table[before, w]
            table[out, w] = value
    else:
        for w in range(table.shape[1]):
            value = table[x, w] | table[y, w]
            changed |= value ^ table[before, w]
            table[out, w] = value
    return changed != U64(0)


@kernel
def combine_any(table: NDArray[np.uint64], polynomial: Words, x: int, y: int, out: int, before: int) -> bool:
    """The same for any function: c ^ (a & x) ^ (b & y) ^ (d & x & y)."""
    changed = U64(0)
    c, a, b, d = polynomial[0], polynomial[1], polynomial[2], polynomial[3]
    for w in range(table.shape[1]):
        value = c ^ (a & table[x, w]) ^ (table[y, w] & (b ^ (d & table[x, w])))
        changed |= value ^ table[before, w]
        table[out, w] = value
    return changed != U64(0)


@inlined
def apply(rows: Rows, function: int, x: int, y: int, out: int, before: int) -> bool:
    """Write the function of lines x and y to line `out`; returns whether it differs from line `before`."""
    operation = i64(rows.operation[function])
    if operation <= OR:
        return combine(rows.table, operation, x, y, out, before)
    return combine_any(rows.table, rows.polynomial[function], x, y, out, before)


@kernel
def line(a: Arena, rows: Rows, x: int) -> int:
    """The line of the table that holds the value of node x."""
    kind = i64(a.node[x, KIND])
    if kind >= 0:
        return kind
    return rows.literals + 2 * x + a.node[x, CACHE]


@kernel
def displaced(a: Arena, x: int) -> int:
    """The child of x, the last node inserted, that was in its place before."""
    leaf = a.taken[a.mark[TAKEN] - 1]
    return i64(a.node[x, RIGHT] if a.node[x, LEFT] == leaf else a.node[x, LEFT])


@kernel
def refresh(a: Arena, rows: Rows, x: int, stamp: int) -> bool:
    """Evaluate x and the nodes above it until nothing changes; returns whether the root changed."""
    while x != NONE:
        left, right = i64(a.node[x, LEFT]), i64(a.node[x, RIGHT])
        function = -1 - i64(a.node[x, KIND])
        if a.node[x, CACHE] == NONE:  # just inserted: compare with the node it displaced
            a.node[x, CACHE] = 0
            rows.touched[x] = stamp
            out = line(a, rows, x)
            before = line(a, rows, displaced(a, x))
        else:
            before = line(a, rows, x)
            out = before
            if rows.touched[x] != stamp:
                out = rows.literals + 2 * x + 1 - i64(a.node[x, CACHE])
        if not apply(rows, function, line(a, rows, left), line(a, rows, right), out, before):
            return False
        if out != before and rows.touched[x] != stamp:
            arena.write(a, x, CACHE, 1 - a.node[x, CACHE])
            rows.touched[x] = stamp
        x = i64(a.node[x, PARENT])
    return True


@inlined
def evaluate_all(a: Arena, rows: Rows) -> None:
    """Evaluate the whole tree on new rows."""
    root = a.mark[ROOT]
    x = arena.first_leaf_below(a, root)
    while True:
        if a.node[x, KIND] < 0:
            left, right = i64(a.node[x, LEFT]), i64(a.node[x, RIGHT])
            if a.node[x, CACHE] == NONE:
                a.node[x, CACHE] = 0
            out = line(a, rows, x)
            function = -1 - i64(a.node[x, KIND])
            apply(rows, function, line(a, rows, left), line(a, rows, right), out, out)
        if x == root:
            return
        x = arena.next_upwards(a, x)


@kernel
def wrong(a: Arena, rows: Rows) -> int:
    """The rows on which the tree and the target differ: f(X) of Algorithm 1."""
    root = line(a, rows, a.mark[ROOT])
    last = rows.table.shape[1] - 1
    count = popcount((rows.table[root, last] ^ rows.target[last]) & rows.last)
    for w in range(last):
        count += popcount(rows.table[root, w] ^ rows.target[w])
    return i64(count)


@inlined
def draw_rows(rows: Rows, rng: Words) -> None:
    """Draw a sample: each word of each variable's column is drawn, then the target is evaluated."""
    for w in range(rows.table.shape[1]):
        for variable in range(rows.n):
            rows.table[variable, w] = next_word(rng) ^ rows.flip
        for negated in range(rows.n, rows.literals):
            rows.table[negated, w] = ~rows.table[negated - rows.n, w]
    for start in range(0, rows.table.shape[1], BLOCK):
        evaluate_target(rows, start, min(start + BLOCK, rows.table.shape[1]))


@inlined
def evaluate_target(rows: Rows, start: int, end: int) -> None:
    """Run the target's program on some words of every column, loaded into registers."""
    registers, steps, words = rows.registers, rows.steps, end - start
    for variable in range(rows.n):
        for w in range(words):
            registers[variable, w] = rows.table[variable, start + w]
    for k in range(len(steps)):
        operation, x, y, out = steps[k, 0], i64(steps[k, 1]), i64(steps[k, 2]), rows.n + 1 + k
        if operation == 0:
            for w in range(words):
                registers[out, w] = registers[x, w] & registers[y, w]
        elif operation == 1:
            for w in range(words):
                registers[out, w] = registers[x, w] | registers[y, w]
        else:
            for w in range(words):
                registers[out, w] = registers[x, w] ^ registers[y, w]
    for w in range(words):
        rows.target[start + w] = registers[rows.result, w]
