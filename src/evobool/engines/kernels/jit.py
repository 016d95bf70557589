"""`kernel`: numba's njit, with compiled code kept for next time where possible.

numba keeps the code of a function for as long as the function's own file is unchanged, even if a function it
calls has changed. So the code is kept in a folder named after the contents of all engine files.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba
import numba.core.event as events
import numpy as np
from numba.extending import intrinsic, overload

from evobool.engines.compiling import compiling
from evobool.engines.kernels.cache import KernelCache, tell

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = Path(__file__).resolve().parents[1]


def _cache_folder() -> Path | None:
    """The first of the usual places that is writable, or else holds compiled code; None if none is."""
    sources = [*sorted(ENGINES.rglob("*.py")), *sorted((ENGINES.parent / "model").glob("*.py"))]
    contents = b"".join(source.read_bytes() for source in sources)
    name = f"kernels-{hashlib.sha256(contents).hexdigest()[:12]}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    folders = [place / name for place in ([Path(named)] if named else [ENGINES / "__pycache__", *_users()])]
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


CACHE_FOLDER = _cache_folder()


class _Tell(events.Listener):
    """Reports when numba compiles; code that is read from the folder is not compiled."""

    def on_start(self, event: object) -> None:
        """A kernel is about to be compiled."""
        compiling()

    def on_end(self, event: object) -> None:
        """It is done."""


register: Any = events.register
register("numba:compile", _Tell())


def kernel(function: F) -> F:
    """Compile a plain function over arrays, scalars and the generator's state.

    Without numba's runtime (`_nrt=False`) a kernel cannot allocate, and spends no time counting references to
    the arrays it is given, which would otherwise take up most of an iteration.
    """
    return _compiled(function, forceinline=False)  # left out, it would be inherited from the caller


def inlined(function: F) -> F:
    """A kernel to be copied, compiled, into its callers: for small ones that run in every iteration."""
    return _compiled(function, forceinline=True)


def pasted(function: F) -> F:
    """A kernel whose source is copied into its only caller.

    It is compiled once, with the caller; an inlined one is compiled by itself, then again with its caller,
    and with the caller's caller: along a chain of calls, that is most of the time spent compiling.
    """
    return _compiled(function, forceinline=False, inline="always")


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def _compiled(function: F, **more: Any) -> F:
    found: Any = numba.njit(**OPTIONS, **more)(function)
    if CACHE_FOLDER is not None and hasattr(found, "_cache"):  # a plain function without the compiler
        found._cache = KernelCache(function, CACHE_FOLDER)
    return cast("F", found)


@intrinsic
def _apart(typing_context: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return numba.types.none(), codegen


def _nothing() -> None:
    """Plain Python copies nothing."""


# Called by large kernels: keeps them out of their callers, with each of which they would be compiled again.
_config: Any = numba.config
apart: Callable[[], None] = _nothing if _config.DISABLE_JIT else cast("Callable[[], None]", _apart)


def records(count: int, kind: np.dtype[Any]) -> Any:
    """So many records, all zero, whose fields kernels and plain Python read alike: `array[k].field`."""
    return np.zeros(count, dtype=kind).view(np.recarray)


class DispatchedKernel(Protocol):
    """A kernel made by `dispatched`."""

    def __call__(self, judge: Any, *rest: Any) -> Any:
        """Call the body for the judge's class."""

    def body(self, kind: type) -> Callable[[F], F]:
        """Decorate the body for named tuples of this class."""


def dispatched(stub: Callable[..., Any]) -> DispatchedKernel:
    """A kernel with one body for each class of its first argument, a named tuple.

    `@name.body(Kind)` decorates the body for arguments of class Kind. The compiler picks it by the argument's
    type, which costs nothing and lets callers be cached; a compiled function passed as an argument would be
    as quick, but its caller would be recompiled every time.
    """
    bodies: dict[type, Callable[..., Any]] = {}

    def call(judge: Any, *rest: Any) -> Any:
        return bodies[type(judge)](judge, *rest)

    def typed(judge: Any, *rest: Any) -> Any:
        return bodies.get(getattr(judge, "instance_class", type(None)))

    def body(kind: type) -> Callable[[F], F]:
        def register(function: F) -> F:
            bodies[kind] = function
            return function

        return register

    call.__name__, call.__doc__ = stub.__name__, stub.__doc__
    options: Any = OPTIONS | {"forceinline": True}
    overload(call, jit_options=options, strict=False)(typed)
    found: Any = call
    found.body = body
    return cast("DispatchedKernel", found)
