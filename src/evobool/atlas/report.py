"""`report.html`: the atlas as one file that needs nothing else."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evobool.atlas.cells import Cell
from evobool.atlas.fewest import fewest
from evobool.atlas.hardness import FEATURES, UNATE, VARIABLES
from evobool.atlas.scale import Scale, dark, easiest, light
from evobool.atlas.stuck import CAP, LOOKED_AT
from evobool.atlas.survey import Entry, Survey
from evobool.model.formulas.tree import Tree
from evobool.model.targets.tabled import digits_of
from evobool.pages.build import one_file
from evobool.pages.run_data import function_data

LARGEST_TREE = 60  # leaves; a larger one is described, not drawn
COUNT_WORDS = {1: "one variable", 2: "two variables", 3: "three variables", 4: "four variables"}


def report_html(survey: Survey) -> str:
    """The whole report; the same runs give the same bytes."""
    title = f"Every Boolean function of {COUNT_WORDS[survey.n]}"
    return one_file(f"{title}: an atlas", "atlas", report_data(survey, title))


def report_data(survey: Survey, title: str) -> dict[str, Any]:
    """All that the page shows, as JSON types."""
    fewest_runs, most_runs = survey.runs
    return {
        "title": title,
        "n": survey.n,
        "cap": survey.max_iterations,
        "limit": survey.limit,
        "easiest": easiest(survey.n, survey.max_iterations),
        "runs": f"{fewest_runs:,}" if fewest_runs == most_runs else f"{fewest_runs:,} to {most_runs:,}",
        "seed": str(survey.seed),
        "provenance": [
            ", ".join(f"{key} {value}" for key, value in sorted(fields.items()))
            for fields in survey.provenance.values()
        ],
        "lookedAt": LOOKED_AT,
        "lookedFurther": CAP,
        "scales": {"light": _scale(light()), "dark": _scale(dark())},
        "functions": function_data(),
        "systems": [
            {
                "name": system.name,
                "title": system.title,
                "symmetric": system.output_symmetric,
                "never": all(survey.fate(cell).never for cell in survey.cells(system)),
                "correlations": [asdict(each) for each in survey.correlations[system.name]],
            }
            for system in survey.systems
        ],
        "classes": [_entry(survey, entry) for entry in survey.entries],
    }


def _scale(scale: Scale) -> dict[str, Any]:
    return {"colours": scale.colours, "never": scale.never}


def _entry(survey: Survey, entry: Entry) -> dict[str, Any]:
    measures = {name: of(entry.measures) for name, of in FEATURES.items()}
    unate = "yes" if measures.pop(UNATE) else "no"
    return {
        "table": _digits(entry.npn.table, survey.n),
        "opposite": _digits(entry.npn.opposite, survey.n),
        "size": entry.npn.size,
        "name": entry.name,
        "leaves": entry.leaves,
        "formula": str(fewest(survey.n, ("and", "or")).tree(entry.npn.table)),
        "measures": {VARIABLES: measures[VARIABLES]} | measures | {"unate": unate},
        "cells": {name: [_cell(survey, cell) for cell in cells] for name, cells in entry.cells.items()},
    }


def _cell(survey: Survey, cell: Cell) -> dict[str, Any]:
    fate, exact = survey.fate(cell), survey.exact.get(cell.setting.id)
    return {
        "table": _digits(cell.table, survey.n),
        "runs": cell.runs,
        "solved": cell.successes,
        "share": cell.success_interval,
        "mean": cell.mean,
        "between": cell.sample.restricted_interval,
        "median": cell.sample.median,
        "medianBetween": cell.sample.median_interval,
        "leaves": cell.mean_leaves,
        "fewest": cell.fewest,
        "shortest": fewest(survey.n, cell.system.functions).tree(cell.table).prefix,
        "found": _shown(cell.solution),
        "fate": {
            "never": fate.never,
            "dead": fate.dead,
            "open": fate.open_,
            "lookedAt": fate.looked_at,
            "tree": _shown(fate.tree),
        },
        "exact": None if exact is None else asdict(exact),
    }


def _shown(tree: Tree | None) -> dict[str, Any] | None:
    """A tree's size, and its tokens if it is small enough to be drawn."""
    if tree is None:
        return None
    return {"leaves": tree.leaves, "prefix": tree.prefix if tree.leaves <= LARGEST_TREE else None}


def _digits(table: int, n: int) -> str:
    return f"{table:0{digits_of(n)}x}"
