"""Rows in 64-bit words: the truth table or a sample, and a tree's values on it.

`table` has one line of words for every literal of L, then one for every slot of the arena: the value of the
function node there. Behind the lines there is room for values that nobody keeps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import U64, Words, i64
from evobool.engines.rows.blocks import BLOCK, WIDE
from evobool.engines.rows.lanes import lane_table
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import MOST_MUTATIONS
from evobool.model.settings.setting import Setting
from evobool.model.targets.traced import Program, traced

ALL = U64(0xFFFFFFFFFFFFFFFF)
CACHE_LINE = 64  # bytes
STRETCH = 64  # words on which the target is evaluated at a time
SEGMENTS = 4 * (MOST_MUTATIONS + 1)  # at most: two nodes for each edit, and where their ways meet
SORTING = 15  # lines of room to sort rows in
SORTED = 2 * WIDE  # words in a line, from which on it pays to sort rows

# What is known of the tree that `wrong` belongs to, and of the offspring judged last: how many rows are
# wrong, and how many of these are positive. What a false positive costs on these rows, and a false negative.
# How many words of a line were looked at in this run; when rows were last sorted, that and the wrong rows. Of
# the way to the root: how many levels are known, and the node where they end.
TALLY = np.dtype(
    [
        (name, np.int64)
        for name in (
            "error",
            "missed",
            "child_error",
            "child_missed",
            "false_positive",
            "false_negative",
            "looked_at",
            "looked_at_then",
            "wrong_then",
            "levels",
            "top",
        )
    ]
)
# The parent's wrong rows in a wide block, and how many of these are positive if that matters.
HERE = np.dtype([("error", np.int64), ("missed", np.int64)])
# A part of the way from what changed to the root. It begins with a function, whose polynomial is c, a, b, d,
# of two values: words of `table` from `left` and `right` on. `keep` says whether these are lines (-1) or
# values found before (0). The result goes to line `own` and, unless it is `new`, is compared with what is
# there. Some levels follow; `top` is the line of the last one.
SEGMENT = np.dtype(
    [
        *((name, np.int64) for name in ("left", "left_keep", "right", "right_keep", "own", "new")),
        *((name, np.uint64) for name in ("c", "a", "b", "d")),
        *((name, np.int64) for name in ("first", "end", "top")),
    ]
)
# A level: a difference goes on where the words from `beside` on, xor the mask, are ones. It goes to a node
# whose words begin at `own`. At an XOR it goes on everywhere: `beside` is then the line of slot 0, all zeros.
LEVEL = np.dtype([("beside", np.int64), ("own", np.int64), ("mask", np.uint64)])
NO_LINE = -1


class Rows(NamedTuple):
    """The training set and the values of the tree's nodes on it.

    A line is one word or some blocks: so many `words`. `polynomial` says what the functions of each code are;
    `steps` are the target's program. Where false positives and false negatives do not cost
    the same, errors are `split`.
    """

    table: Any
    target: Any
    wrong: Any  # a line with ones where the parent is wrong
    here: Any  # records of HERE, for each wide block
    segment: Any  # records of SEGMENT
    level: Any  # records of LEVEL
    tally: Any  # one record of TALLY
    sorting: Any  # room to sort rows in; empty if they are not sorted
    polynomial: Any  # four words for each function
    steps: Any  # three numbers for each
    result: int
    words: int
    used: int  # words with rows in them
    scratch: int  # where in `table` there is room for the results of segments
    registers: int  # and where a stretch of ones is, and room for one for each step
    counted: Any  # a line with ones where there are rows
    flip: np.uint64
    n: int
    literals: int
    fresh: bool
    fixed: bool
    lanes: Any  # where rows are drawn in lanes, the table of these
    laned: int  # how many words of a line are drawn so
    given: Any  # where rows are drawn from those of a table: its columns, then the labels
    given_rows: int
    split: bool
    by_rate: bool  # whether costs go by the rows
    false_positive: int  # what one costs, apart from that
    false_negative: int


def row_count(setting: Setting) -> int:
    """The number of rows on which trees are judged."""
    return setting.rows


def word_count(setting: Setting) -> int:
    """The number of words in a column of the training set."""
    return max(1, -(-row_count(setting) // 64))


def new_rows(setting: Setting, slots: int, any_order: bool = False) -> Rows:
    """Room for the training set and, in the complete case, the truth table itself.

    Where rows may be in any order, fresh ones are drawn in lanes.
    """
    used, n, literals = word_count(setting), setting.n, len(setting.literal_list)
    words = 1 if used == 1 else BLOCK * -(-used // BLOCK)
    complete = setting.judged_on.complete
    counted = np.zeros(words, dtype=np.uint64)
    counted[:used] = ALL
    counted[used - 1] = (1 << min(row_count(setting) - 64 * (used - 1), 64)) - 1
    rows = setting.goal.given
    program = Program((), 0) if complete or rows is not None else traced(setting.goal)
    table = new_table(literals + slots, words, len(program.steps))
    scratch, registers = places_behind(literals + slots, words)
    lines = table[:scratch].reshape(-1, words)
    lines[literals] = 0
    target = np.zeros(words, dtype=np.uint64)
    if complete and rows is not None:
        lines[:n] = [words_of(line, words) for line in rows.columns]
        target[:] = words_of(rows.labels, words)
    elif complete:
        for variable in range(n):
            lines[variable] = truth_column(variable, words)
        target[:] = setting.goal.value([lines[variable] for variable in range(n)], ALL)
    if complete and literals > n:
        lines[n:literals] = ~lines[:n]
    drawn_from = () if complete or rows is None else (*rows.columns, rows.labels)
    given = [words_of(line, -(-rows.rows // 64)) for line in drawn_from] if rows is not None else []
    may_be_laned = any_order and setting.judged_on.fresh and rows is None and BLOCK > 1
    laned = BLOCK * (used // BLOCK) if may_be_laned else 0
    functions = [FUNCTIONS[name] for name in setting.function_list]
    costs = setting.aim.costs  # a trade-off has none
    false_positive, false_negative = (1, 1) if costs is None else costs(1, 1)
    made = Rows(
        table=table,
        target=filled(target),
        wrong=filled(np.zeros(words, dtype=np.uint64)),
        here=records(words // WIDE + 1, HERE),
        segment=records(SEGMENTS, SEGMENT),
        level=records(slots, LEVEL),
        tally=records(1, TALLY),
        sorting=aligned(SORTING * words + 1 if is_sorted(setting) else 0),
        polynomial=flat(np.array([bit * ALL for f in functions for bit in f.polynomial], dtype=np.uint64)),
        steps=flat(np.array(program.steps, dtype=np.int32).reshape(-1)),
        result=program.result,
        words=words,
        used=used,
        scratch=scratch,
        registers=registers,
        counted=filled(counted),
        flip=ALL if setting.goal.target.complement else U64(0),
        n=n,
        literals=literals,
        fresh=setting.judged_on.fresh,
        fixed=not complete and not setting.judged_on.fresh,
        lanes=filled(lane_table(laned // BLOCK * n) if laned else []),
        laned=laned,
        given=flat(np.concatenate(given)) if given else flat(np.zeros(0, dtype=np.uint64)),
        given_rows=0 if rows is None or complete else rows.rows,
        split=setting.aim.splits,
        by_rate=setting.aim.by_rate,
        false_positive=false_positive,
        false_negative=false_negative,
    )
    set_costs(made)
    return made


def larger(rows: Rows, slots: int) -> Rows:
    """The same with room for more nodes."""
    lines = rows.literals + slots
    table, kept = new_table(lines, rows.words, len(rows.steps) // 3), rows.scratch
    table[:kept] = rows.table[:kept]
    scratch, registers = places_behind(lines, rows.words)
    return rows._replace(table=table, scratch=scratch, registers=registers, level=records(slots, LEVEL))


def is_sorted(setting: Setting) -> bool:
    """Whether rows are sorted during a run."""
    return not setting.judged_on.fresh and word_count(setting) >= SORTED


@inlined
def set_costs(rows: Rows) -> None:
    """Find out what a false positive and a false negative cost on the rows at hand."""
    tally = rows.tally[0]
    tally.false_positive, tally.false_negative = rows.false_positive, rows.false_negative
    if rows.by_rate:
        positives = i64(0)
        negatives = i64(0)
        for w in range(rows.used):
            positives += i64(popcount(rows.target[w] & rows.counted[w]))
            negatives += i64(popcount(~rows.target[w] & rows.counted[w]))
        if positives > 0 and negatives > 0:
            tally.false_positive *= positives
            tally.false_negative *= negatives


def places_behind(lines: int, words: int) -> tuple[int, int]:
    """Where there is room for the results of segments, and for those of the target's steps."""
    return lines * words, lines * words + SEGMENTS * WIDE


def new_table(lines: int, words: int, steps: int) -> Any:
    """Lines of words, and the room behind them."""
    registers = places_behind(lines, words)[1]
    table = aligned(registers + STRETCH * (steps + 1))
    table[registers : registers + STRETCH] = ALL
    return table


def aligned(words: int) -> Any:
    """Room for words that begin with a line of the cache, so that no block is in two more than it must."""
    room = np.empty(8 * words + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return flat(room[start : start + 8 * words].view(np.uint64))


def filled(words: Any) -> Any:
    """The same words, so aligned."""
    found = aligned(len(words))
    found[:] = words
    return found


def words_of(line: int, words: int) -> Words:
    """A bit line in words."""
    return np.frombuffer(line.to_bytes(8 * words, "little"), dtype=np.uint64)


def truth_column(variable: int, words: int) -> Words:
    """A variable's column of the complete truth table: row r holds bit `variable` of r."""
    if variable < 6:
        pattern = sum(1 << bit for bit in range(64) if bit >> variable & 1)
        return np.full(words, pattern, dtype=np.uint64)
    high = (np.arange(words) >> (variable - 6)) & 1
    return np.where(high == 1, ALL, U64(0))
