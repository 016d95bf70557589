"""Which laws in n and k does T follow on and:K with all literals? Fits to ln T with two variables."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from cells import Cell
from matplotlib.axes import Axes
from page import paragraph, put, save, small, table
from subset_laws import Shape, columns

from evobool.plots.style import look, plain_logarithmic, powers_of_ten
from evobool.studies.laws.least_squares import Fitted, fit

LAWS: dict[str, tuple[Shape, ...]] = {  # of ln T
    "a bᵏ": (lambda n, k: k,),
    "a n bᵏ": (lambda n, k: k,),
    "a nᶜ bᵏ": (lambda n, k: k, lambda n, k: np.log(n)),
    "a n^(c k)": (lambda n, k: k * np.log(n),),
    "a n^(k-1) bᵏ": (lambda n, k: k,),
    "a n^(c k + d)": (lambda n, k: k * np.log(n), lambda n, k: np.log(n)),
    "a n^(c k + d) bᵏ": (lambda n, k: k * np.log(n), lambda n, k: np.log(n), lambda n, k: k),
}
GIVEN: dict[str, Shape] = {  # what of ln T is not fitted
    "a n bᵏ": lambda n, k: np.log(n),
    "a n^(k-1) bᵏ": lambda n, k: (k - 1) * np.log(n),
}
LETTERS = {
    "a bᵏ": "b",
    "a n bᵏ": "b",
    "a nᶜ bᵏ": "bc",
    "a n^(c k)": "c",
    "a n^(k-1) bᵏ": "b",
    "a n^(c k + d)": "cd",
    "a n^(c k + d) bᵏ": "cdb",
}
FROM = 3  # with one or two variables that matter, T with all literals grows with n alone


def fits(cells: Sequence[Cell]) -> dict[str, Fitted]:
    """Laws fitted to ln T with all literals."""
    n, k, means, errors = columns(cells)
    found = {}
    for law, terms in LAWS.items():
        known = GIVEN[law](n, k) if law in GIVEN else np.zeros_like(n)
        shapes = [np.ones_like(n), *(term(n, k) for term in terms)]
        found[law] = fit(shapes, np.log(means) - known, errors / means)
    return found


def exponents(cells: Sequence[Cell]) -> list[list[str]]:
    """For every k, T at each n, and the exponent of n over each doubling of n."""
    rows = []
    for k in sorted({cell.k for cell in cells}):
        held = {cell.n: cell for cell in sorted(cells, key=lambda cell: cell.n) if cell.k == k}
        steps = []
        for n, low in held.items():
            if 2 * n in held:
                high = held[2 * n]
                error = np.hypot(high.T_error / high.T, low.T_error / low.T) / np.log(2)
                steps.append(f"{n} → {2 * n}: {np.log2(high.T / low.T):.2f} ± {error:.2f}")
        times = (f"{n}: {cell.T:,.0f} ± {cell.T_error:,.0f}" for n, cell in held.items())
        rows.append([str(k), ", ".join(times), ", ".join(steps)])
    return rows


def negated(cells: Sequence[Cell]) -> str:
    """Tables of T, its growth with n for each k, and the laws."""
    chosen = [cell for cell in cells if cell.k >= FROM]
    fitted = fits(chosen)
    rows = []
    for law, found in fitted.items():
        named = zip(LETTERS[law], found.constants[1:], found.errors[1:], strict=True)
        shown = [
            f"b = {np.exp(value):.2f} ({np.exp(value - 1.96 * error):.2f} to "
            f"{np.exp(value + 1.96 * error):.2f})"
            if letter == "b"
            else f"{letter} = {value:.2f} ± {error:.2f}"
            for letter, value, error in named
        ]
        rows.append(
            [
                law,
                ", ".join(shown),
                *(f"{found.chi_square:,.1f}", str(found.freedom), small(found.p)),
                f"{float(np.abs(found.residuals).max()):.1f}",
            ]
        )
    head = [
        *("law of T", "constants", "χ²", "degrees of freedom", "p"),
        "largest residual (standard errors)",
    ]
    top = table(["k", "T at each n", "exponent of n over each doubling"], exponents(cells))
    missing = sum(cell.runs - cell.solved for cell in cells)
    accepted = [law for law, found in fitted.items() if found.p >= 0.01]
    best = min(fitted, key=lambda law: fitted[law].chi_square)
    words = (
        f"{sum(cell.runs for cell in cells):,} runs, of which {missing} did not end within {cells[0].cap:,} "
        f"iterations. Laws fitted to ln T for k from {FROM} on. Within the errors (p at least 0.01): "
        f"{'; '.join(accepted) or 'none of them'}; the smallest χ² has {best}."
    )
    assert missing == 0, "T would be a mean over the solved runs only"
    return f"{top}\n\n{table(head, rows)}\n\n{paragraph(words)}"


def draw(axes: Axes, cells: Sequence[Cell]) -> None:
    """T over n for each k on logarithmic scales, each beside a line with slope k - 1."""
    for number, k in enumerate(sorted({cell.k for cell in cells})):
        colour, mark = look(number)
        held = sorted((cell for cell in cells if cell.k == k), key=lambda cell: cell.n)
        axes.errorbar(
            [cell.n for cell in held],
            [cell.T for cell in held],
            yerr=[1.96 * cell.T_error for cell in held],
            color=colour,
            marker=mark,
            markersize=5,
            capsize=2,
            linewidth=0.9,
            label=f"k = {k}",
        )
        if k >= FROM and len(held) > 1:
            last = held[-1]
            places = np.array([held[-2].n / 1.3, last.n])
            axes.plot(places, last.T * (places / last.n) ** (k - 1), color="#555555", linewidth=0.8, ls="--")
    axes.plot([], [], color="#555555", linewidth=0.8, ls="--", label="slope k - 1")
    axes.set_xscale("log", base=2)
    ticks = [4, 8, 16, 32, 64, 128]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    plain_logarithmic(axes, 10, 1e6)
    powers_of_ten(axes.yaxis)
    axes.set_xlabel("n")
    axes.set_ylabel("T (iterations)")
    axes.legend(frameon=False, fontsize=8.5, loc="upper left", bbox_to_anchor=(1, 1))
    axes.spines[["top", "right"]].set_visible(False)


def write(cells: Sequence[Cell], page: str) -> None:
    """Draw the figure and write the tables."""
    figure, axes = plt.subplots(figsize=(7, 4.6), layout="constrained")
    draw(axes, cells)
    save(figure, "subset-negated")
    put("negated", negated(cells), page)
