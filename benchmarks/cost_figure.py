"""How the exact engine's cost grows with n: measured, as a table and as docs/figures/cost.svg."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator

from _docs import DOCS, Table, digits
from evobool.engines import pick
from evobool.model.record import Run
from evobool.model.setting import Setting

FIGURE = DOCS / "figures" / "cost.svg"
SIZES = (8, 16, 32, 64, 125, 250, 500, 1000)
LIMITS = {"2n": ("#0072B2", "o"), "none": ("#D55E00", "s")}  # colours of Okabe and Ito
LOOK: dict[Any, Any] = {
    "font.size": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "evobool",
}


@dataclass(frozen=True)
class Cost:
    """What runs to the optimum took: microseconds per iteration, iterations, leaves at the end."""

    limit: str
    n: int
    micros: float
    iterations: float
    leaves: float


def measured(quick: bool) -> list[Cost]:
    """AND_n, complete, for every size and limit; to be called on one core."""
    seconds = 0.1 if quick else 1.5
    return [measure_one(limit, n, seconds) for limit in LIMITS for n in SIZES]


def measure_one(limit: str, n: int, budget: float) -> Cost:
    """Batches of whole runs, at least three, until the time is up; the median batch counts."""
    engine = pick(Setting(n=n, limit=limit, max_iterations=10**7), "exact")
    engine.warm_up()
    batch = max(1, 2000 // n)
    runs: list[Run] = []
    micros: list[float] = []
    spent = 0.0
    while spent < budget or len(micros) < 3:
        started = time.process_time()
        done = engine.runs(1, len(runs), batch)
        seconds = time.process_time() - started
        micros.append(1e6 * seconds / sum(run.iterations for run in done))
        spent += seconds
        runs += done
    iterations = statistics.mean(run.iterations for run in runs)
    return Cost(limit, n, statistics.median(micros), iterations, statistics.mean(r.leaves for r in runs))


def table(costs: list[Cost]) -> Table:
    """The figure's numbers."""
    found = Table("AND_n, complete, to the optimum", ("n", "limit", "µs per iteration", "mean T", "mean S"))
    for cost in costs:
        found.add(
            str(cost.n), cost.limit, digits(cost.micros), f"{cost.iterations:,.0f}", f"{cost.leaves:,.0f}"
        )
    return found


def draw(costs: list[Cost], time_axes: Axes, leaves_axes: Axes) -> None:
    """Time per iteration and leaves against n, one line per limit."""
    for limit, (colour, marker) in LIMITS.items():
        chosen = [cost for cost in costs if cost.limit == limit]
        sizes = [cost.n for cost in chosen]
        label = "no limit" if limit == "none" else f"at most {limit} leaves"
        time_axes.plot(sizes, [c.micros for c in chosen], color=colour, marker=marker, label=label)
        leaves_axes.plot(sizes, [c.leaves for c in chosen], color=colour, marker=marker, label=label)
    leaves_axes.plot(SIZES, SIZES, color="0.5", linestyle=":", label="n, the fewest possible")
    time_axes.set_title("microseconds per iteration")
    leaves_axes.set_title("leaves at the optimum")
    for axes in (time_axes, leaves_axes):
        axes.set(xscale="log", yscale="log", xlabel="n")
        axes.set_xticks([8, 32, 125, 500, 1000], ["8", "32", "125", "500", "1000"])
        axes.minorticks_off()
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:g}")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False, fontsize=11)


def save(costs: list[Cost]) -> None:
    """Write the figure; equal numbers give an equal file."""
    FIGURE.parent.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context(LOOK):
        figure, (time_axes, leaves_axes) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
        draw(costs, time_axes, leaves_axes)
        figure.savefig(FIGURE, metadata={"Date": None})
        plt.close(figure)
