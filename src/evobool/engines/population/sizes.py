"""How much room a population takes: found, checked, and made larger."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import flat, records
from evobool.engines.population.rules import LEXICASE, Rules
from evobool.engines.population.state import NO_SLOTS, NO_TOKENS, RUN, SLOT, STEP, World
from evobool.engines.rows.table import word_count
from evobool.errors import InputError
from evobool.memory import available_memory, bytes_in_words
from evobool.model.settings.setting import Setting

NODES = 64  # of a tree, for which there is room at first
WIDTH = 1 << 14  # words of stack at first
ARCHIVE = 64  # trees of an archive at first
SMALL = 9 * 4 + 3 * 8  # bytes of the lists of slots, for each


class Sizes(NamedTuple):
    """For how much there is room."""

    slots: int
    places: int
    islands: int
    offspring: int
    functions: int
    tokens: int
    twig: int
    width: int  # nodes of the largest tree, and words of the stack
    words: int  # of a tree's outputs, 0 if they are not kept
    row_words: int
    drawn_rows: int  # that lexicase selection draws from
    buckets: int

    @property
    def lines(self) -> int:
        """Lines of a table that hold the stack."""
        return -(-self.width // self.row_words)

    @property
    def bytes(self) -> int:
        """All of it."""
        each = SLOT.itemsize + SMALL + 8 * self.functions + 8 * self.words
        return (
            self.slots * each
            + 8 * (self.places + self.offspring + self.tokens)
            + 4 * self.twig
            + 24 * self.width
            + 8 * self.drawn_rows
            + 4 * self.buckets
        )

    def larger(self, status: int, needed: int) -> Sizes:
        """Room for what a kernel had none for."""
        if status == NO_SLOTS:
            return self._replace(slots=2 * self.slots, places=max(self.places, 2 * self.slots))
        if status == NO_TOKENS:
            return self._replace(tokens=2 * max(self.tokens, needed))
        return self._replace(width=2 * max(self.width, needed))


def first_sizes(setting: Setting, rules: Rules) -> Sizes:
    """The room that a setting begins with: all it takes, but for trees that grow and archives."""
    archive = ARCHIVE if setting.survivor.archive else 0
    islands, kept = rules.islands, rules.population * rules.islands
    slots = kept + rules.offspring + archive + (islands if islands > 1 else 0) + 1
    used = word_count(setting)
    row_words = used if used == 1 else 8 * -(-used // 8)
    deep = max(rules.mutation_depth, rules.deep)
    nodes = max(NODES, 2 * len(rules.start), 2 * setting.n)
    if setting.leaf_limit is not None:
        nodes = min(nodes, 2 * setting.leaf_limit)
    return Sizes(
        slots=slots,
        places=max(islands * rules.stride, slots),
        islands=islands,
        offspring=rules.offspring,
        functions=rules.functions,
        tokens=2 * nodes * (slots + 2),
        twig=2 ** (deep + 1),
        width=max(WIDTH, slots),
        words=row_words if rules.by_rows else 0,
        row_words=row_words,
        drawn_rows=rules.rows if rules.parents == LEXICASE else 0,
        buckets=1 << (2 * max(slots, 1024)).bit_length(),
    )


def check_room(setting: Setting, sizes: Sizes) -> None:
    """Refuse a population that does not fit in memory."""
    free = available_memory()
    if sizes.bytes > free:
        taken, left = bytes_in_words(sizes.bytes), bytes_in_words(free)
        why = f"its trees and their outputs would take {taken}, but {left} are free"
        raise InputError("population", setting.population, f"{why}; set a limit, or use fewer rows")


def new_world(sizes: Sizes) -> World:
    """Nothing yet, and room for all."""
    slots = sizes.slots
    table = 1 << (2 * slots).bit_length()
    return World(
        run=records(1, RUN),
        slot=records(slots, SLOT),
        vacancy=small(slots),
        tokens=small(2 * sizes.tokens + STEP),
        twig=small(sizes.twig),
        place=small(sizes.places),
        count=numbers(sizes.islands),
        ranked=small(sizes.places),
        in_order=numbers(sizes.islands),
        brood=small(sizes.offspring),
        made=small(sizes.offspring),
        brought=numbers(slots * sizes.functions),
        accepted=numbers(sizes.functions),
        lines=flat(np.zeros(slots * sizes.words, dtype=np.uint64)),
        stack=flat(np.zeros(sizes.width, dtype=np.uint64)),
        operand=numbers(sizes.width + 2),
        bucket=small(sizes.buckets),
        kind=numbers(slots),
        group=small(slots),
        outputs=flat(np.zeros(slots, dtype=np.uint64)),
        left=small(2 * slots),
        first=small(slots + 1),
        member=small(slots),
        found=small(table),
        row=flat(np.arange(sizes.drawn_rows, dtype=np.int32)),
        moved=small(sizes.drawn_rows),
        tally=numbers(128),
    )


def larger_world(old: World, sizes: Sizes) -> World:
    """The same with more room, in the middle of a run."""
    new = new_world(sizes)
    for name in ("run", "slot", "place", "count", "ranked", "in_order", "brood", "made"):
        before = getattr(old, name)
        getattr(new, name)[: len(before)] = before
    for name in ("brought", "accepted", "lines", "bucket", "kind"):
        before = getattr(old, name)
        getattr(new, name)[: len(before)] = before
    run, more, base = new.run[0], sizes.slots - len(old.slot), int(old.run[0].bottom)
    new.vacancy[:more] = np.arange(sizes.slots - 1, len(old.slot) - 1, -1)
    new.vacancy[more : more + run.vacant] = old.vacancy[: run.vacant]
    run.vacant += more
    taken = int(run.free) - base
    new.tokens[:taken] = old.tokens[base : base + taken]
    new.slot["begin"][: len(old.slot)] -= base
    run.free, run.bottom, run.chosen = taken, 0, 0
    return new


def numbers(count: int) -> Any:
    """So many integers."""
    return flat(np.zeros(count, dtype=np.int64))


def small(count: int) -> Any:
    """So many integers of half a word."""
    return flat(np.zeros(count, dtype=np.int32))
