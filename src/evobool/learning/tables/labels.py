"""The column to learn: two values, one of them the positive one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.tables.columns import plain
from evobool.learning.tables.features import Bits, Value, value_text

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True)
class Label:
    """The column a formula stands for, and its values where the formula is true and where it is false.

    `other` is a value of the table's own if there are `two`, else the words `not POSITIVE`.
    """

    column: str
    positive: Value
    other: Value
    two: bool = True

    def value(self, holds: bool) -> Value:
        """What the formula predicts."""
        return self.positive if holds else self.other

    @property
    def names(self) -> tuple[str, str]:
        """The positive value and the other one as they are typed."""
        return _spelled(self.positive), _spelled(self.other)


def read_label(frame: polars.DataFrame, name: str, positive: str | Value | None = None) -> tuple[Label, Bits]:
    """The label, and the rows on which it has its positive value: of two, the last in order.

    >>> import polars as pl
    >>> label, rows = read_label(pl.DataFrame({"ill": ["yes", "no", "yes"]}), "ill")
    >>> label, rows.tolist()
    (Label(column='ill', positive='yes', other='no', two=True), [True, False, True])
    """
    series = _labels(frame, name)
    values: list[Value] = series.unique().sort().to_list()
    shown = ", ".join(map(_spelled, values[:5])) + (", …" if len(values) > 5 else "")
    if len(values) < 2:
        raise InputError("label", name, f"has one value, {shown}; there is nothing to tell apart")
    if positive is None:
        if len(values) > 2:
            why = (
                f"has {len(values):,} values ({shown}); name the one to tell from the others with --positive"
            )
            raise InputError("label", name, why)
        chosen = values[-1]
    else:
        spelled = {_spelled(value): value for value in values}
        word = positive if isinstance(positive, str) else _spelled(positive)
        if word not in spelled:
            check_choice("positive", word, [value_text(value) for value in values[:20]])
            raise InputError("positive", word, f"is not a value of {name}: {shown}")
        chosen = spelled[word]
    others = [value for value in values if value != chosen]
    two = len(others) == 1
    return Label(name, chosen, others[0] if two else f"not {_spelled(chosen)}", two), (
        series == chosen
    ).to_numpy()


def later_labels(frame: polars.DataFrame, label: Label) -> Bits:
    """The rows of another table on which the label has its positive value; new values are refused."""
    series = _labels(frame, label.column)
    for value in series.unique(maintain_order=True).to_list():
        if _spelled(value) not in (_spelled(label.positive), _spelled(label.other)) and label.two:
            row = int((series == value).arg_true()[0]) + 1
            why = f"is {value_text(value)} in row {row}, which is not a label of the table learnt from"
            raise InputError("label", label.column, why)
    spelled = {value: _spelled(value) == _spelled(label.positive) for value in series.unique().to_list()}
    return np.array([spelled[value] for value in series.to_list()], dtype=np.bool_)


def _labels(frame: polars.DataFrame, name: str) -> polars.Series:
    """The label column; whole numbers as such, even if they were read as they are spelled."""
    import polars as pl

    check_choice("label", name, frame.columns)
    series = plain(frame[name])
    if series.dtype.is_float():
        series = series.fill_nan(None)
    if series.null_count():
        row = int(series.is_null().arg_true()[0]) + 1
        missing = series.null_count()
        raise InputError(
            "label", name, f"is missing in {missing:,} row{'s'[: missing > 1]}, first in row {row}"
        )
    if series.dtype == pl.String and bool(series.unique().str.contains(r"^(0|-?[1-9][0-9]{0,15})$").all()):
        return series.cast(pl.Int64)
    return series


def _spelled(value: Value) -> str:
    """A value as it is typed on the command line."""
    return value if isinstance(value, str) else value_text(value)
