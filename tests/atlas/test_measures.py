"""Sensitivity, influence and Fourier weight against their definitions."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool.atlas.classes import InputClasses
from evobool.atlas.measures import Measures, measures_of
from evobool.atlas.numbered import count_of

functions = st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, count_of(n) - 1)))


@given(functions)
def test_they_are_what_their_definitions_say(case: tuple[int, int]) -> None:
    n, table = case
    found, rows = measures_of(table, n), range(2**n)
    value = [table >> row & 1 for row in rows]
    sensitivity = [sum(value[row] != value[row ^ 1 << i] for i in range(n)) for row in rows]
    influences = [sum(value[row] != value[row ^ 1 << i] for row in rows) / 2**n for i in range(n)]
    assert found.largest_sensitivity == max(sensitivity)
    assert isclose(found.average_sensitivity, sum(sensitivity) / 2**n)
    assert isclose(found.largest_influence, max(influences))
    assert found.variables == sum(influence > 0 for influence in influences)
    assert isclose(sum(found.weights), 1), "Parseval"
    assert isclose(
        sum(d * weight for d, weight in enumerate(found.weights)), found.average_sensitivity, abs_tol=1e-9
    )
    bias = sum(1 - 2 * bit for bit in value) / 2**n
    assert isclose(found.weights[0], bias**2, abs_tol=1e-12)


@given(functions)
def test_unate_is_monotone_for_some_signs(case: tuple[int, int]) -> None:
    n, table = case

    def monotone(signs: int) -> bool:
        value = [table >> (row ^ signs) & 1 for row in range(2**n)]
        return all(value[row] <= value[row | 1 << i] for row in range(2**n) for i in range(n))

    assert measures_of(table, n).unate == any(monotone(signs) for signs in range(2**n))


@given(functions)
def test_a_class_shares_them(case: tuple[int, int]) -> None:
    n, table = case
    found = rounded(measures_of(table, n))
    classes = InputClasses(n)
    for other in (*classes.members(table)[:3], count_of(n) - 1 - table):
        assert rounded(measures_of(other, n)) == found


def rounded(found: Measures) -> tuple[object, ...]:
    weights = tuple(round(weight, 9) for weight in found.weights)
    return weights, found.unate, found.variables, found.largest_sensitivity, found.largest_influence


@pytest.mark.parametrize(
    ("table", "low", "degree"), [(0x8000, 0.828125, 4), (0x6996, 0, 4), (0xAAAA, 1, 1), (0, 1, 0)]
)
def test_known_values(table: int, low: float, degree: int) -> None:
    found = measures_of(table, 4)
    assert isclose(found.low_weight, low, abs_tol=1e-12)
    assert max((d for d, weight in enumerate(found.weights) if weight > 0), default=0) == degree
