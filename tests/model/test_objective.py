"""Objectives: what they make of the wrong rows of either class, and how they are named."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Setting, Tree
from evobool.model.objective import OBJECTIVES, Objective, Wrong, objective_of
from evobool.model.targets.targets import goal_of
from evobool.model.targets.wrong import CountedTable
from evobool.model.training import TrainingSet
from tests.support.chain import value, values
from tests.support.drawn import complete_settings, objectives, trees
from tests.support.naive import nested

SINGLE = objectives()


@st.composite
def wrongs(draw: st.DrawFn) -> Wrong:
    positives, negatives = draw(st.integers(0, 2**70)), draw(st.integers(0, 2**70))
    leaves = draw(st.integers(1, 99))
    return Wrong(
        draw(st.integers(0, negatives)), draw(st.integers(0, positives)), positives, negatives, leaves
    )


@pytest.mark.parametrize("name", SINGLE)
@given(wrong=wrongs())
def test_the_costs_say_all_of_the_value(name: str, wrong: Wrong) -> None:
    aim = objective_of(name)
    if aim.costs is None:
        return  # a plugin of another test
    false_positive, false_negative = aim.costs(wrong.positives, wrong.negatives)
    assert min(false_positive, false_negative) >= 0
    expected = false_positive * wrong.false_positives + false_negative * wrong.false_negatives
    assert aim.of(wrong) == expected


@pytest.mark.parametrize("name", [*SINGLE, *(each.name for each in OBJECTIVES.values() if each.trade_off)])
@given(wrong=wrongs())
def test_the_empty_tree_is_worse_than_any_other(name: str, wrong: Wrong) -> None:
    aim, empty = objective_of(name), Wrong(wrong.negatives, wrong.positives, *wrong[2:4], 0)
    if aim.trade_off:
        assert all(one < other for one, other in zip(aim.of(wrong), aim.of(empty), strict=True))
        assert aim.of(empty) == (inf,) * len(aim.of(wrong))
    else:
        assert aim.of(wrong) < aim.of(empty)
    assert wrong.error < empty.error == wrong.positives + wrong.negatives + 1


@given(wrong=wrongs())
def test_balanced_goes_by_the_mean_of_the_error_rates(wrong: Wrong) -> None:
    """Twice the mean, times the rows of either class."""
    found = objective_of("balanced").of(wrong)
    if wrong.positives and wrong.negatives:
        by_class = wrong.false_negatives * wrong.negatives, wrong.false_positives * wrong.positives
        assert found == sum(by_class)
    else:
        assert found == wrong.error


@given(setting=complete_settings(), data=st.data())
def test_the_wrong_rows_of_either_class(setting: Setting, data: st.DataObject) -> None:
    """On listed rows and by counting, as one by one."""
    tree = data.draw(trees(setting))
    wanted, rows = values(setting.target, setting.n), range(2**setting.n)
    got = [value(nested(tree), row) for row in rows] if tree.prefix else [not each for each in wanted]
    expected = Wrong(
        sum(got[row] and not wanted[row] for row in rows),
        sum(wanted[row] and not got[row] for row in rows),
        sum(wanted),
        2**setting.n - sum(wanted),
        tree.leaves,
    )
    goal = goal_of(setting.target, setting.n)
    assert TrainingSet.complete(goal).wrong(tree) == expected
    assert CountedTable(goal).wrong(tree) == expected


def test_false_negatives_of_a_conjunction_of_many() -> None:
    counted = CountedTable(goal_of("and", 200))
    assert counted.wrong(Tree.parse("x1 & ~x2")) == (2**198, 1, 1, 2**200 - 1, 2)
    counted = CountedTable(goal_of("or", 200))
    assert counted.wrong(Tree.parse("x1 | ~x2")) == (1, 2**198, 2**200 - 1, 1, 2)


@pytest.mark.parametrize(
    ("given", "name"),
    [("balanced", "balanced"), (" weights:4:2 ", "weights:2:1"), ("weights:0:3", "weights:0:1")],
)
def test_how_an_objective_is_written(given: str, name: str) -> None:
    assert Setting(n=4, objective=given).objective == name


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("weights", "must look like weights:2:1"),
        ("weights:1", "must look like weights:2:1"),
        ("weights:-1:1", "must look like weights:2:1"),
        ("weights:0:0", "one must be above 0"),
        ("balanced:2:1", "balanced takes no numbers"),
        ("balance", "must be one of .* did you mean balanced"),
        ("", "must be one of"),
        (3, "must be one of"),
        ("classes", "is a trade-off: it needs survival = pareto"),
        ("size", "is a trade-off"),
        ("classes\\+size", "is a trade-off"),
    ],
)
def test_what_is_refused(given: object, why: str) -> None:
    given = given.replace("\\", "") if isinstance(given, str) else given
    with pytest.raises(InputError, match=why) as caught:
        Setting(n=4, objective=given)  # type: ignore[arg-type]
    assert caught.value.field == "objective"
    assert "\n" not in str(caught.value)


def test_only_an_unusual_objective_is_in_the_id() -> None:
    usual = Setting(n=16, limit="2n")
    assert usual.with_(objective="errors").id == usual.id == "5819d0f0201a6f94"
    assert usual.with_(objective="balanced").id != usual.id
    assert "objective" not in usual.identity()


def test_entries() -> None:
    assert all(isinstance(each, Objective) and each.name == name for name, each in OBJECTIVES.items())
    assert [name for name, each in OBJECTIVES.items() if each.trade_off and not each.source] == [
        "classes",
        "size",
        "classes+size",
    ]
