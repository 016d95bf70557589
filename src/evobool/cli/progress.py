"""The progress bar, on stderr."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from evobool.run import Run


class Progress:
    """Runs done, iterations a second, time left; says first that code is being made ready."""

    def __init__(self, runs: int, quiet: bool) -> None:
        self.bars = Bars(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )
        self.task = self.bars.add_task("compiling (the first time takes seconds)", total=runs, speed="")
        self.iterations = 0

    def advance(self, runs: Sequence[Run]) -> None:
        """Count finished runs."""
        self.iterations += sum(run.iterations for run in runs)
        elapsed = self.bars.tasks[self.task].elapsed or 0.0
        speed = f"{self.iterations / elapsed:,.0f} iterations/s" if elapsed > 0.2 else ""
        self.bars.update(self.task, advance=len(runs), description="runs", speed=speed)

    def running(self) -> None:
        """Preparations are over: start the clock."""
        self.bars.reset(self.task, description="runs", speed="")

    def __enter__(self) -> Progress:
        self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bars.stop()
