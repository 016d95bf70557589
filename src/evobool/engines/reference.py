"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It is documentation and oracle at once. Rows are kept by column: `columns[i]` is an integer whose bit r
is the value of x(i+1) on row r, so that `&` and `|` act on all rows.
"""

from __future__ import annotations

from collections import Counter

from evobool.engines.base import Engine, Interrupted, Stop, Watch, check_memory, generalisation_error, never
from evobool.model.functions import FUNCTIONS
from evobool.model.generator import Generator
from evobool.model.mutation import hvl_prime
from evobool.model.record import Run, Step
from evobool.model.setting import Setting
from evobool.model.tree import Tree


class ReferenceEngine(Engine):
    """Plain Python, no cleverness."""

    name = "reference"
    releases_gil = False

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        check_memory(setting, 2 * setting.n + 2)
        self.truth_table = TrainingSet.complete(setting) if setting.samples is None else None

    def runs(
        self, seed: int, first: int, count: int, *, cap: int | None = None, stop: Stop = never
    ) -> list[Run]:
        """As `Engine.runs`."""
        return [self._run(seed, index, cap, stop, None) for index in range(first, first + count)]

    def run(self, seed: int, index: int, *, watch: Watch | None = None) -> Run:
        """As `Engine.run`."""
        return self._run(seed, index, None, never, watch)

    def _run(self, seed: int, index: int, cap: int | None, stop: Stop, watch: Watch | None) -> Run:
        """Algorithm 1: RLS-GP with a tree size limit; the (1+1) GP with several mutations."""
        setting, generator = self.setting, Generator(seed, index)
        limit = setting.leaf_limit
        accepted: Counter[str] = Counter()
        tree, error, solved, iteration = Tree(), 0, False, 0
        while not solved and iteration < (cap or setting.max_iterations):
            iteration += 1
            if stop():
                raise Interrupted
            rows = self.truth_table or TrainingSet.sample(setting, generator)
            mutations = 1 if setting.algorithm == "rls-gp" else 1 + generator.poisson()
            offspring, inserted, operations = tree, Counter[str](), []
            for _ in range(mutations):
                mutation = hvl_prime(offspring, setting, generator)
                offspring = mutation.tree
                operations.append(mutation.operation)
                inserted.update([mutation.function] if mutation.function else [])
            error = rows.error(tree)
            if (limit is None or offspring.leaves <= limit) and _at_most(
                rows.error(offspring), error, setting.selection
            ):
                error = rows.error(offspring)
                accepted += inserted
                if watch is not None and offspring != tree:
                    watch(Step(iteration, "+".join(operations), error, offspring.leaves, offspring))
                tree = offspring
            solved = bool(tree.prefix) and error <= setting.accept_error
        return Run(
            setting=setting,
            seed=seed,
            index=index,
            solved=solved,
            iterations=iteration,
            evaluations=iteration * setting.evaluations_an_iteration,
            error=error if tree.prefix else None,
            functions_accepted={name: accepted[name] for name in FUNCTIONS},
            tree=tree,
            generalisation_error=generalisation_error(setting, tree, error if tree.prefix else None),
            stopped="solved" if solved else "iterations",
            engine=self.name,
        )


def _at_most(offspring: int, parent: int, selection: str) -> bool:
    """The acceptance test: f(X') <= f(X), or f(X') < f(X) with strict selection."""
    return offspring <= parent if selection == "nonstrict" else offspring < parent


class TrainingSet:
    """Rows to judge a tree on, by column."""

    def __init__(self, setting: Setting, columns: list[int], rows: int) -> None:
        self.columns = columns
        self.ones = (1 << rows) - 1
        self.target = setting.goal.tree(setting.n).evaluate(columns, self.ones)

    @classmethod
    def complete(cls, setting: Setting) -> TrainingSet:
        """The complete truth table: on row r, variable i has the value of bit i of r."""
        rows = 2**setting.n
        columns = []
        for i in range(setting.n):
            block = 2**i
            column = ((1 << block) - 1) << block  # `block` zeros, then `block` ones
            while block < rows // 2:
                block *= 2
                column |= column << block
            columns.append(column)
        return cls(setting, columns, rows)

    @classmethod
    def sample(cls, setting: Setting, generator: Generator) -> TrainingSet:
        """Fresh rows, drawn uniformly with replacement, 64 at a time."""
        rows = setting.samples or 0
        columns = [0] * setting.n
        for start in range(0, rows, 64):
            for i in range(setting.n):
                columns[i] |= generator.next() << start
        ones = (1 << rows) - 1
        flip = ones if setting.goal.complement else 0
        return cls(setting, [(column & ones) ^ flip for column in columns], rows)

    def error(self, tree: Tree) -> int:
        """f(X): the rows on which the tree and the target differ; more than all for the empty tree."""
        if not tree.prefix:
            return self.ones.bit_length() + 1
        return int(tree.evaluate(self.columns, self.ones) ^ self.target).bit_count()
