"""One value of a study against a field: a curve for each group of settings, a point for each setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import flat_fields
from evobool.model.settings.setting import FIELDS
from evobool.studies.analysis.choosing import Where, kind, number, refuse_pooling
from evobool.studies.analysis.point import MEASURES, Point, point_of, read_for
from evobool.studies.analysis.resampling import again
from evobool.studies.analysis.results import Results
from evobool.studies.laws.fits import Fit, fit_laws
from evobool.studies.laws.shapes import law_named, shape
from evobool.studies.store.columns import check_value

SMALLEST, LARGEST = 0.0, 1e200  # of what values are divided by, so that axes can be labelled
INSTEAD = "fit ert or median instead"
MOST_TOLD = 5  # points that a message lists


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
        with np.errstate(over="ignore"):
            scales = shape(law_named(law, "divide"), [point.x for point in self.points])
        for point, scale in zip(self.points, scales.tolist(), strict=True):
            if not SMALLEST < scale < LARGEST:
                why = "no positive value" if scale <= SMALLEST else f"a value beyond {LARGEST:g}"
                raise InputError("divide", law, f"has {why} at {self.x} = {point.x:g}")
        return replace(self, points=tuple(map(_over, self.points, scales.tolist())))

    def fit(self, names: Sequence[str] | None = None, *, censored: bool = False) -> Fit:
        """Laws fitted to the values, by default every one.

        Means of the time over the successful runs are refused where other runs failed, unless `censored`.
        """
        if self.y == "B":
            raise InputError("y", self.y, "laws are fitted to means, medians and ert, not to shares")
        known = [point for point in self.seen if point.standard_error is not None]
        cut = [point for point in known if point.failed and is_time(self.y)]
        if cut and not censored:
            raise InputError("y", self.y, self._refusal(cut))
        steady = [point for point in known if not point.standard_error]
        if steady:
            raise InputError(
                "y",
                self.y,
                f"is {steady[0].value:g} in all runs of {self.name} at {self.x} = {steady[0].x:g}, "
                "so its error is unknown and no law can be fitted",
            )
        if len(known) < 3:
            raise InputError(
                "x", self.x, f"laws need three points with enough successes; {self.name} has {len(known)}"
            )
        again = [point.again for point in known if point.again is not None]
        return fit_laws(
            [point.x for point in known],
            [float(point.value or 0.0) for point in known],
            [float(point.standard_error or 0.0) for point in known],
            names,
            again if len(again) == len(known) else None,
        )

    def _refusal(self, cut: Sequence[Point]) -> str:
        """Why no law goes through means that leave out the slow runs, with the points that are such."""
        told = [f"{self.x} = {point.x:g} (B = {point.failed / point.runs:.2g})" for point in cut[:MOST_TOLD]]
        more = f" and {len(cut) - MOST_TOLD} more" if len(cut) > MOST_TOLD else ""
        return (
            f"{self.name}: its means leave out or cut off the runs that failed, at {', '.join(told)}{more}; "
            f"{INSTEAD}, or say censored to fit these means"
        )


def is_time(y: str) -> bool:
    """Whether a mean is too small where runs failed: the slow ones are left out, or cut off."""
    return y in ("T", "evaluations", "restricted") or y.endswith("_accepted")


def _over(point: Point, scale: float) -> Point:
    """A point with its value divided."""
    scaled = {name: getattr(point, name) for name in ("value", "low", "high", "standard_error")}
    return replace(point, **{name: each / scale for name, each in scaled.items() if each is not None})


def refuse_many(count: int, most: int) -> None:
    """Refuse more curves than a picture can show."""
    if count > most:
        raise InputError("group", f"{count:,} curves", f"a picture has at most {most}; choose with where")


def curves(
    results: Results,
    x: str = "n",
    y: str = "T",
    group: str | Sequence[str] = "limit",
    where: Where | None = None,
    most: int | None = None,
    *,
    fitted: bool = False,
) -> list[Curve]:
    """A curve for each combination of the group's fields; settings that differ in anything else are refused.

    `y` is B (Wilson intervals); of the T of all runs ert, restricted (means), median, q05 or q95
    (Kaplan-Meier); or a mean over the successful runs: T, S, generalisation_error, evaluations, and for each
    function its counts, such as ors_accepted and ors_final. Along `x` a training regime, or a target with K
    of the n variables, makes a curve of its own. More curves than `most` are refused. `fitted` draws each
    value again, for the p of laws.

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
    with results:
        settings = results.settings(where).values()
        refuse_pooling(results.path, settings, [x, *fields], groupable=True)
        samples = list(results.samples(read_for(y), where))
    if most is not None:  # before intervals, which take their time
        refuse_many(len({tuple(flat_fields(each)[name] for name in fields) for each in settings}), most)
    several = len({kind(setting, x) for setting in settings}) > 1
    found: dict[str, list[Point]] = {}
    for sample in samples:
        told = flat_fields(sample.setting)
        words = [f"{field} {told[field]}" for field in fields]
        words += [f"{x} {kind(sample.setting, x)}"] if several else []
        name = ", ".join(words) or "all runs"
        point = point_of(sample, number(sample.setting, x), y)
        if fitted and y != "B" and point.value and (error := point.standard_error):
            point = replace(point, again=again(sample, y, point.value, error))
        found.setdefault(name, []).append(point)
    for name, points in found.items():
        points.sort(key=lambda point: point.x)
        for before, after in pairwise(points):
            if before.x == after.x:
                raise InputError(
                    "x", x, f"{name} has two settings at {after.x:g}; group by {x} or choose one"
                )
    return [Curve(name, x, y, tuple(points)) for name, points in found.items()]
