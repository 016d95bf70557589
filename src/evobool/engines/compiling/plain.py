"""The documented way to compile kernels, `njit(cache=True)`: slower, but numba promises it.

Flat arrays are arrays like any other here, and a block is a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload, typeof_impl

from evobool.engines.compiling import folder
from evobool.engines.compiling.flat import SUBTYPE, Flat, move

config: Any = numba.config
typeof: Any = numba.typeof
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
BODY = OPTIONS
vectors = None


def begin() -> None:
    """Tell numba what flat arrays are; from then on the quick way does not work in this process."""
    if hasattr(Flat, SUBTYPE):  # the quick way was tried first
        delattr(Flat, SUBTYPE)
    typeof_impl.register(Flat)(_ordinary)
    overload(move)(_moving)


def _ordinary(array: Flat, context: Any) -> Any:
    return typeof(np.asarray(array))


def compiled(function: Callable[..., Any], inline: bool) -> Any:
    """The function, with its code kept in the folder of compiled code."""
    usual, keep = config.CACHE_DIR, folder.CACHE_FOLDER is not None
    if keep:
        config.CACHE_DIR = str(folder.CACHE_FOLDER)
    try:
        return numba.njit(**OPTIONS, cache=keep)(function)
    finally:
        config.CACHE_DIR = usual


def _moving(array: Any, into: Any, source: Any, count: Any) -> Any:
    def moved(array: Any, into: Any, source: Any, count: Any) -> None:
        if into <= source:
            for k in range(count):
                array[into + k] = array[source + k]
        else:
            for k in range(count - 1, -1, -1):
                array[into + k] = array[source + k]

    return moved
