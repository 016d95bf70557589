"""A spinner on stderr that says how far a command is."""

from __future__ import annotations

import sys
import time
from typing import ClassVar

from evobool.cli.shared.console import Console

TELL_SECONDS = 10.0


class Spinner:
    """Turns while work is done; silent on request."""

    turning: ClassVar[Spinner | None] = None

    def __init__(self, quiet: bool, text: str) -> None:
        console = Console(stderr=True)
        self.status = None if quiet else console.status(text)
        self.seen = not quiet and console.is_terminal
        self.told = time.monotonic()

    def update(self, text: str) -> None:
        """Say something else; a line now and then where no spinner is seen."""
        if self.status is not None:
            self.status.update(text)
            if not self.seen and time.monotonic() - self.told >= TELL_SECONDS:
                self.told = time.monotonic()
                print(f"evobool: {text}", file=sys.stderr, flush=True)

    def __enter__(self) -> Spinner:
        if self.status is not None:
            self.status.start()
            Spinner.turning = self
        return self

    def __exit__(self, *problem: object) -> None:
        if self.status is not None:
            self.status.stop()
            Spinner.turning = None


class CompilerNews:
    """Says that kernels are being compiled: where a spinner is seen in its words, else in one line."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.kernels = 0

    def __call__(self) -> None:
        """One more kernel."""
        self.kernels += 1
        spinner = Spinner.turning
        if spinner is not None and spinner.seen:
            spinner.update(f"compiling, only this once ({self.kernels})")
        elif self.kernels == 1 and not self.quiet:
            print("evobool: compiling, only this once ...", file=sys.stderr, flush=True)
