"""Islands on a ring: the best tree of each goes to the next and replaces the worst."""

from __future__ import annotations

from evobool.engines.compiling.jit import kernel
from evobool.engines.kernels.random import i64
from evobool.engines.population.crossing import copy
from evobool.engines.population.mutating import OVERFLOW
from evobool.engines.population.order import rank_of
from evobool.engines.population.room import fits, give_back, link, take
from evobool.engines.population.rules import ANYTHING, Rules
from evobool.engines.population.state import DONE, World
from evobool.engines.rows.table import Rows


@kernel
def move(w: World, rules: Rules, rows: Rows) -> int:
    """Move the best trees, or nothing if there is no room for copies."""
    run, room, total = w.run[0], len(w.slot), 0
    for island in range(rules.islands):
        base, count = island * rules.stride, i64(w.count[island])
        best = worst = i64(w.place[base])
        for k in range(base + 1, base + count):
            s = i64(w.place[k])
            if rank_of(w, s, best) < 0:
                best = s
            if rank_of(w, s, worst) > 0:
                worst = s
        w.left[island], w.left[room + island] = best, worst
        total += w.slot[best].nodes
    if not fits(w, total):
        return OVERFLOW
    for island in range(rules.islands):  # all copies first: a best tree may be the worst, too
        w.group[island] = copy_of(w, rules, rows, i64(w.left[island]))
    for island in range(rules.islands):
        run.island = island
        best, worst = i64(w.left[island]), i64(w.left[room + island])
        base, count = island * rules.stride, i64(w.count[island])
        into = base
        for k in range(base, base + count):
            if w.place[k] != worst:
                w.place[into] = w.place[k]
                into += 1
        if worst != best and w.slot[worst].born == run.iteration:
            for code in range(rules.functions):
                w.accepted[code] -= w.brought[worst * rules.functions + code]
        give_back(w, rules, worst)
        came = i64(w.group[island - 1 if island > 0 else rules.islands - 1])
        w.place[base + count - 1] = came
        if rules.distinct != ANYTHING:
            link(w, rules, came, island)
        w.in_order[island] = 0
    run.chosen = 0
    return DONE


@kernel
def copy_of(w: World, rules: Rules, rows: Rows, s: int) -> int:
    """A copy of a tree with all that is known of it."""
    run, made = w.run[0], take(w)
    serial = w.slot[made].serial
    w.slot[made] = w.slot[s]
    slot = w.slot[made]
    slot.serial, slot.begin = serial, run.free
    copy(w, w.slot[s].begin, w.slot[s].begin + slot.nodes, run.free)
    run.free += slot.nodes
    run.stamp += 1
    slot.stamp = run.stamp
    for code in range(rules.functions):
        w.brought[made * rules.functions + code] = w.brought[s * rules.functions + code]
    if rules.by_rows:
        for k in range(rows.used):
            w.lines[made * rows.words + k] = w.lines[s * rows.words + k]
    return made
