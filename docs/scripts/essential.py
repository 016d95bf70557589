"""Are populations essential? Systems with one tree and with many, on the same functions with the same budget.

Keeps the runs in docs/data/essential*.csv, so that none is made twice, and writes docs/science/essential.md
and its figures. All of it takes about ten minutes on one core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, log10
from typing import Any

import essential_atlas as atlas
import essential_words as words
import numpy as np
import page
from essential_points import PROBLEMS, SYSTEMS, Problem, Row, System, collect, plus
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from page import put, save

from evobool.plots.style import PALETTE, look, marked

PAGE = "essential.md"
RUNS, QUICK_RUNS = 20, 2
SHOWN = ("AND, n = 8", "two terms, n = 8", "even parity, n = 4", "multiplexer, n = 11")
CURVES = (
    *("RLS-GP", "RLS-GP, balanced", "(100+1)", "(100+1), subtree", "(100+1), distinct functions"),
    *("generational, tournament", "lexicase, crossover"),
)
LAWS = (
    "RLS-GP",
    "RLS-GP, balanced",
    "(100+1), distinct functions",
    "lexicase, mutation",
    "lexicase, crossover",
)
LAW_SIZES = (4, 5, 6, 7, 8, 10, 12)
LAW_BUDGET = 300_000
SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
BY_SIZE = {
    "plain": {},
    "distinct functions": {"distinct": "functions"},
    "subtree": {"crossover": "subtree:0.5"},
}
SIZE_PROBLEMS = ("AND, n = 6", "multiplexer, n = 6")
Found = dict[tuple[str, str], Row]


def named(name: str) -> System:
    """A system by its name."""
    return next(system for system in SYSTEMS if system.name == name)


def conjunctions(sizes: tuple[int, ...]) -> list[Problem]:
    """AND_n with all literals at most 2n leaves."""
    fields = {"literals": "all", "limit": "2n"}
    return [Problem(f"AND, n = {n}", fields | {"n": n}, LAW_BUDGET) for n in sizes]


def sized(sizes: tuple[int, ...]) -> list[System]:
    """(mu+1) GPs of several sizes."""
    return [
        System(f"{kind}, {size}", kind, plus(size, **fields))
        for kind, fields in BY_SIZE.items()
        for size in sizes
    ]


def draw_map(axes: Axes, found: Found) -> None:
    """How many times the fewest trees each system judges on each problem; a dash where no run was solved."""
    for column, problem in enumerate(PROBLEMS):
        best = min(found[problem.name, system.name].ert for system in SYSTEMS)
        for row, system in enumerate(SYSTEMS):
            ert = found[problem.name, system.name].ert
            said: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 8, "color": "#666666"}
            if not isfinite(ert):
                axes.text(column, row, "–", **said)
                continue
            shade = min(log10(ert / best) / 2, 1.0)  # 100 times is as pale as it gets
            colour = (0.85 * shade, 0.45 + 0.45 * shade, 0.7 + 0.25 * shade)
            axes.add_patch(Rectangle((column - 0.48, row - 0.48), 0.96, 0.96, color=colour))
            said |= {
                "color": "white" if shade < 0.3 else "black",
                "weight": "bold" if shade == 0 else "normal",
            }
            axes.text(column, row, f"{ert / best:.2g}" if ert < 99.5 * best else f"{ert / best:,.0f}", **said)
    axes.set_xlim(-0.5, len(PROBLEMS) - 0.5)
    axes.set_ylim(len(SYSTEMS) - 0.5, -0.5)
    axes.set_xticks(range(len(PROBLEMS)), [problem.name for problem in PROBLEMS], rotation=35, ha="right")
    axes.set_yticks(range(len(SYSTEMS)), [system.name for system in SYSTEMS])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def draw_ecdf(axes: Axes, found: Found, problem: str) -> None:
    """The share of runs solved over the trees judged."""
    for number, name in enumerate(CURVES):
        row = found[problem, name]
        times = np.sort(row.times[row.solved])
        shares = np.arange(1, len(times) + 1) / row.runs
        x = [1.0, *times, row.budget]
        y = [0.0, *shares, len(times) / row.runs]
        axes.step(x, y, where="post", color=PALETTE[number], label=name)
    axes.set_xscale("log")
    axes.set_xlim(10, None)
    axes.set_ylim(-0.02, 1.02)
    axes.set_title(problem, fontsize=11)
    axes.set_xlabel("trees judged")
    axes.spines[["top", "right"]].set_visible(False)


def draw_series(axes: Axes, series: Mapping[str, Sequence[tuple[int, Row]]]) -> None:
    """Trees judged for each success, with 95 % intervals."""
    for number, (name, points) in enumerate(series.items()):
        known = [(x, row) for x, row in points if isfinite(row.ert)]
        x, y = np.array([x for x, _ in known]), np.array([row.ert for _, row in known])
        ends = np.reshape([row.between for _, row in known], (-1, 2)).T
        errors = np.maximum(0, [y - ends[0], np.where(np.isfinite(ends[1]), ends[1] - y, 0)])
        marked(axes, x, y, errors, look(number), linewidth=1.0, label=name)
    axes.set_yscale("log")
    axes.set_ylabel("trees judged for each success")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16))


def main() -> None:
    """Collect, draw, write."""
    quick = page.begin(PAGE)
    runs = QUICK_RUNS if quick else RUNS
    file = page.DATA / "essential.csv"
    problems = [Problem(each.name, each.fields, 2_000) if quick else each for each in PROBLEMS]
    found = collect(file, [(system, each) for each in problems for system in SYSTEMS], runs)
    sizes = LAW_SIZES[:2] if quick else LAW_SIZES
    laws = collect(
        page.DATA / "essential-laws.csv",
        [(named(name), each) for each in conjunctions(sizes) for name in LAWS if reached(name, each)],
        runs,
    )
    chosen = [each for each in problems if each.name in SIZE_PROBLEMS]
    mus = collect(
        page.DATA / "essential-sizes.csv",
        [(system, each) for each in chosen for system in sized(SIZES)],
        runs,
    )

    figure = Figure(figsize=(11, 8), layout="constrained")
    draw_map(figure.subplots(), found)
    save(figure, "essential-map")
    figure = Figure(figsize=(10, 7.5), layout="constrained")
    for axes, problem in zip(figure.subplots(2, 2).flat, SHOWN, strict=True):
        draw_ecdf(axes, found, problem)
    figure.legend(
        *figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False
    )
    figure.supylabel("share of runs solved", fontsize=11)
    save(figure, "essential-ecdf")
    figure = Figure(figsize=(10, 5.2), layout="constrained")
    left, *rest = figure.subplots(1, 3)
    by_n = {
        name: [
            (each.fields["n"], laws[each.name, name])
            for each in conjunctions(sizes)
            if (each.name, name) in laws
        ]
        for name in LAWS
    }
    draw_series(left, by_n)
    left.set_xlabel("n of AND_n, all literals")
    for axes, each in zip(rest, chosen, strict=True):
        series = {kind: [(size, mus[each.name, f"{kind}, {size}"]) for size in SIZES] for kind in BY_SIZE}
        draw_series(axes, series)
        axes.set_xscale("log")
        axes.set_xticks(SIZES, [str(size) for size in SIZES])
        axes.minorticks_off()
        axes.set_xlabel("μ")
        axes.set_title(each.name, fontsize=11)
    save(figure, "essential-growth")

    put("essential-table", words.table_of(found), PAGE)
    put("essential-short", words.short(found), PAGE)
    put("essential-findings", words.findings(found), PAGE)
    put("essential-laws", words.laws(by_n), PAGE)
    classes = atlas.collected(page.DATA / "essential-atlas.csv", quick)
    put("essential-atlas", words.classes(classes), PAGE)
    spent = sum(row.seconds for row in (*found.values(), *laws.values(), *mus.values()))
    put("essential-cost", words.cost(found, laws, mus, spent), PAGE)


def reached(name: str, problem: Problem) -> bool:
    """Whether a size is run: counting errors with one parent needs more than the budget beyond n = 8."""
    return name != "RLS-GP" or problem.fields["n"] <= 8


if __name__ == "__main__":
    main()
