"""What a page shows of a lesson: numbers, words, and rows as lines of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evobool.learning.forms.reading import claim
from evobool.learning.forms.registry import FORMS
from evobool.learning.forms.rulefile import to_dict
from evobool.learning.judged import Judged, clauses_of, value_of
from evobool.learning.lesson import Given, Lesson
from evobool.learning.parts import Part
from evobool.learning.search.choosing import Crossed
from evobool.learning.search.fronts import Judge, Point
from evobool.learning.tables.columns import Column
from evobool.learning.tables.features import value_text

if TYPE_CHECKING:
    import polars

MOST_ROWS = 400  # shown one by one
MOST_COLUMNS = 60  # of these rows
LONGEST_CELL = 60  # characters


def opening(given: Given) -> dict[str, Any]:
    """All that is known before the search."""
    table, parts = given.table, given.parts
    label = table.label
    return {
        "file": parts.learnt.file,
        "label": label.column,
        "classes": [value_text(label.positive), value_text(label.other) if label.two else str(label.other)],
        "rows": table.rows,
        "positives": int(table.labels.sum()),
        "columns": table.binarising.described(),
        "questions": len(table.features),
        "dropped": table.binarising.told_dropped(),
        "learnt": parts.learnt.rows.rows,
        "held": 0 if parts.held is None else parts.held.rows.rows,
        "floor": given.floor.errors,
        "objective": given.asked.objective,
        "most": given.asked.most,
        "effort": given.asked.effort,
        "seed": str(given.asked.seed),  # of 64 bits, more than JavaScript holds
    }


def ending(lesson: Lesson, frame: polars.DataFrame) -> dict[str, Any]:
    """The front, each formula with what it does on rows, and the rows themselves."""
    found, part = lesson.learned, lesson.given.parts.held or lesson.given.parts.learnt
    judge = Judge(lesson.given.parts.learnt.rows, lesson.given.asked.aim)
    rates = {each.leaves: each for each in found.crossed}
    rules = [lesson.rule_of(point.tree) for point in found.front]
    used = {column.name for rule in rules for column in rule.binarising.columns}
    columns = [column for column in lesson.given.table.binarising.columns if column.name in used]
    return {
        "points": [_point(lesson, point, judge, rates.get(point.leaves), part) for point in found.front],
        "chosen": found.front.index(found.chosen),
        "optimal": found.optimal,
        "crossed": bool(found.crossed),
        "tried": found.evaluations,
        "seconds": found.seconds,
        "stopped": found.stopped,
        "forms": [[form.name, form.ending] for form in FORMS.values()],
        "asked": [_asked(column) for column in columns],
        "shown": _rows(part, frame, [column.name for column in columns][:MOST_COLUMNS])
        | {"held": part is lesson.given.parts.held},
    }


def share(judge: Judge, cost: int) -> float:
    """A cost as a share of what it costs to be wrong on every row."""
    return cost / max(1, judge.cost(judge.rows.rows - judge.positives, judge.positives))


def _point(lesson: Lesson, point: Point, judge: Judge, rate: Crossed | None, part: Part) -> dict[str, Any]:
    """One formula of the front."""
    rule, told = lesson.rule_of(point.tree), lesson.judged(part, point)
    columns = [part.rows.columns[variable - 1] for variable in sorted(point.tree.variables)]
    lines = [value_of(clause, columns, part.rows.ones) for clause in clauses_of(rule.term)]
    return {
        "leaves": point.leaves,
        "errors": point.errors,
        "share": share(judge, point.cost),
        "crossed": None if rate is None else [rate.mean, rate.standard_error],
        "text": rule.written(),
        "claim": claim(rule),
        "indented": rule.written("indented"),
        "join": getattr(rule.term, "function", ""),
        "judged": _judged(told),
        "clauses": [
            {**clause._asdict(), "holds": _bits(line)}
            for clause, line in zip(told.clauses, lines, strict=True)
        ],
        "said": _bits(value_of(rule.term, columns, part.rows.ones)),
        "rule": to_dict(rule),
    }


def _judged(told: Judged) -> dict[str, Any]:
    return {
        "rows": told.rows,
        "errors": told.errors,
        "accuracy": told.accuracy,
        "interval": told.interval,
        "always": told.always,
        "confusion": told.confusion,
    }


def _rows(part: Part, frame: polars.DataFrame, names: list[str]) -> dict[str, Any]:
    """The first rows of a part: their numbers in the file, their labels and the columns that formulas use."""
    numbers = part.numbers[:MOST_ROWS].tolist()
    cells = frame.select(names)[[number - 1 for number in numbers]]
    return {
        "numbers": numbers,
        "of": part.rows.rows,
        "labels": _bits(part.rows.labels),
        "names": names,
        "cells": [[_cell(value) for value in row] for row in cells.iter_rows()],
    }


def _asked(column: Column) -> dict[str, Any]:
    """What may be typed for a column, to test by hand."""
    return {
        "name": column.name,
        "kind": column.kind,
        "missing": column.missing > 0,
        "known": [_cell(value) for value in column.known],
    }


def _cell(value: object) -> str | None:
    """A value as it is typed; None if it is missing."""
    if value is None or value != value:
        return None
    return value if isinstance(value, str) else value_text(value)  # type: ignore[arg-type]


def _bits(line: int) -> str:
    """The first rows of a line of bits, in hexadecimal."""
    return format(line & ((1 << MOST_ROWS) - 1), "x")
