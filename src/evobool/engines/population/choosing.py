"""How a parent is chosen: the twins of `evobool.model.populations.parents`."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below, i64
from evobool.engines.population.lexicase import classify, lexicase
from evobool.engines.population.order import sort_by_value
from evobool.engines.population.rules import (
    LEXICASE,
    OVER_SELECTION,
    PROPORTIONATE,
    SHARING,
    TOURNAMENT,
    UNIFORM,
    Rules,
)
from evobool.engines.population.sharing import share
from evobool.engines.population.state import World
from evobool.engines.rows.table import Rows
from evobool.model.populations.parents import BEST, BEST_OF, WEIGHT


@kernel
def get_ready(w: World, rules: Rules, rows: Rows) -> None:
    """Look at all members of an island, as far as choosing among them asks for that."""
    run = w.run[0]
    base, count = run.island * rules.stride, i64(w.count[run.island])
    run.chosen = run.island + 1
    if rules.parents == LEXICASE:
        classify(w, rules, rows)
    elif rules.parents == SHARING:
        share(w, rules, rows)
    elif rules.parents == PROPORTIONATE:
        run.least = w.slot[w.place[base]].value
        for k in range(base, base + count):
            run.least = min(run.least, w.slot[w.place[k]].value)
    elif rules.parents == OVER_SELECTION:
        total = 0
        for k in range(count):
            w.member[k] = w.place[base + k]
            total += WEIGHT // (1 + w.slot[w.member[k]].value)
        sort_by_value(w, count)
        held = best = 0
        while best < count and held * count < BEST * total:
            held += WEIGHT // (1 + w.slot[w.member[best]].value)
            best += 1
        run.share = best


@inlined
def pick(w: World, rng: Words, rules: Rules) -> int:
    """Draw a parent."""
    run = w.run[0]
    base, count = run.island * rules.stride, i64(w.count[run.island])
    if count == 1:
        return i64(w.place[base])
    if rules.parents == UNIFORM:
        return i64(w.place[base + below(rng, count)])
    return pick_otherwise(w, rng, rules, base, count)


@kernel
def pick_otherwise(w: World, rng: Words, rules: Rules, base: int, count: int) -> int:
    """The same in other ways."""
    run = w.run[0]
    if rules.parents == LEXICASE:
        return lexicase(w, rng, rules)
    if rules.parents == TOURNAMENT:
        best = i64(w.place[base + below(rng, count)])
        for _ in range(rules.size - 1):
            other = i64(w.place[base + below(rng, count)])
            mine, yours = w.slot[best], w.slot[other]
            if yours.value < mine.value or (yours.value == mine.value and yours.leaves < mine.leaves):
                best = other
        return best
    if rules.parents == SHARING:
        best = i64(w.place[base + below(rng, count)])
        for _ in range(rules.size - 1):
            other = i64(w.place[base + below(rng, count)])
            if w.kind[other] > w.kind[best]:
                best = other
        return best
    if rules.parents == PROPORTIONATE:
        while True:
            s = i64(w.place[base + below(rng, count)])
            if w.slot[s].value == run.least or below(rng, 1 + w.slot[s].value) <= run.least:
                return s
    first, size = 0, run.share
    if run.share < count and below(rng, BEST_OF) == BEST_OF - 1:
        first, size = run.share, count - run.share
    least = w.slot[w.member[first]].value
    while True:
        k = first
        if size > 1:
            k += below(rng, size)
        s = i64(w.member[k])
        if w.slot[s].value == least or below(rng, 1 + w.slot[s].value) <= least:
            return s
