"""Every offspring of a run, accepted or rejected: the run is carried out, then its draws are replayed.

The accepted steps say which tree each iteration began with, and the generator is the run's own. So
Algorithm 2 in plain Python gives the very offspring that the engine judged, whatever the engine, and the run
is the same as without recording. Whatever the replay shows is checked against the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from evobool.engines.base import Engine
from evobool.engines.reference import TrainingSet
from evobool.model.attempt import Attempt, too_large, verdict
from evobool.model.counting import BranchLimitError, error_rate
from evobool.model.generator import Generator, initial_state
from evobool.model.mutation import Mutation, hvl_prime
from evobool.model.record import Run, Step
from evobool.model.setting import Setting
from evobool.model.tree import Tree

if TYPE_CHECKING:
    from evobool.engines.exact import ExactEngine

MOST_ATTEMPTS = 2_000  # iterations recorded: a page of them stays below a megabyte
MOST_BRANCHES = 1_000  # case distinctions to count one rejected offspring: a fraction of a second
Errors = tuple[int | None, int | None]


def record(engine: Engine, seed: int, index: int, cap: int = MOST_ATTEMPTS) -> Run:
    """One run with every accepted step, and every attempt of its first `cap` iterations."""
    steps: list[Step] = []
    run = engine.run(seed, index, watch=steps.append)
    return replace(run, trajectory=tuple(steps), attempts=attempts(engine, run, steps, cap), attempts_cap=cap)


def attempts(engine: Engine, run: Run, steps: Sequence[Step], cap: int) -> tuple[Attempt, ...]:
    """Replay the first `cap` iterations of a run whose accepted steps are known."""
    setting, count = run.setting, min(cap, run.iterations)
    accepted = {step.iteration: step for step in steps}
    replay: _Complete | _Rows | _Numbers
    if setting.samples is None:
        replay = _Complete(run)
    elif engine.name == "exact":
        replay = _Numbers(cast("ExactEngine", engine), run, count)
    else:
        replay = _Rows(run)
    made: list[Attempt] = []
    tree, error = Tree(), None
    for iteration in range(1, count + 1):
        mutations = replay.mutations(iteration, tree)
        offspring, step = mutations[-1].tree, accepted.get(iteration)
        before, after = replay.errors(iteration, tree, error, offspring, step)
        taken = step is not None
        reason = verdict(setting, tree, offspring, before, after, taken)
        if iteration == run.iterations and run.stopped == "branching":
            reason = "counting took more case distinctions than allowed, so the run ends"
        attempt = Attempt(iteration, tree, mutations, offspring, before, after, taken, reason)
        _check(attempt, step)
        made.append(attempt)
        tree, error = attempt.survivor, attempt.error
    return tuple(made)


def _check(attempt: Attempt, step: Step | None) -> None:
    """The replay must show the run that took place."""
    if step is not None:
        shown = Step(attempt.iteration, attempt.operation, step.error, attempt.leaves, attempt.tree)
        assert (shown, attempt.after) == (step, step.error), f"replayed {shown}, the run had {step}"
    elif attempt.before is not None and attempt.after is not None:
        assert attempt.before <= attempt.after, f"rejected, but better: {attempt}"


class _Complete:
    """On the complete truth table every iteration draws its mutations and nothing else."""

    def __init__(self, run: Run) -> None:
        self.setting = run.setting
        self.generator = Generator(run.seed, run.index)

    def mutations(self, iteration: int, tree: Tree) -> tuple[Mutation, ...]:
        """Replay what was drawn."""
        return draw_mutations(tree, self.setting, self.generator)

    def errors(
        self, iteration: int, parent: Tree, error: int | None, offspring: Tree, step: Step | None
    ) -> Errors:
        """The parent's is known; a rejected offspring is counted."""
        if step is not None:
            return error, step.error
        if parent == offspring:
            return error, error
        if too_large(self.setting, offspring):
            return error, None
        n = self.setting.n
        try:
            return error, int(error_rate(offspring, self.setting.target, n, MOST_BRANCHES) * 2**n)
        except BranchLimitError:
            return error, None


class _Rows(_Complete):
    """On sampled rows the reference and packed engines draw the rows, then the mutations."""

    rows: TrainingSet

    def mutations(self, iteration: int, tree: Tree) -> tuple[Mutation, ...]:
        """Replay the rows, then the mutations."""
        self.rows = TrainingSet.sample(self.setting, self.generator)
        return super().mutations(iteration, tree)

    def errors(
        self, iteration: int, parent: Tree, error: int | None, offspring: Tree, step: Step | None
    ) -> Errors:
        """On the rows that were drawn."""
        before = self.rows.error(parent) if parent.prefix else None
        judged = offspring.prefix and not too_large(self.setting, offspring)
        return before, self.rows.error(offspring) if judged else None


class _Numbers(_Complete):
    """On sampled rows the exact engine draws the mutations, then how many rows are wrong.

    How many words the second draw takes is the engine's affair, so the engine is stepped one iteration at a
    time and its generator looked at in between. It keeps the survivor's error only. The other is drawn again,
    and told only where that draw ends as the engine's did.
    """

    def __init__(self, engine: ExactEngine, run: Run, count: int) -> None:
        super().__init__(run)
        self.engine = engine
        self.stepped = step_through(engine, run, count)

    def mutations(self, iteration: int, tree: Tree) -> tuple[Mutation, ...]:
        """Replay the mutations from where the iteration began."""
        self.generator.state = list(self.stepped.states[iteration - 1])
        return super().mutations(iteration, tree)

    def errors(
        self, iteration: int, parent: Tree, error: int | None, offspring: Tree, step: Step | None
    ) -> Errors:
        """The survivor's as the engine drew it, the other where it can be known."""
        survivor = self.stepped.errors[iteration - 1]
        if step is None and (too_large(self.setting, offspring) or not parent.prefix):
            return survivor, None
        if parent == offspring:
            return survivor, survivor
        if not parent.prefix:
            return None, survivor
        pair = self._drawn_again(iteration, parent, offspring)
        if pair is not None and pair[step is not None] == survivor:
            return pair
        return (survivor, None) if step is None else (None, survivor)

    def _drawn_again(self, iteration: int, parent: Tree, offspring: Tree) -> Errors | None:
        """Both errors, if drawing them leaves the generator where the engine left it."""
        self.engine.rng[:] = self.generator.state
        try:
            pair = self.engine.fresh_errors(parent, offspring)
        except BranchLimitError:
            return None
        return pair if self.engine.rng.tolist() == self.stepped.states[iteration] else None


def draw_mutations(tree: Tree, setting: Setting, generator: Generator) -> tuple[Mutation, ...]:
    """The mutations of one offspring: one in RLS-GP, 1 + Poisson(1) in the (1+1) GP."""
    made: list[Mutation] = []
    for _ in range(1 if setting.algorithm == "rls-gp" else 1 + generator.poisson()):
        made.append(hvl_prime(made[-1].tree if made else tree, setting, generator))
    return tuple(made)


class Stepped(NamedTuple):
    """The generator before the first iteration and after each, and the survivor's error after each."""

    states: list[list[int]]
    errors: list[int | None]


def step_through(engine: ExactEngine, run: Run, count: int) -> Stepped:
    """Carry out the first `count` iterations again, stopping after each."""
    from evobool.engines.compiled import EMPTY_ERROR, ERROR, ITERATION

    seen = Stepped([initial_state(run.seed, run.index)], [])

    def look() -> bool:
        if engine.tally[ITERATION] > len(seen.errors):
            error = int(engine.tally[ERROR])
            seen.states.append(engine.rng.tolist())
            seen.errors.append(None if error == EMPTY_ERROR else error)
        return False

    usual, engine.budget = engine.budget, 1
    try:
        last = engine.runs(run.seed, run.index, 1, cap=count, stop=look)[0]
    finally:
        engine.budget = usual
    if len(seen.errors) < count:  # the last iteration ends the call
        seen.states.append(engine.rng.tolist())
        seen.errors.append(last.error)
    return seen
