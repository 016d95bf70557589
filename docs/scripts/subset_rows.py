"""and:K on sampled rows, drawn afresh each iteration or fixed for the run: who ends, and how wrong?"""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from cells import Cell
from matplotlib.axes import Axes
from page import paragraph, put, save, table

from evobool.plots.style import look

SHOWN = 8  # the k of the tables
Place = tuple[int, int, str, bool, int]


def places(cells: Sequence[Cell]) -> dict[Place, Cell]:
    """Cells by n, k, literals, whether the rows are fixed, and s."""
    return {
        (
            cell.n,
            cell.k,
            cell.literals,
            cell.training.startswith("fixed:"),
            int(cell.training.removeprefix("fixed:")),
        ): cell
        for cell in cells
    }


def scaled(cell: Cell) -> tuple[float, float]:
    """The mean generalisation error and its standard error, in units of 2^-k, that of a tree always false."""
    scale = 2.0**cell.k
    return scale * cell.error, scale * cell.error_sd / (cell.runs - cell.unknown) ** 0.5


def draw(top: Sequence[Axes], bottom: Sequence[Axes], found: dict[Place, Cell]) -> None:
    """Errors above, shares of runs that end with the target below; a column for each n."""
    for column, n in enumerate(sorted({place[0] for place in found})):
        for number, k in enumerate(sorted({place[1] for place in found})):
            colour, mark = look(number)
            for fixed, line in ((True, "-"), (False, "--")):
                sizes = sorted(
                    s
                    for size, kept, literals, held, s in found
                    if (size, kept, literals, held) == (n, k, "positive", fixed)
                )
                held = [found[n, k, "positive", fixed, s] for s in sizes]
                look_like = {
                    "color": colour,
                    "marker": mark,
                    "markersize": 4.5,
                    "linestyle": line,
                    "linewidth": 1.0,
                    "markerfacecolor": colour if fixed else "white",
                }
                errors = [scaled(cell) for cell in held]
                top[column].errorbar(
                    sizes,
                    [value for value, _ in errors],
                    yerr=[1.96 * error for _, error in errors],
                    capsize=2,
                    label=f"k = {k}, {'fixed' if fixed else 'fresh'} rows",
                    **look_like,  # type: ignore[arg-type]
                )
                bottom[column].plot(sizes, [cell.right / cell.runs for cell in held], **look_like)  # type: ignore[arg-type]
        top[column].set_title(f"n = {n}", fontsize=11)
        for axes in (top[column], bottom[column]):
            axes.set_xscale("log", base=2)
            ticks = [2**power for power in range(4, 17, 4)]
            axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
            axes.minorticks_off()
            axes.spines[["top", "right"]].set_visible(False)
        top[column].set_yscale("symlog", linthresh=1)  # errors may be 0
        top[column].set_yticks([0, 0.5, 1, 10, 100], ["0", "0.5", "1", "10", "100"])
        top[column].set_ylim(-0.05, 1000)
        top[column].axhline(1, color="#999999", linewidth=0.8, linestyle=":")
        bottom[column].set_ylim(-0.03, 1.03)
        bottom[column].set_xlabel("rows s")
    top[0].set_ylabel("mean error × 2ᵏ")
    bottom[0].set_ylabel("share of runs that end\nwith the target itself")
    top[-1].legend(frameon=False, fontsize=8)


def shares(found: dict[Place, Cell]) -> str:
    """Tables for one k: how many runs end, how many are right, and the mean error."""
    rows = []
    chosen = sorted({(place[2], place[0], place[4]) for place in found if place[1] == SHOWN}, reverse=True)
    for literals, n, s in sorted(chosen, key=lambda each: (each[0] != "positive", each[1], each[2])):
        shown = [literals, str(n), f"{s:,}"]
        for fixed in (False, True):
            cell = found[n, SHOWN, literals, fixed, s]
            value, error = scaled(cell)
            shown += [
                f"{cell.solved} of {cell.runs}",
                f"{cell.right}",
                f"{value:.2f} ± {error:.2f}",
                f"{cell.median:,.0f}" if np.isfinite(cell.median) else f"> {cell.cap:,}",
            ]
        rows.append(shown)
    head = ["literals", "n", "s"]
    for name in ("fresh", "fixed"):
        head += [f"{name}: ended", "with the target", f"mean error × 2^{SHOWN}", "median T"]
    return table(head, rows)


def told(found: dict[Place, Cell]) -> str:
    """What the rows do, in words."""
    positive = [place for place in found if place[2] == "positive"]
    most = max(place[4] for place in found)
    said = []
    for n in sorted({place[0] for place in positive}):
        fixed = [found[place] for place in positive if place[0] == n and place[3]]
        fresh = [found[place] for place in positive if place[0] == n and not place[3]]
        last = {
            k: (found[n, k, "positive", True, most], found[n, k, "positive", False, most])
            for k in sorted({place[1] for place in positive})
        }
        ended, right = sum(cell.solved for cell in fixed), sum(cell.right for cell in fixed)
        said.append(
            f"n = {n}: of {sum(cell.runs for cell in fixed):,} runs on fixed rows {ended:,} ended with no "
            f"row wrong, {ended - right:,} of them with a tree that is not the target (they overfit); on "
            f"fresh rows {sum(cell.solved for cell in fresh):,} of {sum(cell.runs for cell in fresh):,} "
            f"ended, {sum(cell.right for cell in fresh):,} with the target. With s = {most:,} rows the "
            "target was found by "
            + ", ".join(
                f"{a.right} of {a.runs} (fixed) and {b.right} of {b.runs} (fresh) runs at k = {k}"
                for k, (a, b) in last.items()
            )
        )
    unknown = sum(cell.unknown for cell in found.values())
    runs = sum(cell.runs for cell in found.values())
    words = (
        f"{runs:,} runs, each of at most {next(iter(found.values())).cap:,} iterations. {'. '.join(said)}."
    )
    if unknown:
        words += f" The generalisation error of {unknown} runs could not be counted; they are left out of "
        "its means."
    return paragraph(words)


def write(cells: Sequence[Cell], page: str) -> None:
    """Draw the figure and write the table."""
    found = places(cells)
    count = len({place[0] for place in found})
    figure, axes = plt.subplots(
        2, count, figsize=(3.7 * count, 6), layout="constrained", sharey="row", squeeze=False
    )
    draw(list(axes[0]), list(axes[1]), found)
    save(figure, "subset-rows")
    put("rows", f"{shares(found)}\n\n{told(found)}", page)
