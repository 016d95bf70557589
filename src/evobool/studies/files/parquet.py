"""Parquet files, written whole or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.errors import EvoboolError

if TYPE_CHECKING:
    import polars


def write_parquet(frame: polars.DataFrame, path: Path) -> None:
    """Write a frame beside the path, then give it its name; a full disk leaves what was there before."""
    content = io.BytesIO()
    frame.write_parquet(content)
    with beside(path) as draft:
        draft.write_bytes(content.getvalue())  # by Python: what polars says of a full disk differs


def check_beside(path: Path) -> None:
    """Raise an OSError if no file can be made where one will be written later."""
    draft = _draft(path)
    draft.touch()
    draft.unlink()


def _draft(path: Path) -> Path:
    """A name in the same folder; a symbolic link stays one, so it is the folder of what it points to."""
    return Path(os.path.realpath(path)).with_name(f".evobool-{os.getpid()}.part")


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A file in the same folder that takes the place of `path` if the block succeeds, and goes if not."""
    draft = _draft(path)
    try:
        yield draft
        draft.replace(os.path.realpath(path))
    except OSError as problem:
        raise EvoboolError(f"{path}: cannot be written ({reason(problem)})") from None
    finally:
        draft.unlink(missing_ok=True)


def reason(problem: OSError) -> str:
    """Why a file could not be written.

    >>> reason(OSError(28, "No space left on device"))
    'No space left on device'
    """
    return problem.strerror or str(problem)
