"""Shares of solved runs beside published ones, and the computational effort."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import stats

from evobool.paper.koza import SOURCES, Reported, reported
from evobool.paper.parts import Part
from evobool.paper.tables import Block, Entry, Ours, Table
from evobool.paper.verdict import LARGE, Verdict
from evobool.studies.analysis.compare import failures_p
from evobool.studies.analysis.effort import effort, effort_interval
from evobool.studies.analysis.sample import Sample


@dataclass(frozen=True)
class Shares(Verdict):
    """A verdict on shares of solved runs alone."""

    @property
    def words(self) -> str:
        """The verdict as a sentence."""
        far = len(self.failures) - self.within
        return "agrees within chance" if not far else f"differs by more than chance in {far}"

    def __str__(self) -> str:
        count = len(self.failures)
        return f"the share of solved runs is within chance in {self.within} of {count}: {self.words}"


def difference(ours: Sample, published: Reported) -> float:
    """Ours less the published share, as the normal deviate of an exact test.

    A share of an unknown number of runs is taken as exact, so that chance in it counts as a difference; of a
    range, the end that is nearer.
    """
    solved = ours.runs - ours.failed
    if published.runs is not None and published.share is not None:
        theirs = round(published.share * published.runs)
        p = failures_p((ours.failed, ours.runs), (published.runs - theirs, published.runs))
        return _deviate(p, solved / ours.runs < theirs / published.runs)
    share = published.share
    if share is None:
        low, high = published.low or 0.0, 1.0 if published.high is None else published.high
        share = min(max(solved / ours.runs, low), high)
    p = float(stats.binomtest(solved, ours.runs, share).pvalue)
    return _deviate(p, solved / ours.runs < share)


def _deviate(p: float, below: bool) -> float:
    found = float(stats.norm.isf(p / 2))
    return -found if below else found


def shares_table(part: Part, ours: Ours) -> Table:
    """Shares of solved runs beside the published ones, and the computational effort."""
    rows, differences = [], []
    for published in reported()[part.name]:
        sample = ours[published.setting.id]
        apart = difference(sample, published)
        differences.append(apart)
        low, high = sample.B_interval
        told = f"{100 * (1 - sample.B):.1f} % ({100 * (1 - high):.1f} to {100 * (1 - low):.1f} %)"
        note = f"{sample.runs - sample.failed} of {sample.runs} runs; 95 % interval (Wilson)"
        entries = (
            Entry(str(published), told, apart, note, published.setting.id),
            *_effort(sample),
        )
        rows.append((f"{published.problem}, {published.setting.parents}", entries))
    columns = ("solved", "effort I(M, i, 0.99)", "generation i", "runs R")
    return Table(
        part.name,
        part.title,
        f"{SOURCES[part.name][1]} Koza's generational system: crossover 0.9, depths 2 to 6 at the start and "
        "at most 17. The difference is a normal deviate; a published share of an unknown number of runs is "
        "taken as exact. The effort is the least M (i + 1) R over generations, with a 95 % interval "
        "(bootstrap).",
        (Block("problem", (("", columns),), tuple(rows)),),
        Shares((), tuple(differences)),
        (_supported(differences, part),),
        "each cell: the published share, ours (95 % interval), difference",
    )


def _effort(sample: Sample) -> tuple[Entry, ...]:
    size = sample.setting.population
    found = effort(sample.column("T"), sample.solved, size)
    between = effort_interval(sample.column("T"), sample.solved, size)
    if found is None or between is None:
        return (Entry(ours="-", note="no run was solved"), Entry(ours="-"), Entry(ours="-"))
    low, high = (f"{end:,.0f}" for end in between)
    return (
        Entry(ours=f"{found.trees:,.0f} ({low} to {high})"),
        Entry(ours=str(found.generation)),
        Entry(ours=str(found.runs)),
    )


def _supported(differences: list[float], part: Part) -> str:
    """Which of a source's numbers ours support."""
    held = [
        each.problem
        for each, apart in zip(reported()[part.name], differences, strict=True)
        if abs(apart) <= LARGE
    ]
    return f"Our runs support: {', '.join(held) if held else 'none of these numbers'}."
