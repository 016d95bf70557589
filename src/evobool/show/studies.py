"""Studies and results as a notebook shows them."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING

from evobool.errors import EvoboolError
from evobool.model.settings.describing import varying
from evobool.model.settings.setting import Setting
from evobool.show.pieces import MOST_ROWS, Html, card, note, number, table
from evobool.show.runs import plain
from evobool.studies.analysis.estimates import Mean
from evobool.studies.analysis.point import point_of
from evobool.studies.analysis.sample import read_samples
from evobool.studies.analysis.told import MARK, legend

if TYPE_CHECKING:
    from evobool.studies.analysis.listing import Listing
    from evobool.studies.analysis.results import Results
    from evobool.studies.analysis.table import Table
    from evobool.studies.plan.study import Study


def study_html(study: Study) -> Html:
    """What is to be run."""
    apart = list(varying(study.settings))
    rows = [[plain(getattr(each, name)) for name in apart] for each in study.settings[:MOST_ROWS]]
    shown = [table(apart, rows)] if apart else []
    return card(study_title(study), note(common(study.settings)), *shown, *more(len(study.settings)))


def study_title(study: Study) -> str:
    """A study in a few words."""
    seed = "any seed" if study.seed is None else f"seed {study.seed}"
    return f"Study of {counted(len(study.settings), 'setting')}, {counted(study.runs, 'run')} each, {seed}"


def results_html(results: Results) -> Html:
    """How many runs there are, and B, T and S of the first settings."""
    try:
        with results.one.opened() as store:
            settings = store.settings()
            apart = list(varying(settings.values()))
            rows, marked = [], []
            for sample in read_samples(store, list(settings.values())[:MOST_ROWS], ["T", "S"]):
                fields = [plain(getattr(sample.setting, name)) for name in apart]
                failed = number(sample.B) if sample.runs else "–"
                means = [mean_sd(sample.mean(value), sample.failed > 0) for value in ("T", "S")]
                marked += [point_of(sample, nan, "T", intervals=False)]
                of_all = [_time(sample.of_all(name) if sample.runs else None) for name in ("median", "ert")]
                rows.append([*fields, f"{sample.runs:,}", failed, means[0], *of_all, means[1]])
    except EvoboolError as problem:
        return card(f"Results: {problem}")
    head = [*apart, "runs", "B", "T: mean (sd)", "T: median", "T: ERT", "S: mean (sd)"]
    words = (
        "B: share of failed runs. T: iterations, S: leaves; means are of the successful runs, the median "
        "(Kaplan-Meier) and ERT (iterations per success, with restarts) of all runs."
    )
    below = legend(marked)
    return card(
        results_title(results),
        note(common(list(settings.values()))),
        table(head, rows),
        *more(len(settings)),
        note(words + (f" {below}." if below else "")),
    )


def table_html(found: Table | Listing) -> Html:
    """One value by two fields, or another table of results."""
    return card(found.title, table(found.head, found.lines), note(found.caption))


def results_title(results: Results) -> str:
    """Results in a few words; a store that cannot be read says why."""
    try:
        with results.one.opened() as store:
            done, seed = store.done(), store.seed
    except EvoboolError as problem:
        return f"Results: {problem}"
    runs = counted(sum(done.values()), "run")
    return f"Results {results.one.name}: {runs} of {counted(len(done), 'setting')}, seed {seed}"


def mean_sd(found: Mean | None, survivors: bool = False) -> str:
    """A mean with its standard deviation, a dash without one; marked where it is of survivors."""
    if found is None:
        return "–"
    sd = "" if found.sd is None else f" ({found.sd:,.1f})"
    return f"{found.mean:,.1f}{sd}" + (f" {MARK}" if survivors else "")


def _time(value: float | None) -> str:
    return "–" if value is None else f"{value:,.1f}"


def common(settings: Sequence[Setting]) -> str:
    """The fields that all settings share and that are worth a word."""
    if not settings:
        return "no settings"
    apart = varying(settings)
    chosen = {"n": settings[0].n, "target": settings[0].target} | settings[0].unusual
    return ", ".join(f"{name} = {plain(value)}" for name, value in chosen.items() if name not in apart)


def counted(count: int, what: str) -> str:
    """A number of things."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def more(count: int) -> list[Html]:
    """A line that says how many settings a table leaves out."""
    left = count - MOST_ROWS
    return [note(f"and {counted(left, 'setting')} more")] if left > 0 else []
