"""What `evobool learn` shows while it searches: how far it is, and the best formula so far."""

from __future__ import annotations

import time
from collections.abc import Sequence

from evobool.cli.shared.spinner import Spinner
from evobool.learning.lesson import Given, Lesson
from evobool.learning.rules import rule_of
from evobool.learning.search.fronts import Front, Judge, Point
from evobool.learning.search.learn import searched
from evobool.model.outcome.run import Run
from evobool.studies.plan.study import Carry

LONGEST = 70  # characters of a formula
REDRAW_SECONDS = 0.2


class Watching:
    """Counts evaluations, and keeps the best tree of the runs, shortened or not yet."""

    def __init__(self, given: Given, spinner: Spinner) -> None:
        self.given, self.spinner = given, spinner
        self.judge = Judge(given.parts.learnt.rows, given.asked.aim)
        self.name = given.parts.learnt.rows.name
        self.best: Point | None = None
        self.evaluations, self.told = 0, 0.0

    def __call__(self, front: Front, runs: Sequence[Run]) -> None:
        """Runs just made."""
        self.evaluations += sum(run.evaluations for run in runs)
        for run in runs:
            if run.setting.target == self.name and run.tree.prefix:
                self._offer(self.judge.point(run.tree))
        if front.best is not None:
            self._offer(front.best)
        if time.monotonic() - self.told >= REDRAW_SECONDS:
            self.told = time.monotonic()
            self.spinner.update(self.line())

    def _offer(self, point: Point) -> None:
        most = self.given.asked.most
        if most is not None and point.leaves > most:
            return
        if self.best is None or (point.cost, point.leaves) < (self.best.cost, self.best.leaves):
            self.best = point

    def line(self) -> str:
        """How far it is, and the best formula so far."""
        so_far = f"{self.evaluations / 1e6:,.1f} million formulas tried"
        if self.best is None:
            return so_far
        text = rule_of(self.best.tree, self.given.table).written()
        text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        rows = self.judge.rows.rows
        return f"{so_far}; best so far: {self.best.errors:,} of {rows:,} wrong, {text}"


def watched(given: Given, workers: int | None, carry: Carry | None, quiet: bool) -> Lesson:
    """Search, and show how it goes."""
    with Spinner(quiet, "searching") as spinner:
        found = searched(given.parts.rows, given.asked, workers, carry, Watching(given, spinner))
    return Lesson(given, found)
