"""Implicit fitness sharing: a row counts the more, the fewer members solve it."""

from __future__ import annotations

from evobool.engines.compiling.jit import kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import U64, i64
from evobool.engines.population.rules import Rules
from evobool.engines.population.state import World
from evobool.engines.rows.table import Rows
from evobool.model.populations.parents import SHARE


@kernel
def share(w: World, rules: Rules, rows: Rows) -> None:
    """Find the score of every member of an island, which goes to `kind`."""
    run, tally = w.run[0], w.tally
    base, count = run.island * rules.stride, i64(w.count[run.island])
    for k in range(base, base + count):
        w.kind[w.place[k]] = 0
    for word in range(rows.used):
        for bit in range(64):
            tally[bit] = 0
        for k in range(base, base + count):
            solved = rows.counted[word] & ~w.lines[w.place[k] * rows.words + word]
            while solved != U64(0):
                tally[i64(popcount((solved & (~solved + U64(1))) - U64(1)))] += 1
                solved &= solved - U64(1)
        for bit in range(64):
            tally[64 + bit] = SHARE // max(1, tally[bit])
        for k in range(base, base + count):
            solved = rows.counted[word] & ~w.lines[w.place[k] * rows.words + word]
            score = 0
            while solved != U64(0):
                score += tally[64 + i64(popcount((solved & (~solved + U64(1))) - U64(1)))]
                solved &= solved - U64(1)
            w.kind[w.place[k]] += score
