"""One offspring: by crossover, by mutation, by both, or a copy; the twin of `reference.offspring`."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below, i64, poisson
from evobool.engines.kernels.saved import BEFORE, restore, save
from evobool.engines.population.choosing import pick
from evobool.engines.population.crossing import copy, cross
from evobool.engines.population.judging import judge, judged_as
from evobool.engines.population.mutating import OVERFLOW, mutate
from evobool.engines.population.prefix import is_deeper
from evobool.engines.population.room import fits, give_back, take
from evobool.engines.population.rules import NO_CROSSOVER, NO_DEPTH, Rules
from evobool.engines.population.state import NOBODY, World
from evobool.engines.rows.table import Rows

DROPPED = -2


@inlined
def happens(rng: Words, share: int, of: int) -> bool:
    """Whether something of a probability happens; what is certain is not drawn."""
    if share == 0 or share == of:
        return share == of
    return below(rng, of) < share


@inlined
def clear(w: World, rules: Rules, s: int) -> None:
    """Nothing has been done to make a tree."""
    w.slot[s].digits = w.slot[s].crossed = 0
    for code in range(s * rules.functions, (s + 1) * rules.functions):
        w.brought[code] = 0


@inlined
def copied(w: World, s: int) -> int:
    """Copy a tree to the end of all tokens; returns how many nodes it has."""
    slot = w.slot[s]
    if not fits(w, slot.nodes):
        return OVERFLOW
    copy(w, slot.begin, slot.begin + slot.nodes, w.run[0].free)
    return int(slot.nodes)


@inlined
def mutated(w: World, rng: Words, rules: Rules, s: int, nodes: int) -> int:
    """Mutate the tree as often as the algorithm does."""
    count = 1 + poisson(rng) if rules.several_mutations else 1
    while count > 0:
        if nodes == OVERFLOW or not fits(w, nodes + 2):
            return OVERFLOW
        nodes = mutate(w, rng, rules, s, nodes)
        count -= 1
    return nodes


@inlined
def put_together(w: World, rng: Words, rules: Rules, s: int, one: int, other: int, crossing: bool) -> int:
    """Make the tree, at the end of all tokens; an equal one comes out if nothing is done."""
    nodes, both = i64(NOBODY), w.slot[one].nodes > 0 and w.slot[other].nodes > 0
    if crossing and both:
        nodes = cross(w, rng, rules, s, one, other)
        if nodes == OVERFLOW:
            return OVERFLOW
    else:
        nodes = copied(w, one)
    if (rules.both or not crossing) and happens(rng, rules.mutating, rules.mutating_of):
        return mutated(w, rng, rules, s, nodes)
    if not (crossing and both):
        w.slot[s].waits = 0
    return nodes


@kernel
def breed(w: World, rng: Words, rules: Rules, rows: Rows) -> int:
    """Make an offspring; returns its slot, DROPPED above the limit, OVERFLOW if there was no room."""
    run = w.run[0]
    save(rng, BEFORE)
    s = take(w)
    slot = w.slot[s]
    slot.begin, slot.nodes, slot.stands, slot.waits = run.free, 0, NOBODY, 1
    clear(w, rules, s)
    crossing = rules.crossover != NO_CROSSOVER and happens(rng, rules.crossing, rules.crossing_of)
    one = pick(w, rng, rules)
    other = pick(w, rng, rules) if crossing else one
    slot.one, slot.other = w.slot[one].stamp, w.slot[other].stamp
    nodes = put_together(w, rng, rules, s, one, other, crossing)
    if nodes > len(w.stack):
        run.needed, nodes = nodes, OVERFLOW
    if nodes == OVERFLOW:
        restore(rng, BEFORE)
        give_back(w, rules, s)
        return OVERFLOW
    if slot.waits and rules.deepest != NO_DEPTH:
        slot.waits = not is_deeper(w.tokens, run.free, nodes, rules.deepest, w.operand)
    if slot.waits and (nodes + 1) // 2 > rules.limit:
        if not rules.replaced:
            give_back(w, rules, s)
            return DROPPED
        slot.waits = 0
    if not slot.waits:
        nodes = copied(w, one)
        if nodes == OVERFLOW:
            restore(rng, BEFORE)
            give_back(w, rules, s)
            return OVERFLOW
        clear(w, rules, s)
    slot.nodes = nodes
    run.free += nodes
    run.stamp += 1
    slot.stamp = run.stamp
    if slot.waits:
        judge(w, rules, rows, s)
    else:
        judged_as(w, rules, rows, s, one)
    slot.waits = 1
    return s
