"""Tables in the paper's own layout, as data: what goes where. `render.py` prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evobool.paper.parts import Part
from evobool.paper.published import LIMITS, Published, published_tables
from evobool.paper.verdict import LARGE, Verdict, failure_difference, judge, mean_difference
from evobool.studies.analysis.estimates import Mean
from evobool.studies.analysis.sample import Sample

LAYOUTS: dict[
    int, tuple[list[tuple[str, ...]], tuple[str, ...]]
] = {  # limits side by side, and the values of each, as printed in the paper
    1: ([LIMITS[:2], LIMITS[2:]], ("B", "T", "S")),
    2: ([LIMITS], ("T", "S")),
    3: ([LIMITS[:2], LIMITS[2:]], ("B", "T", "S")),
}
GROUP_TITLES = {"n": "l = n", "n+1": "l = n + 1", "2n": "l = 2n", "none": "l = ∞"}


@dataclass(frozen=True)
class Entry:
    """One cell: the paper's value, ours, the difference in standard errors, and a note shown on demand.

    `setting` is the id of the setting whose runs it is made of, where there is one.
    """

    paper: str = ""
    ours: str = ""
    difference: float | None = None
    note: str = ""
    setting: str = ""

    @property
    def large(self) -> bool:
        """Whether the difference is beyond chance."""
        return self.difference is not None and abs(self.difference) > LARGE


@dataclass(frozen=True)
class Block:
    """A table within a table: groups of columns, and rows that start with a label."""

    head: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[tuple[str, tuple[Entry, ...]], ...]


@dataclass(frozen=True)
class Table:
    """A whole table with its caption, notes and verdict."""

    name: str
    title: str
    caption: str
    blocks: tuple[Block, ...]
    verdict: Verdict | None = None
    notes: tuple[str, ...] = field(default=())
    legend: str = "each cell: the paper's value (sd), ours ± standard error (B: 95 % interval), difference"

    @property
    def compared(self) -> bool:
        """Whether the paper has values to put next to ours."""
        entries = (entry for block in self.blocks for _, row in block.rows for entry in row)
        return any(entry.paper for entry in entries)


Ours = Mapping[str, Sample]


def paper_table(part: Part, ours: Ours) -> Table:
    """Table 1, 2 or 3, for the part's sizes and target."""
    question = part.question
    limits, values = LAYOUTS[question]
    sizes = list(dict.fromkeys(setting.n for setting in part.settings))
    by_place = {(setting.n, setting.limit): setting for setting in part.settings}
    printed = published_tables()
    blocks = []
    for block in limits:
        rows = []
        for n in sizes:
            cells = [(ours[by_place[n, limit].id], printed.get((question, n, limit))) for limit in block]
            rows.append((str(n), tuple(entry(value, *cell) for cell in cells for value in values)))
        groups = tuple((GROUP_TITLES[limit], values) for limit in block)
        blocks.append(Block("n", groups, tuple(rows)))
    compared = [
        (ours[setting.id], printed[question, setting.n, setting.limit])
        for setting in part.settings
        if (question, setting.n, setting.limit) in printed
    ]
    return Table(
        part.name,
        part.title,
        _caption(part, bool(compared)),
        tuple(blocks),
        judge(compared) if compared else None,
        tuple(failures(part, ours)),
    )


def _caption(part: Part, compared: bool) -> str:
    first = part.settings[0]
    target = first.goal.title_for("n")
    system = f"RLS-GP with {first.deletion} deletion on {target}"
    literals = ", positive and negated literals" if first.literals == "all" else ""
    caps = sorted({setting.max_iterations for setting in part.settings})
    cap = f"{caps[0]:,}" if len(caps) == 1 else "50 n²"
    what = "B is the share of runs not done within" if "B" in LAYOUTS[part.question][1] else "At most"
    against = (
        " Each cell: the paper's value (its standard deviation), ours ± its standard error, and the "
        "difference in standard errors of both combined."
        if compared
        else " Each cell: the mean ± its standard error."
    )
    if "B" in LAYOUTS[part.question][1]:
        against += " B has its 95 % interval (Wilson)"
        against += "; its difference is from Fisher's exact test." if compared else "."
    if compared and first.goal.joins == "or":
        against += " The paper has numbers for AND_n only; by theorem 5's symmetry the law is the same."
    return f"{system}{literals}, complete truth table. {what} {cap} iterations.{against}"


def failures(part: Part, ours: Ours) -> list[str]:
    """How many runs of a part failed, and how long the longest success took."""
    runs = sum(ours[setting.id].runs for setting in part.settings)
    failed = sum(ours[setting.id].failed for setting in part.settings)
    largest = max(ours[setting.id].slowest for setting in part.settings)
    longest = f"; the longest success took {largest:,.0f} iterations" if failed < runs else ""
    return [f"{failed:,} of {runs:,} runs failed{longest}."]


def entry(value: str, ours: Sample, published: Published | None) -> Entry:
    """B, T or S of one cell."""
    if value == "B":
        paper = "" if published is None or published.B is None else f"{published.B:.3f}"
        difference = None if published is None else failure_difference(ours, published)
        low, high = ours.B_interval
        note = f"{ours.failed} of {ours.runs} runs failed; 95 % interval {low:.4f} to {high:.4f}"
        return Entry(paper, f"{ours.B:.3f} ({low:.3f} to {high:.3f})", difference, note, ours.setting.id)
    found, digits = ours.mean(value), 2 if value == "S" else 1
    if published is None:
        return Entry("", with_error(found, digits), None, _spread(found), ours.setting.id)
    mean, sd = getattr(published, value), getattr(published, f"{value}_sd")
    paper = "-" if mean is None else f"{mean:.1f} ({'-' if sd is None else f'{sd:.1f}'})"
    difference = mean_difference(found, mean, sd, published.successes)
    return Entry(paper, with_error(found, digits), difference, _spread(found), ours.setting.id)


def with_error(mean: Mean | None, digits: int = 1) -> str:
    """A mean ± its standard error.

    >>> with_error(Mean(41.97, 22.0, 484))
    '42.0 ± 1.0'
    """
    if mean is None:
        return "-"
    digits = 0 if mean.mean >= 10_000 else digits
    if mean.standard_error is None:
        return f"{mean.mean:,.{digits}f} (one run)"
    return f"{mean.mean:,.{digits}f} ± {mean.standard_error:,.{digits}f}"


def _spread(mean: Mean | None) -> str:
    if mean is None:
        return "no success"
    sd = "" if mean.sd is None else f", standard deviation {mean.sd:.1f}"
    return f"{mean.count} successes{sd}"


def together(tables: Sequence[Table]) -> Verdict | None:
    """Tables 1 and 2 as one: the 32 cells by which the reproduction is judged."""
    found = [table.verdict for table in tables if table.name in ("table1", "table2") and table.verdict]
    if len(found) != 2:
        return None
    return Verdict(sum((one.differences for one in found), ()), sum((one.failures for one in found), ()))
