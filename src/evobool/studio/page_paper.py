"""What the paper page shows of a reproduction folder: tables and figures, each cell with its setting."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.pages.run_data import function_data
from evobool.paper.figures import by_threshold, panels
from evobool.paper.measured import measure
from evobool.paper.parts import GROUPS, PARTS, Part
from evobool.paper.published import FIGURE_1, LIMITS, SIZES, published_tables
from evobool.paper.render import signed
from evobool.paper.report import curves_caption
from evobool.paper.tables import LAYOUTS, Block, Entry, Table, paper_table, together, with_error
from evobool.paper.verdict import Verdict
from evobool.studies.analysis.sample import Sample
from evobool.studies.plan.folder import STORE
from evobool.studies.store.store import Store

PAPER = [PARTS[name] for name in GROUPS["paper"]]


def check_report(folder: Path) -> Path:
    """The store of a reproduction folder; refused if there is none."""
    store = folder / STORE
    if not store.is_file():
        raise InputError("report", folder, f"holds no {STORE}; make it with evobool reproduce")
    Store(store).close()
    return store


def reproduced(folder: Path) -> dict[str, Any]:
    """Tables 1 to 3 and figures 1 to 5, published and measured."""
    with Store(folder / STORE) as store:
        ours = measure(store, [setting for part in PAPER for setting in part.settings])
    made = [part for part in PAPER if all(setting.id in ours for setting in part.settings)]
    tables = [paper_table(part, ours) for part in made if part.view == "table"]
    figures = [_figure(part, ours, folder) for part in made if part.view == "curves"]
    return _told(tables, together(tables), figures, [part.title for part in PAPER if part not in made])


def published() -> dict[str, Any]:
    """The paper's own numbers, where nothing was run."""
    printed = published_tables()
    caption = "As printed in the paper: the mean, and its standard deviation."
    tables = []
    for question, (_, values) in LAYOUTS.items():
        rows = tuple(
            (
                str(n),
                tuple(
                    Entry(_printed(printed[question, n, limit], value))
                    for limit in LIMITS
                    for value in values
                ),
            )
            for n in SIZES
        )
        block = Block("n", tuple((f"limit {limit}", values) for limit in LIMITS), rows)
        part = PARTS[f"table{question}"]
        tables.append(Table(part.name, part.title, caption, (block,)))
    return _told(tables, None, [], [])


def _told(
    tables: list[Table], both: Verdict | None, figures: list[dict[str, Any]], missing: list[str]
) -> dict[str, Any]:
    return {
        "tables": [_table(table) for table in tables],
        "together": _verdict(both),
        "figures": figures,
        "trees": figure_1(),
        "functions": function_data(),
        "missing": missing,
    }


def _printed(cell: Any, value: str) -> str:
    """B, T or S as the paper prints it."""
    found = getattr(cell, value)
    if found is None:
        return "-"
    if value == "B":
        return f"{found:.3f}"
    sd = getattr(cell, f"{value}_sd")
    return f"{found:.1f} ({'-' if sd is None else f'{sd:.1f}'})"


def _table(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "caption": table.caption,
        "notes": table.notes,
        "verdict": _verdict(table.verdict),
        "blocks": [_block(block) for block in table.blocks],
    }


def _block(block: Block) -> dict[str, Any]:
    rows = [{"label": label, "cells": [_entry(entry) for entry in row]} for label, row in block.rows]
    return {"head": block.head, "groups": block.groups, "rows": rows}


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "paper": entry.paper,
        "ours": entry.ours,
        "difference": signed(entry.difference),
        "large": entry.large,
        "note": entry.note,
        "id": entry.setting,
    }


def _verdict(verdict: Verdict | None) -> dict[str, Any] | None:
    return None if verdict is None else {"words": str(verdict), "kind": verdict.kind}


def _figure(part: Part, ours: dict[str, Sample], folder: Path) -> dict[str, Any]:
    """The pictures that the folder holds, and the mean T behind every point as a table of links."""
    names = known_pictures(folder)
    sizes = dict.fromkeys(setting.training for setting in part.settings)
    rows = tuple(
        (f"A = {threshold}", tuple(_point(one) for one in measured))
        for threshold, measured in by_threshold(part, ours)
    )
    return {
        "title": part.title,
        "caption": curves_caption(part),
        "pictures": [
            {"name": panel.name, "caption": panel.caption}
            for panel in panels(part, ours)
            if panel.name in names
        ],
        "block": _block(Block("mean T", (("s", tuple(f"{size:,}" for size in sizes)),), rows)),
    }


def _point(one: Sample) -> Entry:
    return Entry(ours=with_error(one.mean("T")), note=f"{one.runs:,} runs", setting=one.setting.id)


def picture_path(folder: Path, name: str) -> Path:
    """Where a reproduction keeps a picture."""
    return folder / "figures" / f"{name}.svg"


def known_pictures(folder: Path) -> set[str]:
    """The names of the pictures that may be asked for: those that are there, by their own names."""
    return {path.stem for path in (folder / "figures").glob("*.svg")}


@lru_cache(maxsize=1)
def figure_1() -> list[dict[str, Any]]:
    """The trees of figure 1, with the setting in which each is full."""
    return [
        {"tree": str(each.tree), "prefix": each.tree.prefix, "n": each.n, "limit": each.limit}
        | {"deletion": "leaf"}
        for each in FIGURE_1
    ]
