"""The reference engine: Algorithm 1 and Algorithm 2 line by line, in plain Python.

It serves as documentation and as an oracle, and runs every setting, including plugins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from evobool.engines.base import ON_ROWS, Engine, Interrupted, Stop, Watch, generalisation_error
from evobool.engines.room import check_memory
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.mutation import Mutation
from evobool.model.objective import Wrong
from evobool.model.outcome.run import Run, Step
from evobool.model.outcome.runs import Runs
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting


@dataclass
class Offspring:
    """A tree made by mutations, how it was judged, and on how many rows it is wrong.

    `wrong` is None where only the number of all wrong rows is known.
    """

    tree: Tree
    mutations: tuple[Mutation, ...]
    judged: Judged | None = None
    error: int | None = None
    wrong: Wrong | None = None

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
    """One iteration: the parent and its error, if it has one, all offspring, and the best of them."""

    parent: Tree
    error: int | None
    offspring: list[Offspring]
    best: Offspring | None
    accepted: bool
    wrong: Wrong | None = None  # the parent's

    @property
    def survivor(self) -> tuple[Tree, int | None]:
        """The tree that is kept, and its error."""
        if self.accepted and self.best is not None and self.best.judged is not None:
            return self.best.tree, self.best.error
        return self.parent, self.error

    @property
    def known(self) -> Wrong | None:
        """How wrong the tree that is kept is, of either class."""
        return self.best.wrong if self.accepted and self.best is not None else self.wrong

    def solves(self, setting: Setting) -> bool:
        """Whether the tree that is kept is a solution."""
        tree, error = self.survivor
        return bool(tree.prefix) and error is not None and error <= setting.accept_error


class ReferenceEngine(Engine):
    """Plain Python, no cleverness."""

    name = "reference"
    reads = ON_ROWS | {"objective"}
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
        for number, seen in enumerate(algorithm_1(setting, OnRows(setting, generator))):
            if stop():
                raise Interrupted
            best, (tree, error) = seen.best, seen.survivor
            if seen.accepted and best is not None:
                inserted += best.functions
                if watch is not None and tree != seen.parent:
                    watch(Step(number, "+".join(best.operations), error or 0, tree.leaves, tree))
            if number == most:
                break
        error, solved = error if tree.prefix else None, seen.solves(setting)
        return Run(
            setting=setting,
            seed=seed,
            index=index,
            solved=solved,
            iterations=number,
            evaluations=setting.evaluations(number),
            error=error,
            functions_accepted={name: inserted[name] for name in setting.functions},
            tree=tree,
            generalisation_error=generalisation_error(setting, tree, error),
            stopped="solved" if solved else "iterations",
            engine=self.name,
        )


class Iterations(Protocol):
    """How a run begins and goes on, with trees judged on rows or by counting."""

    def first(self, tree: Tree) -> Wrong | None:
        """How wrong the start tree is; None where each iteration has rows of its own."""

    def next(self, parent: Tree, wrong: Wrong | None) -> Iteration:
        """An iteration; where its rows are its own, the parent is judged again."""


def algorithm_1(setting: Setting, iterations: Iterations) -> Iterator[Iteration]:
    """Algorithm 1: RLS-GP or the (1+1) GP, with a tree size limit; one offspring per iteration, or L.

    What comes first is not an iteration, but how the run begins. The last one ends with a solution.
    """
    tree = setting.start_tree
    wrong = iterations.first(tree)
    seen = Iteration(tree, None if wrong is None else wrong.error, [], None, False, wrong)
    yield seen
    while not seen.solves(setting):
        seen = iterations.next(seen.survivor[0], seen.known)
        yield seen


class Judging(Protocol):
    """What trees are judged on."""

    def wrong(self, tree: Tree) -> Wrong:
        """On how many rows of either class a tree is wrong."""


class OnRows:
    """Iterations on the setting's training sets, or on others."""

    def __init__(self, setting: Setting, generator: Generator, sets: Iterator[Judging] | None = None) -> None:
        self.setting, self.generator, training = setting, generator, setting.judged_on
        self.sets = sets or training.regime.sets(setting.goal, training.rows, generator)

    def first(self, tree: Tree) -> Wrong | None:
        """As `Iterations.first`."""
        return None if self.setting.judged_on.fresh else next(self.sets).wrong(tree)

    def next(self, parent: Tree, wrong: Wrong | None) -> Iteration:
        """As `Iterations.next`."""
        setting, rows = self.setting, next(self.sets)
        if wrong is None or setting.judged_on.fresh:
            wrong = rows.wrong(parent)
        made, best = offspring_of(setting, parent, rows, self.generator)
        accepted = (
            best is not None
            and best.judged is not None
            and setting.rule.accepts(best.judged, judged(setting, wrong), self.generator)
        )
        return Iteration(parent, wrong.error, made, best, accepted, wrong)


def judged(setting: Setting, wrong: Wrong) -> Judged:
    """What selection knows of a tree: the objective's value, and the leaves."""
    return Judged(setting.aim.of(wrong), wrong.leaves)


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
        child.wrong = rows.wrong(child.tree)
        child.error, child.judged = child.wrong.error, judged(setting, child.wrong)
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
