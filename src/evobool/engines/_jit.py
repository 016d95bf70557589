"""`kernel`: numba's njit with a cache where one can be kept, and without where not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])
_told = False


def kernel(function: F) -> F:
    """Compile a plain function over arrays, scalars and the generator's state."""
    global _told
    try:
        compiled: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError as problem:  # numba finds no writable place for its cache
        if not _told:
            _told = True
            print(f"evobool: compiled code is not kept ({problem}); set NUMBA_CACHE_DIR", file=sys.stderr)
        compiled = numba.njit(nogil=True)(function)
    return compiled  # type: ignore[no-any-return]
