"""`report.html`: one file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from evobool.model.settings.describing import flat_fields
from evobool.pages.templates import rendered
from evobool.paper.conventions import CONVENTIONS
from evobool.paper.parts import Part
from evobool.paper.render import signed
from evobool.paper.tables import Table
from evobool.paper.verdict import Verdict

ORDER = (
    "n", "limit", "deletion", "literals", "training", "accept_error", "first_leaf", "max_iterations",
    "target", "functions", "algorithm", "selection",
)  # fmt: skip
PAPER = (
    "Benjamin Doerr, Andrei Lissovoi, Pietro S. Oliveto: (1+1) Genetic Programming With Functionally "
    "Complete Instruction Sets Can Evolve Boolean Conjunctions and Disjunctions with Arbitrarily Small Error"
)


@dataclass(frozen=True)
class Picture:
    """An SVG and its caption."""

    svg: str
    caption: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """One part of the report."""

    part: Part
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...]
    files: tuple[str, ...]


def inline(svg: str) -> str:
    """An SVG file ready for a page: no prolog, no metadata, no ids that two pictures could share."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    return re.sub(r'<g id="[^"]*"', "<g", body)


def report_html(
    sections: Sequence[Section], facts: Mapping[str, str], verdicts: Mapping[str, Verdict]
) -> str:
    """The whole report; the same runs give the same bytes, so nothing here says when, or how long it took."""
    return rendered(
        "paper/report.html",
        sections=sections,
        citation=PAPER,
        verdicts=verdicts,
        conventions=CONVENTIONS,
        facts=list(facts.items()),
        curves_caption=curves_caption,
        table_html=table_html,
        **_settings(sections),
    )


def curves_caption(part: Part) -> str:
    """What the panels of figures 2 to 5 share."""
    setting = part.settings[0]
    literals = ", positive and negated literals" if setting.literals == "all" else ""
    return (
        f"RLS-GP with {setting.deletion} deletion on {setting.goal.title_for('n')}, n = {setting.n}, no limit"
        f"{literals}. Fresh rows each iteration; a run stops when its tree is wrong on at most A of them. "
        "The paper prints curves and no numbers."
    )


def table_html(table: Table) -> Markup:
    """A table for the report: one of HTML for each block."""
    return Markup(rendered("paper/table.html", table=table, signed=signed))


def _settings(sections: Sequence[Section]) -> dict[str, object]:
    """The fields of the settings: those that all parts share as a sentence, the others as a table."""
    values = {
        section.part.name: {
            name: list(dict.fromkeys(str(flat_fields(setting)[name]) for setting in section.part.settings))
            for name in ORDER
        }
        for section in sections
    }
    everywhere = {name: {value for part in values.values() for value in part[name]} for name in ORDER}
    fields = [name for name in ORDER if len(everywhere[name]) > 1]
    same = "; ".join(f"{name} {everywhere[name].pop()}" for name in ORDER if name not in fields)
    return {
        "same": same.replace("_", " "),
        "fields": [name.replace("_", " ") for name in fields],
        "settings": [(name, [_few(part[field]) for field in fields]) for name, part in values.items()],
    }


def _few(values: Sequence[str]) -> str:
    return ", ".join(values) if len(values) <= 4 else f"{values[0]}, {values[1]} ... {values[-1]}"
