"""One value of a study against a field: a curve for each group of settings, a point for each setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import flat_fields
from evobool.model.settings.setting import FIELDS, Setting
from evobool.studies.analysis.choosing import Where, kind, number, refuse_pooling
from evobool.studies.analysis.fits import Fit, fit_laws, law_named, shape
from evobool.studies.analysis.results import VALUES, Results, Sample
from evobool.studies.analysis.summary import mean_interval, share_interval
from evobool.studies.analysis.survival import kaplan_meier_median, median_interval
from evobool.studies.store.columns import check_value

MEANS = {name: name for name in VALUES} | {"error": "generalisation_error"}
MEASURES = ("T", "S", "B", "error", "median", *(name for name in VALUES if name not in ("T", "S")))


@dataclass(frozen=True)
class Point:
    """One setting: the value with its 95 % interval, None where the runs give none.

    `high` is infinite where the runs do not bound the value, `error` the standard error of a mean.
    """

    setting: Setting
    x: float
    runs: int
    failed: int
    value: float | None
    low: float | None = None
    high: float | None = None
    error: float | None = None


@dataclass(frozen=True)
class Curve:
    """The points of a group of settings, by x."""

    name: str
    x: str
    y: str
    points: tuple[Point, ...]

    @property
    def seen(self) -> list[Point]:
        """The points that have a value."""
        return [point for point in self.points if point.value is not None]

    def divided(self, law: str) -> Curve:
        """The same curve over a law of x that has no constants of its own."""
        scales = shape(law_named(law, "divide"), [point.x for point in self.points])
        if not np.all((scales > 0) & np.isfinite(scales)):
            raise InputError("divide", law, f"has no positive value at every {self.x}")
        return replace(self, points=tuple(map(_over, self.points, scales.tolist())))

    def fit(self, names: Sequence[str] | None = None) -> Fit:
        """Laws fitted to the means, by default every one."""
        if self.y not in MEANS:
            raise InputError("y", self.y, f"laws are fitted to means: {', '.join(MEANS)}")
        known = [point for point in self.seen if point.error is not None]
        steady = [point for point in known if not point.error]
        if steady:
            raise InputError(
                "y",
                self.y,
                f"is {steady[0].value:g} in all runs of {self.name} at {self.x} = {steady[0].x:g}, "
                "so its error is unknown and no law can be fitted",
            )
        if len(known) < 3:
            raise InputError(
                "x", self.x, f"laws need three points with two successes each; {self.name} has {len(known)}"
            )
        return fit_laws(
            [point.x for point in known],
            [float(point.value or 0.0) for point in known],
            [float(point.error or 0.0) for point in known],
            names,
        )


def _over(point: Point, scale: float) -> Point:
    """A point with its value divided."""
    value, low, high, error = (
        None if each is None else each / scale for each in (point.value, point.low, point.high, point.error)
    )
    return replace(point, value=value, low=low, high=high, error=error)


def curves(
    results: Results,
    x: str = "n",
    y: str = "T",
    group: str | Sequence[str] = "limit",
    where: Where | None = None,
) -> list[Curve]:
    """A curve for each combination of the group's fields; settings that differ in anything else are refused.

    `y` is B (Wilson intervals), median (Kaplan-Meier, over all runs), or a mean over the successful runs:
    T, S, error (the generalisation error), evaluations, and for each function its counts, such as
    ors_accepted and ors_final. Along `x` a training regime, or a target with K of the n variables, makes a
    curve of its own.

    >>> import tempfile
    >>> from evobool.studies.plan.study import Study, grid
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = Study(grid(n=[3, 4], limit=["n", "2n"]), runs=9, seed=1).collect(f"{folder}/a.db")
    ...     [(curve.name, [point.x for point in curve.points]) for curve in curves(results)]
    [('limit n', [3.0, 4.0]), ('limit 2n', [3.0, 4.0])]
    """
    check_value("y", y, MEASURES)
    check_choice("x", x, FIELDS)
    fields = [name for name in ([group] if isinstance(group, str) else group) if name != x]
    for name in fields:
        check_choice("group", name, FIELDS)
    settings = results.settings(where).values()
    refuse_pooling(results.path, settings, [x, *fields], groupable=True)
    several = len({kind(setting, x) for setting in settings}) > 1
    found: dict[str, list[Point]] = {}
    for sample in results.samples(MEANS.get(y, "T"), where):
        told = flat_fields(sample.setting)
        words = [f"{field} {told[field]}" for field in fields]
        words += [f"{x} {kind(sample.setting, x)}"] if several else []
        name = ", ".join(words) or "all runs"
        found.setdefault(name, []).append(point_of(sample, number(sample.setting, x), y))
    for name, points in found.items():
        points.sort(key=lambda point: point.x)
        for before, after in pairwise(points):
            if before.x == after.x:
                raise InputError(
                    "x", x, f"{name} has two settings at {after.x:g}; group by {x} or choose one"
                )
    return [Curve(name, x, y, tuple(points)) for name, points in found.items()]


def point_of(sample: Sample, x: float, y: str) -> Point:
    """The value of one setting, to be drawn at x."""
    failed = int((~sample.solved).sum())
    nothing = Point(sample.setting, x, len(sample.solved), failed, None)
    if y == "B":
        low, high = share_interval(failed, nothing.runs)
        return replace(nothing, value=failed / nothing.runs, low=low, high=high)
    if y == "median":
        found = kaplan_meier_median(sample.values, sample.solved)
        between = median_interval(sample.values, sample.solved)
        if found is None or between is None:
            return replace(nothing, value=found)
        return replace(nothing, value=found, low=between[0], high=between[1] or float("inf"))
    values = sample.successful
    if len(values) == 0:
        return nothing
    low_high = mean_interval(values) or (None, None)
    error = float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else None
    return replace(nothing, value=float(values.mean()), low=low_high[0], high=low_high[1], error=error)
