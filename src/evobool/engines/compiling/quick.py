"""The quick way to compile kernels: parts are put together once, and flat arrays are two words.

It needs some twenty names of numba that no document promises. So a small kernel is tried before the others
are trusted to it: once for every version of numba and every folder of compiled code.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import llvmlite
import numba
import numpy as np

from evobool.engines.compiling import folder, vectors
from evobool.engines.compiling.cache import MADE_BY, KernelCache
from evobool.engines.compiling.flat import flat, move
from evobool.engines.compiling.linking import EntryCompiler, PartCompiler

# Without numba's runtime (`_nrt=False`) a kernel cannot allocate, and spends no time counting references to
# the arrays it is given, which would otherwise take up most of an iteration.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
BODY: dict[str, Any] = OPTIONS | {"forceinline": True, "pipeline_class": PartCompiler}


def compiled(function: Callable[..., Any], inline: bool) -> Any:
    """The function as a part of others; called from Python, as an entry."""
    # forceinline, left out, would be inherited from the caller
    part: Any = numba.njit(**OPTIONS, forceinline=inline, pipeline_class=PartCompiler)(function)
    if part is function:  # plain Python
        return function
    entries: list[Any] = []

    def called(*arguments: Any) -> Any:
        if not entries:
            entries.append(_entry(function))
        with _without_collection():
            found = entries[0]._compile_for_args(*arguments)
        part._insert([part.typeof_pyval(argument)._code for argument in arguments], found)
        return found

    part.entries, part._compile_for_args = entries, called
    part.add_overload = lambda made: part.overloads.__setitem__(tuple(made.signature.args), made)
    return part


def _entry(function: Callable[..., Any]) -> Any:
    """The function for Python, whose code is kept."""
    entry: Any = numba.njit(**OPTIONS, pipeline_class=EntryCompiler)(function)
    if folder.CACHE_FOLDER is not None and function.__closure__ is None:
        entry._cache = KernelCache(function, folder.CACHE_FOLDER)
    return entry


@contextmanager
def _without_collection() -> Iterator[None]:
    """The compiler makes millions of objects and keeps most: looking for garbage is a sixth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def check() -> None:
    """Try a kernel of two parts on flat arrays; raises whatever numba does, or says what came out wrong."""
    kept = folder.CACHE_FOLDER
    tried = kept and kept / f"tried-{MADE_BY.replace(' ', '-')}-{llvmlite.__version__}"
    config: Any = numba.config
    if config.DISABLE_JIT or (tried and tried.exists()):
        return

    def half(words: Any, pairs: Any) -> Any:
        pairs[1].two = ones(block(words, 8) ^ block(words, 0))
        return words[len(words) - 1] // np.uint64(2)

    block, ones, part = vectors.block, vectors.ones, compiled(half, inline=False)

    def whole(words: Any, pairs: Any) -> Any:
        move(pairs, 0, 1, 1)
        return part(words, pairs)

    words = flat(np.array([*[0] * 8, 1, 0, 3, 0, 0, 0, 0, 10], dtype=np.uint64))
    pairs = flat(np.array([(1, 2), (3, 4)], dtype=[("one", np.int32), ("two", np.int64)]))
    found = compiled(whole, inline=False)(words, pairs), pairs.tolist()
    if found != (5, [(3, 4), (3, 5)]):
        raise ValueError(f"a trial kernel gave {found}")
    if tried:
        with suppress(OSError):
            tried.touch()
