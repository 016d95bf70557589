"""The engines, and which one suits a setting.

An engine is a class and a line in REGISTRY. What differs between engines is asked of the class: the fields it
`reads`, what it `refuses`, whether it `lists_rows`, whether it `releases_gil`, how quick it is (`rank`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from evobool.checks import check_choice, check_integer
from evobool.errors import InputError
from evobool.model.settings.setting import Setting

if TYPE_CHECKING:
    from evobool.engines.base import Engine

# Where each engine's class is, by name; it is imported when it is needed, because that takes a while.
REGISTRY = {
    "exact": "exact.ExactEngine",
    "packed": "packed.PackedEngine",
    "population": "population.engine.PopulationEngine",
    "reference": "reference.ReferenceEngine",
}
ENGINES = ("auto", *REGISTRY)
MOST_BRANCHES = 10**8  # a kernel hears no Ctrl-C while it counts one tree; this many take minutes


def check_branches(max_branches: int | None) -> int | None:
    """Refuse a bound on case distinctions that is none."""
    return None if max_branches is None else check_integer("max_branches", max_branches, 1, MOST_BRANCHES)


def pick(setting: Setting, engine: str = "auto", max_branches: int | None = None) -> Engine:
    """An engine ready to run the setting; `auto` picks the quickest that can.

    `max_branches` bounds the case distinctions the exact engine may make to count one tree.

    >>> pick(Setting(n=1000)).name, pick(Setting(n=5, target="xor", functions="xor")).name
    ('exact', 'packed')
    """
    kind = chosen(setting, engine)
    return kind(setting, check_branches(max_branches))


def chosen(setting: Setting, engine: str = "auto") -> type[Engine]:
    """The class of the engine that `pick` takes; one that cannot run the setting is refused.

    >>> chosen(Setting(n=1000)).lists_rows, chosen(Setting(n=5, training="fixed:9")).lists_rows
    (False, True)
    """
    check_choice("engine", engine, ENGINES)
    if engine != "auto":
        kind = engine_class(engine)
        why = kind.refuses(setting)
        if why is None:
            return kind
    able = able_engines(setting)
    if engine != "auto":
        instead = f"; use {able[0].name}" if able else ""
        raise InputError("engine", engine, f"cannot run {why}{instead}")
    if not able:
        *_, most_general = REGISTRY
        raise InputError("engine", engine, f"none can run {engine_class(most_general).refuses(setting)}")
    return able[0]


def able_engines(setting: Setting) -> list[type[Engine]]:
    """The engines that can run a setting, the quickest first."""
    kinds = map(engine_class, REGISTRY)
    return sorted(
        (kind for kind in kinds if kind.refuses(setting) is None), key=lambda kind: kind.rank(setting)
    )


def engine_class(name: str) -> type[Engine]:
    """The class of an engine."""
    module, _, kind = REGISTRY[name].rpartition(".")
    found: type[Engine] = getattr(import_module(f"evobool.engines.{module}"), kind)
    return found
