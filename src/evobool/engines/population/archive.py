"""An archive of all trees that none dominates: the twin of `evobool.model.populations.survival.pareto`."""

from __future__ import annotations

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import Words, below, i64
from evobool.engines.population.room import give_back
from evobool.engines.population.rules import CHANCE, YOUNGER, Rules
from evobool.engines.population.state import World
from evobool.model.objective import WRONG

FALSE_POSITIVES, FALSE_NEGATIVES, ERROR, LEAVES = (
    WRONG.index(name) for name in ("false_positives", "false_negatives", "error", "leaves")
)


@inlined
def number_of(w: World, s: int, which: int) -> int:
    """One of the numbers that are compared; the empty tree's are larger than all others."""
    slot = w.slot[s]
    if slot.nodes == 0:
        return i64(1) << 62
    if which == FALSE_POSITIVES:
        return int(slot.false)
    if which == FALSE_NEGATIVES:
        return int(slot.error - slot.false)
    return int(slot.error) if which == ERROR else (int(slot.nodes) + 1) // 2


@kernel
def enter(w: World, rng: Words, rules: Rules) -> None:
    """Each offspring in turn enters the archive unless a tree in it is better; what it dominates leaves."""
    run = w.run[0]
    for k in range(run.held):
        s, count, left = i64(w.brood[k]), i64(w.count[0]), 0
        run.best = 1
        for each in range(count):
            if not stays_out(w, rng, rules, s, i64(w.place[each])):
                continue
            run.best = 0
            break
        if not run.best:
            give_back(w, rules, s)
            continue
        for each in range(count):
            other = i64(w.place[each])
            if is_at_most(w, rules, s, other):
                give_back(w, rules, other)
            else:
                w.place[left] = other
                left += 1
        w.place[left] = s
        w.count[0] = left + 1
        run.chosen = 0


@inlined
def is_at_most(w: World, rules: Rules, one: int, other: int) -> bool:
    """Whether the numbers of a tree are at most another's, each of them."""
    for k in range(len(rules.compared)):
        if number_of(w, one, i64(rules.compared[k])) > number_of(w, other, i64(rules.compared[k])):
            return False
    return True


@inlined
def stays_out(w: World, rng: Words, rules: Rules, s: int, other: int) -> bool:
    """Whether a member keeps an offspring out: it is better, or equal and the rule prefers it."""
    if not is_at_most(w, rules, other, s):
        return False
    if not is_at_most(w, rules, s, other):
        return True
    if rules.by_leaves != 0 and w.slot[s].nodes != w.slot[other].nodes:
        return bool((w.slot[s].nodes - w.slot[other].nodes) * rules.by_leaves > 0)
    if rules.ties == CHANCE:
        return bool(below(rng, 2) == 1)
    return bool(rules.ties != YOUNGER)
