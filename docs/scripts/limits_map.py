"""Limits n + c: T / (n ln n) as a map over n and c, and between which limits the growth changes."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from cells import Cell
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from page import paragraph, put, save, small, table

from evobool.plots.style import look
from evobool.studies.laws.least_squares import Fitted, fit

FREE = -1  # the row of runs without a limit
FACTORS = (2.0, 1.1)  # how much slower than without a limit
SHARES = (64, 32, 16, 8, 4, 2, 1)  # n / c
SMALLEST = 64  # exponents are fitted from here on
Grid = dict[tuple[int, int], Cell]


def grid(cells: Sequence[Cell]) -> Grid:
    """Cells by n and c = limit - n."""
    return {(cell.n, spare(cell.limit)): cell for cell in cells}


def spare(limit: str) -> int:
    """The c of a limit n + c."""
    return FREE if limit == "none" else int(limit.partition("+")[2] or 0)


def draw_map(figure: Figure, axes: Axes, found: Grid) -> None:
    """One square for each n and c, with its number."""
    sizes = sorted({n for n, _ in found})
    rows = [*sorted({c for _, c in found if c != FREE}), FREE]
    ratio = np.full((len(rows), len(sizes)), np.nan)
    for (n, c), cell in found.items():
        ratio[rows.index(c), sizes.index(n)] = cell.T / (n * np.log(n))
    norm = LogNorm(3.5, float(np.nanmax(ratio)))
    image = axes.imshow(ratio, origin="lower", aspect="auto", cmap="cividis_r", norm=norm)
    for (row, column), value in np.ndenumerate(ratio):
        if not np.isnan(value):
            dark = norm(value) > 0.5
            text = f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"
            axes.text(
                column, row, text, ha="center", va="center", color="white" if dark else "black", fontsize=8
            )
    axes.set_xticks(range(len(sizes)), [f"{n:,}" for n in sizes])
    axes.set_yticks(
        range(len(rows)), ["none" if c == FREE else "n" if c == 0 else f"n + {c:,}" for c in rows]
    )
    axes.set_xlabel("n")
    axes.set_ylabel("limit")
    bar = figure.colorbar(image, ax=axes, label="T / (n ln n)")
    ticks = [value for value in (4, 8, 16, 32, 64, 128, 256, 512) if value <= np.nanmax(ratio)]
    bar.set_ticks(ticks, labels=[str(value) for value in ticks])
    bar.ax.minorticks_off()
    axes.spines[:].set_visible(False)


def draw_collapse(axes: Axes, found: Grid) -> None:
    """How much slower than without a limit, over c / n: where curves meet, only c / n matters."""
    sizes = sorted({n for n, _ in found})
    shades = plt.get_cmap("viridis")(np.linspace(0, 0.85, len(sizes)))
    for number, n in enumerate(sizes):
        colour, mark = shades[number], look(number)[1]
        places = sorted(c for size, c in found if size == n and c > 0)
        free = found[n, FREE]
        axes.plot(
            [c / n for c in places],
            [found[n, c].T / free.T for c in places],
            color=colour,
            marker=mark,
            markersize=4,
            linewidth=0.9,
            label=f"n = {n:,}",
        )
    axes.axhline(1, color="#999999", linewidth=0.8, linestyle=":")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = [2.0**-power for power in range(0, max(sizes).bit_length(), 2)]
    axes.set_xticks(ticks, ["1" if tick == 1 else f"1/{1 / tick:,.0f}" for tick in ticks])
    highs = [value for value in (1, 2, 5, 10, 20, 50, 100) if value < 1.5 * axes.get_ylim()[1]]
    axes.set_yticks(highs, [str(value) for value in highs])
    axes.minorticks_off()
    axes.set_xlabel("c / n, limit n + c")
    axes.set_ylabel("T / T without a limit")
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def crossing(found: Grid, n: int, factor: float) -> float:
    """The c at which T is `factor` times that without a limit, between points on logarithmic scales."""
    places = sorted(c for size, c in found if size == n and c > 0)
    logs = [np.log(found[n, c].T / found[n, FREE].T) for c in places]
    for low, high in zip(range(len(places) - 1), range(1, len(places)), strict=True):
        if logs[low] >= np.log(factor) > logs[high]:
            share = (logs[low] - np.log(factor)) / (logs[low] - logs[high])
            return float(places[low] * (places[high] / places[low]) ** share)
    return float("nan")


def growth(cells: Sequence[Cell]) -> Fitted:
    """The exponent b of T / (n ln n) = a n^b, fitted on logarithmic scales."""
    n = np.array([cell.n for cell in cells], dtype=float)
    y = np.log([cell.T / (cell.n * np.log(cell.n)) for cell in cells])
    return fit([np.log(n), np.ones_like(n)], y, np.array([cell.T_error / cell.T for cell in cells]))


def regimes(found: Grid) -> str:
    """Exponents for constant c and for constant c / n, and the c at which the regime changes."""
    sizes = sorted({n for n, _ in found})
    chosen = [n for n in sizes if n >= SMALLEST] if sizes[-1] > SMALLEST else sizes
    rows = []
    for c in (0, 1, 2, 4, 8, 16, 32):
        held = [found[n, c] for n in chosen if (n, c) in found]
        if len(held) > 2:
            rows.append(_exponent("n" if c == 0 else f"n + {c}", held))
    for share in SHARES:
        held = [found[n, n // share] for n in chosen if n % share == 0]
        if len(held) > 2:
            rows.append(_exponent(f"n + n/{share}" if share > 1 else "2n", held))
    rows.append(_exponent("none", [found[n, FREE] for n in chosen]))
    return table(
        ["limit", "n", "T / (n ln n) grows as n to the power", "χ²", "degrees of freedom", "p"], rows
    )


def _exponent(name: str, held: list[Cell]) -> list[str]:
    found = growth(held)
    return [
        *(name, f"{held[0].n:,} ... {held[-1].n:,}", f"{found.constants[0]:.3f} ± {found.errors[0]:.3f}"),
        *(f"{found.chi_square:.1f}", str(found.freedom), small(found.p)),
    ]


def verdict(found: Grid) -> str:
    """Between which limits the growth changes, in words."""
    sizes = sorted({n for n, _ in found})
    said = []
    for factor in FACTORS:
        points = [(n, crossing(found, n, factor)) for n in sizes]
        held = [(n, c) for n, c in points if not np.isnan(c)]
        listed = ", ".join(f"{c:,.3g} at n = {n:,} (c / n = {c / n:.3f})" for n, c in held)
        said.append(f"T is {factor:g} times as large as without a limit at c = {listed}.")
    largest = sizes[-1]
    shares = {
        share: growth([found[n, n // share] for n in sizes if n >= SMALLEST and n % share == 0])
        for share in SHARES
        if sum(n >= SMALLEST for n in sizes) > 2
    }
    slow = [f"n/{share}" for share, fitted in shares.items() if fitted.constants[0] > 2 * fitted.errors[0]]
    quick = [
        f"n/{share}" if share > 1 else "n"
        for share, fitted in shares.items()
        if fitted.constants[0] <= 2 * fitted.errors[0]
    ]
    if slow and quick:
        said.append(
            f"With c = {', '.join(quick)}, T grows no faster than n ln n from n = {SMALLEST} on (an exponent "
            f"of at most two standard errors above 0); with c = {', '.join(slow)}, and with every constant "
            "c, it grows faster at these sizes, the less so the larger c / n."
        )
    half = [(n, found[n, n // 2].T / found[n, FREE].T) for n in sizes]
    words = " ".join(said) + (
        f" With c = n/2 it is {half[0][1]:.2f} times as large at n = {half[0][0]:,} and {half[-1][1]:.2f} "
        f"times at n = {half[-1][0]:,}; with c = 0, {found[sizes[0], 0].T / found[sizes[0], FREE].T:.1f} and "
        f"{found[largest, 0].T / found[largest, FREE].T:.0f} times."
    )
    vaguest = max(found.values(), key=lambda cell: cell.T_error / cell.T)
    words += (
        f" The standard errors of T are at most {100 * vaguest.T_error / vaguest.T:.0f} % (n = "
        f"{vaguest.n:,}, limit {vaguest.limit}, {vaguest.runs} runs)."
    )
    return paragraph(words)


def write(cells: Sequence[Cell], page: str) -> None:
    """Draw both figures and write the tables."""
    found = grid(cells)
    figure, axes = plt.subplots(figsize=(8, 5.6), layout="constrained")
    draw_map(figure, axes, found)
    save(figure, "limits-map")
    figure, axes = plt.subplots(figsize=(6.4, 4.4), layout="constrained")
    draw_collapse(axes, found)
    save(figure, "limits-collapse")
    put("regimes", f"{regimes(found)}\n\n{verdict(found)}", page)
