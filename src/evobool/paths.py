"""Files that are asked for, checked before the work is done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from evobool.errors import InputError


def check_output(field: str, path: Path, endings: Sequence[str]) -> Path:
    """Refuse a path whose ending names no format we write, or that cannot be written.

    >>> check_output("plot", Path("nowhere/run.svg"), [".svg"])
    Traceback (most recent call last):
    evobool.errors.InputError: plot = nowhere/run.svg: its folder does not exist
    """
    if path.suffix not in endings:
        listed = " or ".join(filter(None, [", ".join(endings[:-1]), endings[-1]]))
        raise InputError(field, path, f"must end in {listed}")
    if path.is_dir():
        raise InputError(field, path, "is a folder")
    if not path.parent.is_dir():
        raise InputError(field, path, "its folder does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(field, path, "cannot be written")
    return path
