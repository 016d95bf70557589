"""What commands tell people, on stderr: one line each, whatever names and texts it quotes."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from evobool.errors import one_line

if TYPE_CHECKING:
    from evobool.model.settings.setting import Setting


def say(message: str) -> None:
    """One line on stderr, if anybody still reads it."""
    with suppress(BrokenPipeError):
        print(f"evobool: {one_line(message)}", file=sys.stderr, flush=True)


def warn(setting: Setting, quiet: bool) -> None:
    """What is odd about a setting, unless nobody wants to know."""
    for warning in () if quiet else setting.warnings:
        say(f"warning: {warning}")
