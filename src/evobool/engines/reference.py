"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It serves as documentation and as an oracle, and runs every setting, including plugins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from evobool.engines.base import Engine, Interrupted, Stop, Watch, check_memory, generalisation_error, never
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.mutation import Mutation
from evobool.model.outcome.run import Run, Step
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting


@dataclass
class Offspring:
    """A tree made by mutations, and how it was judged."""

    tree: Tree
    mutations: tuple[Mutation, ...]
    judged: Judged | None = None

    @property
    def operations(self) -> list[str]:
        """The operations, in order."""
        return [mutation.operation for mutation in self.mutations]

    @property
    def functions(self) -> Counter[str]:
        """The functions that were inserted."""
        return Counter(mutation.function for mutation in self.mutations if mutation.function)


@dataclass(frozen=True)
class Iteration:
    """One iteration: the parent and its error, all offspring, and the accepted one, if any."""

    number: int
    parent: Tree
    error: int
    offspring: list[Offspring]
    accepted: Offspring | None


Witness = Callable[[Iteration], None]


class ReferenceEngine(Engine):
    """Plain Python, no cleverness."""

    name = "reference"
    releases_gil = False

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        check_memory(setting, 2 * setting.n + 2)

    def runs(
        self,
        seed: int,
        first: int,
        count: int,
        *,
        step: int = 1,
        cap: int | None = None,
        stop: Stop = never,
    ) -> list[Run]:
        """As `Engine.runs`."""
        numbers = range(first, first + count * step, step)
        return [self._run(seed, index, cap, stop, None) for index in numbers]

    def run(self, seed: int, index: int, *, watch: Watch | None = None, stop: Stop = never) -> Run:
        """As `Engine.run`."""
        return self._run(seed, index, None, stop, watch)

    def _run(self, seed: int, index: int, cap: int | None, stop: Stop, watch: Watch | None) -> Run:
        """One run, reported to whoever is watching."""

        def witness(seen: Iteration) -> None:
            if stop():
                raise Interrupted
            best = seen.accepted
            if watch is not None and best is not None and best.tree != seen.parent:
                error = best.judged.error if best.judged else 0
                step = Step(seen.number, "+".join(best.operations), error, best.tree.leaves, best.tree)
                watch(step)

        return algorithm_1(self.setting, seed, index, cap, witness, self.name)


def algorithm_1(
    setting: Setting,
    seed: int,
    index: int,
    cap: int | None,
    witness: Witness,
    engine: str,
    sets: Iterator[Judging] | None = None,
) -> Run:
    """Algorithm 1: RLS-GP or the (1+1) GP, with a tree size limit; one offspring per iteration, or L.

    `witness` is called with every iteration. `sets` are what trees are judged on, iteration by iteration, if
    not the setting's training sets.
    """
    generator, training = Generator(seed, index), setting.judged_on
    if sets is None:
        sets = training.regime.sets(setting.goal, training.rows, generator)
    inserted: Counter[str] = Counter()
    tree, error, solved, iteration = setting.start_tree, 0, False, 0
    if not training.fresh:
        error = next(sets).error(tree)
        solved = bool(tree.prefix) and error <= setting.accept_error
    while not solved and iteration < (setting.max_iterations if cap is None else cap):
        iteration += 1
        rows = next(sets)
        parent, error = tree, rows.error(tree)
        made, best = offspring_of(setting, parent, rows, generator)
        accepted = (
            best is not None
            and best.judged is not None
            and setting.rule.accepts(best.judged, Judged(error, parent.leaves), generator)
        )
        witness(Iteration(iteration, parent, error, made, best if accepted else None))
        if accepted and best is not None and best.judged is not None:
            tree, error = best.tree, best.judged.error
            inserted += best.functions
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
        functions_accepted={name: inserted[name] for name in setting.functions},
        tree=tree,
        generalisation_error=generalisation_error(setting, tree, final),
        stopped="solved" if solved else "iterations",
        engine=engine,
    )


class Judging(Protocol):
    """What offspring are judged on."""

    def error(self, tree: Tree) -> int:
        """f(X)."""


def offspring_of(
    setting: Setting, tree: Tree, rows: Judging, generator: Generator
) -> tuple[list[Offspring], Offspring | None]:
    """All offspring of an iteration, and the best within the limit; ties are broken at random.

    If all are too large, there is no best one.
    """
    limit, rule = setting.leaf_limit, setting.rule
    made, best, ties = list[Offspring](), None, 0
    for _ in range(setting.offspring):
        child = mutated(setting, tree, generator)
        made.append(child)
        if limit is not None and child.tree.leaves > limit:
            continue
        child.judged = Judged(rows.error(child.tree), child.tree.leaves)
        if best is None or best.judged is None or rule.beats(child.judged, best.judged, generator):
            best, ties = child, 1
        elif not rule.beats(best.judged, child.judged, generator):
            ties += 1
            if generator.below(ties) == 0:
                best = child
    return made, best


def mutated(setting: Setting, tree: Tree, generator: Generator) -> Offspring:
    """An offspring, by as many mutations as the algorithm makes: one in RLS-GP."""
    mutations: list[Mutation] = []
    for _ in range(setting.scheme.mutations(generator)):
        before = mutations[-1].tree if mutations else tree
        mutations.append(setting.operator.mutate(before, setting, generator))
    return Offspring(mutations[-1].tree, tuple(mutations))
