"""`learn`: small formulas for labelled rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from evobool.checks import check_choice, check_integer
from evobool.errors import InputError
from evobool.learning.search.choosing import Crossed, crossed, one_standard_error
from evobool.learning.search.effort import Ladder
from evobool.learning.search.floor import Floor
from evobool.learning.search.folds import folds_of
from evobool.learning.search.fronts import Front, Judge, Point
from evobool.learning.search.rounds import Search, Task
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.objective import objective_of
from evobool.model.outcome.run import Run
from evobool.model.seeds import check_seed
from evobool.model.targets.labelled import KNOWN, Labelled, forget, remember
from evobool.studies.analysis.estimates import share_interval
from evobool.studies.plan.study import Carry
from evobool.studies.work.executors import carry_out, check_workers, cores

EFFORT = 40_000_000  # evaluations
MAX_LEAVES = 32
FOLDS = 5
MOST_LEAVES = 10_000
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

    `crossed` is what cross-validation says of each number of leaves; empty if there was none. `finished` is
    False where the search was stopped by the clock or by hand: then the same seed may give something else.
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
    finished: bool

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
    effort: int = EFFORT,
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
    started = time.monotonic()
    if max_leaves is not None:
        max_leaves = check_integer("max_leaves", max_leaves, 1, MOST_LEAVES)
    if leaves is not None:
        leaves = check_integer("leaves", leaves, 1, MOST_LEAVES if max_leaves is None else max_leaves)
        max_leaves, folds = leaves, 0
    effort = check_integer("effort", effort, 1)
    folds = min(check_integer("folds", folds, 0, 100), rows.rows // 2)
    seed, workers = check_seed(seed), check_workers(workers)
    if seconds is not None and not seconds > 0:
        raise InputError("seconds", seconds, "must be above 0")
    aim = objective_of(objective)
    if aim.costs is None:
        raise InputError("objective", objective, "is a trade-off; formulas are compared by one number")
    for name in functions:
        check_choice("functions", name, FUNCTIONS)
    fields = {"objective": aim.name, "functions": tuple(functions)}
    ladder = Ladder(max_leaves)
    plain = replace(rows, held_out=None)
    task = Task(plain, fields, ladder, RUNS)
    parts = folds_of(plain, folds, seed) if folds > 1 else []
    tasks = [task, *(Task(part, fields, ladder, FOLD_RUNS) for part, _ in parts)]
    ours = [each.rows for each in tasks if each.rows.name not in KNOWN]
    for each in ours:
        remember(each)

    def tell(runs: Sequence[Run]) -> None:
        if watch is not None:
            watch(task.front, runs)
        if seconds is not None and time.monotonic() - started > seconds:
            raise _TimeUp

    search = Search(tasks, effort, seed, carry or (lambda works: carry_out(works, workers or cores())), tell)
    finished = False
    try:
        search.go()
        finished = True
    except _TimeUp:
        pass
    except KeyboardInterrupt:
        if not len(task.front):
            raise
    finally:
        for each in ours:
            forget(each)
    front = task.front
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
        objective=aim.name,
        seed=seed,
        evaluations=search.spent,
        seconds=time.monotonic() - started,
        finished=finished,
    )


class _TimeUp(Exception):
    """The seconds are over."""


def held_out_figure(point: Point, rows: Labelled) -> HeldOut:
    """How a formula does on rows held out."""
    errors = Judge(rows, objective_of("errors")).point(point.tree).errors
    interval = share_interval(rows.rows - errors, rows.rows)
    return HeldOut(errors, rows.rows, 1 - errors / rows.rows, interval)
