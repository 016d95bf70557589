"""Orders of trees: by what selection knows of them, then by age."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.flat import move
from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import i64
from evobool.engines.population.rules import YOUNGER, Rules
from evobool.engines.population.state import World


@inlined
def rank_of(w: World, one: int, other: int) -> int:
    """The order of two trees by the selection rule: -1 if the first is better."""
    mine, yours = w.slot[one], w.slot[other]
    if mine.value != yours.value:
        return -1 if mine.value < yours.value else 1
    return i64(mine.leaves > yours.leaves) - i64(mine.leaves < yours.leaves)


@inlined
def goes_before(w: World, one: int, other: int, youngest_first: bool, by_leaves: bool) -> bool:
    """The order in which trees are ranked."""
    order = rank_of(w, one, other)
    if not by_leaves and w.slot[one].value == w.slot[other].value:
        order = 0
    if order != 0:
        return order < 0
    older = w.slot[other].stamp - w.slot[one].stamp
    return older < 0 if youngest_first else older > 0


@inlined
def place_of(w: World, slots: Any, base: int, count: int, stamp: int) -> int:
    """Where a tree of some age stands among those in order of age: it, or the first that is younger."""
    low, high = base, base + count
    while low < high:
        middle = (low + high) // 2
        if w.slot[slots[middle]].stamp < stamp:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def rank_place(w: World, rules: Rules, base: int, count: int, s: int) -> int:
    """Where a tree belongs among those that are ranked."""
    low, high = base, base + count
    while low < high:
        middle = (low + high) // 2
        if goes_before(w, i64(w.ranked[middle]), s, rules.ties == YOUNGER, True):
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def put_in(slots: Any, at: int, end: int, s: int) -> None:
    """Put a tree in; those behind it move."""
    move(slots, at + 1, at, end - at)
    slots[at] = s


@inlined
def take_out(slots: Any, at: int, end: int) -> None:
    """Take a tree out; those behind it move."""
    move(slots, at, at + 1, end - 1 - at)


@inlined
def sink(w: World, slots: Any, base: int, at: int, count: int, youngest_first: bool, by_leaves: bool) -> None:
    """Let a tree of a heap sink below those that go behind it."""
    s = i64(slots[base + at])
    while 2 * at + 1 < count:
        child = 2 * at + 1
        if child + 1 < count and goes_before(
            w, i64(slots[base + child]), i64(slots[base + child + 1]), youngest_first, by_leaves
        ):
            child += 1
        if not goes_before(w, s, i64(slots[base + child]), youngest_first, by_leaves):
            break
        slots[base + at] = slots[base + child]
        at = child
    slots[base + at] = s


@kernel
def sort(w: World, slots: Any, base: int, count: int, youngest_first: bool, by_leaves: bool) -> None:
    """Heapsort."""
    for at in range(count // 2 - 1, -1, -1):
        sink(w, slots, base, at, count, youngest_first, by_leaves)
    for last in range(count - 1, 0, -1):
        first = slots[base]
        slots[base] = slots[base + last]
        slots[base + last] = first
        sink(w, slots, base, 0, last, youngest_first, by_leaves)


@inlined
def sort_by_value(w: World, count: int) -> None:
    """Sort `member` by value, then by age."""
    sort(w, w.member, 0, count, False, False)
