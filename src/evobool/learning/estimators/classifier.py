"""`FormulaClassifier`: scikit-learn's interface to the search for small formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_array, check_random_state, column_or_1d
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.estimators.binarizer import UNKNOWN
from evobool.learning.estimators.frames import read_frame
from evobool.learning.estimators.weights import canonical, repeats
from evobool.learning.rules import Rule, rule_of
from evobool.learning.search.choosing import Crossed
from evobool.learning.search.learn import learn
from evobool.learning.search.options import EFFORT, FOLDS, MAX_LEAVES
from evobool.learning.tables.binarising import binarised, packed, rows_of, stacked
from evobool.learning.tables.features import Bits, Value
from evobool.learning.tables.labels import Label
from evobool.learning.tables.table import Table
from evobool.learning.tables.thresholds import DEFAULT
from evobool.model.formulas.tree import Tree
from evobool.model.objective import objective_of
from evobool.model.seeds import LARGEST_SEED
from evobool.model.targets.labelled import Labelled
from evobool.studies.work.executors import cores

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Candidate(NamedTuple):
    """A formula of the front, its leaves, and the rows learnt from that it gets wrong."""

    leaves: int
    errors: int
    formula: Rule


class FormulaClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learn a small Boolean formula that tells two classes apart.

    The columns of X become yes-or-no questions, as by `Binarizer`. For each number of leaves up to
    `max_leaves`, the search looks for the formula with the fewest errors. Cross-validation chooses among
    them: the shortest within one standard error of the best. The order of rows does not matter.

    Parameters
    ----------
    max_leaves : int or None
        The most leaves, that is literals, of a formula; None for as many as it takes.
    objective : str
        What is made small: "errors", "balanced" (the mean of the error rates in both classes), or
        "weights:P:N", the costs of a false negative and of a false positive.
    effort : int
        The most formulas to try. The same effort and `random_state` give the same formula on any machine.
    folds : int
        Of the cross-validation; 0 takes the formula with the fewest errors.
    thresholds, leave_out, read_as, handle_unknown
        See `Binarizer`.
    random_state : int, RandomState instance or None
        The seed.
    n_jobs : int or None
        The threads that search; None for one, -1 for all processors.

    Attributes
    ----------
    formula_ : Rule
        The formula chosen; `print` writes it, `formula_.leaves` counts, `formula_.written("sql")` translates.
    front_ : tuple of Candidate
        The formulas found, each with `leaves`, `errors` and `formula`, from the shortest to the best.
    crossed_ : tuple of Crossed
        For each formula of the front its `leaves`, and the `mean` over the folds of the share of wrong rows,
        or what the objective counts, with its `standard_error`; empty with `folds=0`.
    floor_ : int
        The rows that every formula gets wrong, because others look the same and are of the other class.
    classes_ : array
        The labels; the formula is true for the second.

    Examples
    --------
    >>> import numpy as np
    >>> from evobool.learning import FormulaClassifier
    >>> X = np.array([[row >> bit & 1 for bit in range(5)] for row in range(32)])
    >>> y = np.where((X[:, 0] & X[:, 1]) | X[:, 3], "yes", "no")
    >>> clf = FormulaClassifier(max_leaves=4, effort=20_000, random_state=1).fit(X, y)
    >>> clf.formula_.leaves, clf.score(X, y), [(each.leaves, each.errors) for each in clf.front_]
    (3, 1.0, [(1, 4), (3, 0)])

    See Also
    --------
    Binarizer : the questions alone, for other classifiers
    """

    classes_: NDArray[Any]
    formula_: Rule
    front_: tuple[Candidate, ...]
    crossed_: tuple[Crossed, ...]
    floor_: int

    def __init__(
        self,
        max_leaves: int | None = MAX_LEAVES,
        *,
        objective: str = "errors",
        effort: int = EFFORT,
        folds: int = FOLDS,
        thresholds: int = DEFAULT,
        leave_out: Sequence[str] = (),
        read_as: Mapping[str, str] | None = None,
        handle_unknown: str = "error",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_leaves = max_leaves
        self.objective = objective
        self.effort = effort
        self.folds = folds
        self.thresholds = thresholds
        self.leave_out = leave_out
        self.read_as = read_as
        self.handle_unknown = handle_unknown
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn a formula from rows and their labels; a row of weight 3 counts as three equal rows."""
        check_choice("handle_unknown", self.handle_unknown, UNKNOWN)
        if y is None:
            raise ValueError("FormulaClassifier requires y to be passed, but the target y is None.")
        frame = read_frame(self, X, reset=True)
        title = getattr(y, "name", None)
        y = check_array(column_or_1d(y, warn=True), ensure_2d=False, dtype=None, input_name="y")
        check_classification_targets(y)
        check_consistent_length(frame, y)
        if sample_weight is not None:
            counts = repeats(sample_weight, np.empty((len(y), 1)))
            places = np.repeat(np.arange(len(y)), counts)
            frame, y = frame[places], y[places]
        label, labels = self._labels(y, title if isinstance(title, str) else "label", frame.columns)
        told, lines = binarised(frame, self.thresholds, self.leave_out, self.read_as)
        if not told.features:
            raise InputError("X", frame.shape, "every column is constant; there is nothing to learn from")
        order = canonical(lines, labels)
        lines = stacked([packed(bits[order]) for bits in rows_of(lines, len(labels))], len(labels))
        self._learn(Table(told, label, lines, labels[order]))
        return self

    def _labels(self, y: NDArray[Any], title: str, names: Sequence[str]) -> tuple[Label, Bits]:
        """The classes, and the rows of the second."""
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            kind = type_of_target(y)
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        if len(self.classes_) < 2:
            raise ValueError(f"y has one class, {self.classes_[0]}; there is nothing to tell apart")
        while title in names:
            title += "_"
        other, positive = (_plain(each) for each in self.classes_)
        return Label(title, positive, other), codes.astype(np.bool_)

    def _learn(self, table: Table) -> None:
        """Search, and keep what was found. Runs do not know the columns' names, as seeds depend on them."""
        names = tuple(f"x{place}" for place in range(1, len(table.features) + 1))
        rows = replace(table.labelled(), names=names, label="label")
        found = learn(
            rows,
            max_leaves=self.max_leaves,
            objective=self.objective,
            folds=self.folds,
            effort=self.effort,
            seed=self._seed(),
            workers=_threads(self.n_jobs),
        )
        if not found.finished:
            raise KeyboardInterrupt
        self.front_ = tuple(
            Candidate(point.leaves, point.errors, rule_of(point.tree, table)) for point in found.front
        )
        self.crossed_ = found.crossed
        self.formula_ = next(each.formula for each in self.front_ if each.leaves == found.chosen.leaves)
        self.floor_, self._rows = found.floor.errors, table.rows
        self._shares = _shares(found.chosen.tree, rows, self.objective)

    def _seed(self) -> int:
        if self.random_state is None or isinstance(self.random_state, np.random.RandomState):
            return int(check_random_state(self.random_state).randint(2**31 - 1))
        return int(self.random_state) % (LARGEST_SEED + 1)

    def _holds(self, X: Any) -> Bits:
        check_is_fitted(self)
        asked = {column.name for column in self.formula_.binarising.columns}
        frame = read_frame(self, X, reset=False, wanted=asked)
        return self.formula_.holds(frame, ignore_unknown=self.handle_unknown == "ignore")

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of every row: the second where the formula is true."""
        codes = self._holds(X).astype(np.int64)
        found: NDArray[Any] = self.classes_[codes]
        return found

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The share of each class among the rows learnt from on which the formula is as it is here.

        There are two answers, one where the formula is true and one where it is not. Shares count as the
        objective does, a class of few rows as much as the other if it is balanced, and never speak against
        `predict`.
        """
        holds = self._holds(X)
        share = np.where(holds, self._shares[1], self._shares[0])
        return np.stack([1 - share, share], axis=1)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the errors of the front against leaves."""
        check_is_fitted(self)
        from evobool.plots.fronts import Shown
        from evobool.plots.methods import plot_front

        leaves, errors = [each.leaves for each in self.front_], [each.errors for each in self.front_]
        return plot_front(Shown(leaves, errors, self.formula_.leaves, self.floor_, self._rows), ax)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags


def _plain(value: Any) -> Value:
    """A class as Python's own value."""
    found: Value = value.item() if isinstance(value, np.generic) else value
    return found


def _threads(jobs: int | None) -> int:
    """The workers that `n_jobs` stands for."""
    if jobs is None:
        return 1
    if isinstance(jobs, bool) or not isinstance(jobs, int | np.integer) or jobs == 0:
        raise InputError("n_jobs", jobs, "must be a number of threads, -1 for all processors, or None")
    return int(jobs) if jobs > 0 else max(1, cores() + 1 + int(jobs))


def _shares(tree: Tree, rows: Labelled, objective: str) -> tuple[float, float]:
    """The share of the positive class where a formula is false, and where it is true."""
    holds = tree.evaluate(rows.columns, rows.ones)
    positives = rows.labels.bit_count()
    costs = objective_of(objective).costs
    assert costs is not None, "learn refuses other objectives"
    false_positive, false_negative = costs(positives, rows.rows - positives)
    found = []
    for side in (holds ^ rows.ones, holds):
        inside = (side & rows.labels).bit_count()
        weights = false_negative * inside, false_positive * (side.bit_count() - inside)
        found.append(weights[0] / sum(weights) if sum(weights) else 0.5)
    return min(found[0], 0.5), max(found[1], float(np.nextafter(0.5, 1)))
