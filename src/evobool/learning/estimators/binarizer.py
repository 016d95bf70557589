"""`Binarizer`: a table's columns as yes-or-no questions, as a transformer of scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted

from evobool.checks import check_choice
from evobool.learning.estimators.frames import read_frame
from evobool.learning.tables.binarising import Binarising, binarised, unpacked
from evobool.learning.tables.thresholds import DEFAULT

UNKNOWN = ("error", "ignore")


class Binarizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Ask yes-or-no questions of every column: `age <= 42`, `colour = red`, `x is missing`.

    Parameters
    ----------
    thresholds : int
        The most cuts of a column of numbers: at quantiles, or between all values where there are few.
    leave_out : sequence of str
        Columns to leave out. Those of an array are called x0, x1, ...
    read_as : mapping of str to str, optional
        What columns are read as whatever they look like: truth, number or category.
    handle_unknown : {"error", "ignore"}
        What happens to values that `fit` has never seen, categories and missing ones: they are refused, or
        every question about them is answered no.

    Attributes
    ----------
    binarising_ : Binarising
        What every column was read as, the questions, and the columns dropped because they say nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from evobool.learning import Binarizer
    >>> ages = np.array([[41.0], [44.0], [60.0]])
    >>> Binarizer().fit(ages).get_feature_names_out().tolist()
    ['x0 <= 42', 'x0 <= 52']
    >>> Binarizer().fit_transform(ages).tolist()
    [[True, True], [False, True], [False, False]]

    See Also
    --------
    FormulaClassifier : learns a formula, and asks these questions itself
    """

    binarising_: Binarising

    def __init__(
        self,
        thresholds: int = DEFAULT,
        *,
        leave_out: Sequence[str] = (),
        read_as: Mapping[str, str] | None = None,
        handle_unknown: str = "error",
    ) -> None:
        self.thresholds = thresholds
        self.leave_out = leave_out
        self.read_as = read_as
        self.handle_unknown = handle_unknown

    def fit(self, X: Any, y: Any = None) -> Self:
        """Read the columns of X; y is ignored."""
        check_choice("handle_unknown", self.handle_unknown, UNKNOWN)
        frame = read_frame(self, X, reset=True)
        self.binarising_ = binarised(frame, self.thresholds, self.leave_out, self.read_as)[0]
        return self

    def transform(self, X: Any) -> NDArray[np.bool_]:
        """The answers for every row: a column a question."""
        check_is_fitted(self)
        asked = {feature.column for feature in self.binarising_.features}
        frame = read_frame(self, X, reset=False, wanted=asked)
        lines = self.binarising_.lines(frame, ignore_unknown=self.handle_unknown == "ignore")
        return np.ascontiguousarray(unpacked(lines, len(frame)).T)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """How the questions are written."""
        check_is_fitted(self)
        _check_feature_names_in(self, input_features)
        return np.array([str(feature) for feature in self.binarising_.features], dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.transformer_tags.preserves_dtype = []
        return tags
