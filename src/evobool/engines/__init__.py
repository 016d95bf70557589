"""The engines, and which of them suits a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.model.setting import Setting, check_choice, check_integer

if TYPE_CHECKING:
    from evobool.engines.base import Engine

ENGINES = ("auto", "exact", "packed", "reference")


def pick(setting: Setting, engine: str = "auto", max_branches: int | None = None) -> Engine:
    """An engine ready to run the setting; `auto` takes the quickest that can.

    `max_branches` bounds the case distinctions the exact engine may make to count one tree.

    >>> pick(Setting(n=1000)).name
    'exact'
    """
    check_choice("engine", engine, ENGINES)
    if max_branches is not None:
        check_integer("max_branches", max_branches, 1)
    if engine == "reference":
        from evobool.engines.reference import ReferenceEngine

        return ReferenceEngine(setting)
    if engine != "packed":
        from evobool.engines.exact import ExactEngine

        if ExactEngine.applies(setting):
            return ExactEngine(setting, max_branches)
        if engine == "exact":
            raise InputError("engine", engine, "cannot run this setting; use packed")
    from evobool.engines.packed import PackedEngine

    return PackedEngine(setting)
