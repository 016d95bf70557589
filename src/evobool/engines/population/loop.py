"""Algorithm 1 with a population: runs of a batch, one after the other, until the caller is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.loop import ERROR, FUNCTIONS, GAVE_UP, ITERATION, MISSED, SOLVED
from evobool.engines.kernels.random import Words, i64, seed_state
from evobool.engines.population.apart import set_apart, stand_in
from evobool.engines.population.archive import enter
from evobool.engines.population.breeding import breed
from evobool.engines.population.choosing import get_ready
from evobool.engines.population.growing import begin_tree, forget_trees
from evobool.engines.population.judging import judge
from evobool.engines.population.moving import move
from evobool.engines.population.mutating import OVERFLOW
from evobool.engines.population.room import half, is_kept, link, move_together
from evobool.engines.population.rules import ANYTHING, COMMA, CROWDING, LEAF, PARETO, Rules
from evobool.engines.population.state import (
    BEGINNING,
    BREEDING,
    CHANGED,
    CHECKING,
    DONE,
    JUDGING,
    NO_RESULTS,
    NO_SLOTS,
    NO_TOKENS,
    NO_WIDTH,
    NOBODY,
    PAUSED,
    World,
)
from evobool.engines.population.surviving import (
    keep_offspring,
    keep_the_best,
    meet_the_best,
    meet_the_likest,
    meet_the_parent,
)
from evobool.engines.rows.sampling import draw_rows
from evobool.engines.rows.table import Rows, set_costs

NEXT, RUNNING, TREES, MEMBERS, TOKENS = range(5)  # of a batch: the next run, and what has been written
MEMBER_ENDS = MISSED  # among results: where the facts of a run's members end
FACTS = 3  # of a member: where its tokens end, false positives, false negatives


@kernel
def batch(
    w: World,
    rng: Words,
    rules: Rules,
    rows: Rows,
    seed: np.uint64,
    first: int,
    step: int,
    results: Any,
    trees: Any,
    facts: Any,
    tokens: Any,
    cursor: Any,
) -> int:
    """Make the runs of a batch; facts and tokens are of all members that they end with, if asked for."""
    while cursor[NEXT] < len(results):
        if not cursor[RUNNING]:
            seed_state(rng, seed, first + step * cursor[NEXT])
            begin(w, rules)
            if rules.fixed:
                draw_rows(rows, rng)
                set_costs(rows)
            cursor[RUNNING] = 1
        status = advance(w, rng, rules, rows)
        if status == DONE:
            status = finish(w, rules, results, trees, facts, tokens, cursor)
        if status != DONE:
            return status
    return DONE


@inlined
def begin(w: World, rules: Rules) -> None:
    """No trees yet."""
    run = w.run[0]
    run.phase, run.island, run.at, run.iteration, run.solved = BEGINNING, 0, 0, 0, 0
    run.bottom = run.free = run.stamp = run.serial = run.chosen = run.held = run.hit = run.replaced = 0
    run.best, run.shown = NOBODY, NOBODY
    run.vacant = len(w.slot)
    for s in range(len(w.slot)):
        w.slot[s].alive = 0
        w.vacancy[s] = len(w.slot) - 1 - s
    for island in range(len(w.count)):
        w.count[island] = w.in_order[island] = 0
    unlist_all(w, rules)
    for code in range(len(w.accepted)):
        w.accepted[code] = 0


@inlined
def unlist_all(w: World, rules: Rules) -> None:
    """No trees are listed by their hashes."""
    if rules.distinct != ANYTHING:
        for at in range(len(w.bucket)):
            w.bucket[at] = NOBODY


@kernel
def advance(w: World, rng: Words, rules: Rules, rows: Rows) -> int:
    """Go on with a run until it ends or the caller is needed."""
    run = w.run[0]
    while True:
        status = i64(DONE)
        if run.phase == BEGINNING:
            status = first_trees(w, rng, rules)
            if status == DONE:
                turn(w, i64(CHECKING if rules.fresh else JUDGING))
        elif run.phase == JUDGING:
            status = judge_all(w, rules, rows)
            if status == DONE:
                turn(w, i64(BREEDING if rules.fresh else CHECKING))
        elif run.phase == BREEDING:
            status = breed_all(w, rng, rules, rows)
            if status == DONE:
                turn(w, i64(CHECKING))
        else:
            ends = is_over(w, rules)
            if run.watch:
                run.best = best_of(w, rules)
                if run.shown != w.slot[run.best].serial:
                    run.shown = w.slot[run.best].serial
                    return CHANGED
            if ends:
                return DONE
            run.best = NOBODY
            run.iteration += 1
            run.hit = 0
            if rules.fresh:
                draw_rows(rows, rng)
                set_costs(rows)
            turn(w, i64(JUDGING if rules.fresh else BREEDING))
        if status == OVERFLOW:
            if run.needed > len(w.stack):
                return NO_WIDTH
            move_together(w)
            if 2 * max(run.free - run.bottom, run.free - run.bottom + run.needed) > half(w):
                return NO_TOKENS
        elif status != DONE:
            return status


@inlined
def turn(w: World, phase: int) -> None:
    """Go on to another part of the iteration."""
    run = w.run[0]
    run.phase, run.island, run.at = phase, 0, 0


@inlined
def first_trees(w: World, rng: Words, rules: Rules) -> int:
    """The trees of all islands."""
    run = w.run[0]
    while run.island < rules.islands:
        if run.at == 0 and rules.beginning > LEAF:
            forget_trees(w)
        while run.at < rules.population:
            if run.budget <= 0:
                return PAUSED
            if begin_tree(w, rng, rules) != DONE:
                return OVERFLOW
            run.at += 1
        run.island += 1
        run.at = 0
    return DONE


@inlined
def judge_all(w: World, rules: Rules, rows: Rows) -> int:
    """Judge all trees."""
    run = w.run[0]
    run.chosen = 0
    while run.island < rules.islands:
        if run.at == 0 and run.island == 0:
            unlist_all(w, rules)
        w.in_order[run.island] = 0
        while run.at < w.count[run.island]:
            if run.budget <= 0:
                return PAUSED
            s = i64(w.place[run.island * rules.stride + run.at])
            if w.slot[s].nodes > len(w.stack):
                run.needed = w.slot[s].nodes
                return OVERFLOW
            judge(w, rules, rows, s)
            if rules.distinct != ANYTHING:
                link(w, rules, s, i64(run.island))
            run.at += 1
        run.island += 1
        run.at = 0
    return DONE


@inlined
def breed_all(w: World, rng: Words, rules: Rules, rows: Rows) -> int:
    """An iteration: the offspring of every island, and who survives."""
    run = w.run[0]
    while run.island < rules.islands:
        while run.at < rules.offspring:
            if run.budget <= 0:
                return PAUSED
            if run.vacant == 0:
                return NO_SLOTS
            if run.chosen != run.island + 1 and w.count[run.island] > 1:
                get_ready(w, rules, rows)
            s = breed(w, rng, rules, rows)
            if s == OVERFLOW:
                return OVERFLOW
            w.made[run.at] = max(s, NOBODY)
            if s >= 0:
                w.slot[s].number, w.slot[s].born = run.at, run.iteration
                if rules.distinct != ANYTHING:
                    set_apart(w, rules, rows, s)
                elif rules.one_parent:
                    meet_the_best(w, rng, rules, s)
                else:
                    w.brood[run.held] = s
                    run.held += 1
            run.at += 1
        survive(w, rng, rules, rows)
        count_kept(w, rules)
        run.island += 1
        run.at = 0
    if rules.islands > 1 and run.iteration % rules.every == 0:
        return move(w, rules, rows)
    return DONE


@inlined
def survive(w: World, rng: Words, rules: Rules, rows: Rows) -> None:
    """Who is left of an island."""
    run = w.run[0]
    if run.replaced:
        stand_in(w, rules)
    if rules.one_parent:
        for k in range(run.held):
            meet_the_best(w, rng, rules, i64(w.brood[k]))
        meet_the_parent(w, rng, rules)
        run.best = NOBODY
    elif rules.survival == COMMA:
        keep_offspring(w, rng, rules)
    elif rules.survival == PARETO:
        enter(w, rng, rules)
    elif rules.survival == CROWDING:
        meet_the_likest(w, rng, rules, rows)
    else:
        keep_the_best(w, rng, rules)
    run.held = run.replaced = 0


@inlined
def count_kept(w: World, rules: Rules) -> None:
    """Note the functions of the offspring that were kept, and whether one is a solution."""
    for k in range(rules.offspring):
        s = i64(w.made[k])
        if s != NOBODY and is_kept(w, s, k):
            slot = w.slot[s]
            slot.waits = 0
            for code in range(rules.functions):
                w.accepted[code] += w.brought[s * rules.functions + code]
            if slot.nodes > 0 and slot.error <= rules.accept_error:
                w.run[0].hit = 1


@inlined
def is_over(w: World, rules: Rules) -> bool:
    """Whether a run ends after an iteration."""
    run = w.run[0]
    moved = rules.islands > 1 and run.iteration % rules.every == 0
    if (rules.fresh and run.iteration > 0) or (run.iteration == 0 and not rules.fresh) or moved:
        best = w.slot[best_of(w, rules)]
        run.hit = best.nodes > 0 and best.error <= rules.accept_error
    run.solved = run.hit
    return bool(run.solved or run.iteration >= rules.max_iterations)


@kernel
def best_of(w: World, rules: Rules) -> int:
    """The tree with the fewest wrong rows, of several the one with the fewest leaves, then the first."""
    best = i64(w.place[0])
    for island in range(rules.islands):
        base = island * rules.stride
        for k in range(base, base + w.count[island]):
            s = i64(w.place[k])
            mine, yours = w.slot[s], w.slot[best]
            if mine.error < yours.error or (mine.error == yours.error and mine.nodes < yours.nodes):
                best = s
    return best


@kernel
def finish(w: World, rules: Rules, results: Any, trees: Any, facts: Any, tokens: Any, cursor: Any) -> int:
    """Write what a run ends with; returns NO_RESULTS if there is no room."""
    run, s = w.run[0], best_of(w, rules)
    best, row = w.slot[s], results[cursor[NEXT]]
    total, nodes, several = i64(0), i64(0), len(facts) > 0
    if several:
        for island in range(rules.islands):
            for k in range(island * rules.stride, island * rules.stride + w.count[island]):
                total += FACTS
                nodes += w.slot[w.place[k]].nodes
        row[MEMBER_ENDS] = cursor[MEMBERS] + total
    if cursor[TREES] + best.nodes > len(trees) or (
        several and (cursor[MEMBERS] + total > len(facts) or cursor[TOKENS] + nodes > len(tokens))
    ):
        return NO_RESULTS
    for k in range(best.nodes):
        trees[cursor[TREES] + k] = w.tokens[best.begin + k]
    cursor[TREES] += best.nodes
    row[ITERATION], row[SOLVED], row[GAVE_UP], row[ERROR] = run.iteration, run.solved, 0, best.error
    for code in range(rules.functions):
        row[FUNCTIONS + code] = w.accepted[code]
    row[FUNCTIONS + rules.functions] = cursor[TREES]
    if several:
        for island in range(rules.islands):
            for k in range(island * rules.stride, island * rules.stride + w.count[island]):
                write_member(w, i64(w.place[k]), facts, tokens, cursor)
    cursor[NEXT] += 1
    cursor[RUNNING] = 0
    return DONE


@inlined
def write_member(w: World, s: int, facts: Any, tokens: Any, cursor: Any) -> None:
    """Write a tree that a run ends with, and how it is wrong."""
    slot, at = w.slot[s], cursor[MEMBERS]
    for k in range(slot.nodes):
        tokens[cursor[TOKENS] + k] = w.tokens[slot.begin + k]
    cursor[TOKENS] += slot.nodes
    facts[at], facts[at + 1], facts[at + 2] = cursor[TOKENS], slot.false, slot.error - slot.false
    cursor[MEMBERS] += FACTS
