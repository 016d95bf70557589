"""B, T, S and the rest of some runs as the lines of a table, with 95 % intervals.

Where runs failed, the lines over the successful ones are marked, and two more say what all runs say of T.
"""

from __future__ import annotations

from math import isinf

from evobool.model.settings.setting import Setting
from evobool.studies.analysis.estimates import Interval, Spread
from evobool.studies.analysis.sample import Sample
from evobool.studies.analysis.told import MARK
from evobool.studies.store.columns import count_title, counts_of

HEADS = ("", "mean (sd)", "95 % interval", "median", "5 % … 95 %")
Line = tuple[str, str, str, str, str]


def lines(sample: Sample) -> list[Line]:
    """The lines under HEADS: B over all runs, the rest over the successful ones if it does not say otherwise.

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
    if not sample.setting.on_all_inputs and errors is not None:
        words = words_of(errors, sample.interval("generalisation_error"), "{:.3g}")
        found.append((sample.setting.goal.error_name, *words))
    return (
        [found[0], *map(_marked, found[1:2]), *_of_all(sample), *map(_marked, found[2:])]
        if sample.failed
        else found
    )


def _marked(line: Line) -> Line:
    """A line over the successful runs where others failed."""
    title, *cells = line
    marked = (cell if cell in ("", "-") else f"{cell} {MARK}" for cell in cells)
    return title, *marked  # type: ignore[return-value]


def _of_all(sample: Sample) -> list[Line]:
    """T of all runs, with a mean in which failed runs count as long as they ran; and ERT."""
    low, high = sample.restricted_interval
    median, q05, q95 = (_or_longer(sample, p) for p in (0.5, 0.05, 0.95))
    ends = sample.of_all_interval("ert")
    return [
        (
            "min(T, cap)  all runs",
            f"{sample.restricted_mean():.1f}",
            f"{low:.1f} … {high:.1f}",
            median,
            f"{q05} … {q95}",
        ),
        (
            "ERT  with restarts",
            "-" if sample.ert is None else f"{sample.ert:.1f}",
            "-" if ends is None else f"{ends[0]:.1f} … {'∞' if isinf(ends[1]) else f'{ends[1]:.1f}'}",
            "",
            "",
        ),
    ]


def _or_longer(sample: Sample, p: float) -> str:
    """A quantile of T, or beyond which time it lies."""
    found = sample.quantile(p)
    return f"> {sample.column('T').max():.0f}" if found is None else f"{found:.1f}"


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
