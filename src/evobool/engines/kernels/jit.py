"""`kernel`: numba's njit, with compiled code kept for the next time where that is possible.

numba keeps the code of a function as long as the function's own file is unchanged, even when a function
it calls has changed. So the code is kept in a folder named after the contents of all engine files.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.core.event as events

from evobool.engines.compiling import compiling

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = Path(__file__).resolve().parents[1]


def _cache_folder() -> Path | None:
    """The first of the usual places that can be written to; None if none can."""
    sources = [*sorted(ENGINES.rglob("*.py")), *sorted((ENGINES.parent / "model").glob("*.py"))]
    contents = b"".join(source.read_bytes() for source in sources)
    name = f"kernels-{hashlib.sha256(contents).hexdigest()[:12]}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for place in [Path(named)] if named else [ENGINES / "__pycache__", home / "evobool"]:
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
            (place / name / "writable").touch()
        except OSError:
            continue
        return place / name
    print("evobool: compiled code cannot be kept; set NUMBA_CACHE_DIR to a writable folder", file=sys.stderr)
    return None


CACHE_FOLDER = _cache_folder()


class _Tell(events.Listener):
    """Passes on that numba compiles; code that is read from the folder is not compiled."""

    def on_start(self, event: object) -> None:
        """A kernel is next."""
        compiling()

    def on_end(self, event: object) -> None:
        """It is done."""


register: Any = events.register
register("numba:compile", _Tell())


def kernel(function: F) -> F:
    """Compile a plain function over arrays, scalars and the generator's state.

    Without numba's runtime (`_nrt=False`) a kernel cannot allocate, and no time goes into counting
    references to the arrays it is given, which would otherwise be most of an iteration.
    """
    return _compiled(function, forceinline=False)


def inlined(function: F) -> F:
    """A kernel to be copied into its callers: for the small ones on the way of every iteration."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, forceinline: bool) -> F:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER or "")
    try:
        return numba.njit(cache=CACHE_FOLDER is not None, forceinline=forceinline, **options)(function)
    finally:
        config.CACHE_DIR = before
