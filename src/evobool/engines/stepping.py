"""Every offspring of a run, accepted or rejected: the run is made, then its draws are replayed.

Algorithm 1 in plain Python, with the run's own generator, makes exactly the offspring that the engine judged,
whatever the engine, and the run is the same as without recording. Only on fresh rows, which the exact engine
does not draw, must the engine itself be stepped. Everything shown is checked against the accepted steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple, cast

from evobool.engines.base import Engine
from evobool.engines.reference import Iteration, Judging, Offspring, algorithm_1, mutated
from evobool.model.formulas.counting import BranchLimitError
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator, initial_state
from evobool.model.outcome.attempt import Attempt, lost, too_large, verdict
from evobool.model.outcome.run import Run, Step
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import CountedTable

if TYPE_CHECKING:
    from evobool.engines.exact import ExactEngine

MOST_ATTEMPTS = 2_000  # offspring recorded: a page of them stays below a megabyte
LARGEST_TABLE = 12  # variables; on more, what the exact engine counts is counted
MORE_BRANCHES = 10  # times as many as the engine may take: it may branch in another order
Tell = Callable[[list[Attempt]], None]
TOO_HARD = "counting took more case distinctions than allowed, so the run ends"


def record(
    engine: Engine, seed: int, index: int, cap: int = MOST_ATTEMPTS, *, trajectory: bool = True
) -> Run:
    """One run with every accepted step, and the offspring of its first iterations, at most `cap` of them.

    Without its trajectory a run of any length takes no more memory than those first iterations.
    """
    steps: list[Step] = []
    iterations = cap // engine.setting.offspring

    def keep(step: Step) -> None:
        if trajectory or step.iteration <= iterations:
            steps.append(step)

    run = engine.run(seed, index, watch=keep)
    made = attempts(engine, run, steps, iterations)
    kept = tuple(steps) if trajectory else None
    return replace(run, trajectory=kept, attempts=made, attempts_cap=iterations)


def attempts(engine: Engine, run: Run, steps: Sequence[Step], cap: int) -> tuple[Attempt, ...]:
    """The offspring of the first `cap` iterations of a run whose accepted steps are known."""
    made: list[Attempt] = []
    replay(engine, run, steps, cap, made.extend)
    return tuple(made)


def replay(engine: Engine, run: Run, steps: Sequence[Step], cap: int, tell: Tell) -> None:
    """Replay the first `cap` iterations of a run; `tell` is called with the offspring of each in turn."""
    count = min(cap, run.iterations)
    accepted = {step.iteration: step for step in steps}

    def checked(made: list[Attempt]) -> None:
        iteration = made[0].iteration
        if run.stopped == "branching" and iteration == run.iterations:
            # the engine got no further with the last offspring than to make them
            made = [replace(attempt, after=None, accepted=False, reason=TOO_HARD) for attempt in made]
        _check(made, accepted.get(iteration))
        tell(made)

    if run.setting.judged_on.fresh and engine.name == "exact":
        for attempt in _Numbers(cast("ExactEngine", engine), run, accepted, count).attempts():
            checked([attempt])
    else:
        _replay_draws(engine, run, count, checked)


def _check(made: Sequence[Attempt], expected: Step | None) -> None:
    """The replay of an iteration must show what took place in it."""
    shown = [
        Step(attempt.iteration, attempt.operation, attempt.after or 0, attempt.leaves, attempt.tree)
        for attempt in made
        if attempt.accepted
    ]
    assert shown == ([] if expected is None else [expected]), f"replayed {shown}, the run had {expected}"


def _replay_draws(engine: Engine, run: Run, count: int, tell: Tell) -> None:
    """The offspring of a run on rows, or on the complete truth table."""
    setting = run.setting

    def witness(seen: Iteration) -> None:
        tell([_attempt(setting, seen, child) for child in seen.offspring])

    sets: Iterator[Judging] | None = None
    if engine.name == "exact" and setting.n > LARGEST_TABLE:
        most = MORE_BRANCHES * cast("ExactEngine", engine).max_branches
        sets = repeat(CountedTable(setting.goal, most))
    # Where even that is not enough, what is shown ends here; the page says so.
    with suppress(BranchLimitError):
        algorithm_1(setting, run.seed, run.index, count, witness, run.engine, sets)


def _attempt(setting: Setting, seen: Iteration, child: Offspring) -> Attempt:
    """One offspring of an iteration."""
    before, after, best = seen.error if seen.parent.prefix else None, _error(child), seen.accepted
    taken = child is best and child.tree != seen.parent
    if best is None or child is best or child.tree == seen.parent or too_large(setting, child.tree):
        reason = verdict(setting, seen.parent, child.tree, before, after, taken)
    else:
        reason = lost(setting, child.tree, after, best.tree, _error(best))
    return Attempt(seen.number, seen.parent, child.mutations, child.tree, before, after, taken, reason)


def _error(child: Offspring) -> int | None:
    """What was found of an offspring; None if it was not judged, or is empty."""
    return child.judged.error if child.judged is not None and child.tree.prefix else None


class _Numbers:
    """On fresh rows the exact engine draws the mutations, then how many rows are wrong.

    How many words the second draw takes is up to the engine, so the engine is stepped one iteration at a time
    and its generator inspected in between. It keeps only the survivor's error. The other is drawn again, and
    shown only where that draw ends as the engine's did.
    """

    def __init__(self, engine: ExactEngine, run: Run, accepted: dict[int, Step], count: int) -> None:
        self.engine, self.run, self.accepted, self.count = engine, run, accepted, count
        self.stepped = step_through(engine, run, count)

    def attempts(self) -> Iterator[Attempt]:
        """Iteration by iteration."""
        tree, setting = self.run.setting.start_tree, self.run.setting
        for iteration in range(1, self.count + 1):
            generator = Generator.resumed(self.stepped.states[iteration - 1])
            child, step = mutated(setting, tree, generator), self.accepted.get(iteration)
            before, after = self._errors(iteration, tree, child.tree, generator, step is not None)
            taken = step is not None
            reason = verdict(setting, tree, child.tree, before, after, taken)
            made = Attempt(iteration, tree, child.mutations, child.tree, before, after, taken, reason)
            tree = made.survivor
            yield made

    def _errors(
        self, iteration: int, parent: Tree, offspring: Tree, generator: Generator, taken: bool
    ) -> tuple[int | None, int | None]:
        """The survivor's error as the engine drew it, and the other's where it can be known."""
        survivor = self.stepped.errors[iteration - 1]
        if not taken and (too_large(self.run.setting, offspring) or not parent.prefix):
            return survivor, None
        if parent == offspring:
            return survivor, survivor
        if not parent.prefix:
            return None, survivor
        pair = self._drawn_again(iteration, parent, offspring, generator)
        if pair is not None and pair[taken] == survivor:
            return pair
        return (None, survivor) if taken else (survivor, None)

    def _drawn_again(
        self, iteration: int, parent: Tree, offspring: Tree, generator: Generator
    ) -> tuple[int, int] | None:
        """Both errors, if drawing them leaves the generator where the engine left it."""
        self.engine.rng[:4] = generator.state
        try:
            pair = self.engine.fresh_errors(parent, offspring)
        except BranchLimitError:
            return None
        return pair if self.engine.rng[:4].tolist() == self.stepped.states[iteration] else None


class Stepped(NamedTuple):
    """The generator before the first iteration and after each one, and the survivor's error after each."""

    states: list[list[int]]
    errors: list[int | None]


def step_through(engine: ExactEngine, run: Run, count: int) -> Stepped:
    """Repeat the first `count` iterations, stopping after each."""
    from evobool.engines.kernels import state

    seen = Stepped([initial_state(run.seed, run.index)], [])

    def look() -> bool:
        if engine.state.run[0].iteration > len(seen.errors):
            error = int(engine.state.measure[state.PARENT].error)
            seen.states.append(engine.rng[:4].tolist())
            seen.errors.append(None if error == state.EMPTY_ERROR else error)
        return False

    usual, engine.budget = engine.budget, 1
    try:
        last = engine.runs(run.seed, run.index, 1, cap=count, stop=look)[0]
    finally:
        engine.budget = usual
    if len(seen.errors) < count:  # the last iteration ends the call
        seen.states.append(engine.rng[:4].tolist())
        seen.errors.append(last.error)
    return seen
