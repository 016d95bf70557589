"""The engines, and which of them suits a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.setting import Setting, check_choice

if TYPE_CHECKING:
    from evobool.engines.base import Engine

ENGINES = ("auto", "reference", "packed")


def pick(setting: Setting, engine: str = "auto") -> Engine:
    """An engine ready to run the setting; `auto` takes the quickest that can.

    >>> pick(Setting(n=4), "reference").name
    'reference'
    """
    check_choice("engine", engine, ENGINES)
    if engine == "reference":
        from evobool.engines.reference import ReferenceEngine

        return ReferenceEngine(setting)
    from evobool.engines.packed import PackedEngine

    return PackedEngine(setting)
