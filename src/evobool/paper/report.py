"""`report.html`: one file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from evobool.model.settings.describing import flat_fields
from evobool.paper.conventions import CONVENTIONS
from evobool.paper.parts import Part
from evobool.paper.render import html, html_text
from evobool.paper.tables import Table
from evobool.paper.verdict import LARGE, Verdict

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


def page(
    sections: Sequence[Section],
    facts: Mapping[str, str],
    verdicts: Mapping[str, Verdict],
    made: str,
) -> str:
    """The whole report; two reports differ only in the line `made` (when it was made, how long it took)."""
    style = files("evobool.paper").joinpath("report.css").read_text(encoding="utf-8")
    paper = [section for section in sections if not section.part.beyond]
    beyond = [section for section in sections if section.part.beyond]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<title>evobool: a reproduction</title>",
        f"<style>\n{style}</style></head><body>",
        "<h1>Evolving conjunctions: the paper, rerun</h1>",
        f'<p class="soft">{escape(PAPER)}</p>',
        "<p>The paper's tables and figures from new runs of evobool, next to the numbers it prints. Where "
        "both sides are estimates, a difference is given in standard errors of both combined; those beyond 3 "
        "are marked.</p>",
        f'<p class="soft" id="made">{escape(made)}</p>',
        _summary(verdicts),
        _contents(sections),
    ]
    if paper:
        parts += ['<h2 id="paper">The paper</h2>', *map(_section, paper)]
    if beyond:
        parts += ['<h2 id="beyond">Beyond the paper</h2>', *map(_section, beyond)]
    parts += [_conventions(), _facts(facts), _settings(sections), "</body></html>", ""]
    return "\n".join(parts)


def _summary(verdicts: Mapping[str, Verdict]) -> str:
    """The verdict over all cells, then one row per table."""
    if not verdicts:
        return ""
    lines = []
    for name, verdict in verdicts.items():
        within = sum(abs(difference) <= LARGE for difference in verdict.failures)
        cells = (
            f"{verdict.chi_square:.1f} / {verdict.cells}",
            f"{verdict.p:.2g}",
            f"{verdict.mean:+.2f}",
            f"{within} of {len(verdict.failures)}" if verdict.failures else "-",
        )
        kind = "good" if verdict.agrees else "bad"
        lines.append(
            f'<tr><th>{html_text(name)}</th><td class="{kind}">{escape(verdict.words)}</td>'
            f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    head = "".join(
        f"<th>{name}</th>"
        for name in ("", "verdict", "chi-square of T / cells", "p", "mean difference", "B within chance")
    )
    return (
        f'<div class="scroll"><table class="summary"><thead><tr>{head}</tr></thead><tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>"
    )


def _contents(sections: Sequence[Section]) -> str:
    links = "".join(
        f'<li><a href="#{section.part.name}">{html_text(section.part.title)}</a></li>' for section in sections
    )
    return (
        f'<nav><ul>{links}<li><a href="#conventions">Conventions</a></li>'
        '<li><a href="#made-with">Seed and versions</a></li>'
        '<li><a href="#settings">Settings</a></li></ul></nav>'
    )


def _section(section: Section) -> str:
    part = section.part
    lines = [f'<section id="{part.name}"><h3>{html_text(part.title)}</h3>']
    if part.view == "curves":
        lines.append(f'<p class="soft">{html_text(curves_caption(part))}</p>')
    for table in section.tables:
        if table.title != part.title:
            lines.append(f"<p><b>{html_text(table.title)}</b></p>")
        lines.append(f'<p class="soft">{html_text(table.caption)}</p>')
        lines.append(html(table))
        if table.verdict is not None:
            kind = "verdict" if table.verdict.agrees else "verdict off"
            lines.append(f'<p class="{kind}">{escape(str(table.verdict))}.</p>')
        lines += [f'<p class="soft">{escape(note)}</p>' for note in table.notes]
    if section.pictures:
        figures = "\n".join(
            f"<figure>{picture.svg}<figcaption>{html_text(picture.caption)} "
            f"{_formats(picture.files)}</figcaption></figure>"
            for picture in section.pictures
        )
        lines.append(f'<div class="panels {part.view}">{figures}</div>')
    lines.append(f'<p class="soft">Files: {_links(section.files)}</p></section>')
    return "\n".join(lines)


def _formats(names: Sequence[str]) -> str:
    return " ".join(f'<a href="{escape(name)}">{name.split(".")[-1].upper()}</a>' for name in names)


def curves_caption(part: Part) -> str:
    """What the panels of figures 2 to 5 share."""
    setting = part.settings[0]
    literals = ", positive and negated literals" if setting.literals == "all" else ""
    return (
        f"RLS-GP with {setting.deletion} deletion on {setting.goal.title_for('n')}, n = {setting.n}, no limit"
        f"{literals}. Fresh rows each iteration; a run stops when its tree is wrong on at most A of them. "
        "The paper prints curves and no numbers."
    )


def _links(names: Sequence[str]) -> str:
    return " ".join(f'<a href="{escape(name)}">{escape(name.split("/")[-1])}</a>' for name in names)


def _conventions() -> str:
    rows = "\n".join(
        f"<tr><th>{escape(question)}</th><td>{escape(answer)}</td><td>{escape(why)}</td></tr>"
        for question, answer, why in CONVENTIONS
    )
    return (
        '<h2 id="conventions">Conventions</h2><p>What the paper leaves open, and how we settle it.</p>'
        f'<div class="scroll"><table class="words"><tbody>\n{rows}\n</tbody></table></div>'
    )


def _facts(facts: Mapping[str, str]) -> str:
    rows = "\n".join(f"<tr><th>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in facts.items())
    return (
        '<h2 id="made-with">Seed and versions</h2>'
        f'<div class="scroll"><table class="words"><tbody>\n{rows}\n</tbody></table></div>'
    )


def _settings(sections: Sequence[Section]) -> str:
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
    rows = "\n".join(
        f"<tr><th>{name}</th>{''.join(f'<td>{escape(_few(part[field]))}</td>' for field in fields)}</tr>"
        for name, part in values.items()
    )
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in fields)
    return (
        f'<h2 id="settings">Settings</h2><p>In all parts: {escape(same.replace("_", " "))}.</p>'
        '<div class="scroll"><table class="words settings">'
        f"<thead><tr><th>part</th>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>"
    )


def _few(values: Sequence[str]) -> str:
    return ", ".join(values) if len(values) <= 4 else f"{values[0]}, {values[1]} ... {values[-1]}"
