"""Figure 1: the paper's locally optimal trees and the stuck trees of our own runs, certified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evobool.paper.parts import table
from evobool.paper.published import FIGURE_1
from evobool.paper.tables import GROUP_TITLES, Block, Entry, Table
from evobool.setting import Setting
from evobool.store import Store
from evobool.theory.certificate import Certificate
from evobool.theory.explore import explore
from evobool.theory.landscape import locally_optimal
from evobool.tree import Tree

CAP = 20_000  # trees to explore from one tree
SHOWN = 3


@dataclass(frozen=True)
class StuckTree:
    """A tree that a run cannot improve, and what was proved of it."""

    setting: Setting
    tree: Tree
    source: str
    reachable: bool | None
    certificate: Certificate | None

    @property
    def caption(self) -> str:
        """What was proved, in words."""
        setting = self.setting
        facts = locally_optimal(self.tree, setting)
        where = f"{self.source}: n = {setting.n}, limit {setting.leaf_limit}."
        improves = "No substitution improves" if facts.no_better_substitution else "A substitution improves"
        deletable = "no leaf can" if facts.no_free_deletion else "some leaf can"
        if self.certificate is None:
            end = "An optimum can be reached." if self.reachable else f"Undecided after {CAP:,} trees."
        else:
            count = len(self.certificate.closed)
            where_to = "only to itself" if count == 1 else f"to {count:,} trees, none of them optimal"
            end = f"A dead end: it leads {where_to} (up to names of variables and order of children)."
        return f"{where} {improves} it, and {deletable} be deleted without loss. {end}"


def published_trees() -> list[StuckTree]:
    """The three trees of figure 1."""
    return [
        _certified(table(1, [example.n], limit=example.limit)[0], example.tree, "From the paper")
        for example in FIGURE_1
    ]


def stuck_trees(store: Store, settings: Iterable[Setting]) -> list[StuckTree]:
    """The trees of all failed runs, explored."""
    by_key = {setting.id: setting for setting in settings}
    found = []
    for key, rows in store.columns(["run", "solved", "tree"], by_key):
        for run, solved, tokens in rows:
            if not solved:
                tree = Tree(tuple(token if token.isalpha() else int(token) for token in tokens.split()))
                found.append(_certified(by_key[key], tree, f"Run {run}"))
    return found


def _certified(setting: Setting, tree: Tree, source: str) -> StuckTree:
    found = explore(tree, setting, CAP)
    return StuckTree(setting, tree, source, found.reachable, found.certificate())


def examples(trees: Sequence[StuckTree]) -> list[StuckTree]:
    """A few to look at: dead ends, small first, one for each n."""
    chosen: dict[int, StuckTree] = {}
    for tree in trees:
        if tree.certificate is not None:
            chosen.setdefault(tree.setting.n, tree)
    return list(chosen.values())[:SHOWN]


def stuck_table(trees: Sequence[StuckTree], settings: Iterable[Setting]) -> Table:
    """How many failed runs of each cell are dead ends for certain."""
    rows: dict[int, list[Entry]] = {}
    groups = {}
    for setting in settings:
        here = [tree for tree in trees if tree.setting == setting]
        dead = sum(tree.certificate is not None for tree in here)
        rows.setdefault(setting.n, []).extend((Entry(ours=str(len(here))), Entry(ours=str(dead))))
        groups[setting.limit] = (GROUP_TITLES[setting.limit], ("failed", "dead ends"))
    block = Block("n", tuple(groups.values()), tuple((str(n), tuple(entries)) for n, entries in rows.items()))
    return Table(
        "figure1",
        "Failed runs of table 1, and how many are certified dead ends",
        "A dead end is proved by exploring every tree that accepted mutations lead to: none is an optimum.",
        (block,),
    )
