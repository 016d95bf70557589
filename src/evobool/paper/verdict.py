"""Our numbers against the paper's: differences in standard errors, and the verdict over a whole table.

Both sides are estimates, so a difference is divided by the standard error of both combined. The paper prints
one decimal; rounding adds 0.1^2 / 12 to the variance, which matters where nearly all runs have the same S.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from scipy import stats

from evobool.paper.published import RUNS, Published
from evobool.studies.analysis.compare import failures_p
from evobool.studies.analysis.estimates import Mean
from evobool.studies.analysis.sample import Sample

LARGE = 3.0  # standard errors: a cell beyond this is coloured
LEVEL = 5e-4  # of the chi-square test: 65 over 32 cells
LARGEST_MEAN = 0.4 * sqrt(32)  # standard errors of the mean difference: 0.4 over 32 cells
FEWEST = 10  # successes needed on each side for a cell to count: with fewer, the mean is not nearly normal
ROUNDING = 0.1**2 / 12

TOO_FEW = "too few successes to compare T"


@dataclass(frozen=True)
class Verdict:
    """All cells of a table together: differences in T are standard normal if both follow the same law."""

    differences: tuple[float, ...]
    failures: tuple[float, ...] = ()

    @property
    def cells(self) -> int:
        """How many cells could be compared."""
        return len(self.differences)

    @property
    def chi_square(self) -> float:
        """The sum of the squared differences."""
        return sum(difference**2 for difference in self.differences)

    @property
    def within(self) -> int:
        """How many shares of failed runs differ by no more than chance explains."""
        return sum(abs(difference) <= LARGE for difference in self.failures)

    @property
    def p(self) -> float:
        """The probability of a chi-square this large by chance alone; 1 if there is nothing to compare."""
        return 1.0 if not self.cells else float(stats.chi2.sf(self.chi_square, self.cells))

    @property
    def mean(self) -> float:
        """The mean difference, in standard errors of a cell."""
        return sum(self.differences) / self.cells if self.cells else 0.0

    @property
    def agrees(self) -> bool:
        """Whether chance explains the differences in T, and those in B in every cell."""
        return (
            self.p >= LEVEL
            and abs(self.mean) * sqrt(self.cells) <= LARGEST_MEAN
            and all(abs(difference) <= LARGE for difference in self.failures)
        )

    @property
    def kind(self) -> str:
        """How it is marked: good, bad, or open where no T could be compared and no B is off."""
        return "bad" if not self.agrees else "good" if self.cells else "open"

    @property
    def words(self) -> str:
        """The verdict as a sentence."""
        if self.agrees:
            return "agrees within chance" if self.cells else TOO_FEW
        reasons = []
        if self.p < LEVEL:
            reasons.append("its cells scatter more than chance allows")
        if abs(self.mean) * sqrt(self.cells) > LARGEST_MEAN:
            reasons.append(f"T is {'larger' if self.mean > 0 else 'smaller'} throughout")
        far = sum(abs(difference) > LARGE for difference in self.failures)
        if far:
            reasons.append(f"B differs in {far} cell{'s' if far > 1 else ''}")
        return "differs by more than chance: " + ", ".join(reasons)

    def __str__(self) -> str:
        share = f", B within chance in {self.within} of {len(self.failures)}" if self.failures else ""
        if self.kind == "open":
            return f"{TOO_FEW}{share}"
        compared = (
            f"chi-square of T {self.chi_square:.1f} over {self.cells} cells (p = {self.p:.2g}), mean "
            f"difference {self.mean:+.2f} s.e."
        )
        return f"{compared if self.cells else TOO_FEW}{share}: {self.words}"


def mean_difference(ours: Mean | None, mean: float | None, sd: float | None, successes: int) -> float | None:
    """Ours minus the paper's, in standard errors; None where one side has no spread to judge by."""
    if ours is None or ours.sd is None or mean is None or sd is None:
        return None
    variance = ours.sd**2 / ours.count + sd**2 / successes + ROUNDING
    return (ours.mean - mean) / sqrt(variance)


def failure_difference(ours: Sample, published: Published) -> float | None:
    """The difference in B: the normal deviate with the p-value of Fisher's exact test."""
    if published.B is None:
        return None
    p = failures_p((ours.failed, ours.runs), (published.failed, published.failed + published.successes))
    deviate = float(stats.norm.isf(p / 2))
    return deviate if published.failed / RUNS < ours.B else 0.0 - deviate  # not -0.0


def judge(cells: Sequence[tuple[Sample, Published]]) -> Verdict:
    """The verdict over cells."""
    differences, failures = [], []
    for ours, published in cells:
        found = ours.mean("T")
        difference = mean_difference(found, published.T, published.T_sd, published.successes)
        if difference is not None and found is not None and min(found.count, published.successes) >= FEWEST:
            differences.append(difference)
        failure = failure_difference(ours, published)
        if failure is not None:
            failures.append(failure)
    return Verdict(tuple(differences), tuple(failures))
