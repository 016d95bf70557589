"""Listeners to call when kernels are compiled.

Nothing heavy is imported here, so a command can subscribe before numba is loaded.
"""

from __future__ import annotations

from collections.abc import Callable

LISTENERS: list[Callable[[], None]] = []


def compiling() -> None:
    """A kernel is about to be compiled, rather than just read from the folder of compiled code."""
    for listener in LISTENERS:
        listener()
