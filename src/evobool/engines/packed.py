"""The packed engine: the training set in 64-bit words, only the changed path evaluated again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evobool.engines import compiled as c
from evobool.engines.base import check_memory
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import NONE, ROOT, SUB, Arena
from evobool.engines.kernels.jit import kernel
from evobool.engines.kernels.mutate import NOTHING, Rules, hvl_prime, mutation_count
from evobool.engines.kernels.random import Words, i64
from evobool.engines.rows import values as _rows
from evobool.engines.rows.values import Rows
from evobool.model.functions import FUNCTIONS
from evobool.model.setting import Setting


class PackedEngine(c.CompiledEngine):
    """Any target, any function set, complete or sampled rows."""

    name = "packed"
    codes: Mapping[str, int] = {name: function.code for name, function in FUNCTIONS.items()}
    rows: Rows | None = None

    def __init__(self, setting: Setting) -> None:
        words = _rows.word_count(setting)
        check_memory(setting, len(setting.literal_list) + 4 * (c.first_capacity(setting) + 2) + 1)
        cost = words * (4 if setting.samples is None else setting.n)
        self.budget = max(1, min(100_000, 100_000_000 // cost))
        super().__init__(setting)

    def _fit(self) -> None:
        slots, old = len(self.arena.free), self.rows
        if old is None:
            self.rows = _rows.new_rows(self.setting, slots)
        else:
            table = np.empty((old.literals + 2 * slots, old.table.shape[1]), dtype=np.uint64)
            table[: len(old.table)] = old.table
            touched = np.zeros(slots, dtype=np.int64)
            touched[: len(old.touched)] = old.touched
            self.rows = old._replace(table=table, touched=touched)

    def _kernel(self, rules: Rules, seed: int, first: int, results: Any, cursor: Any) -> int:
        return batch(
            self.arena,
            self.rng,
            rules,
            self.rows,
            self.tally,
            np.uint64(seed),
            first,
            results,
            self.trees,
            cursor,
        )


@kernel
def batch(
    a: Arena,
    rng: Words,
    rules: Rules,
    rows: Any,
    tally: Any,
    seed: np.uint64,
    first: int,
    results: Any,
    trees: Any,
    cursor: Any,
) -> int:
    """Carry out the runs of a batch, one after the other, until something wants the caller.

    Each engine has this loop written out: numba keeps no compiled code of a function made by a function.
    """
    while cursor[c.NEXT] < len(results):
        c.begin(a, rng, tally, cursor, seed, first)
        status = advance(a, rng, rules, rows, tally)
        if status == c.DONE:
            status = c.finish(a, tally, results, trees, cursor)
        if status != c.DONE:
            return status
    return c.DONE


@kernel
def advance(a: Arena, rng: Words, rules: Rules, rows: Rows, tally: Any) -> int:
    """Algorithm 1 from where it stands until it ends or the caller is wanted."""
    while True:
        status = c.begin_iteration(a, rules, tally)
        if status != c.CHANGED:
            return status
        if rows.sampled:
            _rows.draw_rows(rows, rng)
            if a.mark[ROOT] != NONE:
                _rows.evaluate_all(a, rows)
                tally[c.ERROR] = _rows.wrong(a, rows)
        error, changed = judge_offspring(a, rng, rules, rows, tally)
        accepted = error < tally[c.ERROR] if rules.strict else error <= tally[c.ERROR]
        accepted = accepted and error != c.EMPTY_ERROR
        if accepted:
            c.accept(a, tally)
            tally[c.ERROR] = error
        else:
            arena.undo(a)
        tally[c.SOLVED] = a.mark[ROOT] != NONE and tally[c.ERROR] <= rules.accept_error
        if tally[c.WATCH] and accepted and changed:
            return c.CHANGED


@kernel
def judge_offspring(a: Arena, rng: Words, rules: Rules, rows: Rows, tally: Any) -> tuple[int, bool]:
    """Mutate the tree in place; its error on the rows, and whether it differs from its parent.

    A tree over the limit, or an empty one, has an error worse than any.
    """
    worst = c.EMPTY_ERROR
    was_empty = a.mark[ROOT] == NONE
    mutations = mutation_count(rng, rules)
    changed, root_changed = False, False
    for k in range(mutations):
        done, drawn, x, function = hvl_prime(a, rng, rules)
        c.note_mutation(tally, drawn, function)
        if done == NOTHING:
            continue
        changed = True
        if k == mutations - 1 and arena.leaf_count(a) > rules.limit:
            return worst, True
        if done == SUB or a.node[a.mark[ROOT], arena.KIND] >= 0:
            x = i64(a.node[x, arena.PARENT]) if done == SUB else NONE
        if _rows.refresh(a, rows, x, tally[c.STAMP]):
            root_changed = True
    if a.mark[ROOT] == NONE or arena.leaf_count(a) > rules.limit:
        return worst, changed
    if root_changed or was_empty:
        return _rows.wrong(a, rows), changed
    return tally[c.ERROR], changed
