"""Draws what docs/reference/benchmarks.md says of evobool, plain C++ and DEAP: docs/figures/speed.svg."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from facts import row
from marks import between, found

DOCS = Path(__file__).resolve().parents[1]
PROGRAMS = {"evobool": "#0072B2", "C++": "#E69F00", "DEAP": "#999999"}  # colours of Okabe and Ito
SIZES = (8, 12, 16)


def main() -> None:
    """Write the figure."""
    measured = [*one_tree(), *populations()]
    with matplotlib.rc_context({"font.size": 12, "svg.hashsalt": "evobool", "svg.fonttype": "path"}):
        figure, axes = plt.subplots(figsize=(9, 5.4), layout="constrained")
        places = np.arange(len(measured))
        for number, (program, colour) in enumerate(PROGRAMS.items()):
            times = [times[program] for _, times in measured]
            bars = axes.barh(places + 0.27 * (number - 1), times, 0.25, color=colour, label=program)
            axes.bar_label(bars, [shown(time) for time in times], padding=3, fontsize=10)
        axes.set(xscale="log", xlim=(10, 3e8), xlabel="time to judge one tree, overhead included")
        axes.set_yticks(places, [name for name, _ in measured])
        axes.set_xticks(
            [1e2, 1e3, 1e4, 1e5, 1e6, 1e7], ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]
        )
        axes.minorticks_off()
        axes.invert_yaxis()
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="lower right")
        figure.savefig(DOCS / "figures" / "speed.svg", metadata={"Date": None})


def one_tree() -> list[tuple[str, dict[str, float]]]:
    """Nanoseconds per iteration of RLS-GP to AND_n."""
    return [
        (
            f"RLS-GP, AND_{n}, limit 2n",
            {
                "evobool": number(row("benchmarks.md", "decisions", f"AND_{n}, limit 2n |")[1]),
                "C++": number(row("benchmarks.md", "decisions", f"AND_{n}, limit 2n |")[2]),
                "DEAP": 1000 * number(row("benchmarks.md", "engines", f"{n} | DEAP")[4]),
            },
        )
        for n in SIZES
    ]


def populations() -> list[tuple[str, dict[str, float]]]:
    """Nanoseconds per evaluation of systems that DEAP was measured with."""
    measured: dict[str, dict[str, float]] = {}
    names = {"population": "evobool", "C++": "C++", "DEAP": "DEAP"}
    for line in between(found("benchmarks.md", DOCS), "populations").split("\n\n")[2].splitlines()[2:]:
        system, program, *_, rate, _ = (cell.strip() for cell in line.strip("|").split("|"))
        measured.setdefault(", ".join(system.split(", ")[:2]), {})[names[program]] = 1e9 / number(rate)
    return [(system, times) for system, times in measured.items() if times.keys() == PROGRAMS.keys()]


def number(text: str) -> float:
    """A number with commas."""
    return float(text.replace(",", ""))


def shown(nanos: float) -> str:
    """A time in words."""
    for unit, size in (("ms", 1e6), ("µs", 1e3), ("ns", 1.0)):
        if nanos >= size:
            return f"{nanos / size:.3g} {unit}"
    return f"{nanos:.2g} ns"


if __name__ == "__main__":
    main()
