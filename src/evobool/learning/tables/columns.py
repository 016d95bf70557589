"""What a column is read as: truth values, numbers or categories; ids and dates are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.tables.features import Feature, Value, value_text
from evobool.learning.tables.thresholds import thresholds
from evobool.learning.tables.values import Values, categories_of, leave_out, numbers_of, truth_of

if TYPE_CHECKING:
    import polars

MOST_CATEGORIES = 1000
FEW = 20  # so many different values are never taken for an id
_DATE = r"^\d{4}-\d{1,2}-\d{1,2}([ T].*)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$"
_ID = re.compile(r"(?i)(.*[_ -])?(id|key|uuid)")


@dataclass(frozen=True)
class Kind:
    """A way to read a column: its values as arrays, and the questions asked of it."""

    name: str
    values: Callable[[polars.Series], Values]
    features: Callable[[Column], list[Feature]]
    suits: Callable[[Column, Feature], bool]


@dataclass(frozen=True)
class Column:
    """A column, and what it was read as.

    `known` are its categories, or how it writes false and true; `cuts` its thresholds.
    """

    name: str
    kind: str
    missing: int = 0
    known: tuple[Value, ...] = ()
    cuts: tuple[int | float, ...] = ()

    def features(self) -> list[Feature]:
        """The questions asked of it; where values are missing, that is one too."""
        found = KINDS[self.kind].features(self)
        return [*found, Feature(self.name, "missing", gaps=True)] if self.missing else found

    def suits(self, feature: Feature) -> bool:
        """Whether a question can be asked of it."""
        if feature.test == "missing":
            return self.missing > 0
        return KINDS[self.kind].suits(self, feature)

    def __str__(self) -> str:
        """One line: what it was read as."""
        told = self.kind
        if self.kind == "category":
            told = f"category: {_few([value_text(value) for value in self.known])}"
        elif self.kind == "number":
            told = f"number, cut at {_few(list(map(str, self.cuts)))}" if self.cuts else "number, constant"
        return f"{told}; {self.missing:,} missing" if self.missing else told


def _few(words: list[str]) -> str:
    return ", ".join(words) if len(words) <= 6 else f"{', '.join(words[:5])}, … ({len(words)} in all)"


def _truth_features(column: Column) -> list[Feature]:
    false, true = column.known
    found = [Feature(column.name, "true", true, column.missing > 0)]
    return [*found, Feature(column.name, "false", false, True)] if column.missing else found


def _number_features(column: Column) -> list[Feature]:
    tests = ("<=", ">") if column.missing else ("<=",)
    return [Feature(column.name, test, cut, column.missing > 0) for test in tests for cut in column.cuts]


def _category_features(column: Column) -> list[Feature]:
    return [Feature(column.name, "=", value, column.missing > 0) for value in column.known]


def _suits_truth(column: Column, feature: Feature) -> bool:
    return feature.test in ("true", "false") and feature.value in column.known and len(column.known) == 2


def _suits_number(column: Column, feature: Feature) -> bool:
    value = feature.value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return feature.test in ("<=", ">") and number and abs(value) < float("inf")  # type: ignore[arg-type]


def _suits_category(column: Column, feature: Feature) -> bool:
    return feature.test == "=" and feature.value in column.known


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("truth", truth_of, _truth_features, _suits_truth),
        Kind("number", numbers_of, _number_features, _suits_number),
        Kind("category", categories_of, _category_features, _suits_category),
    )
}


def read_column(series: polars.Series, cuts: int, read_as: str | None = None) -> tuple[Column, Values]:
    """What a column is read as, by its type and values or as told, and its values."""
    import polars as pl

    if read_as is None and isinstance(series.dtype, pl.Categorical | pl.Enum):
        read_as = "category"
    series = plain(series)
    if read_as is None:
        kind = _kind_of(series)
    else:
        check_choice("read_as", read_as, KINDS)
        kind = read_as
    series = _as_kind(series, kind)
    values = KINDS[kind].values(series)
    missing, known, places = int(values.missing.sum()), tuple[Value, ...](), tuple[int | float, ...]()
    if kind == "truth":
        known = (False, True) if series.dtype == pl.Boolean else (0, 1)
    elif kind == "category":
        known = tuple(values.places)
        if len(known) > MOST_CATEGORIES:
            why = f"has {len(known):,} categories, more than {MOST_CATEGORIES}; leave it out with --leave-out"
            raise InputError("column", series.name, why)
    else:
        places = thresholds(values.numbers, cuts)
    return Column(series.name, kind, missing, known, places), values


def later_values(column: Column, series: polars.Series, ignore_unknown: bool = False) -> Values:
    """A column's values in another table, which must be of its kind; what was never seen is refused."""
    series = plain(series)
    if ignore_unknown and column.kind == "truth":
        series = _truth_or_nothing(series)
    values = KINDS[column.kind].values(_as_kind(series, column.kind))
    if ignore_unknown:
        return values
    if column.kind == "category":
        strange = sorted(set(values.places) - set(column.known), key=str)
        if strange:
            row = int(np.flatnonzero(values.is_category(strange[0]))[0]) + 1
            why = f"is {value_text(strange[0])} in row {row}, which the rule has never seen"
            raise InputError("column", column.name, why)
    if not column.missing and values.missing.any():
        row = int(np.flatnonzero(values.missing)[0]) + 1
        why = f"is missing in row {row}; the rule was learnt where no value of it was missing"
        raise InputError("column", column.name, why)
    return values


def plain(series: polars.Series) -> polars.Series:
    """The same values in one of the types told apart here: Boolean, integers, Float64, String."""
    import polars as pl

    kind = series.dtype
    if isinstance(kind, pl.Categorical | pl.Enum):
        return series.cast(pl.String)
    if kind.is_float() or isinstance(kind, pl.Decimal):
        return series.cast(pl.Float64)
    if kind == pl.Null:
        return series.cast(pl.Float64)
    if kind.is_temporal():
        raise InputError("column", series.name, f"looks like a date or time; {leave_out(series.name)}")
    if not (kind.is_integer() or kind in (pl.Boolean, pl.String)):
        why = f"holds values of type {kind}, which are neither numbers nor text"
        raise InputError("column", series.name, why)
    return series


def _kind_of(series: polars.Series) -> str:
    """The kind that type and values suggest."""
    import polars as pl

    if series.dtype == pl.Boolean:
        return "truth"
    if series.dtype != pl.String:
        if series.dtype.is_integer():
            _refuse_row_numbers(series)
        known = series.drop_nulls()
        if series.dtype.is_float():
            known = known.drop_nans()
        return "truth" if known.n_unique() == 2 and _zero_or_one(known).all() else "number"
    known = series.drop_nulls()
    words = known.unique()
    if 0 < len(words) <= 4 and set(words.str.to_lowercase()) <= {"true", "false"}:
        return "truth"
    _refuse_mixed(series, known)
    if len(words) and bool(known.str.contains(_DATE).all()):
        raise InputError("column", series.name, f"looks like dates; {leave_out(series.name)}")
    if len(words) > FEW and 2 * len(words) > len(known):
        why = (
            f"has {len(words):,} different texts in {len(known):,} rows, like an id; {leave_out(series.name)}"
        )
        raise InputError("column", series.name, why)
    return "category"


def _zero_or_one(series: polars.Series) -> polars.Series:
    return (series == 0) | (series == 1)


def _truth_or_nothing(series: polars.Series) -> polars.Series:
    """Truth values; what is none counts as missing."""
    import polars as pl

    if series.dtype == pl.Boolean:
        return series
    if series.dtype == pl.String:
        words = series.str.to_lowercase().str.strip_chars()
        series = words.replace_strict(
            {"true": 1.0, "false": 0.0}, default=words.cast(pl.Float64, strict=False)
        )
    return pl.select(pl.when(_zero_or_one(series)).then(series)).to_series().alias(series.name)


def _refuse_row_numbers(series: polars.Series) -> None:
    """Integers that number the rows, or are called an id, say nothing about other rows."""
    rows = len(series)
    if rows <= FEW or series.null_count() or series.n_unique() < rows:
        return
    low, high = int(str(series.min())), int(str(series.max()))
    if high - low == rows - 1 and low in (0, 1):
        raise InputError("column", series.name, f"numbers the rows, like an id; {leave_out(series.name)}")
    if _ID.fullmatch(series.name):
        raise InputError("column", series.name, f"looks like an id; {leave_out(series.name)}")


def _refuse_mixed(series: polars.Series, known: polars.Series) -> None:
    """Text that is mostly numbers is rather numbers with mistakes in it."""
    import polars as pl

    numeric = known.cast(pl.Float64, strict=False).is_not_null()
    if not numeric.all() and 2 * int(numeric.sum()) > len(known):
        odd = known.filter(~numeric)[0]
        row = int((series == odd).fill_null(False).arg_true()[0]) + 1
        why = f"mixes numbers and text: {value_text(odd)} in row {row}; correct it, {leave_out(series.name)}"
        raise InputError("column", series.name, why)


def _as_kind(series: polars.Series, kind: str) -> polars.Series:
    """A column converted to a kind, or refused with the first value that is none of it."""
    import polars as pl

    if kind == "category":
        return series
    if series.dtype == pl.String:
        lowered = series.str.to_lowercase().str.strip_chars()
        if kind == "truth" and bool(lowered.drop_nulls().is_in(["true", "false"]).all()):
            return (lowered == "true").alias(series.name)
        found = series.str.strip_chars().cast(pl.Float64, strict=False)
        _refuse(series, found.is_null() & series.is_not_null(), kind)
        series = found
    elif kind == "number" and series.dtype == pl.Boolean:
        series = series.cast(pl.Int8)
    if kind == "truth" and series.dtype != pl.Boolean:
        if series.dtype.is_float():
            series = series.fill_nan(None)
        _refuse(series, ~_zero_or_one(series).fill_null(True), kind)
    return series


def _refuse(series: polars.Series, wrong: polars.Series, kind: str) -> None:
    if wrong.any():
        row = int(wrong.arg_true()[0])
        wanted = "number" if kind == "number" else "truth value"
        why = f"is {value_text(series[row])} in row {row + 1}, which is not a {wanted}"
        raise InputError("column", series.name, why)
