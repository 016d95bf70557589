"""Beyond the paper: k of n variables, races of several runs, and theorems 6 and 7 at finite n, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

import numpy as np
from numpy.typing import NDArray

from evobool.model.settings.setting import Setting
from evobool.paper.parts import EXPONENTS, FACTORS, RACES, THEOREM_SIZES, Part, theorem_setting
from evobool.paper.tables import (
    GROUP_TITLES,
    LAYOUTS,
    Block,
    Entry,
    Ours,
    Table,
    entry,
    failures,
    with_error,
)
from evobool.studies.analysis.estimates import mean_of, share_interval
from evobool.studies.analysis.sample import WRONG_ROWS, Sample
from evobool.studies.analysis.survival import Numbers

Hits = NDArray[np.bool_]
SLACK = (
    " An error may exceed n⁻ᶜ by two of the 2ⁿ inputs, the cost of a negated literal: where n is a power of "
    "two, a mixed conjunction of c lg n variables misses n⁻ᶜ by one input."
)


def subset_table(part: Part, ours: Ours) -> Table:
    """Conjunctions of k of n variables, laid out as table 1, 2 or 3 with a row for each k."""
    limits, values = LAYOUTS[part.question]
    first = part.settings[0]
    by_place = {(setting.goal.relevant, setting.limit): ours[setting.id] for setting in part.settings}
    rows_of = sorted({k for k, _ in by_place})
    blocks = tuple(
        Block(
            "k",
            tuple((GROUP_TITLES[limit], values) for limit in block),
            tuple(
                (str(k), tuple(entry(value, by_place[k, limit], None) for limit in block for value in values))
                for k in rows_of
            ),
        )
        for block in limits
    )
    literals = ", positive and negated literals" if first.literals == "all" else ""
    return Table(
        part.name,
        part.title,
        f"RLS-GP with {first.deletion} deletion, the target x1 & ... & xk of n = {first.n} "
        f"variables{literals}, complete "
        f"truth table, at most {first.max_iterations:,} iterations. Each cell: the mean ± its standard error."
        + (" B has its 95 % interval (Wilson)." if "B" in values else ""),
        blocks,
        notes=tuple(failures(part, ours)),
    )


def race_table(part: Part, ours: Ours) -> Table:
    """Races of 1 ... 16 runs: a race of K takes K consecutive runs and ends when the first succeeds."""
    (setting,) = part.settings
    measured = ours[setting.id]
    rows = []
    for racers in RACES:
        times, errors = races(measured, racers)
        known = ~np.isnan(errors)
        hits = within(setting, times, errors, 1)[known | np.isinf(times)]  # a race that fails is no hit
        rows.append(
            (
                str(racers),
                (
                    Entry(ours=f"{len(times):,}"),
                    Entry(ours=with_error(mean_of(times))),
                    Entry(ours=with_error(mean_of(racers * setting.evaluations(times)))),
                    Entry(ours=f"{errors[known].mean():.2e}" if known.any() else "-"),
                    _share(hits),
                ),
            )
        )
    columns = ("races", "iterations", "evaluations", "error", "done in time, error ≤ 1/n")
    return Table(
        part.name,
        part.title,
        f"s = {setting.training} rows (n lg² n), stop at a sampled error of {setting.accept_error} (lg n), "
        "no limit. A race ends when its first run is done; evaluations are counted over all its runs. In "
        f"time means within {time_allowed(setting.n, 1):.0f} iterations, 12 (c + 1) lg n with c = 1.",
        (Block("runs", (("", columns),), tuple(rows)),),
        notes=_unknown([measured]),
    )


def races(measured: Sample, racers: int) -> tuple[Numbers, Numbers]:
    """Iterations and generalisation error of races made up of the stored runs, in order.

    Race i consists of the runs i K ... i K + K - 1, as in `evobool.run.race`: all step together, so the
    winner is the run with the smallest T, then the fewest wrong rows. An error that is not known is nan.
    """
    count = measured.runs // racers
    shape, used = (count, racers), slice(count * racers)
    times = np.where(measured.solved, measured.column("T"), np.inf)[used].reshape(shape)
    wrong = measured.column(WRONG_ROWS)[used].reshape(shape)
    errors = measured.column("generalisation_error")[used].reshape(shape)
    winners = np.lexsort((wrong, times), axis=1)[:, 0]  # nan, of a run without a tree, comes last
    places = np.arange(count)
    return times[places, winners], errors[places, winners]


def time_allowed(n: int, c: int) -> float:
    """Lemma 3's iterations for (c + 1) lg n new variables at a rate of 1/12 each."""
    return 12 * (c + 1) * log2(n)


def within(setting: Setting, times: Numbers, errors: Numbers, c: int) -> Hits:
    """Which runs did what theorem 6 says: done within O(log n) iterations, with an error of at most n^-c."""
    found: Hits = (times <= time_allowed(setting.n, c)) & small(setting, errors, c)
    return found


def small(setting: Setting, errors: Numbers, c: int) -> Hits:
    """Which errors are at most n^-c; with negated literals, at most two of the 2^n inputs more.

    Where n is a power of two, a conjunction of c lg n variables is wrong on n^-c - 2^-n of all inputs, and
    one with a negated literal on two more. Beyond n = 64 a double cannot distinguish these from n^-c.
    """
    slack = 2.0 ** (1 - setting.n) if setting.literals == "all" else 0.0
    found: Hits = errors <= float(setting.n) ** -c + slack
    return found


def kept(measured: Sample, c: int) -> tuple[Hits, Hits, Hits]:
    """Which runs were done in time; which have a small error, and which both, of those where that is known.

    A run without a tree has no error and keeps no promise; an error that was not computed may be any.
    """
    times = np.where(measured.solved, measured.column("T"), np.inf)
    errors = measured.column("generalisation_error")
    known = ~_not_computed(measured)
    good, both = small(measured.setting, errors, c), within(measured.setting, times, errors, c)
    return times <= time_allowed(measured.setting.n, c), good[known], both[known]


def _not_computed(measured: Sample) -> Hits:
    """Which runs have a tree whose error is not known."""
    found: Hits = np.isnan(measured.column("generalisation_error")) & ~np.isnan(measured.column(WRONG_ROWS))
    return found


def _unknown(cells: Iterable[Sample]) -> tuple[str, ...]:
    """How many runs a table leaves out."""
    count = sum(int(_not_computed(cell).sum()) for cell in cells)
    told = f"The error of {count:,} runs could not be computed; they are left out where an error is needed."
    return (told,) if count else ()


def _share(hits: Hits) -> Entry:
    if len(hits) == 0:
        return Entry(ours="-", note="no error is known")
    low, high = share_interval(int(hits.sum()), len(hits))
    return Entry(ours=f"{hits.mean():.4f} ({low:.4f} to {high:.4f})", note="95 % interval (Wilson)")


def theorem_table(part: Part, ours: Ours) -> Table:
    """Theorem 6 or 7: the share of runs that kept its promise, for every n and c."""
    literals = part.settings[0].literals
    blocks = []
    for factor in FACTORS:
        rows = []
        for n in THEOREM_SIZES:
            entries: list[Entry] = []
            for c in EXPONENTS:
                measured = ours[theorem_setting(n, c, factor, literals).id]
                in_time, good, both = kept(measured, c)
                entries += [
                    Entry(ours=with_error(measured.mean("T"))),
                    Entry(ours=f"{in_time.mean():.3f}"),
                    Entry(ours=f"{good.mean():.3f}" if len(good) else "-"),
                    _share(both),
                ]
            rows.append((str(n), tuple(entries)))
        columns = ("T", "in time", "error ≤ n⁻ᶜ", "both")
        groups = tuple((f"c = {c}", columns) for c in EXPONENTS)
        blocks.append(Block(f"n (c' = {factor})", groups, tuple(rows)))
    return Table(
        part.name,
        part.title,
        "s = nᶜ lg² n rows, stop at a sampled error of c' lg n, no limit. In time means within 12 (c + 1) lg "
        "n iterations. The theorem promises both with probability 1 - O(log² n / n) if c' is large enough; a "
        "larger c' ends runs sooner, and for small n too soon: lemma 5 needs c' lg n below half of lg² n."
        + (SLACK if literals == "all" else ""),
        tuple(blocks),
        notes=_unknown(ours[setting.id] for setting in part.settings),
    )
