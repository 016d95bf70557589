"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It serves as documentation and as an oracle, and runs every setting, including plugins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from evobool.engines.base import ON_ROWS, Engine, Interrupted, Stop, Watch, generalisation_error
from evobool.engines.room import check_memory
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.mutation import Mutation
from evobool.model.objective import Wrong
from evobool.model.outcome.run import Run, Step
from evobool.model.outcome.runs import Runs
from evobool.model.outcome.survivors import survivors
from evobool.model.populations.member import Member, Population, best_of
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting


@dataclass(frozen=True)
class Iteration:
    """One iteration: the population it began with, all offspring, and the population it ended with."""

    parents: Population
    offspring: Sequence[Member]
    population: Population

    @cached_property
    def best(self) -> Member:
        """The best tree there is at the end."""
        return best_of(self.population)

    @cached_property
    def entered(self) -> list[Member]:
        """The offspring that are kept."""
        return [child for child in self.offspring if child in self.population]

    def solves(self, setting: Setting) -> bool:
        """Whether the best tree is a solution."""
        tree, error = self.best.tree, self.best.error
        return bool(tree.prefix) and error is not None and error <= setting.accept_error


class ReferenceEngine(Engine):
    """Plain Python, no cleverness."""

    name = "reference"
    reads = ON_ROWS | {"objective", "survival"}
    lists_rows = True
    releases_gil = False

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        super().__init__(setting, max_branches)
        check_memory(setting, 2 * setting.n + 2)

    @classmethod
    def rank(cls, setting: Setting) -> int:
        """The last resort."""
        return 3

    def _batch(self, seed: int, numbers: range, cap: int | None, stop: Stop, watch: Watch | None) -> Runs:
        return Runs.of([self._run(seed, index, cap, stop, watch) for index in numbers])

    def _run(self, seed: int, index: int, cap: int | None, stop: Stop, watch: Watch | None) -> Run:
        """One run, reported to whoever is watching."""
        setting, generator = self.setting, Generator(seed, index)
        inserted: Counter[str] = Counter()
        most = setting.max_iterations if cap is None else cap
        before: Tree | None = None
        for number, seen in enumerate(algorithm_1(setting, OnRows(setting, generator))):
            if stop():
                raise Interrupted
            for child in seen.entered:
                inserted += child.functions
            best = seen.best
            if watch is not None and number > 0 and best.tree != before:
                watch(Step(number, "+".join(best.operations), best.error or 0, best.tree.leaves, best.tree))
            before = best.tree
            if number == most:
                break
        error, solved = best.error if best.tree.prefix else None, seen.solves(setting)
        return Run(
            setting=setting,
            seed=seed,
            index=index,
            solved=solved,
            iterations=number,
            evaluations=setting.evaluations(number),
            error=error,
            functions_accepted={name: inserted[name] for name in setting.functions},
            tree=best.tree,
            generalisation_error=generalisation_error(setting, best.tree, error),
            stopped="solved" if solved else "iterations",
            engine=self.name,
            population=survivors(seen.population) if setting.several else None,
        )


class Iterations(Protocol):
    """How a run begins and goes on, with trees judged on rows or by counting."""

    def first(self) -> Iteration:
        """What comes first is not an iteration, but how the run begins."""

    def next(self, population: Population) -> Iteration:
        """An iteration; where its rows are its own, the population is judged again."""


def algorithm_1(setting: Setting, iterations: Iterations) -> Iterator[Iteration]:
    """Algorithm 1: a run, iteration by iteration; the last one ends with a solution."""
    seen = iterations.first()
    yield seen
    while not seen.solves(setting):
        seen = iterations.next(seen.population)
        yield seen


class Judging(Protocol):
    """What trees are judged on."""

    def wrong(self, tree: Tree) -> Wrong:
        """On how many rows of either class a tree is wrong."""


class OnRows:
    """Iterations on the setting's training sets, or on others.

    RLS-GP and the (1+1) GP keep one tree, the best of it and its offspring; other survivals keep several.
    """

    def __init__(self, setting: Setting, generator: Generator, sets: Iterator[Judging] | None = None) -> None:
        self.setting, self.generator, training = setting, generator, setting.judged_on
        self.sets = sets or training.regime.sets(setting.goal, training.rows, generator)

    def first(self) -> Iteration:
        """As `Iterations.first`."""
        begun: Population = (Member(self.setting.start_tree),)
        if not self.setting.judged_on.fresh:
            begun = self._judged(begun, next(self.sets))
        return Iteration((), (), begun)

    def next(self, population: Population) -> Iteration:
        """As `Iterations.next`."""
        setting, draws, rows, made = self.setting, self.generator, next(self.sets), list[Member]()
        if setting.judged_on.fresh or any(member.judged is None for member in population):
            population = self._judged(population, rows)

        def brood() -> Iterator[Member]:
            for _ in range(setting.offspring):
                parent = chosen(population, draws)
                child = mutated(setting, parent.tree, draws)
                if setting.leaf_limit is None or child.tree.leaves <= setting.leaf_limit:
                    child = judged(setting, child, rows)
                made.append(child)
                yield child

        after = setting.survivor.survive(setting, population, brood(), draws)
        return Iteration(population, made, after)

    def _judged(self, population: Population, rows: Judging) -> Population:
        return tuple(judged(self.setting, member, rows) for member in population)


def chosen(population: Population, draws: Generator) -> Member:
    """A parent, uniformly; of one, that one, without a draw."""
    return population[draws.below(len(population)) if len(population) > 1 else 0]


def judged(setting: Setting, member: Member, rows: Judging) -> Member:
    """The member with what selection knows of it: the objective's value, and the leaves."""
    wrong = rows.wrong(member.tree)
    value = Judged(setting.aim.of(wrong), wrong.leaves)
    return replace(member, judged=value, error=wrong.error, wrong=wrong)


def mutated(setting: Setting, tree: Tree, draws: Generator) -> Member:
    """An offspring, by as many mutations as the algorithm makes: one in RLS-GP."""
    mutations: list[Mutation] = []
    for _ in range(setting.scheme.mutations(draws)):
        before = mutations[-1].tree if mutations else tree
        mutations.append(setting.operator.mutate(before, setting, draws))
    return Member(mutations[-1].tree, tuple(mutations))
