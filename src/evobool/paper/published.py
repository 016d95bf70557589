"""What the paper printed: tables 1, 2 and 3, and the trees of figure 1."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from evobool.model.formulas.tree import Tree

RUNS = 500  # of every cell
MAX_ITERATIONS = 10_000
SIZES = (4, 8, 12, 16)
LIMITS = ("n", "n+1", "2n", "none")


@dataclass(frozen=True)
class Published:
    """One cell: means and standard deviations over the successful runs; None where the paper prints none."""

    B: float | None
    T: float | None
    T_sd: float | None
    S: float | None
    S_sd: float | None

    @property
    def failed(self) -> int:
        """How many of the 500 runs failed."""
        return round((self.B or 0.0) * RUNS)

    @property
    def successes(self) -> int:
        """How many runs T and S are means over."""
        return RUNS - self.failed


@cache
def published_tables() -> dict[tuple[int, int, str], Published]:
    """The cells by (table, n, limit).

    >>> published_tables()[1, 16, "n"].T
    469.9
    """
    text = files("evobool.paper").joinpath("tables.csv").read_text(encoding="utf-8")
    return {
        (int(row["table"]), int(row["n"]), row["limit"]): Published(
            **{name: float(row[name]) if row[name] else None for name in Published.__dataclass_fields__}
        )
        for row in csv.DictReader(text.splitlines())
    }


@dataclass(frozen=True)
class LocalOptimum:
    """A tree from figure 1. The paper gives neither n nor limit; with these, the tree is full."""

    tree: Tree
    n: int
    limit: str


FIGURE_1 = (
    LocalOptimum(Tree.parse("(x3 & x2) | (x2 & x3)"), 4, "n"),
    LocalOptimum(Tree.parse("(((x2 & x3) & x5) | (x2 & (x3 & x5))) & x1"), 7, "n"),
    LocalOptimum(Tree.parse("((x3 & (x5 & x7)) | (x3 & (x7 & x5))) & (x2 & (x8 & x4))"), 8, "n+1"),
)
