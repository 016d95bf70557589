"""`learn`: small formulas for labelled rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from evobool.errors import InputError
from evobool.learning.search.choosing import Crossed, crossed, one_standard_error
from evobool.learning.search.effort import Ladder
from evobool.learning.search.floor import Floor
from evobool.learning.search.folds import folds_of
from evobool.learning.search.fronts import Front, Judge, Point, best_literal
from evobool.learning.search.options import FOLDS, MAX_LEAVES, Options
from evobool.learning.search.rounds import Search, Task
from evobool.model.objective import objective_of
from evobool.model.outcome.run import Run
from evobool.model.targets.labelled import Labelled, remembered
from evobool.studies.analysis.estimates import share_interval
from evobool.studies.plan.study import Carry
from evobool.studies.work.executors import Clock, carry_out, check_workers, cores

Stopped = Literal["itself", "clock", "hand"]
RUNS, FOLD_RUNS = 2, 1  # of each kind in a round: on all rows, and on each fold


class HeldOut(NamedTuple):
    """How a formula does on rows that the search has not seen; `interval` is Wilson's, for the accuracy."""

    errors: int
    rows: int
    accuracy: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Learned:
    """The front, the formula chosen from it, and the floor below which no formula gets.

    `crossed` is what cross-validation says of each number of leaves; empty if there was none. `stopped` says
    whether the search ended of itself, by the clock or by hand; only if of itself does the same seed give the
    same again.
    """

    rows: Labelled
    front: tuple[Point, ...]
    chosen: Point
    floor: Floor
    crossed: tuple[Crossed, ...]
    held_out: HeldOut | None
    objective: str
    seed: int
    evaluations: int
    seconds: float
    stopped: Stopped

    @property
    def finished(self) -> bool:
        """Whether the same seed gives the same again."""
        return self.stopped == "itself"

    @property
    def optimal(self) -> bool:
        """Whether no formula whatever has fewer errors than the chosen one."""
        return self.chosen.errors == self.floor.errors

    def with_leaves(self, leaves: int) -> Point:
        """The best formula of at most so many leaves."""
        fits = [point for point in self.front if point.leaves <= leaves]
        if not fits:
            raise InputError("leaves", leaves, f"the shortest formula has {self.front[0].leaves}")
        return fits[-1]


Watch = Callable[[Front, Sequence[Run]], None]


def learn(
    rows: Labelled,
    *,
    max_leaves: int | None = MAX_LEAVES,
    leaves: int | None = None,
    objective: str = "errors",
    functions: Sequence[str] = ("and", "or"),
    folds: int = FOLDS,
    effort: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    carry: Carry | None = None,
    watch: Watch | None = None,
) -> Learned:
    """Find formulas for labelled rows: for each number of leaves up to a bound the fewest errors found.

    Runs of RLS-GP with all literals are made, with many limits and both deletions, on all rows and on those
    of each fold but one; their trees are shortened at equal error. The formula is chosen by cross-validation
    and the one-standard-error rule; with `leaves` it is the best of at most so many, and with `folds=0` the
    best of all. `effort` is how many evaluations are made at most; with the same seed they give the same
    formulas on any machine. `seconds` stops by the clock. Ctrl-C keeps what was found. `watch` is called with
    the front and the runs just made.

    >>> import numpy as np
    >>> inputs = np.array([[int(bit) for bit in format(row, "06b")] for row in range(64)])
    >>> labels = (inputs[:, 0] & inputs[:, 1]) | (inputs[:, 2] & ~inputs[:, 3])
    >>> found = learn(Labelled.of(inputs, labels & 1), effort=200_000, seed=1)
    >>> [(point.leaves, point.errors) for point in found.front], found.chosen.leaves, found.optimal
    ([(1, 20), (2, 12), (4, 0)], 4, True)
    """
    asked = Options(max_leaves, leaves, objective, tuple(functions), folds, effort, seconds, seed)
    return searched(rows, asked, workers, carry, watch)


def searched(
    rows: Labelled,
    asked: Options,
    workers: int | None = None,
    carry: Carry | None = None,
    watch: Watch | None = None,
) -> Learned:
    """The same for options that are checked already."""
    started, seed, clock = time.monotonic(), asked.seed, Clock(asked.seconds)
    assert seed is not None
    assert asked.effort is not None, "options are complete"
    workers = check_workers(workers) or cores()
    fields = {"objective": asked.objective, "functions": asked.functions}
    ladder, plain = Ladder(asked.most), replace(rows, held_out=None)
    task = Task(plain, fields, ladder, RUNS)
    folds = min(asked.parts, rows.rows // 2)
    parts = folds_of(plain, folds, seed) if folds > 1 else []
    tasks = [task, *(Task(part, fields, ladder, FOLD_RUNS) for part, _ in parts)]

    def tell(runs: Sequence[Run]) -> None:
        if watch is not None:
            watch(task.front, runs)
        if clock.is_set():
            raise _TimeUp

    here: Carry = lambda works: carry_out(works, workers, clock)  # noqa: E731
    search = Search(tasks, asked.effort, seed, carry or here, tell)
    stopped: Stopped = "itself"
    with remembered([each.rows for each in tasks]):
        try:
            search.go()
        except _TimeUp:
            stopped = "clock"
        except KeyboardInterrupt:
            stopped = "hand"
    front, aim = task.front, asked.aim
    for one in tasks:
        one.front.add(best_literal(one.judge))  # where little effort was made there may be nothing else
    judged = [(each.front, Judge(part[1], aim)) for each, part in zip(tasks[1:], parts, strict=True)]
    rates = crossed(front, judged) if judged else ()
    best = front.within(one_standard_error(rates)) if rates else front.best
    assert best is not None
    return Learned(
        rows=rows,
        front=tuple(front),
        chosen=best,
        floor=task.floor,
        crossed=rates,
        held_out=None if rows.held_out is None else held_out_figure(best, rows.held_out),
        objective=asked.objective,
        seed=seed,
        evaluations=search.spent,
        seconds=time.monotonic() - started,
        stopped=stopped,
    )


class _TimeUp(Exception):
    """The seconds are over."""


def held_out_figure(point: Point, rows: Labelled) -> HeldOut:
    """How a formula does on rows held out."""
    errors = Judge(rows, objective_of("errors")).point(point.tree).errors
    interval = share_interval(rows.rows - errors, rows.rows)
    return HeldOut(errors, rows.rows, 1 - errors / rows.rows, interval)
