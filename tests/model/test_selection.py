"""Selection rules: what each accepts, and that a table of nine answers says all of a rule by order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool.model.selection import SELECTIONS, Judged

BY_ORDER = [name for name, rule in SELECTIONS.items() if rule.by_order]
NUMBERS = st.integers(0, 2**70) | st.integers(0, 3)
JUDGED = st.builds(Judged, NUMBERS, NUMBERS)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("name", BY_ORDER)
@given(offspring=JUDGED, parent=JUDGED)
def test_the_table_says_what_the_rule_says(name: str, offspring: Judged, parent: Judged) -> None:
    rule = SELECTIONS[name]
    errors, leaves = sign(offspring.error - parent.error), sign(offspring.leaves - parent.leaves)
    accepted = bool(rule.accepts(offspring, parent, None))
    assert rule.keeps(errors, leaves) == accepted
    assert rule.table[3 * (errors + 1) + leaves + 1] == accepted


@given(JUDGED, JUDGED)
def test_what_the_rules_of_the_laboratory_accept(offspring: Judged, parent: Judged) -> None:
    accepts = {
        name: rule.accepts(offspring, parent, None)
        for name, rule in SELECTIONS.items()
        if rule.by_order and not rule.source
    }
    better, equal = offspring.error < parent.error, offspring.error == parent.error
    assert accepts == {
        "nonstrict": better or equal,
        "strict": better,
        "parsimony": better or (equal and offspring.leaves <= parent.leaves),
    }


@given(JUDGED, JUDGED, st.integers(0, 1))
def test_a_coin_decides_between_equals(offspring: Judged, parent: Judged, side: int) -> None:
    class Coin:
        def below(self, bound: int) -> int:
            assert bound == 2
            return side

    better, equal = offspring.error < parent.error, offspring.error == parent.error
    assert SELECTIONS["coin"].accepts(offspring, parent, Coin()) == (better or (equal and side == 0))


@pytest.mark.parametrize("name", BY_ORDER)
@given(one=JUDGED, other=JUDGED)
def test_better_is_one_way(name: str, one: Judged, other: Judged) -> None:
    rule = SELECTIONS[name]
    assert not (rule.beats(one, other, None) and rule.beats(other, one, None))
    if one.error < other.error:
        assert rule.beats(one, other, None)
    if one.error == other.error:
        smaller = name == "parsimony" and one.leaves < other.leaves
        assert rule.beats(one, other, None) == smaller


def test_names() -> None:
    assert all(rule.name == name for name, rule in SELECTIONS.items())
