"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It serves as documentation and as an oracle, and runs every setting, including plugins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Protocol

from evobool.engines.base import ON_ROWS, POPULATIONS, Engine, Interrupted, Stop, Watch, generalisation_error
from evobool.engines.room import check_memory
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.growing import Draws, depth_of
from evobool.model.mutation import Mutation
from evobool.model.named import chance
from evobool.model.objective import Wrong
from evobool.model.outcome.run import Run, Step
from evobool.model.outcome.runs import Runs
from evobool.model.outcome.survivors import survivors
from evobool.model.populations.begin import begun
from evobool.model.populations.distinct import apart
from evobool.model.populations.islands import moved
from evobool.model.populations.member import Member, Population, best_of
from evobool.model.populations.parents import Pick
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
    reads = ON_ROWS | POPULATIONS | {"objective"}
    lists_rows = True
    releases_gil = False

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        super().__init__(setting, max_branches)
        check_memory(setting, 2 * setting.n + 2)

    @classmethod
    def rank(cls, setting: Setting) -> int:
        """The last resort."""
        return 4

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

    def missed(self, tree: Tree) -> int:
        """Bit r says that row r is wrong."""


class OnRows:
    """Iterations on the setting's training sets, or on others."""

    def __init__(self, setting: Setting, generator: Generator, sets: Iterator[Judging] | None = None) -> None:
        self.setting, self.draws, training = setting, generator, setting.judged_on
        self.sets = sets or training.regime.sets(setting.goal, training.rows, generator)
        self.iteration = 0

    def first(self) -> Iteration:
        """As `Iterations.first`."""
        setting, draws = self.setting, self.draws
        islands = [begun(setting, setting.population, draws) for _ in range(setting.archipelago.number)]
        population = tuple(Member(tree) for trees in islands for tree in trees)
        if not setting.judged_on.fresh:
            population = self._judged(population, next(self.sets))
        return Iteration((), (), population)

    def next(self, population: Population) -> Iteration:
        """As `Iterations.next`."""
        setting, rows, made = self.setting, next(self.sets), list[Member]()
        self.iteration += 1
        if setting.judged_on.fresh or any(member.judged is None for member in population):
            population = self._judged(population, rows)
        number, every = setting.archipelago
        if number == 1:
            return Iteration(population, made, self._survivors(population, rows, made))
        size = len(population) // number
        islands = [population[place : place + size] for place in range(0, len(population), size)]
        islands = [self._survivors(island, rows, made) for island in islands]
        if self.iteration % every == 0:
            islands = moved(setting, islands)
        return Iteration(population, made, tuple(chain.from_iterable(islands)))

    def _survivors(self, population: Population, rows: Judging, made: list[Member]) -> Population:
        """Who is left of a population and its offspring, which are noted."""
        setting, draws = self.setting, self.draws

        def brood() -> Iterator[Member]:
            pick: Pick = the_only_one
            if len(population) > 1:
                pick = setting.chooser.entry.choose(setting, population)
            for _ in range(setting.offspring):
                made.append(offspring(setting, population, pick, rows, draws))
                yield made[-1]

        if setting.distinct == "none":
            return setting.survivor.survive(setting, population, brood(), draws)
        held, new = apart(setting.distinct, population, brood())
        return setting.survivor.survive(setting, held, iter(new), draws)

    def _judged(self, population: Population, rows: Judging) -> Population:
        return tuple(judged(self.setting, member, rows) for member in population)


def the_only_one(draws: Draws) -> int:
    """The place of the parent where there is one, which is not drawn."""
    return 0


def offspring(
    setting: Setting, population: Population, pick: Pick, rows: Judging, draws: Generator
) -> Member:
    """An offspring: of two parents by crossover, of one by mutation, by both, or a copy.

    One that is too deep is its parent's copy. One above the limit is not judged, unless the parents go in any
    case: then it is a copy too.
    """
    crossing = chance(setting.crosser.argument or Fraction(0), draws)
    origins = (pick(draws), pick(draws)) if crossing else (pick(draws),)
    one, other = population[origins[0]].tree, population[origins[-1]].tree
    made: list[Mutation] = []
    if crossing and one.prefix and other.prefix:
        made.append(setting.crosser.entry.cross(setting, one, other, draws))
    if (not crossing or setting.variation == "both") and chance(setting.mutates, draws):
        made += mutations(setting, made[-1].tree if made else one, draws)
    child = Member(made[-1].tree if made else one, tuple(made), origins=origins)
    if setting.deepest is not None and depth_of(child.tree.prefix) > setting.deepest:
        child = Member(one, origins=origins)
    if setting.leaf_limit is not None and child.leaves > setting.leaf_limit:
        if not setting.survivor.replaced:
            return child
        child = Member(one, origins=origins)
    return judged(setting, child, rows)


def judged(setting: Setting, member: Member, rows: Judging) -> Member:
    """The member with what selection knows of it: the objective's value, and the leaves."""
    wrong = rows.wrong(member.tree)
    value = Judged(setting.aim.of(wrong), wrong.leaves)
    missed = rows.missed(member.tree) if setting.by_rows else None
    return replace(member, judged=value, error=wrong.error, wrong=wrong, missed=missed)


def mutated(setting: Setting, tree: Tree, draws: Generator) -> Member:
    """An offspring by mutation."""
    made = mutations(setting, tree, draws)
    return Member(made[-1].tree, made)


def mutations(setting: Setting, tree: Tree, draws: Generator) -> tuple[Mutation, ...]:
    """As many mutations as the algorithm makes: one in RLS-GP."""
    made: list[Mutation] = []
    for _ in range(setting.scheme.mutations(draws)):
        made.append(setting.operator.mutate(made[-1].tree if made else tree, setting, draws))
    return tuple(made)
