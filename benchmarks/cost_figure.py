"""How cost grows with n, for both engines: measured, as a table and as docs/figures/cost.svg."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from _docs import DOCS, Table, digits
from evobool.engines import pick
from evobool.engines.compiled import CompiledEngine
from evobool.model.outcome.runs import Runs
from evobool.model.settings.setting import Setting

FIGURE = DOCS / "figures" / "cost.svg"
SIZES = {
    ("exact", "2n"): (4, 8, 16, 32, 64, 125, 250, 500, 1000, 2000, 5000, 10_000),
    ("exact", "none"): (4, 8, 16, 32, 64, 125, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 100_000),
    ("packed", "2n"): (4, 6, 8, 10, 12, 14, 16, 18),
    ("packed", "none"): (4, 6, 8, 10, 12, 14, 16, 18),
}
STYLES = {  # colours of Okabe and Ito
    ("exact", "2n"): ("#0072B2", "o", "exact, at most 2n leaves"),
    ("exact", "none"): ("#D55E00", "s", "exact, no limit"),
    ("packed", "2n"): ("#009E73", "^", "packed, at most 2n leaves"),
    ("packed", "none"): ("#CC79A7", "v", "packed, no limit"),
}
LARGEST_BATCH = 10_000  # at this n and beyond, one batch of one run is enough
LOOK: dict[Any, Any] = {
    "font.size": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "evobool",
}


@dataclass(frozen=True)
class Cost:
    """What runs to the optimum took: ns per iteration, bytes, iterations, leaves at the end."""

    engine: str
    limit: str
    n: int
    nanos: float
    bytes: int
    iterations: float
    leaves: float


def measured(quick: bool) -> list[Cost]:
    """AND_n, complete, for every engine, limit and size; to be called on one core."""
    seconds = 0.1 if quick else 1.0
    largest = 1000 if quick else max(max(sizes) for sizes in SIZES.values())
    return [
        measure_one(engine, limit, n, seconds)
        for (engine, limit), sizes in SIZES.items()
        for n in sizes
        if n <= largest
    ]


def measure_one(name: str, limit: str, n: int, budget: float) -> Cost:
    """Batches of whole runs until the time is up, at least three where runs are short; the median counts."""
    engine = pick(Setting(n=n, limit=limit, max_iterations=10**9), name)
    assert isinstance(engine, CompiledEngine)
    engine.warm_up()
    batch, least = max(1, 2000 // n), 1 if n >= LARGEST_BATCH else 3
    chunks: list[Runs] = []
    nanos: list[float] = []
    spent = 0.0
    while spent < budget or len(nanos) < least:
        started = time.process_time()
        done = engine.runs(1, sum(map(len, chunks)), batch)
        seconds = time.process_time() - started
        nanos.append(1e9 * seconds / int(done.iterations.sum()))
        spent += seconds
        chunks.append(done)
    runs = Runs.joined(chunks)
    held = {array.ctypes.data: array.nbytes for array in arrays(engine)}
    iterations, leaves = float(runs.iterations.mean()), float(runs.leaves.mean())
    return Cost(name, limit, n, statistics.median(nanos), sum(held.values()), iterations, leaves)


def arrays(engine: CompiledEngine) -> Iterator[Any]:
    """All arrays that an engine works on."""
    waiting: list[Any] = [engine.arena, engine.judge, engine.state, engine.rules, engine.rng, engine.trees]
    while waiting:
        found = waiting.pop()
        if isinstance(found, np.ndarray):
            yield found
        elif isinstance(found, tuple):
            waiting += found


def table(costs: list[Cost]) -> Table:
    """The figure's numbers."""
    heads = ("n", "engine", "limit", "ns per iteration", "kB", "mean T", "mean S")
    found = Table("AND_n, complete, to the optimum", heads)
    for cost in costs:
        found.add(
            f"{cost.n:,}",
            cost.engine,
            cost.limit,
            digits(cost.nanos),
            digits(cost.bytes / 1000),
            f"{cost.iterations:,.0f}",
            f"{cost.leaves:,.0f}",
        )
    return found


def sentences(costs: list[Cost]) -> str:
    """What dominates at each end."""
    by_key = {(cost.engine, cost.limit, cost.n): cost for cost in costs}
    small, middle, large = (by_key["exact", "none", n] for n in (4, 1000, 100_000))
    least, most = by_key["packed", "none", 6], by_key["packed", "none", 18]
    return (
        f"Counts: from n = 4 to n = 1,000 an iteration takes {digits(small.nanos)} to {digits(middle.nanos)} "
        "ns, spent on drawing, deciding and editing; what must be counted has few variables, whatever "
        f"n is. At n = 100,000 it takes {digits(large.nanos)} ns: the tree, "
        f"{digits(large.bytes / 1e6)} MB with all that is kept of it, is larger than a processor's caches. "
        f"Rows: up to n = 6 they fit one word "
        f"({digits(least.nanos)} ns); beyond, each variable more doubles the words on the path from the "
        f"change to the root, {digits(most.nanos)} ns and {digits(most.bytes / 1e6)} MB at n = 18."
    )


def draw(costs: list[Cost], time_axes: Axes, bytes_axes: Axes) -> None:
    """Time per iteration and memory against n, one line per engine and limit."""
    for (engine, limit), (colour, marker, label) in STYLES.items():
        chosen = [cost for cost in costs if (cost.engine, cost.limit) == (engine, limit)]
        sizes = [cost.n for cost in chosen]
        dashes = "-" if engine == "exact" else "--"
        look: dict[str, Any] = {"color": colour, "marker": marker, "label": label, "linestyle": dashes}
        time_axes.plot(sizes, [cost.nanos for cost in chosen], markersize=5, **look)
        bytes_axes.plot(sizes, [cost.bytes / 1e6 for cost in chosen], markersize=5, **look)
    time_axes.set_title("nanoseconds per iteration")
    bytes_axes.set_title("megabytes")
    for axes in (time_axes, bytes_axes):
        axes.set(xscale="log", yscale="log", xlabel="n")
        axes.set_xticks([4, 16, 100, 1000, 10_000, 100_000], ["4", "16", "100", "1,000", "10,000", "100,000"])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
        axes.grid(alpha=0.3)
    bytes_axes.legend(frameon=False, fontsize=11)


def save(costs: list[Cost]) -> None:
    """Write the figure; equal numbers give an equal file."""
    FIGURE.parent.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context(LOOK):
        figure, (time_axes, bytes_axes) = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
        draw(costs, time_axes, bytes_axes)
        figure.savefig(FIGURE, metadata={"Date": None})
        plt.close(figure)
