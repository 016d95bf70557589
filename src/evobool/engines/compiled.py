"""What the compiled engines share: a batch of runs in one call, paused and resumed as needed.

An engine brings a kernel that advances runs until something wants the caller: the batch is done, the
budget of iterations is spent (time to look for Ctrl-C), the arena or the buffer for trees is full, or
the tree changed and somebody is watching.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from evobool.engines.base import Engine, Interrupted, Stop, Watch, generalisation_error, never
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import NONE, Arena
from evobool.engines.kernels.jit import inlined, kernel
from evobool.engines.kernels.mutate import Rules, make_rules
from evobool.engines.kernels.random import Words, seed_state
from evobool.model.functions import FUNCTIONS
from evobool.model.record import Run, Step
from evobool.model.setting import Setting
from evobool.model.tree import Token, Tree

# What a kernel returns.
DONE, PAUSED, ARENA_FULL, TREES_FULL, CHANGED, UNDECIDED = range(6)
# Entries of `tally`, the scalars of the run under way.
ITERATION, SOLVED, GAVE_UP, ERROR, BUDGET, STAMP, WATCH, OPERATIONS = range(8)
MANTISSA, EXPONENT, TOP = range(8, 11)  # the exact engine's count of the current tree
KINDS = len(FUNCTIONS)
PENDING, ACCEPTED = 11, 11 + KINDS  # inserted functions by code: by this offspring, by all accepted ones
TALLY = ACCEPTED + KINDS
# Entries of `cursor`, the place in the batch: runs done, whether one is under way, words of trees.
NEXT, RUNNING, TREES = range(3)
# Columns of `results`: the whole tally, then where the tree ends.
R_TREE = TALLY
EMPTY_ERROR = 2**63 - 1


class CompiledEngine(Engine):
    """An engine whose runs are carried out by a compiled kernel over arrays."""

    releases_gil = True
    codes: Mapping[str, int]
    budget = 100_000  # iterations between two looks at `stop`: a fraction of a second

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.mutations = arena.most_mutations(setting.algorithm) + 1
        self.rules = make_rules(setting, self.codes)
        by_code = sorted(self.codes, key=self.codes.__getitem__)
        self.tokens: list[Token] = [*setting.literal_list, *reversed(by_code)]  # by kind, from either end
        self.rng = np.zeros(4, dtype=np.uint64)
        self.tally = np.zeros(TALLY, dtype=np.int64)
        self.trees = np.zeros(1 << 16, dtype=np.int32)
        self.capacity = first_capacity(setting)
        self.arena = arena.new_arena(self.capacity, self.mutations)
        arena.clear(self.arena)
        self._fit()

    @abstractmethod
    def _fit(self) -> None:
        """Make the engine's own arrays fit the arena, keeping what they hold."""

    @abstractmethod
    def _kernel(self, rules: Rules, seed: int, first: int, results: Any, cursor: Any) -> int:
        """Advance the batch until something wants the caller."""

    def _decide(self, rules: Rules) -> bool:
        """Settle an iteration that the kernel left undecided; says whether the offspring was accepted."""
        raise AssertionError("this engine leaves nothing undecided")

    def _error(self, tally: Any, tree: Tree) -> int:
        """The error of a tree, from the tally kept with it."""
        return int(tally[ERROR])

    def _generalisation_error(self, tally: Any, tree: Tree, error: int | None) -> Fraction | None:
        return generalisation_error(self.setting, tree, error)

    def runs(
        self, seed: int, first: int, count: int, *, cap: int | None = None, stop: Stop = never
    ) -> list[Run]:
        """As `Engine.runs`."""
        return self._batch(seed, first, count, cap, stop, None)

    def run(self, seed: int, index: int, *, watch: Watch | None = None) -> Run:
        """As `Engine.run`."""
        return self._batch(seed, index, 1, None, never, watch)[0]

    def _batch(
        self, seed: int, first: int, count: int, cap: int | None, stop: Stop, watch: Watch | None
    ) -> list[Run]:
        rules = self.rules if cap is None else self.rules._replace(max_iterations=cap)
        results = np.zeros((count, TALLY + 1), dtype=np.int64)
        cursor = np.zeros(3, dtype=np.int64)
        self.tally[WATCH] = watch is not None
        tree, finished = Tree(), list[Run]()
        while True:
            self.tally[BUDGET] = self.budget
            status = self._kernel(rules, seed, first, results, cursor)
            if status == UNDECIDED and self._decide(rules):
                status = CHANGED
            if status == CHANGED:
                before, tree = tree, self._current_tree()
                if watch is not None and tree != before:
                    watch(self._step(tree))
            elif status == ARENA_FULL:
                self._grow()
            elif status == TREES_FULL:
                finished += self._records(seed, first, results, cursor, len(finished))
                self.trees = np.zeros(max(len(self.trees), 4 * self.capacity), dtype=np.int32)
                cursor[TREES] = 0
            elif status == DONE:
                return finished + self._records(seed, first, results, cursor, len(finished))
            if stop():
                raise Interrupted

    def _grow(self) -> None:
        """Twice the room for the tree."""
        self.capacity *= 2
        larger = arena.new_arena(self.capacity, self.mutations)
        arena.copy_arena(self.arena, larger)
        self.arena = larger
        self._fit()

    def _step(self, tree: Tree) -> Step:
        digits, names = int(self.tally[OPERATIONS]), []
        while digits:
            names.append(("INS", "DEL", "SUB")[digits % 4 - 1])
            digits //= 4
        iteration = int(self.tally[ITERATION])
        return Step(iteration, "+".join(reversed(names)), self._error(self.tally, tree), tree.leaves, tree)

    def _current_tree(self) -> Tree:
        kinds = np.zeros(2 * self.capacity + 2 * self.mutations, dtype=np.int32)
        return self._tree(kinds[: arena.write_prefix(self.arena, kinds, 0)].tolist())

    def _tree(self, kinds: list[int]) -> Tree:
        return Tree.trusted(tuple(map(self.tokens.__getitem__, kinds)))

    def _kind(self, token: Token) -> int:
        """What the arena calls a token."""
        if isinstance(token, str):
            return -1 - self.codes[token]
        return token - 1 if token > 0 else self.setting.n - token - 1

    def _records(self, seed: int, first: int, results: Any, cursor: Any, start: int) -> list[Run]:
        """The finished runs from `start` on, as records."""
        begin, runs = 0, []
        kinds = self.trees[: cursor[TREES]].tolist()
        for number, row in enumerate(results[start : cursor[NEXT]].tolist(), first + start):
            end = row[R_TREE]
            runs.append(self._record(seed, number, row, self._tree(kinds[begin:end])))
            begin = end
        return runs

    def _record(self, seed: int, index: int, row: Any, tree: Tree) -> Run:
        """The record of one run, from its tally."""
        solved, iterations = row[SOLVED] == 1, row[ITERATION]
        error = self._error(row, tree) if tree.prefix else None
        return Run(
            setting=self.setting,
            seed=seed,
            index=index,
            solved=solved,
            iterations=iterations,
            evaluations=iterations * self.setting.evaluations_an_iteration,
            error=error,
            functions_accepted={name: row[ACCEPTED + code] for name, code in self.codes.items()},
            tree=tree,
            generalisation_error=self._generalisation_error(row, tree, error),
            stopped="solved" if solved else "branching" if row[GAVE_UP] else "iterations",
            engine=self.name,
        )


def first_capacity(setting: Setting) -> int:
    """The leaves an arena has room for before it is made larger."""
    usual = min(4 * setting.n + 32, 2048)
    return usual if setting.leaf_limit is None else min(setting.leaf_limit, usual)


@kernel
def begin(a: Arena, rng: Words, tally: Any, cursor: Any, seed: np.uint64, first: int) -> None:
    """Set everything for the next run of the batch, unless it is under way."""
    if cursor[RUNNING]:
        return
    arena.clear(a)
    seed_state(rng, seed, first + cursor[NEXT])
    tally[ITERATION] = tally[SOLVED] = tally[GAVE_UP] = 0
    tally[ERROR] = EMPTY_ERROR
    for code in range(KINDS):
        tally[ACCEPTED + code] = 0
    cursor[RUNNING] = 1


@inlined
def begin_iteration(a: Arena, rules: Rules, tally: Any) -> int:
    """Count an iteration and return CHANGED, or say why none can begin."""
    if tally[SOLVED] or tally[GAVE_UP] or tally[ITERATION] >= rules.max_iterations:
        return DONE
    if a.mark[arena.FREE] < len(a.taken):
        return ARENA_FULL
    if tally[BUDGET] <= 0:
        return PAUSED
    tally[BUDGET] -= 1
    tally[ITERATION] += 1
    tally[STAMP] += 1
    tally[OPERATIONS] = 0
    for code in range(KINDS):
        tally[PENDING + code] = 0
    return CHANGED


@inlined
def note_mutation(tally: Any, drawn: int, function: int) -> None:
    """Remember what the offspring under way was made by."""
    tally[OPERATIONS] = tally[OPERATIONS] * 4 + drawn + 1
    if function != NONE:
        tally[PENDING + function] += 1


@inlined
def accept(a: Arena, tally: Any) -> None:
    """The offspring takes its parent's place."""
    arena.keep(a)
    for code in range(KINDS):
        tally[ACCEPTED + code] += tally[PENDING + code]


@kernel
def finish(a: Arena, tally: Any, results: Any, trees: Any, cursor: Any) -> int:
    """Write the run's results; TREES_FULL if its tree finds no room."""
    nodes = max(0, 2 * arena.leaf_count(a) - 1)
    if cursor[TREES] + nodes > len(trees):
        return TREES_FULL
    cursor[TREES] = arena.write_prefix(a, trees, cursor[TREES])
    for entry in range(TALLY):
        results[cursor[NEXT], entry] = tally[entry]
    results[cursor[NEXT], R_TREE] = cursor[TREES]
    cursor[NEXT] += 1
    cursor[RUNNING] = 0
    return DONE
