"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It is documentation and oracle at once, and runs every setting, plugins included.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from evobool.engines.base import Engine, Interrupted, Stop, Watch, check_memory, generalisation_error, never
from evobool.model.generator import Generator
from evobool.model.record import Run, Step
from evobool.model.selection import Judged
from evobool.model.setting import Setting
from evobool.model.tree import Tree

UNJUDGED = Judged(0, 0)


@dataclass
class Offspring:
    """A tree made by mutations, and what they were."""

    tree: Tree
    operations: list[str] = field(default_factory=list)
    functions: Counter[str] = field(default_factory=Counter)
    judged: Judged = UNJUDGED


class ReferenceEngine(Engine):
    """Plain Python, no cleverness."""

    name = "reference"
    releases_gil = False

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        check_memory(setting, 2 * setting.n + 2)

    def runs(
        self, seed: int, first: int, count: int, *, cap: int | None = None, stop: Stop = never
    ) -> list[Run]:
        """As `Engine.runs`."""
        return [self._run(seed, index, cap, stop, None) for index in range(first, first + count)]

    def run(self, seed: int, index: int, *, watch: Watch | None = None) -> Run:
        """As `Engine.run`."""
        return self._run(seed, index, None, never, watch)

    def _run(self, seed: int, index: int, cap: int | None, stop: Stop, watch: Watch | None) -> Run:
        """Algorithm 1: RLS-GP, or the (1+1) GP, with a tree size limit; one offspring an iteration, or L."""
        setting, generator = self.setting, Generator(seed, index)
        training = setting.judged_on
        sets = training.regime.sets(setting.goal, training.rows, generator)
        accepted: Counter[str] = Counter()
        tree, error, solved, iteration = setting.start_tree, 0, False, 0
        if not training.fresh:
            error = next(sets).error(tree)
            solved = bool(tree.prefix) and error <= setting.accept_error
        while not solved and iteration < (setting.max_iterations if cap is None else cap):
            iteration += 1
            if stop():
                raise Interrupted
            rows = next(sets)
            error = rows.error(tree)
            best = best_offspring(setting, tree, rows, generator)
            if best is not None and setting.rule.accepts(best.judged, Judged(error, tree.leaves), generator):
                error = best.judged.error
                accepted += best.functions
                if watch is not None and best.tree != tree:
                    watch(Step(iteration, "+".join(best.operations), error, best.tree.leaves, best.tree))
                tree = best.tree
            solved = bool(tree.prefix) and error <= setting.accept_error
        final = error if tree.prefix and (iteration or not training.fresh) else None
        return Run(
            setting=setting,
            seed=seed,
            index=index,
            solved=solved,
            iterations=iteration,
            evaluations=setting.evaluations(iteration),
            error=final,
            functions_accepted={name: accepted[name] for name in setting.functions},
            tree=tree,
            generalisation_error=generalisation_error(setting, tree, final),
            stopped="solved" if solved else "iterations",
            engine=self.name,
        )


class Judging(Protocol):
    """What offspring are judged on."""

    def error(self, tree: Tree) -> int:
        """f(X)."""


def best_offspring(setting: Setting, tree: Tree, rows: Judging, generator: Generator) -> Offspring | None:
    """The best of the offspring within the limit, a random one of several; None if all are too large."""
    limit, rule = setting.leaf_limit, setting.rule
    best, ties = None, 0
    for _ in range(setting.offspring):
        made = mutated(setting, tree, generator)
        if limit is not None and made.tree.leaves > limit:
            continue
        made.judged = Judged(rows.error(made.tree), made.tree.leaves)
        if best is None or rule.beats(made.judged, best.judged, generator):
            best, ties = made, 1
        elif not rule.beats(best.judged, made.judged, generator):
            ties += 1
            if generator.below(ties) == 0:
                best = made
    return best


def mutated(setting: Setting, tree: Tree, generator: Generator) -> Offspring:
    """One mutation in RLS-GP, 1 + Poisson(1) in the (1+1) GP."""
    made = Offspring(tree)
    for _ in range(1 if setting.algorithm == "rls-gp" else 1 + generator.poisson()):
        mutation = setting.operator.mutate(made.tree, setting, generator)
        made.tree = mutation.tree
        made.operations.append(mutation.operation)
        made.functions.update([mutation.function] if mutation.function else [])
    return made
