"""`kernel`: a plain function over arrays, compiled by numba, with its code kept for next time where possible.

Kernels are compiled the quick way where that works with this numba, and else the documented one. The runs are
the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

import numba
import numba.core.event as events
from numba.extending import overload

from evobool.engines.compiling.announce import compiling, tell

F = TypeVar("F", bound=Callable[..., Any])
PLAIN = "EVOBOOL_PLAIN_NUMBA"


def _way() -> Any:
    """The module that compiles kernels."""
    try:
        if os.environ.get(PLAIN):
            raise RuntimeError(f"{PLAIN} is set")
        quick = import_module("evobool.engines.compiling.quick")
        quick.check()
    except Exception as problem:
        tell(
            f"kernels are compiled the documented way, which is slower, because the quick way does not work "
            f"with numba {numba.__version__}: {problem}"
        )
        plain = import_module("evobool.engines.compiling.plain")
        plain.begin()
        return plain
    else:
        return quick


WAY = _way()
QUICK: bool = WAY.__name__.endswith("quick")


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
    """Compile a plain function over arrays, scalars and the generator's state."""
    return cast("F", WAY.compiled(function, inline=False))


def inlined(function: F) -> F:
    """A kernel whose code is copied into its callers: for small ones that run in every iteration."""
    return cast("F", WAY.compiled(function, inline=True))


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
    overload(call, jit_options=WAY.BODY, strict=False)(typed)
    found: Any = call
    found.body = body
    return cast("DispatchedKernel", found)
