"""Public names of a room that stand deeper in it, or below, and are imported when they are first used."""

from __future__ import annotations

TYPE_CHECKING = False  # typing takes a while to import, and this module is among the first
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def later(module: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a module whose public names are in other modules.

    >>> get, names = later("evobool.theory", {"Chain": "evobool.theory.chain.chain"})
    >>> get("Chain").__name__, names()
    ('Chain', ['Chain', '__doc__'])
    >>> get("Chian")
    Traceback (most recent call last):
    AttributeError: module 'evobool.theory' has no attribute 'Chian'
    """

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(places[name]), name)

    return get, lambda: [*places, "__doc__"]
