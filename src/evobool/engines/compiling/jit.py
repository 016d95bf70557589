"""`kernel`: numba's njit, with compiled code kept for next time where possible.

numba keeps the code of a function for as long as the function's own file is unchanged, even if a function it
calls has changed. So the code is kept in a folder named after the contents of all engine files.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba
import numba.core.event as events
from numba.extending import overload

from evobool.engines.compiling.announce import compiling
from evobool.engines.compiling.cache import KernelCache, tell
from evobool.engines.compiling.linking import EntryCompiler, PartCompiler

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = Path(__file__).resolve().parents[1]


def _cache_folder() -> Path | None:
    """The first of the usual places that is writable, or else holds compiled code; None if none is."""
    sources = [*sorted(ENGINES.rglob("*.py")), *sorted((ENGINES.parent / "model").rglob("*.py"))]
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
    """A kernel whose code is copied into its callers: for small ones that run in every iteration."""
    return _compiled(function, forceinline=True)


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def _compiled(function: F, **more: Any) -> F:
    """The function as a part of others; called from Python, as an entry."""
    part: Any = numba.njit(**OPTIONS, **more, pipeline_class=PartCompiler)(function)
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
    return cast("F", part)


def _entry(function: Callable[..., Any]) -> Any:
    """The function for Python, whose code is kept."""
    entry: Any = numba.njit(**OPTIONS, pipeline_class=EntryCompiler)(function)
    if CACHE_FOLDER is not None:
        entry._cache = KernelCache(function, CACHE_FOLDER)
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


class DispatchedKernel(Protocol):
    """A kernel made by `dispatched`."""

    def __call__(self, judge: Any, *rest: Any) -> Any:
        """Call the body for the judge's class."""

    def body(self, kind: type) -> Callable[[F], F]:
        """Decorate the body for named tuples of this class."""


def dispatched(stub: Callable[..., Any]) -> DispatchedKernel:
    """A kernel with a body for each class of its first argument, a named tuple; its own is for all others.

    `@name.body(Kind)` decorates the body for arguments of class Kind. The compiler picks it by the argument's
    type, which costs nothing and lets callers be cached; a compiled function passed as an argument would be
    as quick, but its caller would be recompiled every time.
    """
    bodies: dict[type, Callable[..., Any]] = {}

    def call(judge: Any, *rest: Any) -> Any:
        return bodies.get(type(judge), stub)(judge, *rest)

    def typed(judge: Any, *rest: Any) -> Any:
        return bodies.get(getattr(judge, "instance_class", type(None)), stub)

    def body(kind: type) -> Callable[[F], F]:
        def register(function: F) -> F:
            bodies[kind] = function
            return function

        return register

    call.__name__, call.__doc__ = stub.__name__, stub.__doc__
    options: Any = OPTIONS | {"forceinline": True, "pipeline_class": PartCompiler}
    overload(call, jit_options=options, strict=False)(typed)
    found: Any = call
    found.body = body
    return cast("DispatchedKernel", found)
