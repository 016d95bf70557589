"""Messages about compiling: listeners to call when it happens, and a line where something is amiss.

Nothing heavy is imported here, so a command can subscribe before numba is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

LISTENERS: list[Callable[[], None]] = []


def compiling() -> None:
    """A kernel is about to be compiled, rather than just read from the folder of compiled code."""
    for listener in LISTENERS:
        listener()


def tell(message: str) -> None:
    """A line on stderr."""
    from evobool.errors import one_line

    print(f"evobool: {one_line(message)}", file=sys.stderr, flush=True)
