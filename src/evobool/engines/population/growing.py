"""Random trees of a depth, and the trees of a first population."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below, i64
from evobool.engines.kernels.saved import BEFORE, restore, save
from evobool.engines.population.judging import tokens_hashed
from evobool.engines.population.room import fits, give_back, take
from evobool.engines.population.rules import FULL, GIVEN, LEAF, RAMPED, Rules
from evobool.engines.population.state import DONE, NO_TOKENS, NOBODY, UNJUDGED, World
from evobool.model.populations.begin import TRIES


@kernel
def grow(w: World, rng: Words, rules: Rules, depth: int, rooted: bool, grown: bool) -> int:
    """Draw a tree into `twig`, as `growing._made` does; returns its nodes."""
    twig, left = w.twig, w.operand
    functions, literals = rules.functions, rules.literals
    left[0] = depth
    height, nodes = 1, 0
    while height > 0:
        height -= 1
        deeper = left[height]
        if deeper == 0:
            token = below(rng, literals)
        elif grown and (nodes > 0 or not rooted):
            number = below(rng, functions + literals)
            token = -1 - number if number < functions else number - functions
        else:
            token = -1 - below(rng, functions)
        twig[nodes] = token
        nodes += 1
        if token < 0:
            left[height] = left[height + 1] = deeper - 1
            height += 2
    return nodes


@inlined
def first_tree(w: World, rng: Words, rules: Rules) -> int:
    """Draw a tree of a first population into `twig`."""
    depth, grown = rules.deep, rules.beginning != FULL
    if rules.beginning == LEAF:
        depth = 0
    elif rules.beginning == RAMPED:
        if rules.deep > rules.shallow:
            depth = rules.shallow + below(rng, rules.deep - rules.shallow + 1)
        grown = below(rng, 2) == 0
    return grow(w, rng, rules, depth, depth > 0, grown)


@kernel
def begin_tree(w: World, rng: Words, rules: Rules) -> int:
    """Add a tree to the first population of an island; one that is there already is drawn again."""
    run = w.run[0]
    save(rng, BEFORE)
    s = take(w)
    slot = w.slot[s]
    slot.digits = slot.crossed = 0
    slot.born = -1
    slot.begin, slot.nodes, slot.error, slot.stands, slot.waits = run.free, 0, UNJUDGED, NOBODY, 0
    for _ in range(TRIES):
        tokens, nodes = rules.start, len(rules.start)
        if rules.beginning != GIVEN:
            tokens, nodes = w.twig, first_tree(w, rng, rules)
        if not fits(w, nodes):
            restore(rng, BEFORE)
            give_back(w, rules, s)
            return NO_TOKENS
        for k in range(nodes):
            w.tokens[run.free + k] = tokens[k]
        slot.nodes = nodes
        if rules.beginning <= LEAF:
            break
        tokens_hashed(w, s)
        if not is_there(w, s):
            break
    run.free += slot.nodes
    if rules.beginning > LEAF:
        at = i64(slot.tree) & (len(w.found) - 1)
        w.kind[s] = w.found[at]
        w.found[at] = s
    run.stamp += 1
    slot.stamp = run.stamp
    count = w.count[run.island]
    w.place[run.island * rules.stride + count] = s
    w.count[run.island] = count + 1
    return DONE


@inlined
def is_there(w: World, s: int) -> bool:
    """Whether an equal tree was made for this island before: they are listed by hash."""
    slot = w.slot[s]
    other = i64(w.found[i64(slot.tree) & (len(w.found) - 1)])
    while other != NOBODY:
        if w.slot[other].tree == slot.tree and same_tree(w, s, other):
            return True
        other = i64(w.kind[other])
    return False


@inlined
def same_tree(w: World, one: int, other: int) -> bool:
    """Whether two trees have the same tokens."""
    nodes, mine, yours = w.slot[one].nodes, w.slot[one].begin, w.slot[other].begin
    if w.slot[other].nodes != nodes:
        return False
    k = 0
    while k < nodes and w.tokens[mine + k] == w.tokens[yours + k]:
        k += 1
    return bool(k == nodes)


@inlined
def forget_trees(w: World) -> None:
    """Nothing is listed, at the beginning of an island."""
    for at in range(len(w.found)):
        w.found[at] = NOBODY
