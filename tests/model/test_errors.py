from __future__ import annotations

import pickle

from evobool import EvoboolError, InputError


def test_bad_input_is_a_value_error() -> None:
    problem = InputError("n", 0, "must be at least 1")
    assert str(problem) == "n = 0: must be at least 1"
    assert isinstance(problem, EvoboolError)
    assert isinstance(problem, ValueError)


def test_errors_come_back_from_other_processes() -> None:
    problem = InputError("n", 0, "must be at least 1")
    again = pickle.loads(pickle.dumps(problem))
    assert (str(again), again.field, again.value, again.why) == (str(problem), "n", 0, "must be at least 1")
