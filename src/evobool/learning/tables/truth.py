"""Tables whose columns are all truth values, as they are: rows that formulas of x1, x2, ... are about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.tables.columns import read_column
from evobool.learning.tables.features import Bits
from evobool.learning.tables.files import read_file
from evobool.model.targets.labelled import Labelled

if TYPE_CHECKING:
    import polars


def truth_of_frame(frame: polars.DataFrame, field: str, name: str) -> Bits:
    """The truth values of a frame, a row for each of its rows.

    >>> import polars as pl
    >>> truth_of_frame(pl.DataFrame({"a": [0, 1], "b": [True, True]}), "rows", "t.csv").tolist()
    [[False, True], [True, True]]
    """
    columns = []
    for series in frame:
        values = read_column(series, 1, "truth")[1]
        if values.missing.any():
            row = int(np.flatnonzero(values.missing)[0]) + 1
            raise InputError(field, name, f"column {series.name} is missing in row {row}")
        columns.append(values.truth.astype(np.bool_))
    return np.stack(columns, axis=1)


def read_labelled(path: Path, label: str | None = None) -> Labelled:
    """`Labelled.read`: a table of truth values; the last column is its label unless one is named."""
    read = read_file(path, label=label)
    names = read.frame.columns
    label = label if label is not None else [*names, *read.outputs][-1]
    check_choice("label", label, names)
    if len(names) < 2:
        raise InputError("table", path, "has the label only, and no other column")
    rest = [name for name in names if name != label]
    values = truth_of_frame(read.frame.select([*rest, label]), "table", str(path))
    return Labelled.of(values[:, :-1], values[:, -1], rest, label, str(path))
