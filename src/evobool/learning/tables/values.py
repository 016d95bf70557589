"""A column's values as arrays, in the shape that its kind needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evobool.errors import InputError

if TYPE_CHECKING:
    import polars

    from evobool.learning.tables.features import Bits, Value

LARGEST_WHOLE = 2**53  # integers beyond are not all numbers of floating point
_NONE: NDArray[np.float64] = np.zeros(0)


@dataclass(frozen=True)
class Values:
    """One column: which values are missing, and the others as numbers, categories or truth values.

    `numbers` holds NaN where a value is missing, `codes` and `truth` hold -1.
    """

    missing: Bits
    numbers: NDArray[np.float64] = field(default_factory=lambda: _NONE)
    codes: NDArray[np.int64] = field(default_factory=lambda: _NONE.astype(np.int64))
    places: Mapping[Value, int] = field(default_factory=dict)  # of each category, its code
    truth: NDArray[np.int8] = field(default_factory=lambda: _NONE.astype(np.int8))

    def is_category(self, value: Value) -> Bits:
        """The rows that hold a category."""
        found: Bits = self.codes == self.places.get(value, -2)
        return found


def numbers_of(series: polars.Series) -> Values:
    """A column of numbers; NaN counts as missing, infinite values are refused."""
    import polars as pl

    if series.dtype.is_integer():
        known = series.drop_nulls()
        if len(known) and max(abs(int(str(end))) for end in (known.min(), known.max())) > LARGEST_WHOLE:
            why = f"holds integers beyond 2^53, which are not numbers to compare; {leave_out(series.name)}"
            raise InputError("column", series.name, why)
    numbers = np.array(series.cast(pl.Float64).fill_null(float("nan")).to_numpy(), dtype=np.float64)
    endless = np.isinf(numbers)
    if endless.any():
        row = int(np.flatnonzero(endless)[0])
        raise InputError("column", series.name, f"is {numbers[row]} in row {row + 1}; values must be finite")
    return Values(np.isnan(numbers), numbers=numbers)


def categories_of(series: polars.Series) -> Values:
    """A column of categories, in the order of their names."""
    import polars as pl

    known = series.drop_nulls().unique().sort()
    places: dict[Value, int] = {value: place for place, value in enumerate(known.to_list())}
    if not places:
        codes = np.full(len(series), -1, dtype=np.int64)
    elif series.dtype == pl.String:
        coded = series.cast(pl.Enum(known)).to_physical()
        codes = np.array(coded.cast(pl.Int64).fill_null(-1).to_numpy(), dtype=np.int64)
    else:
        missing = series.is_null().to_numpy()
        codes = np.searchsorted(known.to_numpy(), series.fill_null(known[0]).to_numpy()).astype(np.int64)
        codes[missing] = -1
    return Values(codes < 0, codes=codes, places=places)


def truth_of(series: polars.Series) -> Values:
    """A column of truth values: Booleans, or the numbers 0 and 1."""
    import polars as pl

    truth = np.array(series.cast(pl.Int8).fill_null(-1).to_numpy(), dtype=np.int8)
    return Values(truth < 0, truth=truth)


def leave_out(name: str) -> str:
    """The advice to leave a column out, or to say what it is."""
    return f"leave it out with --leave-out, or say what it is, as in --read-as {name}=category"
