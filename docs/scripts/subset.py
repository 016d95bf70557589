"""Conjunctions of k of the n variables: T, laws in n and k, exact values at n = 4, sampled rows, and bloat.

Writes the tables of docs/subset.md and its figures. Runs are kept in docs/data/subset.csv and subset-small.csv, chains in
docs/data/subset-exact.csv; what is in the files is not made again (all of it takes about forty minutes on one core).
`--quick FOLDER` makes a trial from small sizes in another folder.
"""

from __future__ import annotations

import page
import subset_bloat
import subset_every
import subset_exact
import subset_laws
import subset_points as points
import subset_rows
from cells import Cell, Plan, collect
from page import paragraph, put

PAGE = "subset.md"


def ran(cells: list[Cell], chains: int) -> str:
    """What was run, in words."""
    return paragraph(
        f"{sum(cell.runs for cell in cells):,} runs of {len(cells)} settings, up to n = {max(cell.n for cell in cells):,}, and "
        f"{chains} chains: {sum(cell.total for cell in cells):.3g} iterations, "
        f"{sum(cell.seconds for cell in cells) / 60:.0f} minutes of processor time. Each setting has a seed of its own, listed in "
        "the data with the number of runs, the cap on their iterations, how many were solved, and the iterations of all of them."
    )


def main() -> None:
    """Collect, draw, write."""
    quick = page.begin(PAGE)

    def cells(plans: list[Plan], file: str = "subset.csv") -> list[Cell]:
        return [*collect(page.DATA / file, plans).values()]

    negated, every, rows = (
        cells(points.negated(quick)),
        cells(points.every_k(quick)),
        cells(points.rows(quick)),
    )
    others, large = cells(points.others(quick)), cells(points.large(quick))
    small = cells(points.small(quick), "subset-small.csv")
    chains = subset_exact.collect(page.DATA / "subset-exact.csv", points.small(quick))
    put("ran", ran([*negated, *every, *rows, *others, *large, *small], len(chains)), PAGE)
    subset_every.write(every, PAGE)
    subset_laws.write(large, others, negated, PAGE)
    put("exact", subset_exact.section(chains, small), PAGE)
    subset_rows.write(rows, PAGE)
    subset_bloat.write(every, large, PAGE)


if __name__ == "__main__":
    main()
