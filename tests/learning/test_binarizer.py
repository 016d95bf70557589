from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from evobool.errors import InputError
from evobool.learning import Binarizer

PEOPLE = pd.DataFrame(
    {
        "age": [41.0, 44.0, 60.0, None, 58.0],
        "colour": pd.Series(["red", "green", "red", None, "blue"], dtype=object),
        "smokes": [True, False, True, True, False],
        "visits": pd.array([1, 2, 3, 4, None], dtype="Int64"),
        "place": pd.Categorical(["north", "south", "north", "west", "south"]),
    }
)


@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [Binarizer(), Binarizer(2, handle_unknown="ignore")]
)
def test_scikit_learn_takes_it_for_its_own(estimator: Binarizer, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def test_frames_of_pandas_and_polars_are_read_alike() -> None:
    first, second = Binarizer().fit(PEOPLE), Binarizer().fit(pl.from_pandas(PEOPLE))
    assert first.binarising_ == second.binarising_
    assert first.feature_names_in_.tolist() == second.feature_names_in_.tolist() == list(PEOPLE)
    names = first.get_feature_names_out().tolist()
    assert {"age <= 42", "age > 42", "age is missing", "colour = red"} <= {*names}
    found = first.transform(PEOPLE)
    assert (found == second.transform(pl.from_pandas(PEOPLE))).all()
    assert found[:, names.index("age > 42")].tolist() == [False, True, True, False, True]
    assert found[:, names.index("colour = red")].tolist() == [True, False, True, False, False]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_answers_come_as_frames_where_asked(library: str) -> None:
    found = Binarizer().set_output(transform=library).fit_transform(PEOPLE)
    assert next(iter(found.columns)) == "age <= 42"
    assert type(found).__module__.startswith(library)


@pytest.mark.parametrize("form", ["csr_array", "csc_array", "coo_array", "csr_matrix"])
@pytest.mark.parametrize("values", [2, 5])
def test_sparse_matrices_are_read_as_if_they_were_not(form: str, values: int) -> None:
    dense = np.random.default_rng(values).integers(0, values, (40, 6))
    sparse = getattr(scipy.sparse, form)(dense)
    ours, theirs = Binarizer().fit(dense), Binarizer().fit(sparse)
    assert ours.get_feature_names_out().tolist() == theirs.get_feature_names_out().tolist()
    assert (ours.transform(dense) == theirs.transform(sparse)).all()


def test_an_entry_given_twice_in_a_sparse_matrix_counts_as_the_sum() -> None:
    twice = scipy.sparse.coo_array(([1.0, 1.0, 5.0], ([0, 0, 1], [0, 0, 0])), shape=(3, 1))
    assert Binarizer().fit(twice).get_feature_names_out().tolist() == ["x0 <= 1", "x0 <= 3"]


@pytest.mark.parametrize(
    ("known", "strange"),
    [([0, 1, 1, 0], [0, 2, 1, 0]), ([True, False, True, False], [0.5, 0.0, 1.0, 0.0])],
)
def test_numbers_where_truth_values_were_are_no_answer_or_refused(
    known: list[float], strange: list[float]
) -> None:
    table, later = pd.DataFrame({"a": known}), pd.DataFrame({"a": strange})
    lenient = Binarizer(handle_unknown="ignore").fit(table)
    assert lenient.transform(later)[:, 0].tolist() == [0, 0, 1, 0]
    with pytest.raises(InputError, match="not a truth value"):
        Binarizer().fit(table).transform(later)


def test_values_never_seen() -> None:
    later = PEOPLE.assign(colour=["violet"] * 5)
    with pytest.raises(InputError, match="violet in row 1, which the rule has never seen"):
        Binarizer().fit(PEOPLE).transform(later)
    lenient = Binarizer(handle_unknown="ignore").fit(PEOPLE)
    names = lenient.get_feature_names_out().tolist()
    found = lenient.transform(later)
    assert not found[:, [place for place, name in enumerate(names) if "colour" in name]].any()
    assert (found[:, 0] == lenient.transform(PEOPLE)[:, 0]).all()


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (pd.DataFrame([[1, 2], [2, 1]], columns=["a", "a"]), "there are two of this name"),
        (pd.DataFrame({"a": [1, "x", 2.5]}, dtype=object), "mixes values of types"),
        (pd.DataFrame({"a": pd.to_datetime(["2020-01-01", "2021-01-01"])}), "looks like a date"),
        (pd.DataFrame({"a": [1.0, np.inf]}), "values must be finite"),
        (pd.DataFrame({"a": []}), "minimum of 1 is required"),
        (pd.DataFrame(index=[0, 1]), "minimum of 1 is required"),
    ],
)
def test_what_is_refused(frame: pd.DataFrame, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Binarizer().fit(frame)


def test_parameters_are_checked_and_kept() -> None:
    made = Binarizer(3, leave_out=["age"], read_as={"visits": "number"}, handle_unknown="ignore")
    again = pickle.loads(pickle.dumps(clone(made).fit(PEOPLE)))
    assert again.get_params() == made.get_params()
    assert not any("age" in name for name in again.get_feature_names_out())
    for wrong in (Binarizer(0), Binarizer(leave_out=["agee"]), Binarizer(handle_unknown="guess")):
        with pytest.raises(InputError):
            wrong.fit(PEOPLE)


def test_in_a_pipeline() -> None:
    rows = np.random.default_rng(1).uniform(-1, 1, (300, 3))
    labels = (rows[:, 0] > 0) & (rows[:, 1] <= 0.5)
    made = make_pipeline(Binarizer(20), LogisticRegression()).fit(rows, labels)
    assert made.score(rows, labels) > 0.95


@pytest.mark.long
def test_nothing_else_imports_scikit_learn() -> None:
    code = "import sys, evobool, evobool.learning, evobool.cli; dir(evobool.learning)"
    code += "; import evobool.learning.tables.table, evobool.learning.rules; print('sklearn' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "False\n"


@pytest.mark.long
def test_without_scikit_learn_the_extra_is_named() -> None:
    code = "import sys; sys.modules['sklearn'] = None\nfrom evobool.learning import Binarizer"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "scikit-learn is not installed; try: pip install 'evobool[sklearn]'" in done.stderr


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_what_is_said_to_be_categories_is_read_so(library: str) -> None:
    """Text like this is else refused: it may be numbers with mistakes in it."""
    doors = ["2", "3", "4", "5 or more", "2", "3"]
    with pytest.raises(InputError, match="mixes numbers and text"):
        Binarizer().fit(pd.DataFrame({"doors": doors}))
    told = pd.DataFrame({"doors": pd.Categorical(doors), "size": pd.Categorical([1, 2, 1, 2, 2, 2])})
    told = told if library == "pandas" else pl.from_pandas(told.astype(str)).cast(pl.Categorical)
    names = Binarizer().fit(told).get_feature_names_out().tolist()
    assert names == ['doors = "2"', 'doors = "3"', 'doors = "4"', 'doors = "5 or more"', 'size = "1"']
