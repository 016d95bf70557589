"""Plugins that runs were made with and that are not there now: their settings can be shown, not run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evobool.errors import InputError
from evobool.model.mutation import Operator
from evobool.model.objective import Objective
from evobool.model.populations.begin import Beginning
from evobool.model.populations.crossover import Crossover
from evobool.model.populations.parents import Choice
from evobool.model.populations.survival import Survival
from evobool.model.selection import Selection
from evobool.model.targets.families import Target
from evobool.model.training import Regime
from evobool.plugins.sources import REGISTRIES, SOURCES, Lost, is_known

STAND_INS: dict[str, Callable[..., Any]] = {
    "target": Target,
    "selection": Selection,
    "mutation": Operator,
    "training": Regime,
    "objective": Objective,
    "survival": Survival,
    "parents": Choice,
    "crossover": Crossover,
    "start": Beginning,
}


@dataclass(frozen=True)
class Missing:
    """What stands for the function of a plugin that is not loaded."""

    plugin: str
    source: Lost

    def __call__(self, *arguments: Any) -> Any:
        """Refuse to do what it cannot know."""
        raise self.source.missing(self.plugin)


def stand_in(plugin: str, file: str, hash: str) -> None:
    """Let settings name a plugin such as "selection threshold" that is not loaded; nothing if it is."""
    if is_known(plugin):
        return
    kind, _, name = plugin.partition(" ")
    if kind not in STAND_INS:
        raise InputError("plugin", plugin, "is of an unknown kind")
    source = Lost(file, "", bool(file), hash)
    SOURCES.setdefault(hash, source)
    REGISTRIES[kind][name] = STAND_INS[kind](name, Missing(plugin, source), source=hash)
