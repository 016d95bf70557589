"""The failed runs of a study: which are stuck for ever, and which were just not done yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import inf

from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store, stored_tree
from evobool.theory.landscape.explore import CAP, Exploration, explore
from evobool.theory.support import unlisted

FATES = {False: "dead end", True: "not yet", None: "undecided"}


@dataclass(frozen=True)
class FailedRun:
    """A run that ended without success, and what can be reached from its last tree."""

    run: int
    exploration: Exploration

    @property
    def setting(self) -> Setting:
        """The run's setting."""
        return self.exploration.setting

    @property
    def tree(self) -> Tree:
        """The tree it ended with."""
        return self.exploration.tree

    @property
    def fate(self) -> str:
        """`dead end`, `not yet` (an optimum can be reached), or `undecided` (more trees than the cap)."""
        return FATES[self.exploration.reachable]


def has_landscape(setting: Setting) -> bool:
    """Whether a run of the setting can get stuck for ever, and whether that can be decided.

    This needs RLS-GP on the complete truth table, with a mutation and a selection rule the exact tools can
    handle.
    """
    return setting.judged_on.complete and setting.algorithm == "rls-gp" and unlisted(setting) is None


def failed_runs(
    store: Store,
    keys: Collection[str] | None = None,
    *,
    cap: int = CAP,
    most: int | None = None,
    seconds: float = inf,
) -> Iterator[FailedRun]:
    """Explore the failed runs of the settings with these ids (of all settings if None).

    Looks at the first `most` of each setting, each for at most this many seconds.
    """
    settings = {key: setting for key, setting in store.settings().items() if has_landscape(setting)}
    wanted = set(settings) if keys is None else set(settings) & set(keys)
    for key, table in store.numbers(["run", "solved"], wanted):
        failed = table[table[:, 1] == 0, 0].astype(int)[:most]
        for run, text in store.rows_of(["tree"], key, map(int, failed)):
            yield FailedRun(run, explore(stored_tree(text), settings[key], cap, seconds=seconds))
