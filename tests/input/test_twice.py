"""A field given twice: grids are joined, and a choice that could not be both is refused."""

from __future__ import annotations

import pytest

from evobool.cli.study.choosing import parse_where
from evobool.errors import InputError
from evobool.studies.plan.plan import parse_grid


def test_grids_of_one_field_are_joined() -> None:
    assert parse_grid(["n=4", "limit=n", "n=8"]) == {"n": [4, 8], "limit": ["n"]}
    assert parse_grid(["max-iterations=5", "max_iterations=6,7"]) == {"max_iterations": [5, 6, 7]}


def test_a_choice_cannot_be_two_values() -> None:
    with pytest.raises(InputError, match="where = n=8: n was already chosen to be 4"):
        parse_where(["n=4", "n=8"])
    assert parse_where(["n=4", "n=4"]) == {"n": "4"}
