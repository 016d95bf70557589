"""Two samples of runtimes compared: skewed, and cut off where a run gave up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from evobool.studies.analysis.sample import Sample

SURE = 0.05  # of a p below it something is said
SIZES = ((0.21, "large"), (0.14, "medium"), (0.06, "small"))  # Vargha and Delaney's thresholds


@dataclass(frozen=True)
class Comparison:
    """What two samples say.

    `means` are of the successful runs, None without any; `restricted_means` are of min(T, cap) over all runs,
    the cap the smaller of the two. `superiority` is the probability that a run of the first needs longer than
    one of the second (Vargha and Delaney's A; runs unsolved at the cap count as longest). `p` is that of the
    log-rank test, in which a run that gave up is known only to need longer; `p_failed` that of Fisher's exact
    test of `unsolved`, the numbers of runs not solved within the cap: with equal caps those that failed.
    """

    means: tuple[float | None, float | None]
    failed: tuple[int, int]
    runs: tuple[int, int]
    restricted_means: tuple[float, float]
    medians: tuple[float | None, float | None]
    superiority: float
    p: float
    p_failed: float
    unsolved: tuple[int, int] = (0, 0)

    @property
    def effect(self) -> str:
        """The size of the effect on T in words, and which of the two fails more often if one does."""
        distance = abs(self.superiority - 0.5)
        size = next((word for least, word in SIZES if distance >= least), "none")
        if not self.fails_more:
            return size
        return self.fails_more if size == "none" else f"{size}; {self.fails_more}"

    @property
    def fails_more(self) -> str:
        """Which of the two fails more often, where Fisher's test tells them apart; else nothing."""
        if self.p_failed >= SURE:
            return ""
        shares = [unsolved / runs for unsolved, runs in zip(self.unsolved, self.runs, strict=True)]
        return f"the {'first' if shares[0] > shares[1] else 'second'} fails more often"


def compare(first: Sample, second: Sample) -> Comparison:
    """Compare the T of two settings."""
    from scipy import stats

    samples = (first, second)
    cap = float(min(sample.setting.max_iterations for sample in samples))
    times = [sample.column("T") for sample in samples]
    done = [each.solved & (time <= cap) for each, time in zip(samples, times, strict=True)]
    ranked = [np.where(each, time, cap + 1) for each, time in zip(done, times, strict=True)]
    u = stats.mannwhitneyu(*ranked).statistic
    p = nan
    if any(sample.solved.any() for sample in samples):
        with np.errstate(invalid="ignore"):  # 0 / 0 if all runs at risk ended at once
            p = float(stats.logrank(censored(first), censored(second)).pvalue)
    unsolved = int((~done[0]).sum()), int((~done[1]).sum())
    return Comparison(
        means=(_mean(first), _mean(second)),
        failed=(first.failed, second.failed),
        runs=(first.runs, second.runs),
        restricted_means=(first.restricted_mean(cap), second.restricted_mean(cap)),
        medians=(first.median, second.median),
        superiority=float(u) / (len(ranked[0]) * len(ranked[1])),
        p=1.0 if isnan(p) else p,  # nothing tells the samples apart
        unsolved=unsolved,
        p_failed=failures_p((unsolved[0], first.runs), (unsolved[1], second.runs)),
    )


def failures_p(one: tuple[int, int], other: tuple[int, int]) -> float:
    """P of Fisher's exact test for two numbers of failed runs, each with how many there were.

    >>> round(failures_p((9, 1000), (0, 1000)), 4)
    0.0038
    """
    from scipy import stats

    counts = [[failed, runs - failed] for failed, runs in (one, other)]
    return min(1.0, float(stats.fisher_exact(counts)[1]))


def holm(ps: Sequence[float]) -> list[float]:
    """P-values adjusted for testing many at once (Holm): those below a level hold together at that level.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(ps)
    scaled = np.asarray(ps)[order] * np.arange(len(ps), 0, -1)
    adjusted = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return [float(value) for value in adjusted[np.argsort(order)]]


def censored(sample: Sample) -> object:
    """The sample as scipy knows it: solved runs as values, the others as longer than they ran."""
    from scipy import stats

    return stats.CensoredData(uncensored=sample.successful("T"), right=sample.column("T")[~sample.solved])


def _mean(sample: Sample) -> float | None:
    found = sample.mean("T")
    return None if found is None else found.mean
