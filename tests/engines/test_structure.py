"""What the exact engine keeps of a tree, after any edits, is what it would find in the tree from scratch."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from evobool import Setting
from evobool.engines.counts import structure
from evobool.engines.counts.structure import EITHER, MISSING, STAMP, Structure
from evobool.engines.exact import ExactEngine
from evobool.engines.kernels import offspring
from evobool.engines.kernels.mutate import NOTHING
from evobool.engines.kernels.random import seed_state
from evobool.engines.kernels.tree import arena, links, numbering, whole
from evobool.engines.kernels.tree.arena import NONE, ROOT, Arena
from evobool.model.generator import Generator
from tests.support.arenas import check, draw
from tests.support.machine import JIT


def slots_of(a: Arena) -> list[int]:
    """The slots of the tree in prefix order."""
    found, waiting = list[int](), [int(a.mark[ROOT])] if a.mark[ROOT] != NONE else []
    kinds, left, right = a.node.kind.tolist(), a.node.left.tolist(), a.node.right.tolist()
    while waiting:
        x = waiting.pop()
        found.append(x)
        if kinds[x] < 0:
            waiting += [right[x], left[x]]
    return found


def kept(a: Arena, s: Structure) -> dict[str, Any]:
    """Everything in the structure, with nodes by their number in prefix order and lists as sets."""
    place = {x: k for k, x in enumerate(slots_of(a))}
    after, before = a.node.next.tolist(), a.node.before.tolist()
    left, values, kinds = a.node.left.tolist(), a.node.value.tolist(), a.node.kind.tolist()
    parents = a.node.parent.tolist()

    def listed(which: int) -> list[int]:
        found, x, last = list[int](), int(s.literal[which].first), 0
        while x != 0:
            assert before[x] == last, "links go both ways"
            assert x not in found
            found.append(x)
            x, last = after[x], x
        return found

    lists = [listed(which) for which in range(s.literals + 1)]
    grouped: dict[int, int] = {}
    for literal, leaves in enumerate(lists[:-1]):
        for leaf in leaves:
            assert kinds[leaf] == literal
            x = leaf
            while x not in grouped:
                grouped[x] = values[x]
                if x == left[leaf]:
                    break
                x = parents[x]
    missing = s.literal.missing[: s.total[MISSING]].tolist()
    assert [int(s.literal[variable].place) for variable in missing] == list(range(len(missing)))
    return {
        "units": s.literal.units.tolist(),
        "lists": [sorted(place[x] for x in leaves) for leaves in lists],
        "groups": {place[leaf]: place[left[leaf]] for leaves in lists[:-1] for leaf in leaves},
        "values": {place[x]: value for x, value in grouped.items()},
        "totals": s.total[:STAMP].tolist(),
        "missing": sorted(missing),
    }


def from_scratch(engine: ExactEngine) -> dict[str, Any]:
    """The same of a structure that has seen nothing but the tree."""
    a, parts = engine.arena, engine.judge.parts
    prefix = np.zeros(len(a.node), dtype=np.int32)
    end = whole.write_prefix(a, prefix, 0)
    copy = arena.new_arena(engine.capacity, engine.mutations)
    whole.load_prefix(copy, prefix[:end])
    found = structure.new_structure(parts.n, parts.literals, engine.cube, len(copy.node), None)
    structure.enter_tree(copy, found)
    return kept(copy, found)


def by_hand(engine: ExactEngine) -> tuple[list[int], list[int], dict[int, int], set[int]]:
    """Units, groups, values in them and missing variables, straight from their definition."""
    a, parts = engine.arena, engine.judge.parts
    slots = slots_of(a)
    kinds = [int(a.node[x].kind) for x in slots]
    units, groups, values = [0] * (parts.literals + 1), list[int](), dict[int, int]()

    def end_of(k: int) -> int:
        return end_of(end_of(k + 1)) if kinds[k] < 0 else k + 1

    def split(k: int) -> None:
        if kinds[k] >= 0:
            units[kinds[k]] += 1
        elif kinds[k] == arena.AND_NODE:
            split(k + 1)
            split(end_of(k + 1))
        else:
            groups.append(k)

    def value(k: int) -> int:
        if kinds[k] >= 0:
            values[k] = int(units[kinds[k]] > 0)
        else:
            left, right = value(k + 1), value(end_of(k + 1))
            values[k] = left & right if kinds[k] == arena.AND_NODE else left | right
        return values[k]

    if slots:
        split(0)
    for group in groups:
        value(group)
    missing = {x for x in range(parts.n) if parts.literal[x].wanted != EITHER and units[x] == 0}
    return units, [group for group in groups if not values[group]], values, missing


SETTINGS = [
    Setting(n=3, algorithm="1+1-gp", limit="20"),
    Setting(n=5, algorithm="1+1-gp", limit="12", deletion="leaf"),
    Setting(n=8, target="or", algorithm="1+1-gp", limit="30"),
    Setting(n=6, target="and:3", algorithm="1+1-gp", limit="25"),
    Setting(n=3, literals="all", algorithm="1+1-gp", limit="20"),
    Setting(n=6, literals="all", target="or:4", algorithm="1+1-gp", limit="25", deletion="leaf"),
    Setting(n=5, literals="all", target="x1 & ~x3 & x5", algorithm="1+1-gp", limit="15"),
    Setting(n=4, literals="all", functions=("or",), algorithm="1+1-gp", limit="15"),
]


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_after_any_edits_kept_or_undone(setting: Setting) -> None:
    """Up to four mutations at once; growth is as likely as in runs, and cut short by the limit."""
    engine, choice, seen = ExactEngine(setting), Generator(51), Counter[int]()
    a, judge, state = engine.arena, engine.judge, engine.state
    seed_state(engine.rng, np.uint64(52), setting.n)
    structure.enter_tree(a, judge.parts)
    limit = setting.leaf_limit or 0
    for _ in range(1_500 if JIT else 40):
        before = kept(a, judge.parts)
        for _ in range(1 + choice.below(4)):
            drawn = draw(a, engine.rng, engine.rules)
            if drawn.done != NOTHING:
                offspring.perform(judge, a, state, drawn)
                seen[drawn.done] += 1
        assert kept(a, judge.parts) == from_scratch(engine)
        if numbering.leaf_count(a) > limit or choice.below(3) == 0:
            offspring.undo(judge, a, state)
            assert kept(a, judge.parts) == before
        else:
            offspring.keep(a, state)
    check(a)
    assert set(seen) == {arena.INS, arena.DEL, arena.SUB}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_is_what_its_definition_says(setting: Setting) -> None:
    engine, choice = ExactEngine(setting), Generator(53)
    a, judge, state = engine.arena, engine.judge, engine.state
    seed_state(engine.rng, np.uint64(54), setting.n)
    structure.enter_tree(a, judge.parts)
    for _ in range(400 if JIT else 30):
        drawn = draw(a, engine.rng, engine.rules)
        if drawn.done == NOTHING:
            continue
        offspring.perform(judge, a, state, drawn)
        if numbering.leaf_count(a) > (setting.leaf_limit or 0) or choice.below(4) == 0:
            offspring.undo(judge, a, state)
        else:
            offspring.keep(a, state)
        units, groups, values, missing = by_hand(engine)
        found = kept(a, judge.parts)
        assert found["units"] == units
        assert found["lists"][-1] == groups
        assert found["values"] == values
        assert set(found["missing"]) == missing
        distinct = [literal for literal, count in enumerate(units) if count]
        wanted = [int(judge.parts.literal[literal].wanted) for literal in distinct]
        n = setting.n
        conflicts = sum(literal + n in distinct for literal in distinct if literal < n)
        expected = [len(distinct), conflicts, wanted.count(1), wanted.count(0), len(missing)]
        assert found["totals"] == expected


@pytest.mark.parametrize("setting", SETTINGS[:2] + SETTINGS[4:6], ids=str)
def test_a_copy_of_the_parent_comes_and_goes(setting: Setting) -> None:
    """As fresh rows need it: parent and offspring as one conjunction."""
    engine = ExactEngine(setting)
    a, judge, state = engine.arena, engine.judge, engine.state
    seed_state(engine.rng, np.uint64(55), setting.n)
    structure.enter_tree(a, judge.parts)
    for _ in range(200 if JIT else 20):
        drawn = draw(a, engine.rng, engine.rules)
        if drawn.done != NOTHING:
            offspring.perform(judge, a, state, drawn)
        if numbering.leaf_count(a) > 10:
            offspring.undo(judge, a, state)
        offspring.keep(a, state)
        if a.mark[ROOT] != NONE:
            before = kept(a, judge.parts)
            copy = np.uint32(whole.duplicate(a, a.mark[ROOT]))
            structure.enter(a, judge.parts, copy)
            twice = [2 * count for count in before["units"]]
            assert judge.parts.literal.units.tolist() == twice
            structure.leave(a, judge.parts, copy)
            links.give_back_all(a, copy)
            assert kept(a, judge.parts) == before
    check(a)


def test_stamps_start_again_before_they_run_out() -> None:
    engine = ExactEngine(Setting(n=3))
    parts = engine.judge.parts
    parts.total[STAMP] = 4_000_000_000
    parts.slot.stamp[:] = 4_000_000_000
    parts.literal.stamp[:] = 4_000_000_000
    stamp = structure.new_stamp(parts)
    assert stamp == 1
    assert not (parts.slot.stamp == stamp).any()
    assert not (parts.literal.stamp[: parts.literals] == stamp).any()
