"""Which laws in n and k does T follow on and:K? Fits with two variables, for positive and for all "
"literals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import matplotlib.pyplot as plt
import numpy as np
from cells import Cell
from matplotlib.axes import Axes
from page import paragraph, put, save, small, table
from scipy.special import digamma

from evobool.plots.style import look
from evobool.studies.laws.least_squares import Fitted, Numbers, fit

Shape = Callable[[Numbers, Numbers], Numbers]
TERMS: dict[str, Shape] = {
    "n ln k": lambda n, k: n * np.log(k),
    "n H(k)": lambda n, k: n * (digamma(k + 1) + np.euler_gamma),  # H(k) = 1 + 1/2 + ... + 1/k
    "n ln n": lambda n, k: n * np.log(n),
    "n k": lambda n, k: n * k,
    "n": lambda n, k: n,
    "k": lambda n, k: k,
    "k ln(n-k+1)": lambda n, k: k * np.log(n - k + 1),
}
CLEARING = "n (a H(k) + b) + k (c ln(n-k+1) + d)"
LAWS: dict[str, tuple[str, ...]] = {
    "a n ln k": ("n ln k",),
    "a n ln n": ("n ln n",),
    "a n k": ("n k",),
    "n (a ln k + b)": ("n ln k", "n"),
    "n (a ln n + b)": ("n ln n", "n"),
    "n (a ln k + b ln n + c)": ("n ln k", "n ln n", "n"),
    "n (a ln k + b) + c k": ("n ln k", "n", "k"),
    "n (a ln k + b) + c k ln(n-k+1)": ("n ln k", "n", "k ln(n-k+1)"),
    "n (a ln k + b) + k (c ln(n-k+1) + d)": ("n ln k", "n", "k ln(n-k+1)", "k"),
    CLEARING: ("n H(k)", "n", "k ln(n-k+1)", "k"),
}
MANY = 25  # runs from which a standard deviation is taken as it is


def columns(cells: Sequence[Cell]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """n, k, T and its standard errors."""
    n, k, means = (np.array([getattr(cell, name) for cell in cells], dtype=float) for name in ("n", "k", "T"))
    return n, k, means, np.array([standard_error(cell, cells) for cell in cells])


def standard_error(cell: Cell, cells: Sequence[Cell]) -> float:
    """Of T; with few runs the relative spread is that of the nearest k / n at the largest n with many "
    "runs."""
    if cell.runs >= MANY or all(other.runs < MANY for other in cells):
        return cell.T_error
    largest = max(other.n for other in cells if other.runs >= MANY)
    models = [other for other in cells if other.n == largest]
    model = min(models, key=lambda other: abs(np.log(other.k / other.n) - np.log(cell.k / cell.n)))
    return float(cell.T * model.T_sd / model.T / cell.solved**0.5)


def positive_fits(cells: Sequence[Cell]) -> dict[str, Fitted]:
    """Every law fitted to T, weighted with the standard errors."""
    n, k, means, errors = columns(cells)
    return {law: fit([TERMS[term](n, k) for term in terms], means, errors) for law, terms in LAWS.items()}


def off(found: Fitted, cells: Sequence[Cell]) -> Numbers:
    """By what share of T each point differs from the law."""
    _, _, means, errors = columns(cells)
    return np.asarray(found.residuals * errors / means)


def draw(left: Axes, right: Axes, cells: Sequence[Cell]) -> None:
    """T / n over k, with the last law as lines; and by what share of T the points are off it."""
    constants = positive_fits(cells)[CLEARING].constants
    for number, n in enumerate(sorted({cell.n for cell in cells})):
        colour, mark = look(number)
        held = sorted((cell for cell in cells if cell.n == n), key=lambda cell: cell.k)
        places = np.geomspace(1, n, 200)
        law = sum(
            value * TERMS[term](np.full_like(places, n), places)
            for value, term in zip(constants, LAWS[CLEARING], strict=True)
        )
        left.plot(places, law / n, color=colour, linewidth=0.9)
        places = np.array([cell.k for cell in held], dtype=float)
        law = sum(
            value * TERMS[term](np.full_like(places, n), places)
            for value, term in zip(constants, LAWS[CLEARING], strict=True)
        )
        for axes, scale, shift in ((left, np.full_like(places, n), 0.0), (right, law, 1.0)):
            axes.errorbar(
                places,
                [cell.T / size - shift for cell, size in zip(held, scale, strict=True)],
                yerr=[
                    1.96 * standard_error(cell, cells) / size for cell, size in zip(held, scale, strict=True)
                ],
                color=colour,
                marker=mark,
                markersize=4.5,
                capsize=2,
                linestyle="none" if axes is left else "-",
                linewidth=0.7,
                label=f"n = {n:,}",
            )
    right.axhline(0, color="#999999", linewidth=0.8, linestyle=":")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        ticks = [2**power for power in range(0, max(cell.n for cell in cells).bit_length(), 2)]
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.set_xlabel("k")
        axes.spines[["top", "right"]].set_visible(False)
    left.set_ylabel("T / n")
    left.set_ylim(bottom=0)
    right.set_ylabel("T / law - 1")
    right.set_ylim(-0.6, 0.6)
    left.legend(frameon=False, fontsize=8.5)


def positive(cells: Sequence[Cell]) -> str:
    """The fits as a table, T / n as another, and what is excluded in words."""
    fitted = positive_fits(cells)
    rows = []
    for law, found in fitted.items():
        share = off(found, cells)
        worst = cells[int(np.abs(share).argmax())]
        rows.append(
            [
                law,
                ", ".join(
                    f"{letter} = {value:.2f} ± {error:.2f}"
                    for letter, value, error in zip("abcd", found.constants, found.errors, strict=False)
                ),
                *(f"{found.chi_square:,.0f}", str(found.freedom), small(found.p)),
                f"{100 * np.sqrt(np.mean(share**2)):.0f} %",
                f"{100 * np.abs(share).max():.0f} % at n = {worst.n:,}, k = {worst.k:,}",
            ]
        )
    head = [
        "law of T",
        "constants",
        "χ²",
        "degrees of freedom",
        "p",
        "typical deviation",
        "largest deviation",
    ]
    accepted = [law for law, found in fitted.items() if found.p >= 0.01]
    best = min(fitted, key=lambda law: fitted[law].chi_square)
    two = {law: fitted[law] for law in fitted if len(LAWS[law]) <= 2}
    second = min(two, key=lambda law: two[law].chi_square)
    words = (
        f"Within the errors (p at least 0.01): {'; '.join(accepted) or 'none of them'}. The smallest χ² has "
        f"{best}, and among laws with at most two constants {second}."
    )
    sizes = sorted({cell.n for cell in cells})
    doubled = {cell.k: cell.T for cell in cells if cell.n == sizes[0]}
    words += (
        f" A law 2ᵏ needs no fit: from k = {sizes[0] // 4} to {sizes[0] // 2} at n = {sizes[0]}, T grows by "
        f"a factor of {doubled[sizes[0] // 2] / doubled[sizes[0] // 4]:.2f} instead of "
        f"{2 ** (sizes[0] // 4)}."
    )
    places = sorted({cell.k for cell in cells if cell.k & (cell.k - 1) == 0})
    held = {(cell.n, cell.k): cell for cell in cells}
    near = [("n/4", 4), ("n/2", 2)]
    points = []
    for n in sizes:
        shown = [held.get((n, k)) for k in places[: places.index(min(sizes)) + 1]]
        shown += [held[n, n // part] for _, part in near]
        shown += [held[n, n - n.bit_length() + 1], held[n, n - 1], held[n, n]]
        points.append(
            [
                f"{n:,}",
                f"{held[n, n].runs:,}",
                *(
                    f"{cell.T / n:.2f} ± {standard_error(cell, cells) / n:.2f}" if cell else ""
                    for cell in shown
                ),
            ]
        )
    names = [f"k = {k}" for k in places[: places.index(min(sizes)) + 1]]
    if any(cell.runs < MANY for cell in cells) and any(cell.runs >= MANY for cell in cells):
        most = max(cell.n for cell in cells if cell.runs >= MANY)
        words += (
            f" With fewer than {MANY} runs, the standard deviation of T over its mean is that of the point "
            f"at n = {most} with the nearest k / n."
        )
    top = table(["n", "runs each", *names, "n/4", "n/2", "n - lg n", "n - 1", "n"], points)
    return f"T / n:\n\n{top}\n\n{table(head, rows)}\n\n{paragraph(words)}"


def compared(cells: Sequence[Cell], main: Sequence[Cell]) -> str:
    """The other settings with positive literals: T over that of F = {and, or}, subtree deletion, no limit."""
    held = {(cell.n, cell.k): cell for cell in main}
    ways = sorted({(cell.functions, cell.deletion, cell.limit) for cell in cells}, reverse=True)
    rows = []
    for way in ways:
        shown = [f"{{{way[0].replace('+', ', ')}}}", way[1], way[2]]
        for n in sorted({cell.n for cell in cells}):
            for cell in sorted((c for c in cells if c.n == n), key=lambda cell: cell.k):
                if (cell.functions, cell.deletion, cell.limit) == way:
                    usual = held[cell.n, cell.k]
                    ratio = cell.T / usual.T
                    error = ratio * np.hypot(cell.T_error / cell.T, usual.T_error / usual.T)
                    shown.append(f"{ratio:.2f} ± {error:.2f}")
        rows.append(shown)
    names = [
        f"n = {n}, k = {k}"
        for n in sorted({cell.n for cell in cells})
        for k in sorted({c.k for c in cells if c.n == n})
    ]
    unsolved = sum(cell.runs - cell.solved for cell in cells)
    words = f"{sum(cell.runs for cell in cells):,} runs, of which {unsolved} did not end."
    return f"{table(['F', 'deletion', 'limit', *names], rows)}\n\n{paragraph(words)}"


def write(large: Sequence[Cell], others: Sequence[Cell], page: str) -> None:
    """Draw the figure and write the tables."""
    assert all(cell.solved == cell.runs for cell in large), "T would be a mean over the solved runs only"
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
    draw(left, right, large)
    save(figure, "subset-laws")
    put("laws", positive(large), page)
    put("others", compared(others, large), page)
