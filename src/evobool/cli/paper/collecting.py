"""What `reproduce` and `atlas` share: the runs that are still owed, made with a bar; then the report."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from evobool.model.settings.setting import Setting
    from evobool.studies.plan.study import Told


class Owing(Protocol):
    """A study in a folder."""

    def owed(self) -> int:
        """How many runs are still to do."""

    def kinds(self) -> list[Setting]:
        """One setting for each kind of code that has to be compiled."""

    def collect(self, tell: Told, *, workers: int | None = None) -> None:
        """Make the runs."""


def collect_owed(wanted: Owing, workers: int | None, quiet: bool) -> int:
    """Make the runs that are owed, with a bar; returns how many that were."""
    from evobool.cli.shared.progress import Waiting
    from evobool.engines import pick
    from evobool.studies.work.executors import cores
    from evobool.studies.work.progress import Progress

    owed = wanted.owed()
    if owed:
        with Waiting(quiet):
            for setting in wanted.kinds():
                pick(setting).warm_up()
        with Progress(owed, quiet) as bar:
            wanted.collect(bar.advance, workers=workers or cores())
    return owed


def made_line(runs: int, started: float) -> Callable[[], str]:
    """What is called at the end of a report, for the line that says when it was made and how long it took."""
    from datetime import UTC, datetime

    def line() -> str:
        now = datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC")
        return f"Written {now}, with {runs:,} new runs, in {time.perf_counter() - started:.1f} s."

    return line
