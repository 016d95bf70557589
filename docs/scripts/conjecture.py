"""The paper's conjecture, as far as we can compute: T on AND_n with negated literals and subtree deletion.

Exact E[T] from the Markov chain where it fits, simulated T from `evobool run` beyond that. The points are
kept in docs/data/conjecture.csv, so that none is computed twice (all of them take ten minutes on two cores).
Draws docs/figures/conjecture.svg and writes the tables in docs/science/conjecture.md.
"""

from __future__ import annotations

import sys
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import pairwise
from multiprocessing import get_context
from typing import Final

import matplotlib.pyplot as plt
import numpy as np
import points as store
from matplotlib.axes import Axes
from page import DATA, paragraph, put, save, small, table
from points import EXACT, SIMULATED, Point, Points

from evobool import Setting
from evobool.plots.style import powers_of_ten
from evobool.studies.laws.least_squares import Fitted, fit
from evobool.theory.chain.symmetry import count_orbits

FILE = DATA / "conjecture.csv"
PAGE = "conjecture.md"
LITERALS: Final = "all"
DELETION: Final = "subtree"
LIMITS = {"n": ("#0072b2", "o"), "n+1": ("#d55e00", "s"), "2n": ("#009e73", "^"), "none": ("#cc79a7", "D")}
FEW = {  # runs where each takes long; elsewhere 2000
    **{(7, "n"): 500, (7, "n+1"): 500, (8, "n"): 100, (8, "n+1"): 100, (8, "2n"): 500, (8, "none"): 500},
    **{(9, "2n"): 100, (9, "none"): 100},
}
SIMULATED_SIZES = [(n, limit) for n in range(2, 10) for limit in LIMITS if n < 9 or (n, limit) in FEW]
LAST = max(n for n, _ in SIMULATED_SIZES)
STARTS = (4, 5, 6)  # sizes at which fits start: a law that depends on this is not yet the law
EXPONENTIAL, QUASI, POWER, BOTH = "a bⁿ", "a n^(c ln n)", "a nᵏ", "a nᵏ bⁿ"
PLAUSIBLE = 0.01  # a law with a smaller p is excluded
EXACT_SIZES = [(n, leaves) for n in (2, 3, 4) for leaves in range(n, 2 * n + 1) if (n, leaves) < (4, 7)]


def name(n: int, leaves: int) -> str:
    """A limit in terms of n."""
    return {n: "n", 2 * n: "2n"}.get(leaves, f"n+{leaves - n}")


def collect() -> Points:
    """All points, from the file or computed, longest first."""
    found = store.load(FILE)
    with ProcessPoolExecutor(2, get_context("spawn"), max_tasks_per_child=1) as pool:
        jobs: list[Future[Point]] = []
        for n, leaves in reversed(EXACT_SIZES):
            if (EXACT, LITERALS, DELETION, n, name(n, leaves)) not in found:
                jobs.append(pool.submit(store.exact, LITERALS, DELETION, n, name(n, leaves)))
        for n, limit in reversed(SIMULATED_SIZES):
            if (SIMULATED, LITERALS, DELETION, n, limit) not in found:
                runs = FEW.get((n, limit), 2000)
                seed = 10 * n + [*LIMITS].index(limit)  # a seed per point: equal seeds correlate
                jobs.append(pool.submit(store.simulated, LITERALS, DELETION, n, limit, runs, seed))
        for job in as_completed(jobs):
            point = job.result()
            print(point, file=sys.stderr)
            found[store.key(point)] = point
            store.keep(FILE, found)
    return found


def series(points: Points, way: str, limit: str, first: int = 0) -> list[Point]:
    """The points for a limit, by n."""
    return [p for _, p in sorted(points.items()) if (p.way, p.limit) == (way, limit) and p.n >= first]


def fits(points: Points, limit: str, first: int) -> dict[str, Fitted]:
    """Laws of the simulated points from n = `first` on, linear in ln T."""
    chosen = series(points, SIMULATED, limit, first)
    n = np.array([p.n for p in chosen], dtype=float)
    y = np.log([p.T for p in chosen])
    errors = np.array([p.error / p.T for p in chosen])
    one = np.ones_like(n)
    terms = {EXPONENTIAL: [one, n], QUASI: [one, np.log(n) ** 2], POWER: [one, np.log(n)]}
    if len(n) > 3:
        terms[BOTH] = [one, n, np.log(n)]
    return {law: fit(shape, y, errors) for law, shape in terms.items()}


def draw(axes: Axes, points: Points) -> None:
    """T over n: simulated points filled, exact ones ringed, the exponential law as a line."""
    for limit, (colour, mark) in LIMITS.items():
        chosen = series(points, SIMULATED, limit)
        axes.errorbar(
            [p.n for p in chosen],
            [p.T for p in chosen],
            yerr=[1.96 * p.error for p in chosen],
            color=colour,
            marker=mark,
            markersize=8 if limit == "2n" else 4,  # hollow, since the points of "none" lie on it
            markerfacecolor="none" if limit == "2n" else colour,
            capsize=2,
            linestyle="none",
            label=f"limit {limit}, simulated",
        )
        (start, slope), sizes = (
            fits(points, limit, STARTS[-1])[EXPONENTIAL].constants,
            [STARTS[0], chosen[-1].n],
        )
        axes.plot(sizes, [np.exp(start + slope * n) for n in sizes], color=colour, linewidth=0.9)
        known = series(points, EXACT, limit)
        axes.plot(
            [p.n for p in known],
            [p.T for p in known],
            linestyle="none",
            marker="o",
            markersize=12,
            markerfacecolor="none",
            markeredgecolor=colour,
        )
    axes.plot([], [], "o", markersize=12, color="#555555", markerfacecolor="none", label="exact (ringed)")
    axes.plot([], [], color="#555555", linewidth=0.9, label=f"a bⁿ fitted from n = {STARTS[-1]} on")
    axes.set_yscale("log")
    powers_of_ten(axes.yaxis)
    axes.set_xlabel("n")
    axes.set_ylabel("T (iterations)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def times(points: Points) -> str:
    """All points as a table, exact ones in bold, and the chains that do not fit."""
    limits = ["n", "n+1", "n+2", "2n", "none"]
    rows = []
    for n in sorted({p.n for p in points.values()}):
        cells = []
        for limit in limits:
            known, runs = (points.get((way, LITERALS, DELETION, n, limit)) for way in (EXACT, SIMULATED))
            shown = [f"**{known.T:.2f}**"] if known else []
            digits = 1 if n <= 3 else 0
            shown += [f"{runs.T:,.{digits}f} ± {runs.error:,.{digits}f}"] if runs else []
            cells.append(", ".join(shown))
        rows.append([str(n), *cells])
    apart = [
        (p.T - known.T) / p.error
        for p in points.values()
        if p.way == SIMULATED and (known := points.get((EXACT, *store.key(p)[1:])))
    ]
    most, n = 2 * EXACT_SIZES[-1][0], EXACT_SIZES[-1][0]
    refused = [
        f"{sum(count_orbits(Setting(n=n, literals=LITERALS), leaves)[1:]):,} with limit {leaves}"
        for leaves in range(EXACT_SIZES[-1][1] + 1, most + 1)
    ]
    words = (
        "Exact values are in bold. Where both exist, runs and chain differ by at most "
        f"{max(map(abs, apart)):.1f} standard errors. For n = {n} the chain stops at limit "
        f"{EXACT_SIZES[-1][1]}: its states would number up to {' and '.join(refused)}."
    )
    return f"{table(['n', *(f'limit {limit}' for limit in limits)], rows)}\n\n{paragraph(words)}"


def growth(points: Points) -> str:
    """How T grows from n to n + 1."""
    rows = []
    for limit in LIMITS:
        chosen = series(points, SIMULATED, limit)
        cells = []
        for here, there in pairwise(chosen):
            ratio = there.T / here.T
            error = ratio * np.hypot(here.error / here.T, there.error / there.T)
            cells.append(f"{ratio:.2f} ± {error:.2f}")
        rows.append([limit, *cells, *[""] * (LAST - 2 - len(cells))])
    return table(["limit", *(f"{n} → {n + 1}" for n in range(2, LAST))], rows)


def laws(points: Points) -> str:
    """The fits as a table."""
    rows = []
    for limit in LIMITS:
        for first in STARTS:
            found = fits(points, limit, first)
            both = interval(found[BOTH]) if BOTH in found else ""
            rows.append(
                [
                    *(limit, f"{first} ... {series(points, SIMULATED, limit)[-1].n}"),
                    *(interval(found[EXPONENTIAL]), str(found[EXPONENTIAL].freedom)),
                    *(judged(found[law]) for law in (EXPONENTIAL, QUASI, POWER)),
                    *(f"{found[POWER].constants[1]:.1f}", both),
                ]
            )
    head = [
        *("limit", "n", f"b of {EXPONENTIAL}", "degrees of freedom"),
        *(f"χ² of {law}" for law in (EXPONENTIAL, QUASI, POWER)),
        *(f"k of {POWER}", f"b of {BOTH}"),
    ]
    return table(head, rows)


def bounds(found: Fitted) -> list[float]:
    """The base b and its 95 % interval."""
    value, error = found.constants[1], found.errors[1]
    return [float(np.exp(value + 1.96 * side * error)) for side in (0, -1, 1)]


def interval(found: Fitted) -> str:
    """The same as text."""
    return "{:.2f} ({:.2f} to {:.2f})".format(*bounds(found))


def judged(found: Fitted) -> str:
    """Chi-square and its p-value."""
    return f"{found.chi_square:.1f} (p {small(found.p)})"


def verdict(points: Points) -> str:
    """What the fits support, and nothing more."""
    told = []
    for law in (POWER, QUASI, EXPONENTIAL):
        kept = {
            first: [limit for limit in LIMITS if fits(points, limit, first)[law].p >= PLAUSIBLE]
            for first in STARTS
        }
        words = (f"from n = {first} on {listed(limits)}" for first, limits in kept.items())
        told.append(f"{law}: {'; '.join(words)}")
    worst = min(
        float(np.abs(fits(points, limit, first)[POWER].residuals).max())
        for limit in LIMITS
        for first in STARTS[:2]
    )
    both = [bounds(fits(points, limit, STARTS[0])[BOTH])[1] for limit in LIMITS]
    return (
        f"Within the errors (p at least {PLAUSIBLE}) — {'. '.join(told)}. If a power of n is fitted from "
        f"n = {STARTS[0]} or {STARTS[1]} on, at every limit some point is at least {worst:.1f} standard "
        "errors off, and the exponent needed rises with the size at which the fit starts. With a factor nᵏ "
        f"next to bⁿ, whatever the sign of k, b is above {min(both):.1f} at every limit (95 %, from "
        f"n = {STARTS[0]} on)."
    )


def listed(limits: list[str]) -> str:
    """Which limits, in words."""
    if len(limits) == len(LIMITS):
        return "with every limit"
    return f"with limit {', '.join(limits)}" if limits else "in no case"


def main() -> None:
    """Collect, draw, write."""
    points = collect()
    figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
    draw(axes, points)
    save(figure, "conjecture")
    put("conjecture", times(points), PAGE)
    put("growth", growth(points), PAGE)
    put("laws", f"{laws(points)}\n\n{paragraph(verdict(points))}", PAGE)


if __name__ == "__main__":
    main()
