"""Which runs are stuck for ever, and what can be said without looking at any.

Where F holds AND and OR, L all literals, trees may grow without limit and equally good offspring are
accepted, no tree is a dead end. A leaf l can become l & (l | g) by insertions that change nothing, whatever g
is. Deleting the first l makes it l | g. Likewise it can become l & g, by way of l | (l & g). With g true on a
single input, or false on a single one, the value of the leaf changes on that input and on no other. So take
an input on which the tree is wrong, and change leaves there, one after the other, to values that make the
tree right on it. The error stays until the tree's value changes for the first time, and then falls by one.

The (1+1) GP can turn any tree into any other in one iteration, so it is never stuck for ever where any tree
computes the target.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store
from evobool.theory.landscape.failed import failed_runs
from evobool.theory.support import unlisted

LOOKED_AT = 5  # failed runs of a function
CAP = 300  # trees that each may lead to


@dataclass(frozen=True)
class Fate:
    """What became of the failed runs that were looked at.

    `dead` are proved to be stuck for ever, of `open_` it is proved that they are not, and of the others more
    than CAP trees can be reached. `never` says that no run of the setting can be stuck, without looking.
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


def never_stuck(setting: Setting) -> bool:
    """Whether no tree of the setting is a dead end, by one of the two arguments above.

    >>> never_stuck(Setting(n=4, literals="all")), never_stuck(Setting(n=4, literals="all", limit="4n"))
    (True, False)
    """
    if setting.leaf_limit is not None or setting.literals != "all" or not all(setting.odds):
        return False
    if not setting.judged_on.complete or unlisted(setting) is not None:
        return False
    if setting.algorithm == "1+1-gp":
        return True
    return setting.selection == "nonstrict" and {"and", "or"} <= set(setting.functions)


def fates(store: Store, settings: Iterable[Setting]) -> dict[str, Fate]:
    """What is known of each setting, by its id."""
    found = {setting.id: Fate(never=never_stuck(setting)) for setting in settings}
    open_questions = [key for key, fate in found.items() if not fate.never]
    for failed in failed_runs(store, open_questions, cap=CAP, most=LOOKED_AT):
        key = failed.setting.id
        old = found[key]
        reached = failed.exploration.reachable
        smaller = reached is False and (old.tree is None or failed.tree.leaves < old.tree.leaves)
        found[key] = Fate(
            False,
            old.dead + (reached is False),
            old.open_ + (reached is True),
            old.undecided + (reached is None),
            failed.tree if smaller else old.tree,
        )
    return found
