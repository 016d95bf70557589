"""and:K at n = 16 for every k: T with positive literals, and how long runs take with all of them."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from cells import Cell
from matplotlib.axes import Axes
from page import paragraph, put, save, small, table
from scipy.stats import chi2

from evobool.plots.style import look, powers_of_ten
from evobool.studies.laws.least_squares import Fitted, fit

WAYS = [(functions, deletion) for functions in ("and+or", "and") for deletion in ("subtree", "leaf")]
RULE = 3.0  # without an event in time t, the rate is below 3 / t with a confidence of 95 %
Series = dict[tuple[str, str, str, str], dict[int, Cell]]


def series(cells: Sequence[Cell]) -> Series:
    """Cells by literals, F, deletion, limit, and then by k."""
    found: Series = {}
    for cell in sorted(cells, key=lambda cell: cell.k):
        found.setdefault((cell.literals, cell.functions, cell.deletion, cell.limit), {})[cell.k] = cell
    return found


def rate_time(cell: Cell) -> float:
    """Iterations spent for each solution: the mean of T if T is exponential, censored runs included."""
    return cell.total / cell.solved if cell.solved else float("nan")


def words_for(functions: str, deletion: str) -> str:
    """A way to run, for a legend."""
    return f"F = {{{functions.replace('+', ', ')}}}, {deletion} deletion"


def draw(left: Axes, right: Axes, found: Series) -> None:
    """T over k: means on the left; on the right iterations per solution, arrows where there was none."""
    for number, (functions, deletion) in enumerate(WAYS):
        colour, mark = look(number)
        for limit, hollow in (("none", False), ("2n", True)):
            held = found["positive", functions, deletion, limit]
            left.errorbar(
                list(held),
                [cell.T for cell in held.values()],
                yerr=[1.96 * cell.T_error for cell in held.values()],
                color=colour,
                marker=mark,
                markersize=9 if hollow else 4,
                markerfacecolor="none" if hollow else colour,
                linestyle="none" if hollow else "-",
                linewidth=0.9,
                capsize=2,
                label=None if hollow else words_for(functions, deletion),
            )
        held = found["all", functions, deletion, "none"]
        solved = {k: cell for k, cell in held.items() if cell.solved}
        right.errorbar(
            list(solved),
            [rate_time(cell) for cell in solved.values()],
            yerr=[
                [rate_time(cell) * (1 - np.exp(-1.96 / cell.solved**0.5)) for cell in solved.values()],
                [rate_time(cell) * (np.exp(1.96 / cell.solved**0.5) - 1) for cell in solved.values()],
            ],
            color=colour,
            marker=mark,
            markersize=5,
            linewidth=0.9,
            capsize=2,
            label=words_for(functions, deletion),
        )
    for cell in found["all", *WAYS[0], "none"].values():
        if not cell.solved:
            right.annotate(
                "",
                (cell.k, 2.2 * cell.total / RULE),
                (cell.k, cell.total / RULE),
                arrowprops={"arrowstyle": "->", "color": "#555555"},
            )
    n = next(iter(found["positive", *WAYS[0], "none"].values())).n
    for axes, title in ((left, f"positive literals, n = {n}"), (right, f"all literals, n = {n}")):
        axes.set_title(title, fontsize=11)
        axes.set_xlabel("k: the target is x₁ ∧ … ∧ xₖ")
        axes.set_xticks(range(1, n + 1))
        axes.spines[["top", "right"]].set_visible(False)
    left.plot([], [], "o", markersize=9, color="#555555", markerfacecolor="none", label="limit 2n (hollow)")
    left.set_ylabel("T (iterations)")
    left.set_ylim(bottom=0)
    right.set_yscale("log")
    powers_of_ten(right.yaxis)
    right.set_ylabel("iterations per solution")
    left.legend(frameon=False, fontsize=8.5)


def positive(found: Series) -> str:
    """T with positive literals as a table, and what a limit of 2n changes."""
    ways = [found["positive", *way, "none"] for way in WAYS]
    rows = [[str(k), *(f"{held[k].T:.1f} ± {held[k].T_error:.1f}" for held in ways)] for k in ways[0]]
    head = ["k", *(words_for(*way) for way in WAYS)]
    n = max(ways[0])
    ends = []
    for way, held in zip(WAYS, ways, strict=True):
        largest = max(held.values(), key=lambda cell: cell.T)
        limited = found["positive", *way, "2n"]
        apart = [
            (limited[k].T - cell.T) / np.hypot(limited[k].T_error, cell.T_error) for k, cell in held.items()
        ]
        chi = float(np.sum(np.square(apart)))
        ends.append(
            f"{words_for(*way)}: T is largest at k = {largest.k} ({largest.T:.0f}), {held[n - 1].T:.0f} at k "
            f"= {n - 1} and {held[n].T:.0f} at k = {n}; limit 2n against none, over all k: χ² = {chi:.1f} (p "
            f"{small(float(chi2.sf(chi, len(apart))))}), T with 2n is "
            f"{min(limited[k].T / held[k].T for k in held):.2f} to "
            f"{max(limited[k].T / held[k].T for k in held):.2f} times T without"
        )
    cells = [cell for key, held in found.items() if key[0] == "positive" for cell in held.values()]
    open_ends = [
        f"{cell.runs - cell.solved} with {words_for(cell.functions, cell.deletion)}, limit {cell.limit}, k = "
        f"{cell.k}"
        for cell in cells
        if cell.solved < cell.runs
    ]
    words = (
        f"{sum(cell.runs for cell in cells):,} runs. These did not end within {cells[0].cap:,} iterations, "
        f"and are not in the means: {'; '.join(open_ends) or 'none'}. {'. '.join(ends)}."
    )
    return f"{table(head, rows)}\n\n{paragraph(words)}"


def base(held: dict[int, Cell]) -> tuple[Fitted, list[int]]:
    """ln T = a + k ln b over the k from 2 on at which at least five runs were solved."""
    chosen = [cell for k, cell in held.items() if k > 1 and cell.solved >= 5]
    k = np.array([cell.k for cell in chosen], dtype=float)
    y = np.log([rate_time(cell) for cell in chosen])
    errors = np.array([cell.solved**-0.5 for cell in chosen])
    return fit([k, np.ones_like(k)], y, errors), [cell.k for cell in chosen]


def negated(found: Series) -> str:
    """Iterations per solution with all literals, how many were solved, and the base of the growth."""
    rows = []
    ways = [found["all", *way, "none"] for way in WAYS]
    for k in ways[0]:
        cells = []
        for held in ways:
            cell = held[k]
            value = (
                f"{rate_time(cell):,.0f} ± {rate_time(cell) / cell.solved**0.5:,.0f}"
                if cell.solved
                else f"> {cell.total / RULE:,.0f}"
            )
            cells.append(f"{value} ({cell.solved} of {cell.runs})")
        rows.append([str(k), *cells])
    head = ["k", *(words_for(*way) for way in WAYS)]
    cap = ways[0][1].cap
    words = (
        "Iterations per solution: those of all runs, ended or not, over the number of runs solved within "
        f"{cap:,} iterations, which is in brackets. That is an estimate of E[T] if T is exponential. Where "
        "no run was solved, the number is a 95 % bound under the same condition. Growth by a factor b for "
        "each further variable, fitted from k = 2 on where at least five runs were solved, and the standard "
        "deviation of T over its mean where every run was solved (1 for an exponential law):"
    )
    head_of_fits = [
        "way",
        "limit",
        "b (95 % interval)",
        "k",
        "χ²",
        "degrees of freedom",
        "p",
        "sd / mean of T",
    ]
    return f"{table(head, rows)}\n\n{paragraph(words)}\n\n{table(head_of_fits, bases(found))}"


def bases(found: Series) -> list[list[str]]:
    """The base b of the growth with k, for every way and limit."""
    rows = []
    for way in WAYS:
        for limit in ("none", "2n"):
            held = found["all", *way, limit]
            fitted, places = base(held)
            low, middle, high = (
                np.exp(fitted.constants[0] + 1.96 * side * fitted.errors[0]) for side in (-1, 0, 1)
            )
            ratios = [cell.T_sd / cell.T for k, cell in held.items() if k > 1 and cell.solved == cell.runs]
            rows.append(
                [
                    *(words_for(*way), limit, f"{middle:.2f} ({low:.2f} to {high:.2f})"),
                    *(f"{places[0]} ... {places[-1]}", f"{fitted.chi_square:.1f}", str(fitted.freedom)),
                    *(small(fitted.p), f"{min(ratios):.2f} to {max(ratios):.2f}" if ratios else ""),
                ]
            )
    return rows


def write(cells: Sequence[Cell], page: str) -> None:
    """Draw the figure and write both tables."""
    found = series(cells)
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
    draw(left, right, found)
    save(figure, "subset-every-k")
    put("every-k", positive(found), page)
    put("every-k-negated", negated(found), page)
