"""Every offspring of a run, accepted or rejected: the run is made, then its draws are replayed.

Algorithm 1 in plain Python, with the run's own generator, makes exactly the offspring that the engine judged,
on rows or by counting as the engine does, and the run is the same as without recording. Everything shown is
checked against the accepted steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from evobool.engines.base import ON_ROWS, Engine
from evobool.engines.reference import Iteration, Iterations, OnRows, algorithm_1
from evobool.model.formulas.counting import BranchLimitError
from evobool.model.generator import Generator
from evobool.model.outcome.attempt import Attempt, lost, too_large, verdict
from evobool.model.outcome.run import Run, Step
from evobool.model.populations.member import Member
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting

READS = ON_ROWS | {"objective"}
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
    check_read(engine.setting, READS, "the player")
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
    check_read(run.setting, READS, "the player")
    setting, generator, count = run.setting, Generator(run.seed, run.index), min(cap, run.iterations)
    accepted = {step.iteration: step for step in steps}
    if engine.lists_rows or (setting.on_all_inputs and setting.n <= LARGEST_TABLE):
        iterations: Iterations = OnRows(setting, generator)
    else:
        from evobool.engines.plain_counts import counted

        iterations = counted(setting, generator, MORE_BRANCHES * engine.max_branches)
    # Where even more case distinctions are not enough, what is shown ends here; the page says so.
    with suppress(BranchLimitError):
        for number, seen in enumerate(islice(algorithm_1(setting, iterations), count + 1)):
            if number == 0:
                continue  # how the run begins
            made = [_attempt(setting, number, seen, child) for child in seen.offspring]
            if run.stopped == "branching" and number == run.iterations:
                # the engine got no further with the last offspring than to make them
                made = [replace(attempt, after=None, accepted=False, reason=TOO_HARD) for attempt in made]
            _check(made, accepted.get(number))
            tell(made)


def _check(made: Sequence[Attempt], expected: Step | None) -> None:
    """The replay of an iteration must show what took place in it."""
    shown = [
        Step(attempt.iteration, attempt.operation, attempt.after or 0, attempt.leaves, attempt.tree)
        for attempt in made
        if attempt.accepted
    ]
    assert shown == ([] if expected is None else [expected]), f"replayed {shown}, the run had {expected}"


def _attempt(setting: Setting, number: int, seen: Iteration, child: Member) -> Attempt:
    """One offspring of an iteration with one parent."""
    (parent,) = seen.parents
    before, after = _error(parent), _error(child)
    best = seen.best if seen.entered else None
    wrong = parent.wrong, child.wrong
    taken = child is best and child.tree != parent.tree
    if best is None or child is best or child.tree == parent.tree or too_large(setting, child.tree):
        reason = verdict(setting, parent.tree, child.tree, before, after, taken, wrong)
    else:
        reason = lost(setting, child.tree, after, best.tree, _error(best), (child.wrong, best.wrong))
    made = child.mutations
    return Attempt(number, parent.tree, made, child.tree, before, after, taken, reason, wrong)


def _error(member: Member) -> int | None:
    """What was found of a tree; None if it was not judged, or is empty."""
    return member.error if member.tree.prefix else None
