from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from matplotlib import pyplot
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from evobool.errors import InputError
from evobool.learning import Binarizer, FormulaClassifier
from evobool.learning.estimators.weights import repeats

RANDOM = np.random.default_rng(27)
INPUTS = RANDOM.integers(0, 2, (200, 8))
RULE = (INPUTS[:, 0] & INPUTS[:, 1] | INPUTS[:, 2] & (1 - INPUTS[:, 3])).astype(bool)
LABELS = np.where(RULE, "yes", "no")


def small(**options: Any) -> FormulaClassifier:
    usual = {"max_leaves": 4, "effort": 20_000, "folds": 0, "random_state": 1}
    return FormulaClassifier(**usual | options)


@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [
        FormulaClassifier(2, effort=500, folds=0),
        FormulaClassifier(2, effort=500, objective="balanced", folds=2),
    ]
)
def test_scikit_learn_takes_it_for_its_own(estimator: FormulaClassifier, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def test_it_finds_a_rule() -> None:
    found = small().fit(INPUTS, LABELS)
    assert found.formula_.leaves == 4
    assert [each.leaves for each in found.front_] == [1, 2, 3, 4]
    assert found.front_[-1].errors == found.floor_ == 0
    assert found.crossed_ == ()
    crossed = small(folds=4).fit(INPUTS, LABELS).crossed_
    assert [each.leaves for each in crossed] == [1, 2, 3, 4]
    assert all(each.mean == pytest.approx(np.mean(each.rates)) for each in crossed)
    assert all(len(each.rates) == 4 for each in crossed)
    assert (found.predict(INPUTS) == LABELS).all()
    assert found.classes_.tolist() == ["no", "yes"]
    assert {feature.column for feature in found.formula_.features} == {"x0", "x1", "x2", "x3"}
    everything = np.array([[row >> bit & 1 for bit in range(8)] for row in range(256)])
    wanted = everything[:, 0] & everything[:, 1] | everything[:, 2] & (1 - everything[:, 3])
    assert ((found.predict(everything) == "yes") == wanted).all()


def test_frames_give_the_formula_their_names() -> None:
    frame = pd.DataFrame({"age": INPUTS[:, 0] * 20.0 + 30, "colour": np.where(INPUTS[:, 1], "red", "blue")})
    labels = pd.Series(np.where((INPUTS[:, 0] == 1) & (INPUTS[:, 1] == 1), "ill", "healthy"), name="state")
    found = small().fit(frame, labels)
    again = small().fit(pl.from_pandas(frame), labels)
    assert str(found.formula_) == str(again.formula_)
    assert sorted(str(found.formula_).split(" & ")) == ["age > 40", "colour != blue"]
    assert found.formula_.written("words").startswith("state = ill if ")
    assert (found.predict(frame) == labels).all()
    with pytest.raises(ValueError, match="feature names"):
        found.predict(frame.rename(columns={"age": "years"}))
    with pytest.raises(InputError, match="violet in row 1, which the rule has never seen"):
        found.predict(frame.assign(colour="violet"))
    lenient = small(handle_unknown="ignore").fit(frame, labels)
    assert set(lenient.predict(frame.assign(colour="violet"))) <= {"ill", "healthy"}


def test_sparse_matrices_give_the_same_formula() -> None:
    dense, sparse = small().fit(INPUTS, LABELS), small().fit(scipy.sparse.csr_array(INPUTS), LABELS)
    assert str(dense.formula_) == str(sparse.formula_)
    assert (sparse.predict(scipy.sparse.csr_array(INPUTS)) == dense.predict(INPUTS)).all()


@pytest.mark.parametrize("objective", ["errors", "balanced", "weights:3:1"])
def test_whole_weights_are_rows_given_so_often_in_any_order(objective: str) -> None:
    noisy = RULE ^ (RANDOM.random(len(RULE)) < 0.2)
    weights = RANDOM.integers(0, 4, len(noisy))
    options: Any = {"objective": objective, "folds": 3, "effort": 5_000}
    weighted = small(**options).fit(INPUTS, noisy, sample_weight=weights)
    order = RANDOM.permutation(np.repeat(np.arange(len(noisy)), weights))
    repeated = small(**options).fit(INPUTS[order], noisy[order])
    shown = [(each.leaves, each.errors, str(each.formula)) for each in weighted.front_]
    assert shown == [(each.leaves, each.errors, str(each.formula)) for each in repeated.front_]
    assert str(weighted.formula_) == str(repeated.formula_)
    assert (weighted.predict_proba(INPUTS) == repeated.predict_proba(INPUTS)).all()
    best = small(**options | {"folds": 0}).fit(INPUTS, noisy, weights)
    assert best.front_[-1].errors == weights[best.predict(INPUTS) != noisy].sum()


def test_weights_that_are_no_numbers_of_rows_are_refused() -> None:
    rows = np.zeros((3, 1))
    assert repeats([0.25, 0.5, 1], rows).tolist() == [1, 2, 4]
    for wrong in ([1, 2.5, 1], [-1, 1, 1], [0, 0, 0], [1, 1e9, 1]):
        with pytest.raises(ValueError, match=r"sample_weight|Sample weights"):
            repeats(wrong, rows)


def test_probabilities_are_shares_of_rows() -> None:
    noisy = RULE ^ (RANDOM.random(len(RULE)) < 0.1)
    found = small().fit(INPUTS, noisy)
    holds, shares = found.predict(INPUTS), found.predict_proba(INPUTS)[:, 1]
    assert shares[holds] == pytest.approx(noisy[holds].mean())
    assert shares[~holds] == pytest.approx(noisy[~holds].mean())
    balanced = small(objective="balanced").fit(INPUTS, noisy)
    holds, share = balanced.predict(INPUTS), balanced.predict_proba(INPUTS)[:, 1].max()
    rates = (holds & noisy).sum() / noisy.sum(), (holds & ~noisy).sum() / (~noisy).sum()
    assert share == pytest.approx(rates[0] / sum(rates))


def test_probabilities_never_speak_against_the_prediction() -> None:
    """A formula of one leaf cannot say always no: it is true on a row, and most such rows are negative."""
    labels = np.array([0] * 30 + [1] * 2)
    inputs = np.array([[0]] * 27 + [[1]] * 3 + [[0], [1]])
    found = small(max_leaves=1, objective="weights:1:1").fit(inputs, labels)
    assert (found.predict_proba(inputs).argmax(axis=1) == found.predict(inputs)).all()


def test_more_classes_are_refused_and_one() -> None:
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        small().fit(INPUTS, np.arange(200) % 3)
    with pytest.raises(ValueError, match="one class"):
        small().fit(INPUTS, np.zeros(200))
    with pytest.raises(InputError, match="every column is constant"):
        small().fit(np.zeros((200, 2)), LABELS)
    for wrong in ({"max_leaves": 0}, {"objective": "size"}, {"effort": 0}, {"n_jobs": 0}, {"folds": -1}):
        with pytest.raises(InputError):
            small(**wrong).fit(INPUTS, LABELS)


def test_kept_copied_and_searched_over() -> None:
    found = small().fit(INPUTS, LABELS)
    again = pickle.loads(pickle.dumps(found))
    assert (again.predict(INPUTS) == LABELS).all()
    assert str(again.formula_) == str(found.formula_)
    assert clone(found).get_params() == found.get_params()
    grid = GridSearchCV(small(effort=3_000), {"max_leaves": [1, 4]}, cv=2).fit(INPUTS, LABELS)
    assert grid.best_params_ == {"max_leaves": 4}
    piped = make_pipeline(Binarizer().set_output(transform="pandas"), small(effort=3_000))
    assert cross_val_score(piped, INPUTS * 3.5, LABELS, cv=2).mean() > 0.9
    assert "x0 <=" in str(piped.fit(INPUTS * 3.5, LABELS)[-1].formula_)


def test_the_same_seed_gives_the_same_formula_with_more_threads() -> None:
    noisy = RULE ^ (RANDOM.random(len(RULE)) < 0.2)
    fits = [small(effort=5_000, n_jobs=jobs).fit(INPUTS, noisy) for jobs in (None, 2)]
    assert len({str(each.formula_) for each in fits}) == 1
    state = [small(random_state=np.random.RandomState(5)).fit(INPUTS, noisy) for _ in range(2)]
    assert len({str(each.formula_) for each in state}) == 1


def test_the_front_is_drawn() -> None:
    found = small().fit(INPUTS, LABELS)
    axes = found.plot()
    try:
        steps, chosen, floor = (np.array(line.get_xydata()) for line in axes.get_lines())
        assert steps.tolist() == [[each.leaves, each.errors] for each in found.front_]
        assert chosen.tolist() == [[4, 0]]
        assert floor[:, 1].tolist() == [0, 0]
    finally:
        pyplot.close("all")
