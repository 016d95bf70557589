"""A spinner on stderr that says how far a command is."""

from __future__ import annotations

from rich.console import Console


class Spinner:
    """Turns while work is done; silent if told so."""

    def __init__(self, quiet: bool, text: str = "compiling (the first time only)") -> None:
        self.status = None if quiet else Console(stderr=True).status(text)

    def update(self, text: str) -> None:
        """Say something else."""
        if self.status is not None:
            self.status.update(text)

    def __enter__(self) -> Spinner:
        if self.status is not None:
            self.status.start()
        return self

    def __exit__(self, *problem: object) -> None:
        if self.status is not None:
            self.status.stop()
