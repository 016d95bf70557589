"""Lexicase selection: classes of members with equal outputs, of which random rows leave one."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U64, Words, below, i64
from evobool.engines.population.rules import Rules
from evobool.engines.population.state import NOBODY, World
from evobool.engines.rows.table import Rows


@inlined
def same_outputs(w: World, words: int, one: int, other: int) -> bool:
    """Whether two trees are wrong on the same rows."""
    k = 0
    while k < words and w.lines[one * words + k] == w.lines[other * words + k]:
        k += 1
    return k == words


@kernel
def classify(w: World, rules: Rules, rows: Rows) -> None:
    """Put the members of an island into classes; `member` lists them class by class, the oldest first."""
    run = w.run[0]
    base, count = run.island * rules.stride, i64(w.count[run.island])
    mask = len(w.found) - 1
    for at in range(len(w.found)):
        w.found[at] = NOBODY
    run.classes = 0
    for k in range(base, base + count):
        s = i64(w.place[k])
        at = i64(w.slot[s].outputs) & mask
        while w.found[at] != NOBODY and not same_outputs(w, rows.words, i64(w.group[w.found[at]]), s):
            at = (at + 1) & mask
        if w.found[at] == NOBODY:
            w.found[at] = run.classes
            w.group[run.classes] = s
            w.first[run.classes] = 0
            run.classes += 1
        w.kind[s] = w.found[at]
        w.first[w.found[at]] += 1
    total = 0
    for each in range(run.classes):
        total += w.first[each]
        w.first[each] = total
    w.first[run.classes] = total
    for k in range(base + count - 1, base - 1, -1):
        s = w.place[k]
        w.first[w.kind[s]] -= 1
        w.member[w.first[w.kind[s]]] = s
    if rows.words == 1:
        for each in range(run.classes):
            w.outputs[each] = w.lines[w.group[each]]


@inlined
def lexicase(w: World, rng: Words, rules: Rules) -> int:
    """Draw rows until one class is left, and of that class any member."""
    run, room = w.run[0], len(w.slot)
    words = len(w.lines) // room
    left, drawn, mine, yours = run.classes, 0, 0, room
    while left > 1:
        place = drawn + below(rng, rules.rows - drawn)
        row = i64(w.row[place])
        w.row[place] = w.row[drawn]
        w.moved[drawn] = place
        word, shift, found = row >> 6, U64(row & 63), 0
        for k in range(left):
            each = k if drawn == 0 else i64(w.left[mine + k])
            value = w.outputs[each] if words == 1 else w.lines[w.group[each] * words + word]
            w.left[yours + found] = each
            found += 1 - i64((value >> shift) & U64(1))
        if found == 0 and drawn == 0:
            for k in range(left):
                w.left[yours + k] = k
            found = left
        if found > 0:
            left = found
            mine, yours = yours, mine
        drawn += 1
    for k in range(drawn):
        w.row[w.moved[k]] = w.moved[k]
    each = 0 if drawn == 0 else i64(w.left[mine])
    first = i64(w.first[each])
    size = w.first[each + 1] - first
    return i64(w.member[first + below(rng, size)]) if size > 1 else i64(w.member[first])
