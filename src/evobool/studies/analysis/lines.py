"""B, T, S and the rest of some runs as the lines of a table, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence

from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import Runs
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.summary import (
    Interval,
    Spread,
    function_counts,
    known_errors,
    mean_interval,
    share_interval,
    spread,
)
from evobool.studies.store.columns import count_title

HEADS = ("", "mean (sd)", "95 % interval", "median", "5 % … 95 %")
Line = tuple[str, str, str, str, str]


def lines(runs: Sequence[Run]) -> list[Line]:
    """The lines under HEADS: B over all runs, everything else over the successful ones.

    >>> from evobool import evolve
    >>> runs = [evolve(n=4, seed=1, index=index, engine="reference") for index in range(20)]
    >>> for line in lines(runs)[:2]:
    ...     print(*line[:3], sep=" | ")
    B  failed runs | 0.000 | 0.000 … 0.161
    T  iterations | 44.4 (26.3) | 33.9 … 56.0
    """
    solved = Runs.of(runs).successful()
    setting = solved.setting
    failed = len(runs) - len(solved)
    low, high = share_interval(failed, len(runs))
    found: list[Line] = [("B  failed runs", f"{failed / len(runs):.3f}", f"{low:.3f} … {high:.3f}", "", "")]
    values = {
        "T  iterations": solved.iterations,
        "S  leaves": solved.leaves,
        "evaluations": solved.evaluations,
    }
    for column, counts in function_counts(other_functions(setting), solved).items():
        values[count_title(column)] = counts
    found += [(title, *cells(spread(each), mean_interval(each))) for title, each in values.items()]
    errors = known_errors(solved)
    if not setting.judged_on.complete and errors:
        found.append(("generalisation error", *cells(spread(errors), mean_interval(errors), "{:.3g}")))
    return found


def other_functions(setting: Setting) -> tuple[str, ...]:
    """F without the function that makes the target, such as OR for AND_n: what the target does not need."""
    own = setting.goal.joins or setting.goal.target.name
    return tuple(name for name in setting.functions if name != own)


def cells(found: Spread | None, interval: Interval | None, form: str = "{:.1f}") -> tuple[str, str, str, str]:
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
