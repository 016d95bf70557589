"""Rows in 64-bit words: the truth table or a sample, and a tree's values on it.

`table` has one line of words for every literal of L, then a spare one, then one for every slot of the arena:
the value of the function node there. Slot 0 is no node, so its line is spare too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import DEL, INS, NONE, ROOT, Arena
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.flat import flat
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
NARROW = 4  # words of the shortest line, and a divisor of the length of every other
Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


class Rows(NamedTuple):
    """The training set and the values of the tree's nodes on it.

    A line takes up `width` words, of which `words` hold rows. `operation` and `polynomial` say what the
    functions of each code are; `steps` and `registers` are the target's program.
    """

    table: Any
    target: Any
    masks: Any  # for the words of a narrow line
    operation: Any
    polynomial: Any  # four words for each function
    steps: Any  # three numbers for each
    registers: Any  # BLOCK words for each
    result: int
    width: int
    words: int
    last: np.uint64
    flip: np.uint64
    n: int
    literals: int
    nodes: int  # the line of slot 0
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
    width, complete = words + -words % NARROW, setting.judged_on.complete
    last = U64((1 << min(row_count(setting) - 64 * (words - 1), 64)) - 1)
    table = new_table(literals + 1 + slots, width)
    lines = table.reshape(-1, width)
    lines[:literals] = 0
    target = np.zeros(width, dtype=np.uint64)
    program = Program((), 0) if complete else traced(setting.goal)
    if complete:
        for variable in range(n):
            lines[variable] = truth_column(variable, width)
        target[:] = setting.goal.value([lines[variable] for variable in range(n)], ALL)
        if literals > n:
            lines[n:literals] = ~lines[:n]
    functions = [FUNCTIONS[name] for name in setting.function_list]
    return Rows(
        table=table,
        target=flat(target),
        masks=flat(np.array([*[ALL] * (words - 1), last, *[0] * NARROW][:NARROW], dtype=np.uint64)),
        operation=flat(np.array([OPERATIONS.get(f.table, len(OPERATIONS)) for f in functions], np.int32)),
        polynomial=flat(np.array([bit * ALL for f in functions for bit in f.polynomial], dtype=np.uint64)),
        steps=flat(np.array(program.steps, dtype=np.int32).reshape(-1)),
        registers=flat(np.full((n + 1 + len(program.steps)) * BLOCK, ALL)),  # line n stays all ones
        result=program.result,
        width=width,
        words=words,
        last=last,
        flip=ALL if setting.goal.target.complement else U64(0),
        n=n,
        literals=literals,
        nodes=literals + 1,
        fresh=setting.judged_on.fresh,
        fixed=not complete and not setting.judged_on.fresh,
    )


def new_table(lines: int, width: int) -> Any:
    """Lines of words aligned with cache lines: vectors are read a tenth faster."""
    room = np.empty(lines * width * 8 + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return flat(room[start : start + lines * width * 8].view(np.uint64))


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
    return kind if kind >= 0 else rows.nodes + i64(x)


@inlined
def narrow(rows: Rows) -> bool:
    """Whether a line is so short that its words are dealt with at once."""
    return rows.width == NARROW


@inlined
def loaded(rows: Rows, x: int) -> Four:
    """The words of a narrow line."""
    table, start = rows.table, NARROW * x
    return table[start], table[start + 1], table[start + 2], table[start + 3]


@inlined
def combined(rows: Rows, function: int, x: Four, y: Four) -> Four:
    """A function of two narrow lines."""
    operation = rows.operation[function]
    if operation == AND:
        return x[0] & y[0], x[1] & y[1], x[2] & y[2], x[3] & y[3]
    if operation == OR:
        return x[0] | y[0], x[1] | y[1], x[2] | y[2], x[3] | y[3]
    c, mine = rows.polynomial[4 * function], rows.polynomial[4 * function + 1]
    its, d = rows.polynomial[4 * function + 2], rows.polynomial[4 * function + 3]
    return (
        c ^ (mine & x[0]) ^ (y[0] & (its ^ (d & x[0]))),
        c ^ (mine & x[1]) ^ (y[1] & (its ^ (d & x[1]))),
        c ^ (mine & x[2]) ^ (y[2] & (its ^ (d & x[2]))),
        c ^ (mine & x[3]) ^ (y[3] & (its ^ (d & x[3]))),
    )


@inlined
def same(x: Four, y: Four) -> bool:
    """Whether two narrow lines are equal."""
    return ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])) == U64(0)


@inlined
def combine(rows: Rows, function: int, x: int, y: int, before: int, out: int) -> bool:
    """Write a function of lines x and y to line `out`; returns whether it differs from line `before`.

    If lines are wide, `out` should be none of the others: the compiler's loops would be slow.
    """
    if narrow(rows):
        value, start = combined(rows, function, loaded(rows, x), loaded(rows, y)), NARROW * out
        old = loaded(rows, before)
        rows.table[start], rows.table[start + 1] = value[0], value[1]
        rows.table[start + 2], rows.table[start + 3] = value[2], value[3]
        return not same(value, old)
    polynomial, width = rows.polynomial, rows.width
    return combine_words(
        rows.table,
        width,
        i64(rows.operation[function]),
        polynomial[4 * function],
        polynomial[4 * function + 1],
        polynomial[4 * function + 2],
        polynomial[4 * function + 3],
        x * width,
        y * width,
        before * width,
        out * width,
    )


@kernel
def combine_words(
    table: Any,
    width: int,
    operation: int,
    c: np.uint64,
    mine: np.uint64,
    its: np.uint64,
    d: np.uint64,
    x: int,
    y: int,
    before: int,
    out: int,
) -> bool:
    """The same for lines from these words on, and an operation or the function c + mine x + its y + d x y."""
    difference = U64(0)
    if operation == AND:
        for w in range(width):
            value = table[x + w] & table[y + w]
            difference |= value ^ table[before + w]
            table[out + w] = value
    elif operation == OR:
        for w in range(width):
            value = table[x + w] | table[y + w]
            difference |= value ^ table[before + w]
            table[out + w] = value
    else:
        for w in range(width):
            value = c ^ (mine & table[x + w]) ^ (table[y + w] & (its ^ (d & table[x + w])))
            difference |= value ^ table[before + w]
            table[out + w] = value
    return difference != U64(0)


@inlined
def renew(a: Arena, rows: Rows, x: np.uint32) -> bool:
    """Evaluate node x; returns whether its value changes."""
    node, own = a.node[x], rows.nodes + i64(x)
    left, right, function = line(a, rows, node.left), line(a, rows, node.right), -1 - i64(node.kind)
    if narrow(rows):
        return combine(rows, function, left, right, own, own)
    changed = combine(rows, function, left, right, own, rows.nodes)
    if changed:
        for w in range(rows.width):
            rows.table[own * rows.width + w] = rows.table[rows.nodes * rows.width + w]
    return changed


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
    if narrow(rows):
        return narrow_after(a, rows, drawn, x, loaded(rows, source), before)
    return wide_after(a, rows, drawn, x, source, before)


@inlined
def narrow_after(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, value: Four, before: int) -> int:
    """`wrong_after` on narrow lines: the value stays in registers."""
    if drawn.done == INS:
        old = loaded(rows, line(a, rows, x))
        first, second = (value, old) if drawn.literal_first else (old, value)
        value = combined(rows, drawn.function, first, second)
    while True:
        if same(value, loaded(rows, line(a, rows, x))):
            return before
        parent = a.node[x].parent
        if parent == NONE:
            break
        node = a.node[parent]
        other = loaded(rows, line(a, rows, node.right if node.left == x else node.left))
        first, second = (value, other) if node.left == x else (other, value)
        value = combined(rows, -1 - i64(node.kind), first, second)
        x = parent
    target, masks = rows.target, rows.masks
    count = popcount((value[0] ^ target[0]) & masks[0]) + popcount((value[1] ^ target[1]) & masks[1])
    count += popcount((value[2] ^ target[2]) & masks[2]) + popcount((value[3] ^ target[3]) & masks[3])
    return i64(count)


@kernel
def wide_after(a: Arena, rows: Rows, drawn: Drawn, x: np.uint32, source: int, before: int) -> int:
    """The same on wide lines: the value is in the two spare lines by turns."""
    spare, other_spare = rows.nodes, rows.nodes - 1
    if drawn.done == INS:
        old = line(a, rows, x)
        first, second = (source, old) if drawn.literal_first else (old, source)
        if not combine(rows, drawn.function, first, second, old, spare):
            return before
        source, spare, other_spare = spare, other_spare, spare
    while a.node[x].parent != NONE:
        parent = a.node[x].parent
        node = a.node[parent]
        other = line(a, rows, node.right if node.left == x else node.left)
        first, second = (source, other) if node.left == x else (other, source)
        if not combine(rows, -1 - i64(node.kind), first, second, rows.nodes + i64(parent), spare):
            return before
        source, spare, other_spare, x = spare, other_spare, spare, parent
    return wrong_in(rows, source)


@inlined
def wrong_in(rows: Rows, x: int) -> int:
    """The rows on which a line and the target differ."""
    table, target, start, end = rows.table, rows.target, rows.width * x, rows.words - 1
    count = popcount((table[start + end] ^ target[end]) & rows.last)
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
    table, width = rows.table, rows.width
    for w in range(rows.words):
        for variable in range(rows.n):
            table[variable * width + w] = next_word(rng) ^ rows.flip
        for negated in range(rows.n, rows.literals):
            table[negated * width + w] = ~table[(negated - rows.n) * width + w]
    for start in range(0, rows.words, BLOCK):
        evaluate_target(rows, start, min(start + BLOCK, rows.words))


@inlined
def evaluate_target(rows: Rows, start: int, end: int) -> None:
    """Run the target's program on some words of every column, loaded into registers."""
    registers, steps, words = rows.registers, rows.steps, end - start
    for variable in range(rows.n):
        for w in range(words):
            registers[variable * BLOCK + w] = rows.table[variable * rows.width + start + w]
    for k in range(len(steps) // 3):
        operation, x, y = steps[3 * k], BLOCK * i64(steps[3 * k + 1]), BLOCK * i64(steps[3 * k + 2])
        out = BLOCK * (rows.n + 1 + k)
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
        rows.target[start + w] = registers[BLOCK * rows.result + w]
