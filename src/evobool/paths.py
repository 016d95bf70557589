"""Files that are asked for, checked before the work begins."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from evobool.errors import InputError


def as_path(field: str, path: str | Path) -> Path:
    """A path from text; anything else is refused.

    >>> as_path("store", 5)
    Traceback (most recent call last):
    evobool.errors.InputError: store = 5: must be a path
    """
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise InputError(field, path, "must be a path")
    try:
        Path(path).exists()
    except OSError as problem:  # such as a name that is too long
        raise InputError(field, path, problem.strerror or "cannot be read") from None
    return Path(path)


def check_output(field: str, path: Path, endings: Sequence[str]) -> Path:
    """Refuse a path whose ending names no format we write, or that cannot be written.

    >>> check_output("plot", Path("nowhere/run.svg"), [".svg"])
    Traceback (most recent call last):
    evobool.errors.InputError: plot = nowhere/run.svg: its folder does not exist
    """
    if path.suffix not in endings:
        listed = " or ".join(filter(None, [", ".join(endings[:-1]), endings[-1]]))
        raise InputError(field, path, f"must end in {listed}")
    try:
        if path.is_dir():
            raise InputError(field, path, "is a folder")
        if not path.parent.is_dir():
            raise InputError(field, path, "its folder does not exist")
        _try(path)
    except (OSError, ValueError) as problem:
        if isinstance(problem, InputError):
            raise
        why = getattr(problem, "strerror", None) or problem
        raise InputError(field, path, f"cannot be written: {why}") from None
    return path


def _try(path: Path) -> None:
    """Open the file for writing, and leave everything as it was."""
    there = path.exists()
    if there and not path.is_file():
        return  # opening a pipe or a device is not without consequences
    with path.open("ab"):
        pass
    if not there:
        os.unlink(os.path.realpath(path))  # where a link leads
