"""What commands tell people, on stderr: one line each, whatever names and texts it quotes."""

from __future__ import annotations

import sys

from evobool.errors import one_line


def say(message: str) -> None:
    """One line on stderr."""
    print(f"evobool: {one_line(message)}", file=sys.stderr)
