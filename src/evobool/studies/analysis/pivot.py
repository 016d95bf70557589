"""One value of a study for every pair of two fields, with intervals: the cells of a table."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import flat_fields
from evobool.model.settings.setting import FIELDS
from evobool.studies.analysis.choosing import Where, refuse_pooling
from evobool.studies.analysis.curves import MEANS, MEASURES, Point, point_of
from evobool.studies.analysis.results import Results
from evobool.studies.store.columns import check_value


@dataclass(frozen=True)
class Cell:
    """One setting: where it stands in the table, and its value."""

    row: str
    column: str
    point: Point


def cells(
    results: Results, rows: str, columns: str, value: str = "T", where: Where | None = None
) -> list[Cell]:
    """The cells in the order of the store. Settings that differ in anything but the two fields are refused.

    `value` is as `y` of `curves`.

    >>> import tempfile
    >>> from evobool.studies.plan.study import Study, grid
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = Study(grid(n=[3, 4], limit=["n", "2n"]), runs=9, seed=1).collect(f"{folder}/a.db")
    ...     [(cell.row, cell.column, cell.point.runs) for cell in cells(results, "n", "limit")]
    [('3', 'n', 9), ('3', '2n', 9), ('4', 'n', 9), ('4', '2n', 9)]
    """
    for name, chosen in (("rows", rows), ("columns", columns)):
        check_choice(name, chosen, FIELDS)
    if rows == columns:
        raise InputError("columns", columns, "must differ from rows")
    check_value("value", value, MEASURES)
    refuse_pooling(results.path, results.settings(where).values(), [rows, columns])
    found = []
    for sample in results.samples(MEANS.get(value, "T"), where):
        told = flat_fields(sample.setting)
        found.append(Cell(str(told[rows]), str(told[columns]), point_of(sample, nan, value)))
    return found
