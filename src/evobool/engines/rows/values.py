"""Rows in 64-bit words: the truth table or a sample, and a tree's values on it.

`table` has one line of words for every literal of L, then one for every slot of the arena: the value of the
function node there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.mutate import Drawn
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
    block: Words
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
    table = new_table(literals + slots, words)
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
        block=new_table(1, words)[0],
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


@inlined
def combine(rows: Rows, function: int, x: int, y: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether that changes the line."""
    polynomial = rows.polynomial[function]
    return combine_lines(
        rows.table,
        i64(rows.operation[function]),
        polynomial[0],
        polynomial[1],
        polynomial[2],
        polynomial[3],
        x,
        y,
        out,
    )


@kernel
def combine_lines(
    table: NDArray[np.uint64],
    operation: int,
    c: np.uint64,
    mine: np.uint64,
    its: np.uint64,
    d: np.uint64,
    x: int,
    y: int,
    out: int,
) -> bool:
    """The same for an operation, or for the function c + mine x + its y + d x y."""
    difference = U64(0)
    if operation == AND:
        for w in range(table.shape[1]):
            difference |= (table[x, w] & table[y, w]) ^ table[out, w]
        for w in range(table.shape[1]):
            table[out, w] = table[x, w] & table[y, w]
    elif operation == OR:
        for w in range(table.shape[1]):
            difference |= (table[x, w] | table[y, w]) ^ table[out, w]
        for w in range(table.shape[1]):
            table[out, w] = table[x, w] | table[y, w]
    else:
        for w in range(table.shape[1]):
            value = c ^ (mine & table[x, w]) ^ (table[y, w] & (its ^ (d & table[x, w])))
            difference |= value ^ table[out, w]
        for w in range(table.shape[1]):
            table[out, w] = c ^ (mine & table[x, w]) ^ (table[y, w] & (its ^ (d & table[x, w])))
    return difference != U64(0)


@inlined
def line(a: Arena, rows: Rows, x: np.uint32) -> int:
    """The line of the table that holds the value of node x."""
    kind = i64(a.node[x].kind)
    return kind if kind >= 0 else rows.literals + i64(x)


@inlined
def renew(a: Arena, rows: Rows, x: np.uint32) -> bool:
    """Evaluate node x; returns whether its value changes."""
    node, out = a.node[x], rows.literals + i64(x)
    left, right, function = line(a, rows, node.left), line(a, rows, node.right), -1 - i64(node.kind)
    if rows.table.shape[1] > 1:
        return combine(rows, function, left, right, out)
    old, value = rows.table[out, 0], of_words(rows, function, rows.table[left, 0], rows.table[right, 0])
    rows.table[out, 0] = value
    return old != value


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
def change_in_wrong(a: Arena, rows: Rows, drawn: Drawn) -> int:
    """By how much a mutation, not yet made, changes the number of wrong rows."""
    return change_in_a_word(a, rows, drawn) if rows.table.shape[1] == 1 else change_in_lines(a, rows, drawn)


@inlined
def of_words(rows: Rows, function: int, x: np.uint64, y: np.uint64) -> np.uint64:
    """A function of two words."""
    operation = rows.operation[function]
    if operation == AND:
        return x & y
    if operation == OR:
        return x | y
    polynomial = rows.polynomial[function]
    return polynomial[0] ^ (polynomial[1] & x) ^ (y & (polynomial[2] ^ (polynomial[3] & x)))


@inlined
def change_in_a_word(a: Arena, rows: Rows, drawn: Drawn) -> int:
    """The same for at most 64 rows: the new value of the changed node, followed up to the root."""
    table, x = rows.table, drawn.x
    if drawn.done == DEL:
        value = table[line(a, rows, arena.sibling(a, x)), 0]
        x = a.node[x].parent
    else:
        value = table[drawn.literal, 0]
        if drawn.done == INS:
            old = table[line(a, rows, x), 0]
            first, second = (value, old) if drawn.literal_first else (old, value)
            value = of_words(rows, drawn.function, first, second)
    while True:
        old = table[line(a, rows, x), 0]
        if value == old:
            return 0
        parent = a.node[x].parent
        if parent == NONE:
            target = rows.target[0]
            return i64(popcount((value ^ target) & rows.last)) - i64(popcount((old ^ target) & rows.last))
        node = a.node[parent]
        other = table[line(a, rows, node.right if node.left == x else node.left), 0]
        first, second = (value, other) if node.left == x else (other, value)
        value = of_words(rows, -1 - i64(node.kind), first, second)
        x = parent


@kernel
def change_in_lines(a: Arena, rows: Rows, drawn: Drawn) -> int:
    """The same for any number of rows."""
    x = drawn.x
    if drawn.done == DEL:
        other = arena.sibling(a, x)
        x = a.node[x].parent
        differs = load(rows, line(a, rows, other), line(a, rows, x))
    else:
        differs = load(rows, drawn.literal, line(a, rows, x))
        if drawn.done == INS:
            before = line(a, rows, x)
            differs = fold(rows, drawn.function, drawn.literal_first, before, before)
    while differs:
        parent = a.node[x].parent
        if parent == NONE:
            return change_at_root(rows, line(a, rows, x))
        node = a.node[parent]
        is_left = node.left == x
        other = node.right if is_left else node.left
        differs = fold(rows, -1 - i64(node.kind), is_left, line(a, rows, other), rows.literals + i64(parent))
        x = parent
    return 0


@inlined
def change_at_root(rows: Rows, root: int) -> int:
    """By how much the wrong rows change where the block takes the place of the root's line."""
    table, target, block, end = rows.table, rows.target, rows.block, rows.table.shape[1] - 1
    change = i64(popcount((block[end] ^ target[end]) & rows.last))
    change -= i64(popcount((table[root, end] ^ target[end]) & rows.last))
    for w in range(end):
        change += i64(popcount(block[w] ^ target[w])) - i64(popcount(table[root, w] ^ target[w]))
    return change


@inlined
def load(rows: Rows, source: int, before: int) -> bool:
    """Copy a line into the block; returns whether it differs from line `before`."""
    table, block, difference = rows.table, rows.block, U64(0)
    for w in range(table.shape[1]):
        value = table[source, w]
        difference |= value ^ table[before, w]
        block[w] = value
    return difference != U64(0)


@inlined
def fold(rows: Rows, function: int, first: bool, other: int, before: int) -> bool:
    """Put the function of the block, as its first or second argument, and another line into the block.

    Returns whether it differs from line `before`.
    """
    table, block, difference = rows.table, rows.block, U64(0)
    operation = rows.operation[function]
    if operation == AND:
        for w in range(table.shape[1]):
            value = block[w] & table[other, w]
            difference |= value ^ table[before, w]
            block[w] = value
    elif operation == OR:
        for w in range(table.shape[1]):
            value = block[w] | table[other, w]
            difference |= value ^ table[before, w]
            block[w] = value
    else:
        polynomial = rows.polynomial[function]
        c, d = polynomial[0], polynomial[3]
        mine, its = (polynomial[1], polynomial[2]) if first else (polynomial[2], polynomial[1])
        for w in range(table.shape[1]):
            x, y = block[w], table[other, w]
            value = c ^ (mine & x) ^ (y & (its ^ (d & x)))
            difference |= value ^ table[before, w]
            block[w] = value
    return difference != U64(0)


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
