"""The failed runs of a study: which are stuck for ever, and which were just not done yet.

Of some settings it is known without looking at any run that none is stuck for ever. Where F holds AND and OR,
L all literals, trees may grow without limit and equally good offspring are accepted, no tree is a dead end. A
leaf l can become l & (l | g) by insertions that change nothing, whatever g is. Deleting the first l makes it
l | g. Likewise it can become l & g, by way of l | (l & g). With g true on a single input, or false on a
single one, the value of the leaf changes on that input and on no other. So take an input on which the tree is
wrong, and change leaves there, one after the other, to values that make the tree right on it. The error stays
until the tree's value changes for the first time, and then falls by one. An objective that adds up what each
wrong row costs does not rise either.

The (1+1) GP can turn any tree into any other in one iteration, so it is never stuck for ever where any tree
computes the target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.settings.refused import unread
from evobool.model.settings.setting import Setting
from evobool.studies.store.store import Store, stored_tree
from evobool.theory.landscape.explore import CAP, READS, Exploration, check_landscape, explore


def has_landscape(setting: Setting) -> bool:
    """Whether a run of the setting can get stuck for ever, and whether that can be decided.

    >>> has_landscape(Setting(n=4)), has_landscape(Setting(n=4, training=8))
    (True, False)
    """
    try:
        check_landscape(Tree(), setting)
    except InputError:
        return False
    return True


def never_stuck(setting: Setting) -> bool:
    """Whether no tree of the setting is a dead end, by one of the two arguments above.

    >>> never_stuck(Setting(n=4, literals="all")), never_stuck(Setting(n=4, literals="all", limit="4n"))
    (True, False)
    """
    if unread(setting, READS) is not None or not setting.operator.listed or not setting.rule.by_order:
        return False
    if setting.leaf_limit is not None or setting.literals != "all" or not all(setting.odds):
        return False
    if not setting.judged_on.complete:
        return False
    neutral = all(setting.rule.keeps(0, order) for order in (-1, 0, 1))
    if setting.aim.costs is None or not (neutral or all(setting.aim.costs(1, 1))):
        return False
    return setting.scheme.several or (neutral and {"and", "or"} <= set(setting.functions))


def failed_runs(
    store: Store,
    keys: Collection[str] | None = None,
    *,
    cap: int = CAP,
    most: int | None = None,
    seconds: float = inf,
) -> Iterator[tuple[int, Exploration]]:
    """The index of each failed run of the settings with these ids, or of all, and its last tree explored.

    Looks at the first `most` of each setting, each for at most this many seconds.
    """
    settings = {key: setting for key, setting in store.settings().items() if has_landscape(setting)}
    wanted = set(settings) if keys is None else set(settings) & set(keys)
    for key, table in store.numbers(["run", "solved"], wanted):
        failed = table[table[:, 1] == 0, 0].astype(int)[:most]
        for run, text in store.rows_of(["tree"], key, map(int, failed)):
            yield run, explore(stored_tree(text), settings[key], cap, seconds=seconds)
