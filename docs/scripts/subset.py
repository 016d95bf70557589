"""Conjunctions of k of the n variables: T, laws in n and k, exact values at n = 4, sampled rows, and bloat.

Writes the tables of docs/science/subset.md and its figures. Runs are kept in docs/data/subset.csv and
subset-small.csv, chains in docs/data/subset-exact.csv; what is in the files is not made again (all of it
takes about half an hour on one core).
`--quick FOLDER` makes a trial from small sizes in another folder.
"""

from __future__ import annotations

import page
import subset_bloat
import subset_every
import subset_exact
import subset_laws
import subset_negated
import subset_points as points
import subset_rows
from cells import Cell, Plan, collect, relevant, tidy
from page import paragraph, put

PAGE = "subset.md"


def ran(cells: list[Cell], chains: int) -> str:
    """What was run, in words."""
    return paragraph(
        f"{sum(cell.runs for cell in cells):,} runs of {len(cells)} settings, up to n = "
        f"{max(cell.n for cell in cells):,}, and {chains} chains: {sum(cell.total for cell in cells):.3g} "
        f"iterations, {sum(cell.seconds for cell in cells) / 60:.0f} minutes of processor time. Each setting "
        "has a seed of its own, listed in the data with the number of runs, the cap on their iterations, "
        "how many were solved, and the iterations of all of them."
    )


def paper(
    large: list[Cell],
    negated: list[Cell],
    every: list[Cell],
    rows: list[Cell],
    chains: list[subset_exact.Exact],
) -> str:
    """Where the data contradict or sharpen the paper, a sentence each."""
    whole = {cell.n: cell for cell in large if cell.k == cell.n}
    hardest = max(large, key=lambda cell: cell.T / whole[cell.n].T)
    most = max(whole)
    slowest = max((cell for cell in large if cell.n == most), key=lambda cell: cell.T)
    few = [cell for cell in negated if cell.k == 3]
    first, last = min(few, key=lambda cell: cell.n), max(few, key=lambda cell: cell.n)
    stuck = {
        relevant(chain.target, chain.n): chain.p_stuck
        for chain in chains
        if (chain.literals, chain.functions, chain.limit, chain.deletion)
        == ("positive", "and+or", "n", "leaf")
    }
    listed = ", ".join(
        f"{stuck[k]:.2g} at k = {k}" if stuck[k] > 1e-12 else f"0 at k = {k}" for k in sorted(stuck)
    )
    fresh = [cell for cell in rows if cell.literals == "positive" and not cell.training.startswith("fixed")]
    top = max(fresh, key=lambda cell: (cell.n, cell.k == subset_rows.SHOWN, int(cell.training)))
    value, error = subset_rows.scaled(top)
    points = [
        f"- AND_n is not the slowest conjunction of n variables: at n = {most:,}, T at k = {slowest.k:,} is "
        f"{slowest.T / whole[most].T:.2f} times that at k = n, and the largest factor measured is "
        f"{hardest.T / whole[hardest.n].T:.2f}, at n = {hardest.n:,} and k = {hardest.k:,}. Theorem 4 does "
        "not cover k < n.",
        "- With negated literals the paper expects exponential time (conjecture after theorem 5). For a "
        f"fixed k the runs show a power of n instead: at k = 3, T rises from {first.T:,.0f} at n = {first.n} "
        f"to {last.T:,.0f} at n = {last.n}. What grows by a factor at the sizes measured is T as a function "
        "of k. The conjecture, which is about k = n, is not touched by this.",
        "- Theorem 1 says that leaf deletion has infinite expected time with any limit. For k of "
        f"{chains[0].n} variables and limit n, the probability to be stuck for ever is {listed}: where it is "
        "0, E[T] is finite.",
        *tails(every),
        "- Theorem 6 promises a small generalisation error on fresh rows, for AND_n and OR_n. It does not "
        f"extend to k of n variables as it stands: at n = {top.n}, k = {top.k} and s = {int(top.training):,} "
        f"fresh rows, the error after {top.cap:,} iterations (or at the end) is {value:.2f} ± {error:.2f} "
        "times 2^-k, that of a tree that is always false being 1. For AND_n that error, 2^-n, would be "
        "small enough for the theorem; for a small k it is not. (Runs here stop when no row is wrong, the "
        "theorem's at c' lg n wrong rows.)",
    ]
    return "\n".join(paragraph(point).replace("\n", "\n  ") for point in points)


def tails(every: list[Cell]) -> list[str]:
    """Settings with positive literals in which some runs did not end, if there are any without a limit."""
    held = [
        cell
        for cell in every
        if cell.literals == "positive" and cell.limit == "none" and cell.solved < cell.runs
    ]
    if not held:
        return []
    worst = max(held, key=lambda cell: cell.runs - cell.solved)
    ways = sorted({(cell.functions, cell.deletion) for cell in held})
    return [
        "- A limit can do more than keep trees small: without one, some runs with positive literals did not "
        f"end within {worst.cap:,} iterations, all with "
        f"{' or '.join(subset_every.words_for(*way) for way in ways)} (most at k = {worst.k}: "
        f"{worst.runs - worst.solved} of {worst.runs:,}); with limit 2n all ended."
        if all(
            cell.solved == cell.runs for cell in every if cell.literals == "positive" and cell.limit == "2n"
        )
        else "- With positive literals, some runs did not end with limit 2n and some without a limit."
    ]


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
    for file in ("subset.csv", "subset-small.csv"):
        tidy(page.DATA / file)
    put("ran", ran([*negated, *every, *rows, *others, *large, *small], len(chains)), PAGE)
    subset_every.write(every, PAGE)
    subset_laws.write(large, others, PAGE)
    subset_negated.write(negated, PAGE)
    put("exact", subset_exact.section(chains, small), PAGE)
    subset_rows.write(rows, PAGE)
    subset_bloat.write(every, large, PAGE)
    put("paper", paper(large, negated, every, rows, [*chains.values()]), PAGE)


if __name__ == "__main__":
    main()
