"""The ten functions: their truth tables, and what follows from them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool.model.formulas.functions import FUNCTIONS

BITS = list(product((0, 1), repeat=2))


def test_all_functions_that_depend_on_both_arguments_are_there() -> None:
    found = set()
    for values in product("01", repeat=4):
        at = dict(zip(BITS, values, strict=True))
        if any(at[0, y] != at[1, y] for y in (0, 1)) and any(at[x, 0] != at[x, 1] for x in (0, 1)):
            found.add("".join(values))
    assert {function.table for function in FUNCTIONS.values()} == found
    assert len(FUNCTIONS) == len(found) == 10


def test_names_and_symbols_are_unique() -> None:
    assert all(name == function.name for name, function in FUNCTIONS.items())
    assert len({function.symbol for function in FUNCTIONS.values()}) == len(FUNCTIONS)
    assert len({function.glyph for function in FUNCTIONS.values()}) == len(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_follows_from_the_table(name: str) -> None:
    f = FUNCTIONS[name]
    for x, y in BITS:
        value = int(f.table[2 * x + y])
        assert f.value(x, y) == value
        assert f.apply(bool(x), bool(y)) == bool(value)
        assert f.complement.value(x, y) == 1 - value
        assert f.dual.value(1 - x, 1 - y) == 1 - value
    assert f.commutative == all(f.value(x, y) == f.value(y, x) for x, y in BITS)
    larger = [(a, b) for a in BITS for b in BITS if a[0] <= b[0] and a[1] <= b[1]]
    assert f.monotone == all(f.value(*a) <= f.value(*b) for a, b in larger)


@given(st.integers(0, 255), st.integers(0, 255), st.sampled_from(sorted(FUNCTIONS)))
def test_whole_columns_at_once(x: int, y: int, name: str) -> None:
    f = FUNCTIONS[name]
    bits = [f.value(x >> row & 1, y >> row & 1) << row for row in range(8)]
    assert f.apply(x, y, 255) == sum(bits)
