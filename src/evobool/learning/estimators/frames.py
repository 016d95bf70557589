"""X as a polars frame, whether it is an array, a sparse matrix, or a frame of pandas or polars."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import validate_data

from evobool.errors import InputError

if TYPE_CHECKING:
    import polars

Columns = list[tuple[str, Callable[[], Any]]]  # a name, and what gives the values when they are needed
MISSING_WORDS = "argument must be a string or a real number, not {!r}"  # as NumPy says it


def read_frame(
    estimator: Any, X: Any, reset: bool, wanted: Collection[str] | None = None
) -> polars.DataFrame:
    """X as a frame, checked as scikit-learn does: names and number of columns are those of `fit`.

    Columns of arrays are called x0, x1, ... With `wanted`, only these and the first are.
    """
    import polars as pl

    columns = _columns(estimator, X, reset)
    found = [
        _series(name, values())
        for place, (name, values) in enumerate(columns)
        if wanted is None or name in wanted or place == 0
    ]
    return pl.DataFrame(found)


def _columns(estimator: Any, X: Any, reset: bool) -> Columns:
    if hasattr(X, "columns") and hasattr(X, "dtypes"):
        columns = _of_frame(estimator, X)
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        return columns
    checked = validate_data(
        estimator,
        X,
        reset=reset,
        dtype=None,
        accept_sparse=["csc", "csr", "coo"],
        accept_large_sparse=True,
        ensure_all_finite=False,
    )
    names = getattr(estimator, "feature_names_in_", None)
    names = [f"x{place}" for place in range(checked.shape[1])] if names is None else list(names)
    return _of_sparse(checked.tocsc(), names) if hasattr(checked, "tocsc") else _of_array(checked, names)


def _of_frame(estimator: Any, X: Any) -> Columns:
    """The columns of a frame of pandas or polars."""
    names = [str(name) for name in X.columns]
    if len({*names}) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError("column", twice, "there are two of this name")
    if not len(X) or not names:
        what = "sample(s)" if names else "feature(s)"
        raise ValueError(
            f"Found array with 0 {what} (shape={X.shape}) while a minimum of 1 is required by "
            f"{type(estimator).__name__}."
        )
    return [(name, partial(X.__getitem__, each)) for name, each in zip(names, X.columns, strict=True)]


def _of_array(array: np.ndarray[Any, Any], names: Sequence[str]) -> Columns:
    return [(name, partial(_same, array[:, place])) for place, name in enumerate(names)]


def _of_sparse(matrix: Any, names: Sequence[str]) -> Columns:
    """The columns of a matrix, one by one; those that hold nothing but zeros and ones as truth values."""
    matrix.sum_duplicates()
    truth = bool(np.isin(matrix.data, (0, 1)).all())

    def dense(place: int) -> np.ndarray[Any, Any]:
        span = slice(matrix.indptr[place], matrix.indptr[place + 1])
        values = np.zeros(matrix.shape[0], dtype=np.bool_ if truth else matrix.dtype)
        values[matrix.indices[span]] = matrix.data[span]
        return values

    return [(name, partial(dense, place)) for place, name in enumerate(names)]


def _same(values: Any) -> Any:
    """Values that are there already."""
    return values


def _series(name: str, values: Any) -> polars.Series:
    """A column as a polars series of numbers, truth values or text."""
    import polars as pl

    if isinstance(values, pl.Series):
        return values.alias(name)
    plain = values.dtype.kind if isinstance(values.dtype, np.dtype) else "O"
    if plain in "biuf":
        numbers = np.asarray(values)
        return pl.Series(name, numbers.astype(np.float64) if plain in "uif" else numbers)
    listed = values.tolist()
    gaps = values.isna().to_numpy() if hasattr(values, "isna") else [each is None for each in listed]
    known = [None if gap else _plain(each) for each, gap in zip(listed, gaps, strict=True)]
    if str(values.dtype) == "category":
        texts = [None if each is None else str(each) for each in known]
        return pl.Series(name, texts, dtype=pl.Categorical)
    kinds = {type(each) for each in known if each is not None}
    if kinds <= {int, float}:
        return pl.Series(name, [float("nan") if each is None else each for each in known], dtype=pl.Float64)
    if len(kinds) > 1:
        words = " and ".join(sorted(kind.__name__ for kind in kinds))
        raise InputError("column", name, f"mixes values of types {words}")
    try:
        return pl.Series(name, known)
    except (TypeError, pl.exceptions.PolarsError):
        raise TypeError(MISSING_WORDS.format(kinds.pop().__name__)) from None


def _plain(value: Any) -> Any:
    """Python's own value for NumPy's; what is no number, text or time is refused in NumPy's words."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "isoformat"):
        return value
    raise TypeError(MISSING_WORDS.format(type(value).__name__))
