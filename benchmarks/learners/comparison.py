"""What the folds tell: means, ranks, wins and losses, and every table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from _docs import Table

from . import protocol, tables
from .ranks import Scores, ranks

NAMES = {
    "ours": "FormulaClassifier",
    "tree": "CART",
    "figs": "FIGS",
    "ripper": "RIPPER",
    "hgp": "hgp-lib",
    "forest": "random forest",
    "boosting": "gradient boosting",
}
SMALL = ("ours", "tree", "figs", "ripper", "hgp")  # models that a person can read


class League(NamedTuple):
    """The folds of an objective that all learners have, by learner and table."""

    objective: str
    folds: Mapping[str, Mapping[str, list[protocol.Fold]]]

    @property
    def each(self) -> int:
        """How many folds of a table."""
        return len(next(iter(next(iter(self.folds.values())).values())))

    def scores(self) -> Scores:
        """The mean of every learner on every table, by what the objective is about."""
        return {
            name: [float(np.mean([self.score(fold) for fold in found[table]])) for table in tables.TABLES]
            for name, found in self.folds.items()
        }

    def score(self, fold: protocol.Fold) -> float:
        """Accuracy, or the mean of both classes."""
        return fold.balanced if self.objective == "balanced" else fold.accuracy


def league(objective: str) -> League | None:
    """What was measured of an objective, so far as all learners come; None if one has not begun."""
    kept: dict[str, dict[str, dict[int, protocol.Fold]]] = {}
    for name in NAMES:
        found: dict[str, dict[int, protocol.Fold]] = defaultdict(dict)
        for fold in protocol.kept(protocol.file_of(name), protocol.Fold):
            if fold.objective == objective:
                found[fold.table][fold.fold] = fold
        if found:
            kept[name] = found
    if "ours" not in kept:
        return None
    numbers = set(range(2 * protocol.REPEATS))
    common = {
        name: numbers.intersection(*(set(found.get(table, ())) for table in tables.TABLES))
        for name, found in kept.items()
    }
    common = {name: folds for name, folds in common.items() if folds}
    both = numbers.intersection(*common.values())
    folds = {
        name: {table: [kept[name][table][number] for number in sorted(both)] for table in tables.TABLES}
        for name in common
    }
    return League(objective, folds) if both and "ours" in folds else None


def summary(found: League) -> Table:
    """A line a learner."""
    what = "balanced accuracy" if found.objective == "balanced" else "accuracy"
    scores, order = found.scores(), ranks(found.scores())
    title = f"Mean {what} on {len(tables.TABLES)} tables, {found.each} folds of each"
    table = Table(
        title, ["learner", what, "mean rank", "size", "s a fit", "ours: won, tied, lost", "stopped"]
    )
    for name in sorted(scores, key=lambda each: order[each]):
        folds = [fold for each in found.folds[name].values() for fold in each]
        ours, theirs = np.array(scores["ours"]).round(4), np.array(scores[name]).round(4)
        counts = [int(each.sum()) for each in (ours > theirs, ours == theirs, ours < theirs)]
        table.add(
            NAMES[name],
            f"{np.mean(scores[name]):.4f}",
            f"{order[name]:.2f}",
            f"{np.mean([fold.size for fold in folds]):,.0f}",
            f"{np.mean([fold.seconds for fold in folds]):.1f}",
            "" if name == "ours" else ", ".join(map(str, counts)),
            str(sum(fold.stopped for fold in folds)),
        )
    return table


def every_table(found: League) -> Table:
    """A line a table, the best of the small models in bold."""
    scores = found.scores()
    what = "Balanced accuracy" if found.objective == "balanced" else "Accuracy"
    small = [name for name in SMALL if name in scores]
    columns = ["table", "rows", "columns", *(NAMES[name] for name in scores)]
    table = Table(f"{what}, in percent", columns)
    for place, name in enumerate(tables.TABLES):
        frame, _ = tables.read(name)
        best = max(round(100 * scores[each][place], 1) for each in small)
        cells = []
        for each, values in scores.items():
            shown = round(100 * values[place], 1)
            cells.append(f"**{shown}**" if each in small and shown == best else f"{shown}")
        table.add(name, f"{len(frame):,}", str(frame.shape[1]), *cells)
    return table
