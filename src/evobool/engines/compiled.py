"""What the compiled engines share: a batch of runs in one call, paused and resumed as needed.

An engine supplies a judge; the kernel (`kernels/loop.py`) advances runs until it needs the caller: the batch
is done, the budget of iterations is spent (time to check for Ctrl-C), the arena or the buffer for trees is
full, the tree has changed and somebody is watching, or a decision needs more than one word.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from evobool.engines.base import Engine, Interrupted, Stop, Watch
from evobool.engines.decoding import Decoding, operations
from evobool.engines.kernels import loop, state
from evobool.engines.kernels.mutate import NO_LIMIT, kinds, make_rules
from evobool.engines.kernels.saved import new_generator
from evobool.engines.kernels.state import Measured
from evobool.engines.kernels.tree import arena, numbering, whole
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Step
from evobool.model.outcome.runs import IntColumn, Runs
from evobool.model.outcome.tree_column import TreeColumn
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import wrong_if_countable, wrong_inputs


class CompiledEngine(Engine):
    """An engine whose runs are made by a compiled kernel working on arrays."""

    releases_gil = True
    codes: Mapping[str, int]
    judge: Any
    budget = 100_000  # iterations between checks of `stop`: a fraction of a second

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        super().__init__(setting, max_branches)
        self.mutations = arena.most_mutations(setting.scheme.several) + 1
        self.rules = make_rules(setting, self.codes)
        self.functions = max(self.codes.values()) + 1
        self.decoding = Decoding(setting, self.codes)
        self.complete, self.fresh = setting.on_all_inputs, setting.judged_on.fresh
        self.rng = new_generator()
        self.state = state.new_state(self.functions, self.mutations)
        self.trees = np.zeros(1 << 16, dtype=np.int32)
        self.capacity = first_capacity(setting)
        self.arena = arena.new_arena(self.capacity, self.mutations)
        numbering.clear(self.arena)
        self._fit()

    @abstractmethod
    def _fit(self) -> None:
        """Resize the engine's own arrays to fit the arena, keeping their contents."""

    def _settle(self) -> bool:
        """Make an iteration that the kernel left undecided; returns whether the offspring was accepted."""
        raise AssertionError("this engine leaves nothing undecided")

    def _check_solved(self) -> None:
        """Find out whether the tree is a solution where the kernel could not."""
        raise AssertionError("this engine knows every error")

    def _error(self, measure: Measured, tree: Tree) -> int | None:
        """The error of a tree, from its stored measure."""
        return measure.error

    def _errors(self, results: Any, trees: TreeColumn) -> IntColumn:
        """The errors of finished runs' trees, from their stored measures."""
        errors: IntColumn = results[:, loop.ERROR].tolist()
        return errors

    def _wrong(self, results: Any, trees: TreeColumn) -> IntColumn:
        """How many of all inputs those trees get wrong, where the errors are of samples."""
        setting = self.setting
        return [wrong_if_countable(tree, setting.goal) if tree.prefix else None for tree in trees]

    def _batch(self, seed: int, numbers: range, cap: int | None, stop: Stop, watch: Watch | None) -> Runs:
        rules = self.rules if cap is None else self.rules._replace(max_iterations=cap)
        results = np.zeros((len(numbers), loop.result_width(self.functions)), dtype=np.int64)
        cursor = np.zeros(3, dtype=np.int64)
        self.state.run[0].watch = watch is not None
        batch, tree = loop.batch_for(rules), self.setting.start_tree
        while True:
            self.state.run[0].budget = self.budget
            status = batch(
                self.arena,
                self.rng,
                rules,
                self.judge,
                self.state,
                np.uint64(seed),
                numbers.start,
                numbers.step,
                results,
                self.trees,
                cursor,
            )
            if status == loop.UNDECIDED and self._settle():
                status = loop.CHANGED
            if status == loop.UNCHECKED:
                self._check_solved()
                status = loop.CHANGED
            if status == loop.CHANGED:
                before, tree = tree, self._current_tree()
                if watch is not None and tree != before:
                    watch(self._step(tree))
            elif status == loop.ARENA_FULL:
                self._grow()
            elif status == loop.TREES_FULL:
                self.trees = np.concatenate([self.trees, np.zeros_like(self.trees)])
            elif status == loop.DONE:
                trees = self.decoding.trees(results, self.trees[: cursor[loop.TREES]].copy())
                errors = self._errors(results, trees)
                wrong = errors if self.complete else self._wrong(results, trees)
                return self.decoding.runs(self.name, seed, numbers, results, trees, errors, wrong)
            if stop():
                raise Interrupted

    def compile_all(self) -> None:
        """Compile all that runs need, also what they need now and then only."""
        self.warm_up()
        self._load(self._current_tree())
        self._grow()

    def _grow(self) -> None:
        """Double the room for the tree."""
        self.capacity *= 2
        larger = arena.new_arena(self.capacity, self.mutations)
        whole.copy_arena(self.arena, larger)
        self.arena = larger
        self._fit()

    def _step(self, tree: Tree) -> Step:
        run = self.state.run[0]
        error = self._error(Measured(*self.state.measure[state.PARENT].tolist()), tree)
        if error is None:  # accepted by a rule, and hard to count: however long it takes
            error = wrong_inputs(tree, self.setting.goal, NO_LIMIT)
        return Step(int(run.iteration), operations(int(run.operations)), error, tree.leaves, tree)

    def _current_tree(self) -> Tree:
        found = np.zeros(2 * self.capacity + 2 * self.mutations, dtype=np.int32)
        return self.decoding.tree(found[: whole.write_prefix(self.arena, found, 0)])

    def _load(self, tree: Tree) -> None:
        """Load the tree into the arena."""
        whole.load_prefix(self.arena, kinds(self.setting, self.codes, tree))


def first_capacity(setting: Setting) -> int:
    """How many leaves an arena has room for at first."""
    usual = min(4 * setting.n + 32, 2048)
    room = usual if setting.leaf_limit is None else min(setting.leaf_limit, usual)
    return max(room, setting.start_tree.leaves)
