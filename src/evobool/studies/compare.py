"""Two samples of runtimes compared: skewed, and cut off where a run gave up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evobool.studies.results import Sample, kaplan_meier_median


@dataclass(frozen=True)
class Comparison:
    """What two samples say.

    `superiority` is the probability that a run of the first needs longer than one of the second (Vargha and
    Delaney's A; runs that gave up count as longest). `p` is that of the log-rank test, which takes runs that
    gave up for what they are: known to need longer than the cap.
    """

    means: tuple[float, float]
    medians: tuple[float | None, float | None]
    superiority: float
    p: float

    @property
    def effect(self) -> str:
        """The size of the effect in words (Vargha and Delaney's thresholds)."""
        distance = abs(self.superiority - 0.5)
        return (
            "large"
            if distance >= 0.21
            else "medium"
            if distance >= 0.14
            else "small"
            if distance >= 0.06
            else "none"
        )


def compare(first: Sample, second: Sample) -> Comparison:
    """Compare the T of two settings."""
    from scipy import stats

    samples = (first, second)
    longest = max(float(sample.values.max()) for sample in samples) + 1
    ranked = [np.where(sample.solved, sample.values, longest) for sample in samples]
    u = stats.mannwhitneyu(*ranked).statistic
    p = 1.0
    if any(sample.solved.any() for sample in samples):
        p = float(stats.logrank(censored(first), censored(second)).pvalue)
    return Comparison(
        means=(restricted_mean(first), restricted_mean(second)),
        medians=(median(first), median(second)),
        superiority=float(u) / (len(ranked[0]) * len(ranked[1])),
        p=p,
    )


def censored(sample: Sample) -> object:
    """The sample as scipy knows it: solved runs as values, the others as longer than the cap."""
    from scipy import stats

    return stats.CensoredData(uncensored=sample.successful, right=sample.values[~sample.solved])


def restricted_mean(sample: Sample) -> float:
    """The mean of min(T, cap)."""
    return float(sample.values.mean())


def median(sample: Sample) -> float | None:
    """The Kaplan-Meier median of T, None if fewer than half of the runs were solved."""
    return kaplan_meier_median(sample.values, sample.solved)
