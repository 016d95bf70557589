"""What commands tell people, on stderr: one line each, whatever names and texts it quotes."""

from __future__ import annotations

import sys
from contextlib import suppress

from evobool.errors import one_line


def say(message: str) -> None:
    """One line on stderr, if anybody still reads it."""
    with suppress(BrokenPipeError):
        print(f"evobool: {one_line(message)}", file=sys.stderr, flush=True)
