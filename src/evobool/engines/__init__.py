"""The engines, and which one suits a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.model.setting import Setting, check_choice, check_integer

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
    check_choice("engine", engine, ENGINES)
    check_branches(max_branches)
    if engine == "reference":
        from evobool.engines.reference import ReferenceEngine

        return ReferenceEngine(setting)
    from evobool.engines.exact import ExactEngine
    from evobool.engines.packed import PackedEngine

    no_counts, no_rows = ExactEngine.refuses(setting), PackedEngine.refuses(setting)
    if engine == "exact" or (engine == "auto" and no_counts is None):
        if no_counts is not None:
            other = "reference" if no_rows else "packed"
            raise InputError("engine", engine, f"cannot run {no_counts}; use {other}")
        return ExactEngine(setting, max_branches)
    if no_rows is None:
        return PackedEngine(setting)
    if engine == "packed":
        raise InputError("engine", engine, f"cannot run {no_rows}; use reference")
    from evobool.engines.reference import ReferenceEngine

    return ReferenceEngine(setting)
