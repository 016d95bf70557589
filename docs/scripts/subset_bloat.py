"""and:K: what is in the final trees. Variables that do not matter, leaves and ORs."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
from cells import Cell
from matplotlib.axes import Axes
from page import paragraph, put, save, table
from subset_every import WAYS, series, words_for

from evobool.plots.style import look

SEVERAL = 8  # for smaller k, a few leaves too many are several times k


def draw(left: Axes, right: Axes, cells: Sequence[Cell]) -> None:
    """Irrelevant variables in the solution over n, and its leaves over k, against k / n."""
    for number, n in enumerate(sorted({cell.n for cell in cells})):
        colour, mark = look(number)
        held = sorted((cell for cell in cells if cell.n == n), key=lambda cell: cell.k)
        some = [cell for cell in held if cell.k < n]
        several = [cell for cell in held if cell.k >= SEVERAL]
        common = {"color": colour, "marker": mark, "markersize": 4.5, "linewidth": 0.9, "capsize": 2}
        left.errorbar(
            [cell.k / n for cell in some],
            [cell.irrelevant_variables / n for cell in some],
            yerr=[1.96 * cell.irrelevant_sd / cell.solved**0.5 / n for cell in some],
            label=f"n = {n:,}",
            **common,  # type: ignore[arg-type]
        )
        right.errorbar(
            [cell.k / n for cell in several],
            [cell.S / cell.k for cell in several],
            yerr=[1.96 * cell.S_sd / cell.solved**0.5 / cell.k for cell in several],
            label=f"n = {n:,}",
            **common,  # type: ignore[arg-type]
        )
    for axes in (left, right):
        axes.set_xlabel("k / n")
        axes.set_xlim(0, 1.02)
        axes.spines[["top", "right"]].set_visible(False)
    left.set_ylabel("irrelevant variables in the solution / n")
    right.set_ylabel(f"leaves of the solution / k, for k ≥ {SEVERAL}")
    left.set_ylim(bottom=0)
    right.set_ylim(bottom=1)
    right.legend(frameon=False, fontsize=8.5)


def leftovers(every: Sequence[Cell], large: Sequence[Cell]) -> str:
    """Leaves, ORs and irrelevant variables for some k, all ways to run; and the largest values at large n."""
    found = series(every)
    n = every[0].n
    chosen = sorted({1, n // 4, n // 2, 3 * n // 4, n - 1, n})
    rows = []
    for literals in ("positive", "all"):
        for way in WAYS:
            held = found[literals, *way, "none"]
            shown = [literals, words_for(*way)]
            for k in chosen:
                cell = held[k]
                shown.append(
                    f"{cell.S:.1f} / {cell.ors:.1f} / {cell.irrelevant_variables:.1f}"
                    if cell.solved
                    else "not solved"
                )
            rows.append(shown)
    halves = sorted((cell for cell in large if 2 * cell.k == cell.n), key=lambda cell: cell.n)
    listed = ", ".join(
        f"{cell.irrelevant_variables:.1f} ± {cell.irrelevant_sd / cell.solved**0.5:.1f} at n = {cell.n:,}"
        for cell in halves
    )
    words = (
        f"Means over the solved runs without a limit at n = {n}. With k = n/2, F = {{and, or}} and subtree "
        f"deletion, the irrelevant variables left in a solution number {listed}; its leaves are "
        f"{halves[0].S / halves[0].k:.2f} k at n = {halves[0].n:,} and {halves[-1].S / halves[-1].k:.2f} k "
        f"at n = {halves[-1].n:,}."
    )
    head = ["literals", "leaves / ORs / irrelevant variables", *(f"k = {k}" for k in chosen)]
    return f"{table(head, rows)}\n\n{paragraph(words)}"


def write(every: Sequence[Cell], large: Sequence[Cell], page: str) -> None:
    """Draw the figure and write the table."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    draw(left, right, large)
    save(figure, "subset-bloat")
    put("bloat", leftovers(every, large), page)
