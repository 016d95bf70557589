"""T on AND_n up to n = 1000, complete truth table, against n ln n and the paper's bound.

Asks `evobool run` for every point, keeps the answers in docs/data/runtime.csv, draws docs/figures/runtime.svg
and writes the table in docs/science.md. Points already in the file are not run again.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from math import log
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

DOCS = Path(__file__).resolve().parents[1]
DATA = DOCS / "data" / "runtime.csv"
SIZES = (8, 16, 32, 64, 125, 250, 500, 1000)
LIMITS = {"n": ("#0072b2", "o"), "n+1": ("#d55e00", "s"), "2n": ("#009e73", "^"), "none": ("#cc79a7", "D")}
Point = dict[str, float]


def runs_at(n: int, limit: str) -> int:
    """Fewer runs where one takes seconds."""
    return 2000 if n <= 64 else 500 if n <= 250 else 200 if limit in ("2n", "none") else 40


def measure(n: int, limit: str) -> Point:
    """One point, by the command line."""
    runs = runs_at(n, limit)
    words = (
        f"run --target and --n {n} --limit {limit} --runs {runs} --seed 1 --max-iterations 1000000000 --json"
    )
    output = subprocess.run(
        [sys.executable, "-m", "evobool", *words.split()], capture_output=True, check=True
    )
    answer = json.loads(output.stdout)
    assert answer["failed"] == 0, "every run must reach the optimum"
    return {"T": answer["T"]["mean"], "sd": answer["T"]["sd"], "runs": runs, "S": answer["S"]["mean"]}


def collect() -> dict[tuple[int, str], Point]:
    """All points, from the file or by running."""
    points: dict[tuple[int, str], Point] = {}
    if DATA.exists():
        with DATA.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                points[int(row["n"]), row["limit"]] = {
                    key: float(row[key]) for key in ("T", "sd", "runs", "S")
                }
    for n in SIZES:
        for limit in LIMITS:
            if (n, limit) not in points:
                points[n, limit] = measure(n, limit)
                print(n, limit, points[n, limit], file=sys.stderr)
                save(points)
    return points


def save(points: dict[tuple[int, str], Point]) -> None:
    """Keep what is there."""
    with DATA.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["n", "limit", "T", "sd", "runs", "S"])
        for (n, limit), p in sorted(points.items()):
            writer.writerow([n, limit, f"{p['T']:.2f}", f"{p['sd']:.2f}", int(p["runs"]), f"{p['S']:.2f}"])


def draw(axes: Axes, points: dict[tuple[int, str], Point]) -> None:
    """T / (n ln n) for each limit, with 95 % intervals, and the shape of the bound l n ln^2 n."""
    for limit, (colour, mark) in LIMITS.items():
        sizes = [n for n in SIZES if (n, limit) in points]
        scale = [n * log(n) for n in sizes]
        chosen = [points[n, limit] for n in sizes]
        axes.errorbar(
            sizes,
            [p["T"] / s for p, s in zip(chosen, scale, strict=True)],
            yerr=[1.96 * p["sd"] / p["runs"] ** 0.5 / s for p, s in zip(chosen, scale, strict=True)],
            color=colour,
            marker=mark,
            markersize=10 if limit == "2n" else 5,  # a ring, since the line of "none" lies on it
            markerfacecolor="none" if limit == "2n" else colour,
            capsize=2,
            label=f"limit {limit}",
        )
    axes.plot(
        SIZES,
        [n * log(n) for n in SIZES],
        "--",
        color="#555555",
        label="ℓ n ln² n with ℓ = n (shape of the bound)",
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(SIZES, [str(n) for n in SIZES])
    axes.minorticks_off()
    axes.set_xlabel("n")
    axes.set_ylabel("T / (n ln n)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def table(points: dict[tuple[int, str], Point]) -> str:
    """The same numbers as Markdown."""
    lines = [
        "| n | " + " | ".join(f"limit {limit}" for limit in LIMITS) + " |",
        "| --- |" + " --- |" * len(LIMITS),
    ]
    for n in SIZES:
        cells = []
        for limit in LIMITS:
            p = points[n, limit]
            error = p["sd"] / p["runs"] ** 0.5 / (n * log(n))
            cells.append(f"{p['T'] / (n * log(n)):.2f} ± {error:.2f}")
        lines.append(f"| {n} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Collect, draw, write."""
    points = collect()
    matplotlib.rcParams["svg.hashsalt"] = "evobool"  # the same picture, the same bytes
    figure, axes = plt.subplots(figsize=(7, 4.6), layout="constrained")
    draw(axes, points)
    figure.savefig(DOCS / "figures" / "runtime.svg", metadata={"Date": None})
    page = DOCS / "science.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split("<!-- runtime:begin -->")
    after = rest.split("<!-- runtime:end -->")[1]
    page.write_text(
        f"{before}<!-- runtime:begin -->\n{table(points)}\n<!-- runtime:end -->{after}", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
