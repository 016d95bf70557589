"""The engine for populations: all built-in fields, on rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from evobool.engines.base import ON_ROWS, POPULATIONS, Engine, Interrupted, Stop, Watch
from evobool.engines.decoding import Decoding, operations
from evobool.engines.kernels.loop import ERROR, result_width
from evobool.engines.kernels.saved import new_generator
from evobool.engines.packed import LARGEST_COST, largest_cost
from evobool.engines.population import loop
from evobool.engines.population.rules import HVL_PRIME, POINT, TWINS, make_rules
from evobool.engines.population.sizes import check_room, first_sizes, larger_world, new_world
from evobool.engines.population.state import CHANGED, DONE, NO_RESULTS, NO_SLOTS, NO_TOKENS, NO_WIDTH
from evobool.engines.room import check_memory
from evobool.engines.rows.table import new_rows
from evobool.model.outcome.run import Step
from evobool.model.outcome.runs import IntColumn, Runs
from evobool.model.outcome.survivor_column import SurvivorColumn
from evobool.model.outcome.tree_column import TreeColumn
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import wrong_if_countable

MOST_ROWS = 2**22  # beyond, the scores of shared rows may not fit in a word
BUDGET = 20_000_000  # nodes times words of rows between checks of `stop`: a fraction of a second
CROSSINGS = {0: "", 1: "CROSS", 2: "JOIN"}


class PopulationEngine(Engine):
    """Any population, with all that is built in."""

    name = "population"
    reads = ON_ROWS | POPULATIONS | {"objective"}
    lists_rows = True
    releases_gil = True
    budget = BUDGET

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        super().__init__(setting, max_branches)
        check_memory(setting, 2 * setting.n + 2)
        self.codes = {name: code for code, name in enumerate(setting.function_list)}
        self.rules = make_rules(setting, self.codes)
        self.decoding = Decoding(setting, self.codes)
        self.rng = new_generator()
        self.sizes = first_sizes(setting, self.rules)
        check_room(setting, self.sizes)
        self.world = new_world(self.sizes)
        self.rows = new_rows(setting, self.sizes.lines)
        self.trees = np.zeros(1 << 12, dtype=np.int32)
        self.facts = np.zeros(loop.FACTS * 1024 if setting.several else 0, dtype=np.int64)
        self.tokens = np.zeros(1 << 14 if setting.several else 0, dtype=np.int32)

    @classmethod
    def rank(cls, setting: Setting) -> int:
        """Where only one tree is kept and mutated, those that know no more are quicker."""
        return 3

    @classmethod
    def refuses_value(cls, setting: Setting) -> str | None:
        """As `Engine.refuses_value`."""
        if not setting.judged_on.regime.compiled:
            return f"the training regime {setting.judged_on.regime.name}"
        if setting.rule.order is None:
            return f"the selection rule {setting.selection}"
        if setting.aim.costs is None and not setting.aim.compared:
            return f"the objective {setting.objective}"
        entries = {
            "mutation": setting.operator.mutate,
            "survival": setting.survivor.survive,
            "parents": setting.chooser.entry.choose,
            "crossover": setting.crosser.entry.cross,
        }
        if setting.beginning is not None:
            entries["start"] = setting.beginning.entry.make
        for field, definition in entries.items():
            if definition not in TWINS:
                return f"{field} = {getattr(setting, field)}"
        if setting.by_rows and setting.rows > MOST_ROWS:
            return f"rows one by one, where there are more than {MOST_ROWS:,}"
        if setting.aim.costs is not None and setting.aim.splits and largest_cost(setting) > LARGEST_COST:
            return f"objective = {setting.objective} on {setting.rows:,} rows"
        return None

    def _batch(self, seed: int, numbers: range, cap: int | None, stop: Stop, watch: Watch | None) -> Runs:
        rules = self.rules if cap is None else self.rules._replace(max_iterations=cap)
        results = np.zeros((len(numbers), result_width(rules.functions)), dtype=np.int64)
        cursor = np.zeros(5, dtype=np.int64)
        before = None
        while True:
            run = self.world.run[0]
            run.budget, run.watch = self.budget, watch is not None
            status = loop.batch(
                self.world,
                self.rng,
                rules,
                self.rows,
                np.uint64(seed),
                numbers.start,
                numbers.step,
                results,
                self.trees,
                self.facts,
                self.tokens,
                cursor,
            )
            if status == DONE:
                return self._runs(seed, numbers, results, cursor)
            if status == CHANGED and watch is not None:
                step = self._step()
                if step.iteration > 0 and step.tree != before:
                    watch(step)
                before = step.tree
            elif status == NO_RESULTS:
                self.trees, self.facts, self.tokens = map(doubled, (self.trees, self.facts, self.tokens))
            elif status in (NO_SLOTS, NO_TOKENS, NO_WIDTH):
                self._grow(status)
            if stop():
                raise Interrupted

    def _grow(self, status: int) -> None:
        """Make more room: for trees, for tokens, or for larger trees."""
        needed = int(self.world.run[0].needed)
        self.sizes = self.sizes.larger(status, needed)
        check_room(self.setting, self.sizes)
        self.world = larger_world(self.world, self.sizes)
        if status == NO_WIDTH:
            fresh = new_rows(self.setting, self.sizes.lines)
            lines = self.rows.literals * self.rows.words
            fresh.table[:lines], fresh.target[:] = self.rows.table[:lines], self.rows.target
            fresh.tally[0] = self.rows.tally[0]
            self.rows = fresh

    def _step(self) -> Step:
        run = self.world.run[0]
        slot = self.world.slot[run.best]
        tree = self.decoding.tree(self.world.tokens[slot.begin : slot.begin + slot.nodes])
        return Step(int(run.iteration), self._operations(slot), int(slot.error), tree.leaves, tree)

    def _operations(self, slot: Any) -> str:
        """How a tree was made."""
        made = operations(int(slot.digits))
        if self.rules.mutation != HVL_PRIME:
            made = made.replace("INS", "POINT" if self.rules.mutation == POINT else "SUBTREE")
        return "+".join(part for part in (CROSSINGS[int(slot.crossed)], made) if part)

    def _runs(self, seed: int, numbers: range, results: Any, cursor: Any) -> Runs:
        """Finished runs."""
        setting = self.setting
        trees = self.decoding.trees(results, self.trees[: cursor[loop.TREES]].copy())
        errors: IntColumn = results[:, ERROR].tolist()
        wrong: IntColumn = errors
        if not setting.on_all_inputs:
            wrong = [wrong_if_countable(tree, setting.goal) if tree.prefix else None for tree in trees]
        runs = self.decoding.runs(self.name, seed, numbers, results, trees, errors, wrong)
        if not setting.several:
            return runs
        ends = results[:, loop.MEMBER_ENDS] // loop.FACTS
        facts = self.facts[: cursor[loop.MEMBERS]].reshape(-1, loop.FACTS).copy()
        tokens = self.tokens[: cursor[loop.TOKENS]].copy()
        members = TreeColumn(tokens, facts[:, 0], self.decoding.tokens)
        return replace(runs, populations=SurvivorColumn(members, facts[:, 1], facts[:, 2], ends))


def doubled(array: Any) -> Any:
    """An array with as much room again."""
    return np.concatenate([array, np.zeros_like(array)])
