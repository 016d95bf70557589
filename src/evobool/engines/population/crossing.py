"""Crossovers: the offspring of two trees, put together at the end of all tokens."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below
from evobool.engines.population.mutating import OVERFLOW
from evobool.engines.population.prefix import end_of, kth
from evobool.engines.population.room import fits
from evobool.engines.population.rules import JOIN, KOZA, ONE_POINT, Rules
from evobool.engines.population.state import World

CROSSED, JOINED = 1, 2


@kernel
def cross(w: World, rng: Words, rules: Rules, s: int, mother: int, father: int) -> int:
    """Make a tree of two that are not empty; returns how many nodes it has."""
    one, other, tokens = w.slot[mother], w.slot[father], w.tokens
    if rules.crossover == JOIN:
        w.slot[s].crossed = JOINED
        code = below(rng, rules.functions)
        if not fits(w, 1 + one.nodes + other.nodes):
            return OVERFLOW
        into = w.run[0].free
        tokens[into] = -1 - code
        w.brought[s * rules.functions + code] += 1
        copy(w, one.begin, one.begin + one.nodes, into + 1)
        bring(w, rules, s, other.begin, other.begin + other.nodes, into + 1 + one.nodes)
        return 1 + one.nodes + other.nodes
    w.slot[s].crossed = CROSSED
    if rules.crossover == ONE_POINT:
        point = below(rng, points(w, mother, father, -1))
        at = points(w, mother, father, point)
        of = at & 0xFFFFFFFF
        at >>= 32
    elif rules.crossover == KOZA:
        at = kozas_node(w, rng, mother)
        of = kozas_node(w, rng, father)
    else:
        at = below(rng, one.nodes)
        of = below(rng, other.nodes)
    at += one.begin
    of += other.begin
    end, until, last = end_of(tokens, at), end_of(tokens, of), one.begin + one.nodes
    nodes = one.nodes - (end - at) + (until - of)
    if not fits(w, nodes):
        return OVERFLOW
    into = w.run[0].free
    copy(w, one.begin, at, into)
    into += at - one.begin
    bring(w, rules, s, of, until, into)
    copy(w, end, last, into + until - of)
    return nodes


@inlined
def copy(w: World, first: int, last: int, into: int) -> None:
    """Copy some tokens."""
    tokens = w.tokens
    for k in range(last - first):
        tokens[into + k] = tokens[first + k]


@inlined
def bring(w: World, rules: Rules, s: int, first: int, last: int, into: int) -> None:
    """Copy some tokens and count the functions among them."""
    tokens, begin = w.tokens, s * rules.functions - 1
    for k in range(last - first):
        token = tokens[first + k]
        tokens[into + k] = token
        if token < 0:
            w.brought[begin - token] += 1


@inlined
def kozas_node(w: World, rng: Words, s: int) -> int:
    """Nine times in ten a function, else a leaf."""
    slot = w.slot[s]
    if slot.nodes == 1:
        return 0
    if below(rng, 10) == 9:
        return kth(w.tokens, slot.begin, below(rng, (slot.nodes + 1) // 2), True) - slot.begin
    return kth(w.tokens, slot.begin, below(rng, slot.nodes // 2), False) - slot.begin


@kernel
def points(w: World, mother: int, father: int, wanted: int) -> int:
    """How many places two trees have in common; or one of them, in both trees, in halves of a word."""
    one, other, tokens = w.slot[mother], w.slot[father], w.tokens
    at, of, found = one.begin, other.begin, 0
    while at < one.begin + one.nodes:
        if found == wanted:
            return ((at - one.begin) << 32) + of - other.begin
        found += 1
        if tokens[at] < 0 and tokens[of] < 0:
            at += 1
            of += 1
        else:
            at, of = end_of(tokens, at), end_of(tokens, of)
    return found
