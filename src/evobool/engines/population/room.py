"""Slots and tokens: taken, given back, and moved together when the room ends."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U64, i64
from evobool.engines.population.rules import ANYTHING, FUNCTIONS, Rules
from evobool.engines.population.state import NOBODY, World


@inlined
def half(w: World) -> int:
    """How many tokens there is room for."""
    return len(w.tokens) // 2


@inlined
def fits(w: World, nodes: int) -> bool:
    """Whether there is room for a tree of so many nodes; notes how many where there is not."""
    run = w.run[0]
    if run.free + nodes <= run.bottom + half(w):
        return True
    run.needed = nodes
    return False


@inlined
def take(w: World) -> int:
    """A free slot."""
    run = w.run[0]
    run.vacant -= 1
    run.serial += 1
    found = i64(w.vacancy[run.vacant])
    w.slot[found].alive = 1
    w.slot[found].serial = run.serial
    return found


@inlined
def give_back(w: World, rules: Rules, s: int) -> None:
    """A tree is gone; its tokens are too where they are the last."""
    run, slot = w.run[0], w.slot[s]
    if slot.begin + slot.nodes == run.free:
        run.free = slot.begin
    if rules.distinct != ANYTHING:
        unlink(w, rules, s)
    slot.alive = 0
    w.vacancy[run.vacant] = s
    run.vacant += 1


@inlined
def is_kept(w: World, s: int, number: int) -> bool:
    """Whether an offspring of this iteration, by number, is still in its slot."""
    slot = w.slot[s]
    return bool(slot.alive and slot.number == number and slot.born == w.run[0].iteration)


@inlined
def bucket_of(w: World, rules: Rules, s: int, island: int) -> int:
    """Where the trees of a hash are listed, those of each island apart."""
    slot = w.slot[s]
    found = slot.outputs if rules.distinct == FUNCTIONS else slot.tree
    return i64((found + U64(island) * U64(0x9E3779B97F4A7C15)) & U64(len(w.bucket) - 1))


@inlined
def link(w: World, rules: Rules, s: int, island: int) -> None:
    """List a tree by its hash."""
    at = bucket_of(w, rules, s, island)
    w.slot[s].next = w.bucket[at]
    w.bucket[at] = s


@kernel
def unlink(w: World, rules: Rules, s: int) -> None:
    """Take it off the list, if it is on it."""
    at = bucket_of(w, rules, s, i64(w.run[0].island))
    here = i64(w.bucket[at])
    if here == s:
        w.bucket[at] = w.slot[s].next
        return
    while here != NOBODY:
        after = i64(w.slot[here].next)
        if after == s:
            w.slot[here].next = w.slot[s].next
            return
        here = after


@kernel
def move_together(w: World) -> None:
    """Copy the tokens of all trees to the other half."""
    run = w.run[0]
    run.bottom = half(w) - run.bottom
    at = run.bottom
    for s in range(len(w.slot)):
        slot = w.slot[s]
        if slot.alive:
            source, nodes = slot.begin, slot.nodes
            slot.begin = at
            for k in range(nodes):
                w.tokens[at + k] = w.tokens[source + k]
            at += nodes
    run.free = at
