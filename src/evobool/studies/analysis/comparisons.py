"""Samples of one store or two, paired and compared, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from evobool.above import above
from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import flat_fields, varying
from evobool.model.settings.setting import FIELDS
from evobool.studies.analysis.compare import Comparison, compare, holm
from evobool.studies.analysis.listing import Listing
from evobool.studies.analysis.sample import Sample
from evobool.studies.analysis.told import MARK

if TYPE_CHECKING:
    from evobool.studies.analysis.results import Results

HEAD = ("setting", "failed", "p failed", "T", "min(T, cap)", "median", "A", "effect", "p", "Holm")
CAPTION = (
    f"T: mean over the successful runs, {MARK} where others failed; min(T, cap): mean over all runs, the "
    "cap for those unsolved; median: Kaplan-Meier, over all runs; A: probability that a run of the first "
    "takes longer (Vargha and Delaney); p failed: Fisher's exact test of the runs unsolved at the cap, the "
    "smaller one where two differ; p: log-rank test; Holm: p adjusted "
    "for all tests of this column"
)


@dataclass(frozen=True)
class Pair:
    """Two samples to compare, and what they have in common in words."""

    name: str
    first: Sample
    second: Sample
    sides: tuple[str, str] = ("first", "second")

    @cached_property
    def found(self) -> Comparison:
        """What the tests say."""
        return compare(self.first, self.second)


@dataclass(frozen=True)
class Comparisons:
    """Pairs of samples and what the tests say of each."""

    title: str
    pairs: tuple[Pair, ...]

    @property
    def listing(self) -> Listing:
        """All pairs as a table."""
        adjusted = holm([pair.found.p for pair in self.pairs])
        lines = [_line(pair, p) for pair, p in zip(self.pairs, adjusted, strict=True)]
        records = [_record(pair, p) for pair, p in zip(self.pairs, adjusted, strict=True)]
        return Listing(self.title, HEAD, lines, records, CAPTION)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.pairs)} compared>"

    def __str__(self) -> str:
        return self.listing.text("markdown")

    def _repr_html_(self) -> str:
        html: str = above("Table._repr_html_", self.listing)
        return html


def two_stores(first: Results, second: Results) -> Comparisons:
    """The settings that two stores share, distinguished by the fields that vary within the stores."""
    samples = [list(results.samples("T")) for results in (first, second)]
    apart = {name for side in samples for name in varying(sample.setting for sample in side)}
    others = {key(sample, apart): sample for sample in samples[1]}
    names = first.path.name, second.path.name
    sides = names if names[0] != names[1] else ("first", "second")
    pairs = [
        Pair(_words(one, apart), one, others[key(one, apart)], sides)
        for one in samples[0]
        if key(one, apart) in others
    ]
    if not pairs:
        raise InputError("store", second.path, f"shares no setting with {first.path}")
    return Comparisons(f"{first.path} / {second.path}", tuple(pairs))


def one_store(results: Results, by: str) -> Comparisons:
    """The settings of a store that differ in one field only, every value of it against every other."""
    check_choice("by", by, FIELDS)
    samples = list(results.samples("T"))
    values = varying(sample.setting for sample in samples).get(by, ())
    if len(values) < 2:
        raise InputError("by", by, f"is the same in all settings of {results.path}")
    apart = set(varying(sample.setting for sample in samples)) - {by}
    pairs = []
    for one, other in combinations(values, 2):
        sides = [{key(s, apart): s for s in samples if flat_fields(s.setting)[by] == v} for v in (one, other)]
        for same, first in sides[0].items():
            if same in sides[1]:
                words = " ".join(filter(None, (f"{by} {one} / {other}", _words(first, apart, ""))))
                pairs.append(Pair(words, first, sides[1][same], (str(one), str(other))))
    if not pairs:
        raise InputError("by", by, f"no two settings of {results.path} differ in it alone")
    return Comparisons(f"{results.path} by {by}", tuple(pairs))


def key(sample: Sample, apart: set[str]) -> tuple[Any, ...]:
    """The values of the fields that tell settings apart."""
    fields = flat_fields(sample.setting)
    return tuple(fields[name] for name in FIELDS if name in apart)


def _words(sample: Sample, apart: set[str], without: str = "all") -> str:
    fields = flat_fields(sample.setting)
    return " ".join(f"{name}={fields[name]}" for name in FIELDS if name in apart) or without


def _line(pair: Pair, adjusted: float) -> list[str]:
    found = pair.found
    return [
        pair.name,
        f"{found.failed[0]:,} / {found.failed[1]:,}",
        f"{found.p_failed:.2g}",
        _two(found.means, found.failed),
        *(_two(values) for values in (found.restricted_means, found.medians)),
        f"{found.superiority:.3f}",
        found.effect,
        f"{found.p:.2g}",
        f"{adjusted:.2g}",
    ]


def _two(values: Sequence[float | None], failed: tuple[int, int] = (0, 0)) -> str:
    """Two values, marked where they are means of survivors."""
    marks = (f" {MARK}" if count else "" for count in failed)
    told = ("-" if value is None else f"{value:.1f}{mark}" for value, mark in zip(values, marks, strict=True))
    return " / ".join(told)


def _record(pair: Pair, adjusted: float) -> dict[str, Any]:
    found, record = pair.found, {"setting": pair.name}
    for name in ("runs", "failed", "means", "restricted_means", "medians"):
        ends = getattr(found, name)
        record |= {f"{name}_first": ends[0], f"{name}_second": ends[1]}
    told = {name: getattr(found, name) for name in ("superiority", "effect", "p", "p_failed")}
    return record | told | {"p_holm": adjusted}
