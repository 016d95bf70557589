"""The folder of compiled code, named after all that compiled code depends on.

numba keeps the code of a function for as long as the function's own file is unchanged, even if a function it
calls has changed. So the code is kept in a folder named after the contents of the files with kernels, and of
those whose values kernels read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from evobool.engines.compiling.announce import tell

PACKAGE = Path(__file__).resolve().parents[2]
SOURCES = (
    *("engines/compiling", "engines/counts", "engines/kernels", "engines/population", "engines/rows"),
    *("model/generator.py", "model/objective.py", "model/populations"),
)


def sources() -> Iterator[Path]:
    """The files that compiled code depends on."""
    for name in SOURCES:
        found = PACKAGE / name
        yield from sorted(found.rglob("*.py")) if found.is_dir() else [found]


def cache_folder() -> Path | None:
    """The first of the usual places that is writable, or else holds compiled code; None if none is."""
    contents = b"".join(source.read_bytes() for source in sources())
    name = f"kernels-{hashlib.sha256(contents).hexdigest()[:12]}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    places = [Path(named)] if named else [PACKAGE / "engines" / "__pycache__", *_users()]
    folders = [place / name for place in places]
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "writable").touch()
        except OSError:
            continue
        return folder
    for folder in folders:
        if any(folder.glob("*.nbc")):  # it cannot be written, but somebody compiled everything beforehand
            return folder
    tell("compiled code cannot be kept; set NUMBA_CACHE_DIR to a writable folder")
    return None


def _users() -> list[Path]:
    """The cache folder of the user, if there is a user with a home: containers may have none."""
    try:
        return [Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evobool"]
    except RuntimeError:
        return []


CACHE_FOLDER = cache_folder()
