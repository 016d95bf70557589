"""Figure 1: the paper's locally optimal trees and the stuck trees from our own runs, certified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.paper.parts import table
from evobool.paper.published import FIGURE_1
from evobool.paper.tables import GROUP_TITLES, Block, Entry, Table
from evobool.studies.store.store import Store
from evobool.theory.chain.chain import Chain
from evobool.theory.landscape.explore import Exploration, explore
from evobool.theory.landscape.failed import failed_runs
from evobool.theory.landscape.landscape import locally_optimal

SHOWN = 3
EXACT_LEAVES, EXACT_N = 5, 4  # up to here the exact chain is instant


@dataclass(frozen=True)
class StuckTree:
    """A tree that a run cannot improve, and what was proved about it."""

    source: str
    exploration: Exploration

    @property
    def setting(self) -> Setting:
        """The setting in which it is stuck."""
        return self.exploration.setting

    @property
    def tree(self) -> Tree:
        """The tree."""
        return self.exploration.tree

    @property
    def dead(self) -> bool:
        """Whether it is proved that no optimum can be reached."""
        return self.exploration.reachable is False

    @property
    def caption(self) -> str:
        """What was proved, in words."""
        setting, found = self.setting, self.exploration
        facts = locally_optimal(self.tree, setting)
        where = f"{self.source}: n = {setting.n}, limit {setting.leaf_limit}."
        improves = "No substitution improves" if facts.no_better_substitution else "A substitution improves"
        deletable = "no leaf can" if facts.no_free_deletion else "some leaf can"
        if self.dead:
            count = len(found.met)
            where_to = "only to itself" if count == 1 else f"to {count:,} trees, none of them optimal"
            end = f"A dead end: it leads {where_to} (up to variable names and child order)."
        else:
            end = "An optimum can be reached." if found.reachable else f"Undecided after {found.cap:,} trees."
        return f"{where} {improves} it, and {deletable} be deleted without loss. {end}"


def published_trees() -> list[StuckTree]:
    """The three trees of figure 1."""
    return [
        StuckTree("From the paper", explore(example.tree, table(1, [example.n], limit=example.limit)[0]))
        for example in FIGURE_1
    ]


def stuck_trees(store: Store, settings: Iterable[Setting]) -> list[StuckTree]:
    """The trees of all failed runs, explored."""
    keys = [setting.id for setting in settings]
    return [StuckTree(f"Run {run}", explored) for run, explored in failed_runs(store, keys)]


def examples(trees: Sequence[StuckTree]) -> list[StuckTree]:
    """A few to look at: dead ends, smallest first, one for each n."""
    chosen: dict[int, StuckTree] = {}
    for tree in trees:
        if tree.dead:
            chosen.setdefault(tree.setting.n, tree)
    return list(chosen.values())[:SHOWN]


def stuck_table(trees: Sequence[StuckTree], settings: Iterable[Setting]) -> Table:
    """How many failed runs in each cell are certain dead ends, and how many the chain predicts."""
    rows: dict[int, list[Entry]] = {}
    groups = {}
    for setting in settings:
        here = [tree for tree in trees if tree.setting == setting]
        dead = sum(tree.dead for tree in here)
        exact = _exact_share(setting)
        rows.setdefault(setting.n, []).extend(
            (Entry(ours=str(len(here))), Entry(ours=str(dead)), Entry(ours=exact))
        )
        groups[setting.limit] = (GROUP_TITLES[setting.limit], ("failed", "dead ends", "P(stuck)"))
    block = Block("n", tuple(groups.values()), tuple((str(n), tuple(entries)) for n, entries in rows.items()))
    return Table(
        "figure1",
        "Failed runs of table 1, and how many are certified dead ends",
        "A dead end is proved by exploring every tree that accepted mutations can lead to: none is an "
        "optimum. P(stuck) is the B that table 1 estimates: exact, from the Markov chain over all trees, "
        "where there are few enough.",
        (block,),
    )


def _exact_share(setting: Setting) -> str:
    """P(stuck for ever) where the chain is instant."""
    if setting.n > EXACT_N or setting.leaf_limit is None or setting.leaf_limit > EXACT_LEAVES:
        return "-"
    return f"{Chain(setting).p_stuck:.5f}"
