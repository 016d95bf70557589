"""B, T, S and the rest of some runs as the lines of a table, with 95 % intervals."""

from __future__ import annotations

from evobool.model.settings.setting import Setting
from evobool.studies.analysis.estimates import Interval, Spread
from evobool.studies.analysis.sample import Sample
from evobool.studies.store.columns import count_title, counts_of

HEADS = ("", "mean (sd)", "95 % interval", "median", "5 % … 95 %")
Line = tuple[str, str, str, str, str]


def lines(sample: Sample) -> list[Line]:
    """The lines under HEADS: B over all runs, everything else over the successful ones.

    >>> from evobool import evolve
    >>> runs = [evolve(n=4, seed=1, index=index, engine="reference") for index in range(20)]
    >>> for line in lines(Sample.of(runs))[:2]:
    ...     print(*line[:3], sep=" | ")
    B  failed runs | 0.000 | 0.000 … 0.161
    T  iterations | 44.4 (26.3) | 33.9 … 56.0
    """
    low, high = sample.B_interval
    found: list[Line] = [("B  failed runs", f"{sample.B:.3f}", f"{low:.3f} … {high:.3f}", "", "")]
    titles = {"T": "T  iterations", "S": "S  leaves", "evaluations": "evaluations"}
    for function in other_functions(sample.setting):
        titles |= {column: count_title(column) for column in counts_of(function)}
    found += [
        (title, *words_of(sample.spread(name), sample.interval(name))) for name, title in titles.items()
    ]
    errors = sample.spread("generalisation_error")
    if not sample.setting.judged_on.complete and errors is not None:
        words = words_of(errors, sample.interval("generalisation_error"), "{:.3g}")
        found.append(("generalisation error", *words))
    return found


def other_functions(setting: Setting) -> tuple[str, ...]:
    """F without the function that makes the target, such as OR for AND_n: what the target does not need."""
    own = setting.goal.joins or setting.goal.target.name
    return tuple(name for name in setting.functions if name != own)


def words_of(
    found: Spread | None, interval: Interval | None, form: str = "{:.1f}"
) -> tuple[str, str, str, str]:
    """One line of the table."""
    if found is None:
        return "-", "-", "-", "-"
    sd = "-" if found.sd is None else form.format(found.sd)
    between = "-" if interval is None else f"{form.format(interval[0])} … {form.format(interval[1])}"
    return (
        f"{form.format(found.mean)} ({sd})",
        between,
        form.format(found.median),
        f"{form.format(found.q05)} … {form.format(found.q95)}",
    )
