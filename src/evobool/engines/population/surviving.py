"""Who survives: the twins of `evobool.model.populations.survival` for members that have one number."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import Words, below, i64
from evobool.engines.population.order import place_of, put_in, rank_of, rank_place, sort, take_out
from evobool.engines.population.room import give_back
from evobool.engines.population.rules import CHANCE, YOUNGER, Rules
from evobool.engines.population.state import NOBODY, World
from evobool.engines.rows.table import Rows


@inlined
def gets_in(w: World, rng: Words, rules: Rules, s: int, other: int) -> bool:
    """Whether the selection rule lets an offspring take another's place."""
    order = rank_of(w, s, other)
    if order == 0 and rules.ties == CHANCE:
        return bool(below(rng, 2) == 0)
    return order < 0 or (order == 0 and rules.ties == YOUNGER)


@inlined
def is_best(w: World, rng: Words, s: int) -> bool:
    """Whether an offspring is the best so far; of several equal ones any is."""
    run = w.run[0]
    order = -1 if run.best == NOBODY else rank_of(w, s, i64(run.best))
    if order < 0:
        run.ties = 1
        return True
    if order > 0:
        return False
    run.ties += 1
    return bool(below(rng, run.ties) == 0)


@inlined
def meet_the_best(w: World, rng: Words, rules: Rules, s: int) -> None:
    """Keep an offspring, or the best of those before."""
    run = w.run[0]
    if not is_best(w, rng, s):
        give_back(w, rules, s)
        return
    if run.best != NOBODY:
        give_back(w, rules, i64(run.best))
    run.best = s


@inlined
def meet_the_parent(w: World, rng: Words, rules: Rules) -> None:
    """Let the best offspring take the only parent's place if the rule accepts it."""
    run = w.run[0]
    at = run.island * rules.stride
    parent = i64(w.place[at])
    if run.best == NOBODY:
        return
    if gets_in(w, rng, rules, i64(run.best), parent):
        w.place[at] = run.best
        give_back(w, rules, parent)
        run.chosen = 0
    else:
        give_back(w, rules, i64(run.best))


@kernel
def rank_all(w: World, rules: Rules) -> None:
    """Rank the members of an island from scratch."""
    island = w.run[0].island
    base, count = island * rules.stride, i64(w.count[island])
    for k in range(base, base + count):
        w.ranked[k] = w.place[k]
    sort(w, w.ranked, base, count, rules.ties == YOUNGER, True)
    w.in_order[island] = 1


@inlined
def keep_the_best(w: World, rng: Words, rules: Rules) -> None:
    """The best of members and offspring."""
    run = w.run[0]
    island = run.island
    base, count = island * rules.stride, i64(w.count[island])
    if not w.in_order[island]:
        rank_all(w, rules)
    for k in range(run.held):
        s = i64(w.brood[k])
        if count >= rules.population and rank_of(w, s, i64(w.ranked[base + rules.population - 1])) > 0:
            give_back(w, rules, s)
            continue
        put_in(w.ranked, rank_place(w, rules, base, count, s), base + count, s)
        w.place[base + count] = s
        count += 1
        run.chosen = 0
    cut(w, rng, rules, base, count)


@inlined
def equals(w: World, base: int, count: int, at: int) -> tuple[int, int]:
    """From where to where trees are ranked that are as good as the one at a place."""
    s = i64(w.ranked[at])
    low, high, end = base, at, base + count
    while low < high:
        middle = (low + high) // 2
        if rank_of(w, i64(w.ranked[middle]), s) < 0:
            low = middle + 1
        else:
            high = middle
    first, low = low, at
    while low < end:
        middle = (low + end) // 2
        if rank_of(w, i64(w.ranked[middle]), s) > 0:
            end = middle
        else:
            low = middle + 1
    return first, low


@inlined
def cut(w: World, rng: Words, rules: Rules, base: int, count: int) -> None:
    """The last of those ranked go; where ties are left to chance, any of the equals of the last kept."""
    run, most = w.run[0], rules.population
    if count > most:
        if (
            rules.ties == CHANCE
            and rank_of(w, i64(w.ranked[base + most - 1]), i64(w.ranked[base + most])) == 0
        ):
            low, high = equals(w, base, count, base + most)
            while high > base + most:
                at = low + below(rng, high - low)
                s = i64(w.ranked[at])
                take_out(w.ranked, at, base + count)
                w.ranked[base + count - 1] = s
                high -= 1
        if count == most + 1:
            s = i64(w.ranked[base + most])
            at = place_of(w, w.place, base, count, w.slot[s].stamp)
            take_out(w.place, at, base + count)
            give_back(w, rules, s)
        else:
            for k in range(base + most, base + count):
                give_back(w, rules, i64(w.ranked[k]))
            into = base
            for k in range(base, base + count):
                if w.slot[w.place[k]].alive:
                    w.place[into] = w.place[k]
                    into += 1
        count = most
    w.count[run.island] = count


@kernel
def keep_offspring(w: World, rng: Words, rules: Rules) -> None:
    """The best of the offspring."""
    run = w.run[0]
    base = run.island * rules.stride
    for k in range(base, base + w.count[run.island]):
        give_back(w, rules, i64(w.place[k]))
    for k in range(run.held):
        w.place[base + k] = w.brood[k]
    w.count[run.island] = run.held
    run.chosen = w.in_order[run.island] = 0
    if run.held > rules.population:
        rank_all(w, rules)
        cut(w, rng, rules, base, run.held)
        w.in_order[run.island] = 0


@kernel
def meet_the_likest(w: World, rng: Words, rules: Rules, rows: Rows) -> None:
    """Deterministic crowding: whoever stands in the place of the more similar parent is met."""
    run, words = w.run[0], rows.words
    base, count = run.island * rules.stride, i64(w.count[run.island])
    for k in range(run.held):
        s = i64(w.brood[k])
        at = place_of(w, w.place, base, count, w.slot[s].one)
        if w.slot[s].other != w.slot[s].one:
            other = place_of(w, w.place, base, count, w.slot[s].other)
            mine, first, second = s * words, w.place[at] * words, w.place[other] * words
            nearer = 0
            for word in range(rows.used):
                value = w.lines[mine + word]
                nearer += i64(popcount(value ^ w.lines[first + word]))
                nearer -= i64(popcount(value ^ w.lines[second + word]))
            if nearer > 0:
                at = other
        met = i64(w.place[at])
        if gets_in(w, rng, rules, s, met):
            w.slot[s].stamp = w.slot[met].stamp
            w.place[at] = s
            give_back(w, rules, met)
            run.chosen = 0
        else:
            give_back(w, rules, s)
