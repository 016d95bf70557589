"""What commands print with: text is never taken for markup, and a reader who has left ends the command."""

from __future__ import annotations

from typing import Any

import rich.console


class Console(rich.console.Console):
    """A console of rich's; where the output is no terminal, it is as wide as asked."""

    def __init__(self, *, piped_width: int | None = None, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, **options)
        if piped_width is not None and not self.is_terminal:
            self.width = piped_width

    def on_broken_pipe(self) -> None:
        """Leave it to `main`, as with every other way to print."""
        raise BrokenPipeError
