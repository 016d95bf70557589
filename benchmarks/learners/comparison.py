"""What the folds tell: means, ranks, wins and losses, and every table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from _docs import Table

from . import protocol, tables
from .ranks import Scores, ranks

NAMES = {
    "ours": "FormulaClassifier",
    "best": "FormulaClassifier, best mean",
    "tree": "CART",
    "figs": "FIGS",
    "ripper": "RIPPER",
    "hgp": "hgp-lib",
    "forest": "random forest",
    "boosting": "gradient boosting",
}
SMALL = ("ours", "best", "tree", "figs", "ripper", "hgp")  # models that a person can read
UNRANKED = ("best",)  # the same search as ours; it would move the others down

Folds = Mapping[int, Mapping[str, protocol.Fold]]  # by number and table


class League(NamedTuple):
    """The folds of an objective, by learner; of each learner those that it has of all tables."""

    objective: str
    folds: Mapping[str, Folds]

    @property
    def ranked(self) -> dict[str, Folds]:
        """The learners that are compared with each other."""
        return {name: folds for name, folds in self.folds.items() if name not in UNRANKED}

    @property
    def common(self) -> set[int]:
        """The folds that all of these have."""
        return set.intersection(*(set(folds) for folds in self.ranked.values()))

    def scores(self, name: str, numbers: Collection[int]) -> list[float]:
        """The mean of some folds, a table each."""
        folds = [self.folds[name][number] for number in numbers]
        return [float(np.mean([self.score(fold[table]) for fold in folds])) for table in tables.TABLES]

    def ranking(self) -> Scores:
        """What ranks are made of."""
        return {name: self.scores(name, self.common) for name in self.ranked}

    def score(self, fold: protocol.Fold) -> float:
        """Accuracy, or the mean of both classes."""
        return fold.balanced if self.objective == "balanced" else fold.accuracy

    @property
    def what(self) -> str:
        """What is compared."""
        return "balanced accuracy" if self.objective == "balanced" else "accuracy"


def league(objective: str) -> League | None:
    """What was measured of an objective; None if there is no fold that all learners have of all tables."""
    folds: dict[str, Folds] = {}
    for name in NAMES:
        found: dict[int, dict[str, protocol.Fold]] = defaultdict(dict)
        for fold in protocol.kept(protocol.file_of(name), protocol.Fold):
            if fold.objective == objective:
                found[fold.fold][fold.table] = fold
        whole = {number: kept for number, kept in sorted(found.items()) if set(kept) == set(tables.TABLES)}
        if whole:
            folds[name] = whole
    found_ = League(objective, folds)
    return found_ if "ours" in folds and len(found_.ranked) > 1 and found_.common else None


def summary(found: League) -> Table:
    """A line a learner, on the folds that it shares with ours."""
    order = ranks(found.ranking())
    title = f"Mean {found.what} on {len(tables.TABLES)} tables"
    heads = ["folds", found.what, "ours on these", "ours: won, tied, lost", "mean rank", "size", "s a fit"]
    table = Table(title, ["learner", *heads, "stopped"])
    for name in sorted(found.folds, key=lambda each: order.get(each, order["ours"] - 0.001)):
        both = set(found.folds[name]) & set(found.folds["ours"])
        folds = [fold for number in both for fold in found.folds[name][number].values()]
        theirs, ours = (np.array(found.scores(each, both)).round(4) for each in (name, "ours"))
        counts = [int(each.sum()) for each in (ours > theirs, ours == theirs, ours < theirs)]
        table.add(
            NAMES[name],
            str(len(both)),
            f"{np.mean(found.scores(name, both)):.4f}",
            "" if name == "ours" else f"{np.mean(found.scores('ours', both)):.4f}",
            "" if name == "ours" else ", ".join(map(str, counts)),
            f"{order[name]:.2f}" if name in order else "",
            f"{np.mean([fold.size for fold in folds]):,.1f}",
            "" if name in UNRANKED else f"{np.mean([fold.seconds for fold in folds]):.2f}",
            str(sum(fold.stopped for fold in folds)),
        )
    return table


def every_table(found: League) -> Table:
    """A line a table, the best of the small models in bold."""
    scores = {
        name: found.scores(name, set(folds) & set(found.folds["ours"])) for name, folds in found.folds.items()
    }
    small = [name for name in SMALL if name in scores]
    columns = ["table", "rows", "columns", *(NAMES[name] for name in scores)]
    table = Table(f"{found.what.capitalize()}, in percent", columns)
    for place, name in enumerate(tables.TABLES):
        frame, _ = tables.read(name)
        best = max(round(100 * scores[each][place], 1) for each in small)
        cells = []
        for each, values in scores.items():
            shown = round(100 * values[place], 1)
            cells.append(f"**{shown:.1f}**" if each in small and shown == best else f"{shown:.1f}")
        table.add(name, f"{len(frame):,}", str(frame.shape[1]), *cells)
    return table
