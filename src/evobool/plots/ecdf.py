"""The share of runs solved by each T: an empirical distribution in which failed runs count."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes

from evobool.model.settings.describing import common, flat_fields, varying
from evobool.plots.style import MOST_CURVES, look
from evobool.studies.analysis.choosing import Where, refuse_pooling
from evobool.studies.analysis.comparisons import Pair
from evobool.studies.analysis.point import Point
from evobool.studies.analysis.results import Results
from evobool.studies.analysis.sample import Sample
from evobool.studies.laws.curves import Curve, refuse_many

CAPTION = (
    "Share of all runs solved by T (Kaplan-Meier), pointwise 95 % bands (log-log). "
    "A curve ends with its last run; a hollow mark: some had failed."
)


def draw_ecdf(
    axes: Axes, results: Results, apart: Sequence[str], where: Where | None, log: bool, title: str | None
) -> tuple[list[Curve], str]:
    """Draw a step curve for each setting; the settings may differ in `apart` only. Also returns a caption."""
    with results:
        settings = results.settings(where).values()
        refuse_pooling(results.path, settings, apart, groupable=True)
        refuse_many(len(settings), MOST_CURVES)
        samples = list(results.samples("T", where))
    fields = list(varying(settings))
    drawn = []
    for count, sample in enumerate(samples):
        told = flat_fields(sample.setting)
        name = ", ".join(f"{field} {told[field]}" for field in fields) or "all runs"
        draw_steps(axes, sample, name, look(count))
        place = float(sample.column("T").max())
        point = Point(sample.setting, place, sample.runs, sample.failed, 1 - sample.B)
        drawn.append(Curve(name, "T", "ecdf", (point,)))
    axes.set_xscale("log" if log and all(sample.column("T").min() > 0 for sample in samples) else "linear")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("T (iterations)")
    axes.set_ylabel("share of runs solved")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(fill(title or common(list(settings), list(apart)), 72), fontsize=11)
    counts = sum(sample.runs for sample in samples), sum(sample.failed for sample in samples)
    return drawn, f"{CAPTION} {counts[0]:,} runs in total, {counts[1]:,} failed."


def draw_pair(axes: Axes, pair: Pair) -> None:
    """Two samples over each other, on one scale."""
    samples = (pair.first, pair.second)
    for count, (sample, name) in enumerate(zip(samples, pair.sides, strict=True)):
        draw_steps(axes, sample, f"{name}: {sample.failed:,} of {sample.runs:,} failed", look(count))
    axes.set_xscale("log" if all(sample.column("T").min() > 0 for sample in samples) else "linear")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("T (iterations)")
    axes.set_ylabel("share of runs solved")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    axes.set_title(fill(pair.name, 48), fontsize=10)


def draw_steps(axes: Axes, sample: Sample, name: str, style: tuple[str, str]) -> None:
    """The share of one setting's runs solved by each T, with its band, up to where the runs gave up."""
    end = float(sample.column("T").max())
    if sample.solved.any():
        times, shares, lows, highs = sample.ecdf
        first = times[:1]
        x = np.concatenate([first, times, [end]])
        columns = (np.concatenate([[0.0], column, column[-1:]]) for column in (shares, lows, highs))
        y, low, high = columns
        axes.fill_between(x, low, high, step="post", color=style[0], alpha=0.15, linewidth=0)
    else:
        x, y = np.array([1.0, end]), np.zeros(2)
    axes.step(x, y, where="post", color=style[0], linewidth=1.3, label=name)
    if sample.failed:
        axes.plot(end, y[-1], color=style[0], marker=style[1], markerfacecolor="white", markersize=5)
