"""The progress bar: on stderr, or in the cell of a notebook."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import total_iterations

TELL_SECONDS = 10.0
PATIENCE_SECONDS = 60.0  # without a finished run, before a line says so
REDRAW_SECONDS = 0.2


def progress_bar(runs: int) -> Progress | NotebookProgress:
    """The bar that suits where we are."""
    return NotebookProgress(runs) if in_notebook() else Progress(runs, quiet=False)


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this code; IPython in a terminal is not one."""
    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    shell: Any = get_ipython()
    return getattr(shell, "kernel", None) is not None


class Progress:
    """Runs done, iterations a second, time left."""

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
        self.task = self.bars.add_task("runs", total=runs, speed="")
        self.iterations = 0
        self.lines = not quiet and not self.bars.console.is_terminal  # a line now and then instead of a bar
        self.told = 0.0
        self.done = threading.Event()
        self.heard, self.patience = time.monotonic(), PATIENCE_SECONDS

    def look(self) -> None:
        """Say that no run has ended for long, where that is so: each time after twice as long."""
        silent = time.monotonic() - self.heard
        if silent >= self.patience:
            self.patience *= 2
            done, total = self.bars.tasks[self.task].completed, self.bars.tasks[self.task].total
            told = f"{done:,.0f} of {total:,.0f} runs; none has ended for {silent:,.0f} s"
            print(f"evobool: {told}", file=sys.stderr, flush=True)

    def _wait(self) -> None:
        while not self.done.wait(TELL_SECONDS):
            self.look()

    def advance(self, runs: Sequence[Run]) -> None:
        """Count finished runs."""
        self.heard, self.patience = time.monotonic(), PATIENCE_SECONDS
        self.iterations += total_iterations(runs)
        elapsed = self.bars.tasks[self.task].elapsed or 0.0
        if self.lines and elapsed - self.told >= TELL_SECONDS:
            self.told = elapsed
            done, total = self.bars.tasks[self.task].completed, self.bars.tasks[self.task].total
            print(f"evobool: {done:,.0f} of {total:,.0f} runs", file=sys.stderr, flush=True)
        speed = f"{self.iterations / elapsed:,.0f} iterations/s" if elapsed > 0.2 else ""
        self.bars.update(self.task, advance=len(runs), speed=speed)

    def __enter__(self) -> Progress:
        self.bars.start()
        if self.lines:
            threading.Thread(target=self._wait, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done.set()
        self.bars.stop()


class NotebookProgress:
    """Runs done, as one piece of HTML that is drawn again in place; no widgets are needed.

    What is left of it says how many runs were made and nothing about time, so that a notebook run again is
    the same.
    """

    def __init__(self, runs: int) -> None:
        self.runs, self.done, self.drawn = runs, 0, 0.0
        self.handle: Any = None

    def advance(self, runs: Sequence[Run]) -> None:
        """Count finished runs."""
        self.done += len(runs)
        now = time.monotonic()
        if now - self.drawn >= REDRAW_SECONDS:
            self.drawn = now
            self.handle.update(self._bundle(), raw=True)

    def _bundle(self) -> dict[str, str]:
        """What to show now, as text and as HTML."""
        text = f"{self.done:,} of {self.runs:,} runs"
        bar = (
            "" if self.done == self.runs else f'<progress value="{self.done}" max="{self.runs}"></progress> '
        )
        return {"text/plain": text, "text/html": f"<div>{bar}{text}</div>"}

    def __enter__(self) -> NotebookProgress:
        from IPython import display

        show: Callable[..., Any] = display.display
        self.handle = show(self._bundle(), raw=True, display_id=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.handle.update(self._bundle(), raw=True)
