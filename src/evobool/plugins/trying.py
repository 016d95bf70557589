"""What is tried once, when a plugin is registered: whether it repeats itself on random inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evobool.model.generator import Generator
from evobool.plugins.blame import Called, PluginError, quoted

TRIALS = 300
FAILED = object()


def tried(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result for an input that may never occur in a run; errors are reported when it does."""
    try:
        return function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        if isinstance(problem, PluginError) and not problem.raised:
            raise
        return FAILED


def repeated(called: Called, seed: int, function: Callable[..., Any], *arguments: Any, times: int = 2) -> Any:
    """The same, several times with equal draws as the last argument, which must give equal values."""
    first, *others = [tried(function, *arguments, Generator(seed)) for _ in range(times)]
    for other in others:
        if first is not FAILED and other is not FAILED and first != other:
            why = f"does not repeat itself: first {quoted(first)}, then {quoted(other)}"
            raise called.wrong(f"{why}; take all chance from draws, and keep nothing between calls")
    return first
