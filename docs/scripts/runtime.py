"""T on AND_n up to n = 1000, complete truth table, against n ln n and the paper's bound.

Gets every point from `evobool run`, keeps the results in docs/data/runtime.csv, draws
docs/figures/runtime.svg and docs/figures/no-limit.svg, fits laws to T without a limit and writes the tables
in docs/science.md. Points already in the file are not run again.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from math import log

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from page import DATA as FOLDER
from page import paragraph, put, save, small
from page import table as markdown

from evobool.studies.fits import LAWS, TERMS
from evobool.studies.least_squares import Fitted, Numbers, fit

DATA = FOLDER / "runtime.csv"
SIZES = (8, 16, 32, 64, 125, 250, 500, 1000)
LIMITS = {"n": ("#0072b2", "o"), "n+1": ("#d55e00", "s"), "2n": ("#009e73", "^"), "none": ("#cc79a7", "D")}
Point = dict[str, float]


def runs_at(n: int, limit: str) -> int:
    """Fewer runs where each takes seconds."""
    return 2000 if n <= 64 else 500 if n <= 250 else 200 if limit in ("2n", "none") else 40


def measure(n: int, limit: str) -> Point:
    """One point, from the command line."""
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
                keep(points)
    return points


def keep(points: dict[tuple[int, str], Point]) -> None:
    """Write all points to the file."""
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
    rows = []
    for n in SIZES:
        cells = [str(n)]
        for limit in LIMITS:
            p = points[n, limit]
            error = p["sd"] / p["runs"] ** 0.5 / (n * log(n))
            cells.append(f"{p['T'] / (n * log(n)):.2f} ± {error:.2f}")
        rows.append(cells)
    return markdown(["n", *(f"limit {limit}" for limit in LIMITS)], rows)


def fit_no_limit(points: dict[tuple[int, str], Point]) -> tuple[Numbers, Numbers, Numbers, dict[str, Fitted]]:
    """Sizes, T and its standard errors without a limit, and each law fitted."""
    chosen = [points[n, "none"] for n in SIZES]
    n = np.array(SIZES, dtype=float)
    means = np.array([p["T"] for p in chosen])
    errors = np.array([p["sd"] / p["runs"] ** 0.5 for p in chosen])
    laws = {
        "a n ln n": "n log n",
        "a n ln² n": "n log^2 n",
        "n (a ln n + b)": "n (a log n + b)",
        "n (a ln² n + b)": "n (a log^2 n + b)",
        "n (a ln² n + b ln n)": "n (a log^2 n + b log n)",
        "n (a ln² n + b ln n + c)": "n (a log^2 n + b log n + c)",
    }
    fitted = {law: fit([TERMS[term](n) for term in LAWS[name]], means, errors) for law, name in laws.items()}
    return n, means, errors, fitted


def draw_no_limit(
    left: Axes, right: Axes, n: Numbers, means: Numbers, errors: Numbers, fitted: dict[str, Fitted]
) -> None:
    """T without a limit over n ln n and over n ln^2 n: a law that holds would be flat."""
    a, b = fitted["n (a ln n + b)"].constants
    fine = np.geomspace(n[0], n[-1], 100)
    for axes, power, label in ((left, 1, "T / (n ln n)"), (right, 2, "T / (n ln² n)")):
        scale = n * np.log(n) ** power
        axes.errorbar(
            n,
            means / scale,
            yerr=1.96 * errors / scale,
            color=LIMITS["none"][0],
            marker=LIMITS["none"][1],
            markersize=5,
            capsize=2,
            linestyle="none",
            label="limit none",
        )
        shape = fine * (a * np.log(fine) + b) / (fine * np.log(fine) ** power)
        axes.plot(fine, shape, color="#555555", linewidth=1, label=f"n ({a:.2f} ln n + {b:.2f})")
        axes.set_xscale("log")
        axes.set_xticks(SIZES, [str(size) for size in SIZES])
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        axes.set_xlabel("n")
        axes.set_ylabel(label)
        axes.spines[["top", "right"]].set_visible(False)
    left.legend(frameon=False, loc="lower left")


def told(fitted: dict[str, Fitted]) -> str:
    """The fits as a table, and what they say in words."""
    rows = [
        [
            law,
            ", ".join(
                f"{name} = {value:.2f} ± {error:.2f}"
                for name, value, error in zip("abc", found.constants, found.errors, strict=False)
            ),
            f"{found.chi_square:.1f}",
            str(found.freedom),
            small(found.p),
            " ".join(f"{residual:+.1f}" for residual in found.residuals),
        ]
        for law, found in fitted.items()
    ]
    head = [
        "law of T",
        "constants",
        "χ²",
        "degrees of freedom",
        "p",
        f"residuals at n = {SIZES[0]} ... {SIZES[-1]}",
    ]
    accepted = [law for law, found in fitted.items() if found.p >= 0.01]
    excluded = [law for law in fitted if law not in accepted]
    full = fitted["n (a ln² n + b ln n + c)"]
    share = full.constants[0] / full.errors[0]
    words = (
        f"Within the errors (p at least 0.01): {_listed(accepted)}. Excluded on these sizes: "
        f"{_listed(excluded)}. With all three terms, the constant of n ln² n is {full.constants[0]:.3f} ± "
        f"{full.errors[0]:.3f}, {abs(share):.1f} standard errors from 0; its 95 % interval reaches up to "
        f"{full.constants[0] + 1.96 * full.errors[0]:.3f}."
    )
    return f"{markdown(head, rows)}\n\n{paragraph(words)}"


def _listed(laws: list[str]) -> str:
    return "; ".join(laws) if laws else "none of them"


def main() -> None:
    """Collect, draw, write."""
    points = collect()
    figure, axes = plt.subplots(figsize=(7, 4.6), layout="constrained")
    draw(axes, points)
    save(figure, "runtime")
    put("runtime", table(points))
    n, means, errors, fitted = fit_no_limit(points)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    draw_no_limit(left, right, n, means, errors, fitted)
    save(figure, "no-limit")
    put("no-limit", told(fitted))


if __name__ == "__main__":
    main()
