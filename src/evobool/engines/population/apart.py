"""Members are kept apart: what becomes of an offspring that is there already."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import i64
from evobool.engines.population.growing import same_tree
from evobool.engines.population.lexicase import same_outputs
from evobool.engines.population.order import place_of, put_in, rank_place, take_out
from evobool.engines.population.room import bucket_of, give_back, is_kept, link, unlink
from evobool.engines.population.rules import TREES, Rules
from evobool.engines.population.state import NOBODY, World
from evobool.engines.rows.table import Rows


@inlined
def is_met_first(w: World, one: int, other: int) -> bool:
    """Of two trees with equal outputs, whether the first is replaced: one that waits, then the older."""
    mine, yours = w.slot[one], w.slot[other]
    return bool(mine.stamp < yours.stamp if mine.waits == yours.waits else mine.waits)


@kernel
def set_apart(w: World, rules: Rules, rows: Rows, s: int) -> None:
    """Drop an offspring, or let it replace the oldest with its outputs, in the brood first; or keep it."""
    run = w.run[0]
    other = i64(w.bucket[bucket_of(w, rules, s, i64(run.island))])
    met = i64(NOBODY)
    while other != NOBODY:
        if rules.distinct == TREES:
            if w.slot[other].tree == w.slot[s].tree and same_tree(w, s, other):
                give_back(w, rules, s)
                return
        elif w.slot[other].outputs == w.slot[s].outputs and same_outputs(w, rows.words, s, other):
            met = other if met == NOBODY or is_met_first(w, other, met) else met
        other = i64(w.slot[other].next)
    link(w, rules, s, i64(run.island))
    if met == NOBODY:
        w.brood[run.held] = s
        run.held += 1
        return
    w.slot[s].stamp = w.slot[met].stamp
    if w.slot[met].waits:
        w.brood[place_of(w, w.brood, 0, i64(run.held), i64(w.slot[met].stamp))] = s
        give_back(w, rules, met)
        return
    w.slot[s].waits = 0
    run.replaced = 1
    if w.slot[met].stands == NOBODY:  # a member, which may be a parent until the brood is complete
        w.slot[s].stands = met
        unlink(w, rules, met)
    else:
        w.slot[s].stands = w.slot[met].stands
        give_back(w, rules, met)


@kernel
def stand_in(w: World, rules: Rules) -> None:
    """Offspring take the places of the members with their outputs."""
    run = w.run[0]
    island = run.island
    base, count = island * rules.stride, i64(w.count[island])
    for k in range(rules.offspring):
        s = i64(w.made[k])
        if s == NOBODY or not is_kept(w, s, k) or w.slot[s].stands == NOBODY:
            continue
        met = i64(w.slot[s].stands)
        if w.in_order[island]:
            take_out(w.ranked, rank_place(w, rules, base, count, met), base + count)
            put_in(w.ranked, rank_place(w, rules, base, count - 1, s), base + count - 1, s)
        w.place[place_of(w, w.place, base, count, i64(w.slot[met].stamp))] = s
        w.slot[s].stands = NOBODY
        give_back(w, rules, met)
        run.chosen = 0
