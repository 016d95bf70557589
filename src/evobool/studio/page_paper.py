"""What the paper page shows of a reproduction folder: tables and figures, each cell with its setting."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.pages.run_data import function_data
from evobool.paper.figures import by_threshold, panels
from evobool.paper.measured import Measured, measure
from evobool.paper.parts import GROUPS, PARTS, Part
from evobool.paper.published import FIGURE_1, LIMITS, SIZES, published_tables
from evobool.paper.render import signed
from evobool.paper.report import curves_caption
from evobool.paper.tables import LAYOUTS, Entry, Table, paper_table, together, with_error
from evobool.paper.verdict import Verdict
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
        settings = [setting for part in PAPER for setting in part.settings]
        ours = measure(store, settings)
    made = [part for part in PAPER if all(setting.id in ours for setting in part.settings)]
    tables = [paper_table(part, ours) for part in made if part.view == "table"]
    both = together(tables)
    return {
        "tables": [_table(table) for table in tables],
        "together": None if both is None else _verdict(both),
        "figures": [_figure(part, ours, folder) for part in made if part.view == "curves"],
        "trees": figure_1(),
        "functions": function_data(),
        "missing": [part.title for part in PAPER if part not in made],
    }


def published() -> dict[str, Any]:
    """The paper's own numbers, where nothing was run."""
    printed = published_tables()
    tables = []
    for question, (_, values) in LAYOUTS.items():
        rows = [
            {
                "label": str(n),
                "cells": [
                    {"paper": _printed(printed[question, n, limit], value)}
                    for limit in LIMITS
                    for value in values
                ],
            }
            for n in SIZES
        ]
        groups = [[f"limit {limit}", values] for limit in LIMITS]
        title = PARTS[f"table{question}"].title
        tables.append(
            {"title": title, "caption": "As printed in the paper: the mean, and its standard deviation."}
            | {"blocks": [{"head": "n", "groups": groups, "rows": rows}], "verdict": None, "notes": []}
        )
    return {"tables": tables, "together": None, "figures": [], "trees": figure_1(), "missing": []} | {
        "functions": function_data()
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
        "verdict": None if table.verdict is None else _verdict(table.verdict),
        "blocks": [
            {
                "head": block.head,
                "groups": block.groups,
                "rows": [
                    {"label": label, "cells": [_entry(entry) for entry in row]} for label, row in block.rows
                ],
            }
            for block in table.blocks
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "paper": entry.paper,
        "ours": entry.ours,
        "difference": signed(entry.difference),
        "large": entry.large,
        "note": entry.note,
        "id": entry.setting,
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {"words": str(verdict), "agrees": verdict.agrees}


def _figure(part: Part, ours: dict[str, Measured], folder: Path) -> dict[str, Any]:
    """The pictures that the folder holds, and the mean T behind every point as a table of links."""
    pictures = [
        {"name": panel.name, "caption": panel.caption}
        for panel in panels(part, ours)
        if picture_path(folder, panel.name).is_file()
    ]
    rows = [
        {
            "label": f"A = {threshold}",
            "cells": [
                {"ours": with_error(one.mean("T")), "id": one.setting.id, "note": f"{one.runs:,} runs"}
                for one in measured
            ],
        }
        for threshold, measured in by_threshold(part, ours)
    ]
    sizes = dict.fromkeys(setting.training for setting in part.settings)
    return {
        "name": part.name,
        "title": part.title,
        "caption": curves_caption(part),
        "pictures": pictures,
        "block": {"head": "mean T", "groups": [["s", [f"{size:,}" for size in sizes]]], "rows": rows},
    }


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
