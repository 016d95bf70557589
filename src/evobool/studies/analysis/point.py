"""One value of one setting with its interval: a point of a curve, or a cell of a table."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.model.settings.setting import Setting
from evobool.studies.analysis.resampling import Resampled
from evobool.studies.analysis.sample import OF_ALL, VALUES, Sample

MEASURES = ("T", *OF_ALL, "S", "B", *(name for name in VALUES if name not in ("T", "S")))


@dataclass(frozen=True)
class Point:
    """One setting: the value with its 95 % interval, None where the runs give none.

    `high` is infinite where the runs do not bound the value. `standard_error` is that of a mean or of ERT, of
    a quantile what its interval says. `survivors` means that this is a mean over the successful runs although
    others failed. `again` holds the value drawn again, where a law is to be fitted.
    """

    setting: Setting
    x: float
    runs: int
    failed: int
    value: float | None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    survivors: bool = False
    again: Resampled | None = None

    @property
    def B(self) -> float:
        """The share of runs that failed."""
        return self.failed / self.runs if self.runs else 0.0


def over_all(measure: str) -> bool:
    """Whether a measure is of all runs, the failed among them, not a mean of the successful ones."""
    return measure == "B" or measure in OF_ALL


def read_for(measure: str) -> str:
    """The value of runs that a measure is taken from."""
    return measure if measure in VALUES else "T"


def point_of(sample: Sample, x: float, y: str, intervals: bool = True) -> Point:
    """The value of one setting, to be drawn at x; without intervals it takes less time."""
    value: float | None
    standard_error = None
    survivors = False
    if y == "B":
        value, ends = sample.B, sample.B_interval if intervals else None
    elif y in OF_ALL:
        value = sample.of_all(y)
        ends = sample.of_all_interval(y) if intervals else None
        standard_error = sample.of_all_error(y, ends)
    else:
        mean = sample.mean(y)
        value, standard_error = (None, None) if mean is None else (mean.mean, mean.standard_error)
        ends = sample.interval(y) if intervals else None
        survivors = sample.failed > 0 and value is not None
    low, high = (None, None) if ends is None or value is None else ends
    return Point(sample.setting, x, sample.runs, sample.failed, value, low, high, standard_error, survivors)
