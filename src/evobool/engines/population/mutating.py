"""Mutations of the tree at the end of all tokens, with the draws of `evobool.model.mutation`."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below
from evobool.engines.kernels.tree.arena import DEL, INS, SUB
from evobool.engines.population.growing import grow
from evobool.engines.population.prefix import end_of, kth, parent_of
from evobool.engines.population.room import fits
from evobool.engines.population.rules import HVL_PRIME, POINT, Rules
from evobool.engines.population.state import World

OVERFLOW = -1


@kernel
def mutate(w: World, rng: Words, rules: Rules, s: int, nodes: int) -> int:
    """Mutate the tree of so many nodes that slot s is being made of; returns how many it has then."""
    if rules.mutation == HVL_PRIME:
        return hvl_prime(w, rng, rules, s, nodes)
    slot, begin, tokens = w.slot[s], w.run[0].free, w.tokens
    slot.digits = 4 * slot.digits + 1
    at = begin + below(rng, nodes) if nodes > 0 else begin
    if rules.mutation == POINT:
        if nodes > 0 and tokens[at] < 0:
            code = below(rng, rules.functions)
            tokens[at] = -1 - code
            w.brought[s * rules.functions + code] += 1
            return nodes
        tokens[at] = below(rng, rules.literals)
        return max(nodes, 1)
    new = grow(w, rng, rules, rules.mutation_depth, False, True)
    end = end_of(tokens, at) if nodes > 0 else at
    more = new - (end - at)
    if not fits(w, nodes + max(more, 0)):
        return OVERFLOW
    shift(w, end, begin + nodes, more)
    for k in range(new):
        token = w.twig[k]
        tokens[at + k] = token
        if token < 0:
            w.brought[s * rules.functions - 1 - token] += 1
    return nodes + more


@inlined
def shift(w: World, first: int, last: int, by: int) -> None:
    """Move some tokens, from `first` up to `last`."""
    tokens = w.tokens
    if by < 0:
        for at in range(first, last):
            tokens[at + by] = tokens[at]
    elif by > 0:
        for at in range(last - 1, first - 1, -1):
            tokens[at + by] = tokens[at]


@inlined
def hvl_prime(w: World, rng: Words, rules: Rules, s: int, nodes: int) -> int:
    """Algorithm 2."""
    slot, begin, tokens = w.slot[s], w.run[0].free, w.tokens
    number = below(rng, rules.weights)
    operation = INS if number < rules.insertions else DEL if number < rules.deletions else SUB
    literal = below(rng, rules.literals)
    code = below(rng, rules.functions)
    if nodes == 0:
        if operation != INS and rules.insertion_first:
            slot.digits = 4 * slot.digits + operation + 1
            return 0
        slot.digits = 4 * slot.digits + INS + 1
        tokens[begin] = literal
        return 1
    slot.digits = 4 * slot.digits + operation + 1
    if operation == SUB:
        tokens[kth(tokens, begin, below(rng, (nodes + 1) // 2), True)] = literal
        return nodes
    if operation == DEL:
        if rules.leaf_deletion:
            return deleted(w, nodes, kth(tokens, begin, below(rng, (nodes + 1) // 2), True))
        return deleted(w, nodes, begin + below(rng, nodes))
    at = begin + below(rng, nodes)
    literal_first = below(rng, 2) == 1
    end = end_of(tokens, at)
    shift(w, end, begin + nodes, 2)
    if literal_first:
        shift(w, at, end, 2)
        tokens[at + 1] = literal
    else:
        shift(w, at, end, 1)
        tokens[end + 1] = literal
    tokens[at] = -1 - code
    w.brought[s * rules.functions + code] += 1
    return nodes + 2


@inlined
def deleted(w: World, nodes: int, at: int) -> int:
    """Put the sibling in the place of the function above; the root stays."""
    begin, tokens = w.run[0].free, w.tokens
    if at == begin:
        return nodes
    end, above = end_of(tokens, at), parent_of(tokens, at)
    if at == above + 1:
        shift(w, end, begin + nodes, above - end)
        return nodes - (end - above)
    shift(w, above + 1, at, -1)
    shift(w, end, begin + nodes, at - 1 - end)
    return nodes - (end - at) - 1
