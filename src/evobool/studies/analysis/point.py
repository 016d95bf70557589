"""One value of one setting with its interval: a point of a curve, or a cell of a table."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.model.settings.setting import Setting
from evobool.studies.analysis.sample import VALUES, Sample

MEASURES = ("T", "S", "B", "median", *(name for name in VALUES if name not in ("T", "S")))


@dataclass(frozen=True)
class Point:
    """One setting: the value with its 95 % interval, None where the runs give none.

    `high` is infinite where the runs do not bound the value, `standard_error` is that of a mean.
    """

    setting: Setting
    x: float
    runs: int
    failed: int
    value: float | None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None


def read_for(measure: str) -> str:
    """The value of runs that a measure is taken from."""
    return measure if measure in VALUES else "T"


def point_of(sample: Sample, x: float, y: str, intervals: bool = True) -> Point:
    """The value of one setting, to be drawn at x; without intervals it takes less time."""
    value: float | None
    ends: tuple[float, float | None] | None = None
    standard_error = None
    if y == "B":
        value, ends = sample.B, sample.B_interval if intervals else None
    elif y == "median":
        value, ends = sample.median, sample.median_interval if intervals else None
        ends = None if ends is None else (ends[0], float("inf") if ends[1] is None else ends[1])
    else:
        mean = sample.mean(y)
        value, standard_error = (None, None) if mean is None else (mean.mean, mean.standard_error)
        ends = sample.interval(y) if intervals else None
    low, high = (None, None) if ends is None or value is None else ends
    return Point(sample.setting, x, sample.runs, sample.failed, value, low, high, standard_error)
