"""What became of the failed runs on each function: which are stuck for ever."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store
from evobool.theory.landscape.failed import failed_runs, never_stuck

LOOKED_AT = 5  # failed runs of a function
CAP = 300  # trees that each may lead to


@dataclass(frozen=True)
class Fate:
    """What became of the failed runs that were looked at.

    `dead` are proved to be stuck for ever, of `open_` it is proved that they are not, and of the others more
    than CAP trees can be reached. `never` says that no run of the setting can be stuck, without looking
    (`failed.never_stuck`).
    """

    never: bool = False
    dead: int = 0
    open_: int = 0
    undecided: int = 0
    tree: Tree | None = None  # the smallest dead end

    @property
    def looked_at(self) -> int:
        """How many failed runs were looked at."""
        return self.dead + self.open_ + self.undecided


def fates(store: Store, settings: Iterable[Setting]) -> dict[str, Fate]:
    """What is known of each setting, by its id."""
    found = {setting.id: Fate(never=never_stuck(setting)) for setting in settings}
    open_questions = [key for key, fate in found.items() if not fate.never]
    for _, explored in failed_runs(store, open_questions, cap=CAP, most=LOOKED_AT):
        key = explored.setting.id
        old = found[key]
        reached = explored.reachable
        smaller = reached is False and (old.tree is None or explored.tree.leaves < old.tree.leaves)
        found[key] = Fate(
            False,
            old.dead + (reached is False),
            old.open_ + (reached is True),
            old.undecided + (reached is None),
            explored.tree if smaller else old.tree,
        )
    return found
