"""What a command shows while it works, on stderr; the bar itself is in `studies/work/progress.py`."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from evobool.cli.shared.spinner import Spinner
from evobool.interrupts import leave
from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import total_iterations


class Waiting:
    """A spinner: code is being compiled, then one run is under way.

    An interruption while numba compiles cannot be cleaned up after, and need not: the process ends at once.
    """

    def __init__(self, quiet: bool) -> None:
        self.spinner = Spinner(quiet, "loading")
        self.before: Any = None

    def compiled(self) -> None:
        """Compilation is over."""
        signal.signal(signal.SIGINT, self.before)
        self.spinner.update("running")

    def __enter__(self) -> Waiting:
        self.before = signal.signal(signal.SIGINT, _leave)
        self.spinner.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self.before)
        self.spinner.__exit__()


def _leave(number: int, frame: object) -> None:
    leave(number)


class JsonProgress:
    """One line of JSON a second on stderr, and one at the end: called with runs as they are made."""

    def __init__(self, owed: int) -> None:
        self.owed = owed
        self.started = time.monotonic()
        self.last = 0.0
        self.runs = self.iterations = 0

    def __call__(self, runs: Sequence[Run]) -> None:
        """Count runs, and say so if it is time."""
        self.runs += len(runs)
        self.iterations += total_iterations(runs)
        elapsed = time.monotonic() - self.started
        if elapsed - self.last >= 1 or self.runs >= self.owed:
            self.last = elapsed
            line = {
                "runs": self.runs,
                "owed": self.owed - self.runs,
                "iterations_a_second": round(self.iterations / max(elapsed, 1e-3)),
                "seconds_left": round((self.owed - self.runs) * elapsed / max(self.runs, 1), 1),
            }
            print(json.dumps(line), file=sys.stderr, flush=True)
