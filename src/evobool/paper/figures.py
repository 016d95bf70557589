"""The panels of the figures; each draws on the axes it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evobool.paper.beyond import kept, races, time_allowed
from evobool.paper.koza import reported
from evobool.paper.parts import (
    EXPONENTS,
    FACTORS,
    FIGURE_N,
    RACES,
    THEOREM_SIZES,
    THRESHOLDS,
    TRAININGS,
    Part,
    table,
    theorem_setting,
)
from evobool.paper.published import LIMITS
from evobool.paper.tables import Ours
from evobool.plots.style import HIGH, PALETTE, look, marked, powers_of_ten, sizes_axis
from evobool.studies.analysis.effort import efforts, shares_by_generation
from evobool.studies.analysis.estimates import share_interval
from evobool.studies.analysis.sample import Sample
from evobool.studies.analysis.survival import Numbers

INKS = ("#56b4e9", "#009e73", "#e69f00", "#d55e00")
MARKS = ("x", "^", "o", "s")  # the paper's marks
FEWEST = 5  # programs needed for their mean to be drawn


@dataclass(frozen=True)
class Panel:
    """One picture: what to draw, and its caption."""

    name: str
    caption: str
    draw: Callable[[Axes], None]


@dataclass(frozen=True)
class Curve:
    """One panel of figures 2 to 5: the value, and where the paper's axis ends."""

    value: str
    label: str
    top: float
    joined: bool


CURVES = {
    "figure2": (
        Curve("T", "Runtime (iterations)", 125, True),
        Curve("S", "Solution size (leaf nodes)", 20, True),
    ),
    "figure4": (
        Curve("ors_accepted", "ORs accepted during run", 1, False),
        Curve("ors_final", "ORs in the returned program", 0.5, False),
    ),
}
CURVES |= {"figure3": CURVES["figure2"], "figure5": CURVES["figure4"]}


def panels(part: Part, ours: Ours) -> list[Panel]:
    """The pictures of a part."""
    if part.view == "curves":
        return [*_curve_panels(part, ours), _error_panel(part, ours)]
    if (
        part.view == "table"
        and part.beyond
        and part.question in (1, 2)
        and part.settings[0].goal.joins == "and"
    ):
        return [_growth_panel(part, ours)]
    if part.view == "races":
        return [_race_panel(part, ours)]
    if part.view == "shares":
        return [_generations_panel(part, ours), _effort_panel(part, ours)]
    if part.view == "theorem":
        return [_theorem_panel(part, ours, c) for c in EXPONENTS]
    return []


def by_threshold(part: Part, ours: Ours) -> Iterator[tuple[int, list[Sample]]]:
    """For each A, the runs of all training-set sizes in order."""
    for threshold in THRESHOLDS:
        chosen = (setting for setting in part.settings if setting.accept_error == threshold)
        yield threshold, [ours[setting.id] for setting in chosen]


def _curve_panels(part: Part, ours: Ours) -> Iterator[Panel]:
    for curve in CURVES[part.name]:

        def draw(axes: Axes, curve: Curve = curve) -> None:
            for number, (threshold, cells) in enumerate(by_threshold(part, ours)):
                samples = [cell.successful(curve.value) for cell in cells]
                _band(axes, TRAININGS, samples, number, f"A = {threshold}", joined=curve.joined)
            axes.set_ylim(0, curve.top)
            _training_axis(axes)
            axes.set_ylabel(curve.label)
            axes.legend(loc="upper left", frameon=False)

        high = highest(part, ours, curve)
        where = "inside" if high <= curve.top else "beyond"
        caption = (
            f"{curve.label}. Means of the successful runs, 95 % bands. The highest mean, {high:.3g}, is "
            f"{where} the paper's axis, which ends at {curve.top:g}."
        )
        yield Panel(f"{part.name}-{curve.value.replace('_', '-')}", caption, draw)


def highest(part: Part, ours: Ours, curve: Curve) -> float:
    """The highest mean of a panel."""
    found = (ours[setting.id].mean(curve.value) for setting in part.settings)
    return max(mean.mean for mean in found if mean is not None)


def _error_panel(part: Part, ours: Ours) -> Panel:
    """The exact generalisation error of all programs or, next to the ORs, of those that hold an OR."""
    with_or = CURVES[part.name][0].value == "ors_accepted"

    def draw(axes: Axes) -> None:
        for number, (threshold, cells) in enumerate(by_threshold(part, ours)):
            chosen = [
                cell.solved & (cell.column("ors_final") > 0) if with_or else cell.solved for cell in cells
            ]
            errors = [cell.column("generalisation_error") for cell in cells]
            samples = [each[some & ~np.isnan(each)] for each, some in zip(errors, chosen, strict=True)]
            _band(axes, TRAININGS, samples, number, f"A = {threshold}", joined=True)
        for c in (1, 2, 3):
            axes.axhline(float(FIGURE_N) ** -c, color="#999999", linewidth=0.8, linestyle=":", zorder=0)
            name, place = f"n{str(-c).translate(HIGH)}", (11, float(FIGURE_N) ** -c)
            axes.annotate(name, place, (0, 2), textcoords="offset points", color="#666666")
        _shares(axes, bottom=1e-6, top=1)
        _training_axis(axes)
        axes.set_ylabel("Generalisation error")
        axes.legend(loc="upper right", frameon=False)

    which = f"of programs returned with an OR (where there were {FEWEST} or more)" if with_or else "reached"
    caption = f"Not in the paper: the exact generalisation error {which}; means, 95 % bands; n⁻¹, n⁻², n⁻³."
    return Panel(f"{part.name}-error", caption, draw)


def _band(
    axes: Axes, places: Sequence[float], samples: Sequence[Numbers], number: int, label: str, *, joined: bool
) -> None:
    """Means with marks and a 95 % band; the legend names the curve even if nothing can be drawn."""
    kept = [(place, sample) for place, sample in zip(places, samples, strict=True) if len(sample) >= FEWEST]
    x = np.array([place for place, _ in kept], dtype=float)
    means = np.array([sample.mean() for _, sample in kept])
    spreads = np.array([1.96 * sample.std(ddof=1) / len(sample) ** 0.5 for _, sample in kept])
    ink = INKS[number % len(INKS)]
    low = np.maximum(means - spreads, 1e-12)
    axes.fill_between(x, low, means + spreads, color=ink, alpha=0.25, linewidth=0)
    axes.plot(
        x,
        means,
        color=ink,
        marker=MARKS[number],
        markersize=5,
        linestyle="-" if joined else "none",
        linewidth=1.1,
        label=label,
        markerfacecolor=ink if MARKS[number] == "x" else "none",
    )


def _training_axis(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.set_xlim(10, 2e5)
    powers_of_ten(axes.xaxis)
    axes.set_xlabel("Training set size (inputs)")


def _shares(axes: Axes, top: float, bottom: float | None = None) -> None:
    axes.set_yscale("log")
    axes.set_ylim(bottom, top)
    powers_of_ten(axes.yaxis)


def _growth_panel(part: Part, ours: Ours) -> Panel:
    """T / (n ln n) over n, from the paper's sizes to ours."""
    settings = [*table(part.question), *part.settings]

    def draw(axes: Axes) -> None:
        for number, limit in enumerate(LIMITS):
            cells = [ours[s.id] for s in settings if s.limit == limit and s.id in ours]
            found = [(cell.setting.n, mean) for cell in cells if (mean := cell.mean("T")) is not None]
            x = [n for n, _ in found]
            scaled = [mean.mean / (n * log(n)) for n, mean in found]
            errors = [1.96 * (mean.standard_error or 0.0) / (n * log(n)) for n, mean in found]
            name = "no limit" if limit == "none" else f"limit {limit}"
            marked(axes, x, scaled, errors, look(number), label=name)
        axes.set_yscale("log")
        axes.set_yticks([4, 8, 16, 32, 64], ["4", "8", "16", "32", "64"])
        sizes_axis(axes, sorted({setting.n for setting in settings}))
        axes.set_ylabel("T / (n ln n)")
        axes.legend(loc="upper left", frameon=False)

    caption = "Mean T of the successful runs over n ln n, 95 % intervals; a flat line means n log n growth."
    return Panel(f"{part.name}-growth", caption, draw)


def _race_panel(part: Part, ours: Ours) -> Panel:
    (setting,) = part.settings

    def draw(axes: Axes) -> None:
        for number, racers in enumerate(RACES):
            times = np.sort(races(ours[setting.id], racers)[0])
            left = 1 - np.arange(1, len(times) + 1) / len(times)
            label = f"{racers} runs" if number else "1 run"
            axes.step(times, left, where="post", color=PALETTE[number], label=label)
        axes.axvline(time_allowed(setting.n, 1), color="#999999", linestyle=":", linewidth=0.8)
        _shares(axes, bottom=1e-3, top=1.2)
        axes.set_xlim(0, None)
        axes.set_xlabel("iterations")
        axes.set_ylabel("share of races not done")
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(0.56, 1))

    caption = "Share of races still going after each iteration; the dotted line is 12 (c + 1) lg n, c = 1."
    return Panel(f"{part.name}-left", caption, draw)


def _theorem_panel(part: Part, ours: Ours, c: int) -> Panel:
    literals = part.settings[0].literals

    def draw(axes: Axes) -> None:
        for number, factor in enumerate(FACTORS):
            cells = [ours[theorem_setting(n, c, factor, literals).id] for n in THEOREM_SIZES]
            places = np.array(THEOREM_SIZES) * (1 + 0.03 * (2 * number - 1))  # side by side
            _failures(axes, places, [_missed(cell, c) for cell in cells], number, f"c' = {factor}")
        x = np.array(THEOREM_SIZES, dtype=float)
        axes.plot(x, np.log2(x) ** 2 / x, color="#999999", linestyle="--", label="lg² n / n")
        sizes_axis(axes, THEOREM_SIZES, base=2)
        _shares(axes, top=1.5)
        axes.set_ylabel(f"share late or with error > n{str(-c).translate(HIGH)}")
        axes.legend(loc="lower right", frameon=False)

    bound = f"n{str(-c).translate(HIGH)}"
    caption = (
        f"c = {c}: the share of runs that ended late or with an error above {bound}; 95 % intervals "
        "(Wilson). Hollow triangle: no run did; drawn at the upper end of the interval. Dashed: the order of "
        "the theorem's bound."
    )
    return Panel(f"{part.name}-c{c}", caption, draw)


def _missed(cell: Sample, c: int) -> tuple[int, int]:
    """How many runs did not do what theorem 6 says, among how many of which that is known."""
    _, _, hits = kept(cell, c)
    return int((~hits).sum()), len(hits)


def _failures(
    axes: Axes, places: Numbers, counts: Sequence[tuple[int, int]], number: int, label: str
) -> None:
    """Shares with their intervals on a log axis, where a share of 0 shows only as an upper limit."""
    x, shares, ends = [], [], []
    for place, (failed, runs) in zip(places.tolist(), counts, strict=True):
        if runs == 0:
            continue
        low, high = share_interval(failed, runs)
        if failed == 0:
            hollow: Any = {"marker": "v", "markersize": 7, "markerfacecolor": "none"}
            axes.plot([place], [high], color=PALETTE[number], **hollow)
            continue
        x.append(place)
        shares.append(failed / runs)
        ends.append((failed / runs - low, high - failed / runs))
    errors = np.abs(np.reshape(ends, (-1, 2)).T)
    marked(axes, x, shares, errors, look(number), linewidth=1.0, label=label)


def _of_koza(part: Part, ours: Ours) -> Iterator[tuple[str, Sample]]:
    """The runs of a part on Koza's system, with what to call them."""
    names = [f"{each.problem}, {each.setting.parents}" for each in reported()[part.name]]
    return zip(names, (ours[setting.id] for setting in part.settings), strict=True)


def _generations_panel(part: Part, ours: Ours) -> Panel:
    def draw(axes: Axes) -> None:
        for number, (name, cell) in enumerate(_of_koza(part, ours)):
            shares = shares_by_generation(cell.column("T"), cell.solved)
            last = cell.setting.max_iterations + 1
            whole = np.append(shares, np.full(last - len(shares), shares[-1]))
            axes.step(np.arange(last), whole, where="post", color=PALETTE[number], label=name)
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("generation i")
        axes.set_ylabel("share of runs solved, P(M, i)")
        axes.legend(frameon=False, loc="upper left")

    return Panel(f"{part.name}-solved", "The share of our runs solved by each generation.", draw)


def _effort_panel(part: Part, ours: Ours) -> Panel:
    def draw(axes: Axes) -> None:
        for number, (name, cell) in enumerate(_of_koza(part, ours)):
            found = efforts(cell.column("T"), cell.solved, cell.setting.population)
            known = np.isfinite(found)
            axes.plot(np.arange(len(found))[known], found[known], color=PALETTE[number], label=name)
        axes.set_yscale("log")
        axes.set_xlim(0, part.settings[0].max_iterations)
        axes.set_xlabel("generation i")
        axes.set_ylabel("trees to be judged, I(M, i, 0.99)")
        if axes.lines:
            axes.legend(frameon=False, loc="upper right")

    caption = "How many trees must be judged for a success with probability 0.99, with runs of i generations."
    return Panel(f"{part.name}-effort", caption, draw)
