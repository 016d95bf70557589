"""Mean ranks over tables, and which differences are more than chance, after Nemenyi (Demsar 2006)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.stats import rankdata, studentized_range

Scores = Mapping[str, Sequence[float]]  # of each learner, a score a table; higher is better


def ranks(scores: Scores) -> dict[str, float]:
    """The mean rank of each learner, 1 the best; equal scores share their ranks."""
    table = np.array([scores[name] for name in scores])
    means = rankdata(-table.round(9), axis=0).mean(axis=1)
    return dict(zip(scores, means.tolist(), strict=True))


def critical_difference(learners: int, tables: int, level: float = 0.05) -> float:
    """Nemenyi's: mean ranks that lie further apart differ, at this level over all pairs together.

    >>> round(critical_difference(5, 30), 3)  # Demsar's q is 2.728
    1.114
    """
    q = float(studentized_range.ppf(1 - level, learners, np.inf)) / 2**0.5
    return q * float((learners * (learners + 1) / (6 * tables)) ** 0.5)


def groups(places: NDArray[np.float64], difference: float) -> list[tuple[int, int]]:
    """The longest runs of sorted ranks that lie within the critical difference: first and last of each."""
    found = list[tuple[int, int]]()
    for first in range(len(places)):
        last = int(np.flatnonzero(places <= places[first] + difference)[-1])
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return found


def drawn(scores: Scores, names: Mapping[str, str]) -> Figure:
    """The critical-difference picture: mean ranks, and bars over those that chance may have ordered."""
    told = sorted(ranks(scores).items(), key=lambda each: each[1])
    tables = len(next(iter(scores.values())))
    difference = critical_difference(len(told), tables)
    places = np.array([place for _, place in told])
    figure = Figure(figsize=(7.2, 1.4 + 0.24 * len(told)), layout="constrained")
    axes: Any = figure.subplots()
    half = (len(told) + 1) // 2
    bars = groups(places, difference)
    top = -0.5 - 0.35 * len(bars)
    for height, (first, last) in enumerate(bars):
        axes.plot(
            [places[first] - 0.04, places[last] + 0.04], [-0.35 * (height + 1)] * 2, color="#0072b2", lw=4
        )
    for number, (name, place) in enumerate(told):
        left = number < half
        level = top - 0.62 * (number if left else len(told) - 1 - number)
        end = 0.75 if left else len(told) + 0.25
        bold = "bold" if name == "ours" else "normal"
        axes.plot([place, place, end], [0, level, level], color="#777777", lw=1)
        axes.text(
            end,
            level,
            f" {names[name]}  {place:.2f} ",
            ha="right" if left else "left",
            va="center",
            weight=bold,
        )
    _ruler(axes, len(told), difference)
    return figure


def _ruler(axes: Axes, learners: int, difference: float) -> None:
    """The axis of ranks on top, and how long the critical difference is."""
    axes.plot([1, learners], [0, 0], color="black", lw=1)
    for rank in range(1, learners + 1):
        axes.plot([rank, rank], [0, 0.12], color="black", lw=1)
        axes.text(rank, 0.2, str(rank), ha="center", va="bottom")
    axes.plot([1, 1 + difference], [0.95, 0.95], color="#d55e00", lw=2)
    axes.text(1 + difference / 2, 1.05, f"critical difference {difference:.2f}", ha="center", va="bottom")
    axes.set_xlim(-1.2, learners + 2.2)
    axes.axis("off")
