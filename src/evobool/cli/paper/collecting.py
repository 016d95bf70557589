"""What `reproduce` and `atlas` share: flags, and the runs still owed, made with a bar before the report."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

from cyclopts import Parameter

from evobool.cli.shared.messages import say
from evobool.interrupts import saving

if TYPE_CHECKING:
    from evobool.model.settings.setting import Setting
    from evobool.studies.plan.study import Told

Workers = Annotated[
    int | None,
    Parameter(help="How many runs at once; all cores if absent. Results do not depend on it."),
]
Seed = Annotated[
    int | None,
    Parameter(help="Where randomness starts (1 for a new folder); the same seed gives the same report."),
]
Out = Annotated[Path, Parameter(help="The folder to write; one that was begun before is continued.")]
Written = TypeVar("Written", covariant=True)


class Owing(Protocol[Written]):
    """A study in a folder."""

    @property
    def out(self) -> Path:
        """The folder."""

    def owed(self) -> int:
        """How many runs are still to do."""

    def kinds(self) -> list[Setting]:
        """One setting for each kind of code that has to be compiled."""

    def collect(self, tell: Told, *, workers: int | None = None) -> None:
        """Make the runs."""

    def write(self, tell: Callable[[str], None]) -> Written:
        """Write the report."""


def make_folder(wanted: Owing[Written], workers: int | None, quiet: bool) -> Written:
    """Make the runs that are owed and write the folder, naming on stderr what is under way."""
    from evobool.cli.shared.spinner import Spinner

    started = time.perf_counter()
    wanted.out.mkdir(parents=True, exist_ok=True)
    try:
        with saving():
            runs = _collect_owed(wanted, workers, quiet)
            with Spinner(quiet, "writing the report") as spinner:
                written = wanted.write(lambda name: spinner.update(f"writing {name}"))
            _note(wanted.out / "made.txt", runs, time.perf_counter() - started)
    except KeyboardInterrupt as problem:
        raise type(problem)(f"; finished runs are in {wanted.out}; rerun to continue") from None
    if not quiet:
        say(f"wrote {wanted.out / 'report.html'} in {time.perf_counter() - started:.1f} s")
    return written


def _collect_owed(wanted: Owing[object], workers: int | None, quiet: bool) -> int:
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


def _note(path: Path, runs: int, seconds: float) -> None:
    """Say when the report was written and how long that took; not in it: equal runs give equal reports."""
    now = datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"Written {now}, with {runs:,} new runs, in {seconds:.1f} s.\n")
