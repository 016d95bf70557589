"""The engines, and which one suits a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.model.settings.setting import Setting, check_choice, check_integer

if TYPE_CHECKING:
    from evobool.engines.base import Engine

ENGINES = ("auto", "exact", "packed", "reference")
MOST_BRANCHES = 10**8  # a kernel hears no Ctrl-C while it counts one tree; this many take minutes


def check_branches(max_branches: int | None) -> None:
    """Refuse a bound on case distinctions that is none."""
    if max_branches is not None:
        check_integer("max_branches", max_branches, 1, MOST_BRANCHES)


def pick(setting: Setting, engine: str = "auto", max_branches: int | None = None) -> Engine:
    """An engine ready to run the setting; `auto` picks the quickest that can.

    `max_branches` bounds the case distinctions the exact engine may make to count one tree.

    >>> pick(Setting(n=1000)).name, pick(Setting(n=5, target="xor", functions="xor")).name
    ('exact', 'packed')
    """
    name = chosen(setting, engine)
    check_branches(max_branches)
    if name == "exact":
        from evobool.engines.exact import ExactEngine

        return ExactEngine(setting, max_branches)
    if name == "packed":
        from evobool.engines.packed import PackedEngine

        return PackedEngine(setting)
    from evobool.engines.reference import ReferenceEngine

    return ReferenceEngine(setting)


def chosen(setting: Setting, engine: str = "auto") -> str:
    """The name of the engine that `pick` takes; one that cannot run the setting is refused.

    >>> chosen(Setting(n=1000)), chosen(Setting(n=5, training="fixed:9"))
    ('exact', 'packed')
    """
    check_choice("engine", engine, ENGINES)
    if engine == "reference":
        return engine
    from evobool.engines.exact import ExactEngine
    from evobool.engines.packed import PackedEngine

    no_counts, no_rows = ExactEngine.refuses(setting), PackedEngine.refuses(setting)
    if engine == "exact" and no_counts is not None:
        other = "reference" if no_rows else "packed"
        raise InputError("engine", engine, f"cannot run {no_counts}; use {other}")
    if engine == "packed" and no_rows is not None:
        raise InputError("engine", engine, f"cannot run {no_rows}; use reference")
    if engine != "auto":
        return engine
    if no_counts is not None:
        return "packed" if no_rows is None else "reference"
    if setting.judged_on.complete and no_rows is None:
        from evobool.engines.thresholds import rows_are_quicker

        return "packed" if rows_are_quicker(setting) else "exact"
    return "exact"
