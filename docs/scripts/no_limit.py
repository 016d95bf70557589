"""T on AND_n without a limit up to n = 100,000, with limits n + c, and what the trees look like.

Writes the tables of no-limit.md and its figures. The runs are kept in docs/data/no-limit.csv; those in
the file are not made again (all of them take about half an hour on one core).
`--quick FOLDER` makes a trial from small sizes in another folder.
"""

from __future__ import annotations

from collections.abc import Sequence

import limits_map
import matplotlib.pyplot as plt
import no_limit_points as points
import numpy as np
import page
from cells import Cell, collect, tidy
from matplotlib.axes import Axes
from page import paragraph, put, save, small
from page import table as markdown

from evobool.plots.style import look
from evobool.studies.laws.least_squares import Fitted, Numbers, fit
from evobool.studies.laws.shapes import SUMS, TERMS

PAGE = "no-limit.md"
SHOWN = {
    "a n ln n": "n log n",
    "a n ln² n": "n log^2 n",
    "n (a ln n + b)": "n (a log n + b)",
    "n (a ln² n + b)": "n (a log^2 n + b)",
    "n (a ln² n + b ln n)": "n (a log^2 n + b log n)",
    "n (a ln² n + b ln n + c)": "n (a log^2 n + b log n + c)",
}
STRAIGHT, FULL = "n (a ln n + b)", "n (a ln² n + b ln n + c)"
MANY = 40  # runs from which a standard deviation is taken as it is
PLAUSIBLE = 0.01  # a law with a smaller p is excluded
NAMES = {
    "none": "RLS-GP, no limit",
    "2n": "RLS-GP, limit 2n",
    "leaf": "leaf deletion, no limit",
    "1+1-gp": "(1+1) GP, no limit",
}
Curves = dict[str, list[Cell]]


def curves(cells: Sequence[Cell]) -> Curves:
    """The points of each variant, by n."""
    chosen: Curves = {name: [] for name in NAMES}
    for cell in sorted(cells, key=lambda cell: cell.n):
        name = (
            cell.algorithm
            if cell.algorithm == "1+1-gp"
            else "leaf"
            if cell.deletion == "leaf"
            else cell.limit
        )
        chosen[name].append(cell)
    return chosen


def columns(cells: Sequence[Cell]) -> tuple[Numbers, Numbers, Numbers]:
    """Sizes, T and its standard errors.

    The standard deviation of T is about the same multiple of n at all sizes; where a point has few runs, it
    is taken from the mean multiple over the points that have many.
    """
    many = [cell.T_sd / cell.n for cell in cells if cell.runs >= MANY]
    spread = [cell.T_sd if cell.runs >= MANY or not many else float(np.mean(many)) * cell.n for cell in cells]
    return (
        np.array([cell.n for cell in cells], dtype=float),
        np.array([cell.T for cell in cells]),
        np.array([sd / cell.runs**0.5 for sd, cell in zip(spread, cells, strict=True)]),
    )


def fits(cells: Sequence[Cell]) -> dict[str, Fitted]:
    """Every law fitted to T."""
    n, means, errors = columns(cells)
    return {law: fit([TERMS[term](n) for term in SUMS[name]], means, errors) for law, name in SHOWN.items()}


def draw(left: Axes, right: Axes, chosen: Curves) -> None:
    """T over n ln n and over n ln^2 n: a law that holds alone would be flat."""
    for number, (name, cells) in enumerate(chosen.items()):
        colour, mark = look((3, 2, 1, 0)[number])
        n, means, errors = columns(cells)
        for axes, power in ((left, 1), (right, 2)):
            scale = n * np.log(n) ** power
            axes.errorbar(
                n,
                means / scale,
                yerr=1.96 * errors / scale,
                color=colour,
                marker=mark,
                markersize=10 if name == "2n" else 5,  # a ring, since the points of "none" lie on it
                markerfacecolor="none" if name == "2n" else colour,
                capsize=2,
                linestyle="none",
                label=NAMES[name],
            )
    a, b = fits(chosen["none"])[STRAIGHT].constants
    fine = np.geomspace(chosen["none"][0].n, chosen["none"][-1].n, 200)
    for axes, power, label in ((left, 1, "T / (n ln n)"), (right, 2, "T / (n ln² n)")):
        shape = (a * np.log(fine) + b) / np.log(fine) ** power
        axes.plot(fine, shape, color="#555555", linewidth=1, label=f"n ({a:.2f} ln n + {b:.2f})")
        axes.set_ylim(bottom=0)
        axes.set_ylabel(label)
    left.axhline(a, color="#999999", linewidth=0.8, linestyle=":")
    left.legend(frameon=False, loc="lower left", fontsize=8.5)
    decades(left, right)


def decades(*several: Axes) -> None:
    """A logarithmic axis for n, with plain numbers."""
    for axes in several:
        axes.set_xscale("log")
        axes.set_xticks([10, 100, 1000, 10_000, 100_000], ["10", "100", "1,000", "10,000", "100,000"])
        axes.minorticks_off()
        axes.set_xlabel("n")
        axes.spines[["top", "right"]].set_visible(False)


def draw_trees(left: Axes, right: Axes, chosen: Curves) -> None:
    """Leaves and ORs of the final tree over n."""
    for number, (name, cells) in enumerate(chosen.items()):
        colour, mark = look((3, 2, 1, 0)[number])
        for axes, value, spread in ((left, "S", "S_sd"), (right, "ors", "ors_sd")):
            axes.errorbar(
                [cell.n for cell in cells],
                [getattr(cell, value) / cell.n for cell in cells],
                yerr=[1.96 * getattr(cell, spread) / cell.solved**0.5 / cell.n for cell in cells],
                color=colour,
                marker=mark,
                markersize=10 if name == "2n" else 5,
                markerfacecolor="none" if name == "2n" else colour,
                capsize=2,
                linewidth=0.9,
                label=NAMES[name],
            )
    left.axhline(2, color="#999999", linewidth=0.8, linestyle=":")
    left.set_ylabel("S / n: leaves of the final tree")
    right.set_ylabel("ORs in the final tree / n")
    left.set_ylim(bottom=1)
    right.set_ylim(bottom=0)
    right.legend(frameon=False, loc="lower right", fontsize=8.5)
    decades(left, right)


def sizes(chosen: Curves) -> str:
    """T, S and ORs by n as a table; with a note where a limit of 2n made no difference."""
    rows = []
    by_size = {name: {cell.n: cell for cell in cells} for name, cells in chosen.items()}
    errors = {
        name: dict(zip((cell.n for cell in cells), columns(cells)[2], strict=True))
        for name, cells in chosen.items()
    }
    for free in chosen["none"]:
        n, limited = free.n, by_size["2n"].get(free.n)
        scale = n * np.log(n)
        cells = [f"{n:,}", f"{free.runs:,}", f"{free.T / scale:.3f} ± {errors['none'][n] / scale:.3f}"]
        for name in ("2n", "leaf", "1+1-gp"):
            other = by_size[name].get(n)
            shown = f"{other.T / scale:.3f} ± {errors[name][n] / scale:.3f}" if other else ""
            cells.append("the same runs" if other is limited and same_runs(free, limited) else shown)
        cells += [f"{free.S / n:.3f}", f"{free.ors / n:.3f}"]
        rows.append(cells)
    head = ["n", "runs", *(NAMES[name] for name in NAMES), "S / n, no limit", "ORs / n, no limit"]
    multiples = [cell.T_sd / cell.n for cell in chosen["none"] if cell.runs >= MANY]
    words = (
        f"With fewer than {MANY} runs, the standard deviation of T is taken from the other sizes: without a "
        f"limit it is between {min(multiples):.2f} n and {max(multiples):.2f} n at all of them, "
        f"{np.mean(multiples):.2f} n on average."
    )
    return f"{markdown(head, rows)}\n\n{paragraph(words)}"


def same_runs(free: Cell, limited: Cell | None) -> bool:
    """Whether a limit of 2n made no difference to runs with the same seed."""
    return limited is not None and (limited.T, limited.S, limited.total) == (free.T, free.S, free.total)


def ran(cells: Sequence[Cell]) -> str:
    """What was run, in words."""
    assert all(cell.solved == cell.runs for cell in cells), "T would be a mean over some of the runs"
    most = max(cell.n for cell in cells)
    return paragraph(
        f"{sum(cell.runs for cell in cells):,} runs of {len(cells)} settings, up to n = {most:,}, all on the "
        "complete truth table, with positive literals and F = {and, or}. There was no cap on the "
        f"iterations, and every run reached the optimum: {sum(cell.total for cell in cells):.3g} iterations "
        f"in all, {sum(cell.seconds for cell in cells) / 60:.0f} minutes of processor time. Each setting has "
        "a seed of its own, listed with the number of runs in the data; the runs with limit 2n use the "
        "seeds of those without a limit, so they are the same runs until a tree hits the limit."
    )


def told(chosen: Curves) -> str:
    """The fits to T without a limit, as a table and in words."""
    cells = chosen["none"]
    fitted = fits(cells)
    rows = [
        [
            law,
            ", ".join(
                f"{letter} = {value:.3f} ± {error:.3f}"
                for letter, value, error in zip("abc", found.constants, found.errors, strict=False)
            ),
            f"{found.chi_square:.1f}",
            str(found.freedom),
            small(found.p),
            " ".join(f"{residual:+.1f}" for residual in found.residuals),
        ]
        for law, found in fitted.items()
    ]
    head = ["law of T", "constants", "χ²", "degrees of freedom", "p", "residuals, smallest n to largest"]
    accepted = [law for law, found in fitted.items() if found.p >= PLAUSIBLE]
    excluded = [law for law in fitted if law not in accepted]
    full, straight = fitted[FULL], fitted[STRAIGHT]
    top = full.constants[0] + 1.96 * full.errors[0]
    largest = cells[-1].n
    share = max(top, 0) * np.log(largest) ** 2 / (cells[-1].T / largest)
    words = (
        f"Within the errors (p at least {PLAUSIBLE}): {'; '.join(accepted) or 'none of them'}. Excluded at "
        f"these sizes: {'; '.join(excluded) or 'none of them'}. With all three terms, the constant of n ln² "
        f"n is {full.constants[0]:.4f} ± {full.errors[0]:.4f}, {abs(full.constants[0] / full.errors[0]):.1f} "
        f"standard errors from 0. Its 95 % interval ends at {top:.4f}: a term n ln² n makes up at most "
        f"{100 * share:.0f} % of T at n = {largest:,}."
    )
    later = []
    for first in (cells[0].n, *(n for n in (64, 1000) if n < cells[-4].n)):
        part = fits([cell for cell in cells if cell.n >= first])[STRAIGHT]
        a, b = (
            f"{value:.2f} ± {error:.2f}" for value, error in zip(part.constants, part.errors, strict=True)
        )
        later.append(f"from n = {first:,} on a = {a}, b = {b} (p {small(part.p)})")
    words += f" Fitted only {'; '.join(later)}."
    others = []
    for name in ("leaf", "1+1-gp"):
        found = fits(chosen[name])[STRAIGHT]
        squared = fits(chosen[name])[FULL]
        a, b = (
            f"{value:.2f} ± {error:.2f}" for value, error in zip(found.constants, found.errors, strict=True)
        )
        others.append(
            f"{NAMES[name]} (to n = {chosen[name][-1].n:,}): a = {a}, b = {b}, χ² = {found.chi_square:.1f} "
            f"with {found.freedom} degrees of freedom (p {small(found.p)}); with a third term, that of n ln² "
            f"n is {squared.constants[0]:.3f} ± {squared.errors[0]:.3f} (p {small(squared.p)})"
        )
    assert straight.freedom > 0
    also = f"The law {STRAIGHT} for the other two. " + ". ".join(others) + "."
    return f"{markdown(head, rows)}\n\n{paragraph(words)}\n\n{paragraph(also)}"


def bloat(chosen: Curves) -> str:
    """What the sizes of the final trees say, in words."""
    said = []
    for name in ("none", "leaf", "1+1-gp"):
        first, last = chosen[name][0], chosen[name][-1]
        before = next(cell for cell in reversed(chosen[name]) if cell.n <= last.n / 10 or cell is first)
        error = np.hypot(last.S_sd / last.solved**0.5 / last.n, before.S_sd / before.solved**0.5 / before.n)
        said.append(
            f"{NAMES[name]}: S / n rises from {first.S / first.n:.3f} at n = {first.n:,} to "
            f"{last.S / last.n:.3f} at n = {last.n:,}, of which {last.S / last.n - before.S / before.n:+.3f} "
            f"± {error:.3f} since n = {before.n:,}; ORs / n from {first.ors / first.n:.3f} to "
            f"{last.ors / last.n:.3f}"
        )
    limits = {cell.n: cell for cell in chosen["2n"]}
    kept = [cell.n for cell in chosen["none"] if same_runs(cell, limits.get(cell.n))]
    words = ". ".join(said) + "."
    if kept:
        words += f" At n = {', '.join(f'{n:,}' for n in kept)} the limit 2n changed no run."
    return paragraph(words)


def paper(chosen: Curves, limited: Sequence[Cell]) -> str:
    """Where the data sharpen the paper, and what they leave open."""
    cells, fitted = chosen["none"], fits(chosen["none"])
    squared = [law for law in ("a n ln² n", "n (a ln² n + b)") if fitted[law].p < PLAUSIBLE]
    held = limits_map.grid(limited)
    most = max(n for n, _ in held)
    share = limits_map.SHARES[-3]
    relative = {part: held[most, most // part].T / held[most, limits_map.FREE].T for part in (8, 4, 2, 1)}
    leaf = chosen["leaf"][-1]
    slower = leaf.T / next(cell.T for cell in cells if cell.n == leaf.n)
    straight = fitted[STRAIGHT]
    reached = f"- Without a limit, every run up to n = {cells[-1].n:,} reached the optimum; a proof is open. "
    reached += (
        f"T is within the errors of {STRAIGHT}, the order of the lower bound of theorem 2."
        if straight.p >= PLAUSIBLE
        else f"No law with two constants describes T within the errors; {STRAIGHT} is off by at most "
        f"{np.abs(straight.residuals).max():.1f} standard errors."
    )
    points = [
        f"- Theorem 4's bound O(ℓ n log² n) is far above what was measured for ℓ between n + n/{share} and "
        f"2n: at n = {most:,} and ℓ = n + n/{share}, T is "
        f"{held[most, most // share].T / (most * np.log(most)):.2f} n ln n.",
        reached,
        "- Theorem 1 (leaf deletion may wait for ever) needs the limit: without one, all "
        f"{sum(cell.runs for cell in chosen['leaf']):,} runs with leaf deletion reached the optimum, in "
        f"{slower:.2f} times the T of subtree deletion at n = {leaf.n:,}.",
        f"- Section 6 reports that solutions are found sooner the larger ℓ is. At n = {most:,} this comes to "
        "an end between 1.5n and 2n: with ℓ = n + n/8, n + n/4, n + n/2 and 2n, T is "
        + ", ".join(f"{value:.2f}" for value in relative.values())
        + " times what it is without a limit.",
    ]
    if squared:
        points.append(
            f"- What the data exclude at these sizes: {' and '.join(squared)}. What they do not: a small "
            "term n ln² n (its bound is above), and any change of the law beyond the largest n."
        )
    return "\n".join(paragraph(point).replace("\n", "\n  ") for point in points)


def main() -> None:
    """Collect, draw, write."""
    quick = page.begin(PAGE)
    plans = [*points.unlimited(quick), *points.variants(quick)]
    free = [*collect(page.DATA / "no-limit.csv", plans).values()]
    limited = [*collect(page.DATA / "no-limit.csv", points.limited(quick)).values()]
    tidy(page.DATA / "no-limit.csv")
    chosen = curves(free)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    draw(left, right, chosen)
    save(figure, "no-limit")
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    draw_trees(left, right, chosen)
    save(figure, "no-limit-trees")
    put("ran", ran(list({cell.key: cell for cell in [*free, *limited]}.values())), PAGE)
    put("sizes", sizes(chosen), PAGE)
    put("laws", told(chosen), PAGE)
    put("bloat", bloat(chosen), PAGE)
    limits_map.write(limited, PAGE)
    put("paper", paper(chosen, limited), PAGE)


if __name__ == "__main__":
    main()
