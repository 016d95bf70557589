"""Training regimes: what each yields, how it is written, and what is refused. See also test_reference.py."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from evobool import InputError, Tree
from evobool.model.generator import Generator
from evobool.model.targets.targets import goal_of
from evobool.model.training import REGIMES, TrainingSet, training_of

GOAL = goal_of("majority", 3)


def columns(name: str, count: int, seed: int = 5, rows: int = 70) -> list[list[int]]:
    sets = REGIMES[name].sets(GOAL, rows, Generator(seed))
    return [each.columns for each in islice(sets, count)]


def test_complete_is_the_truth_table_every_time() -> None:
    assert columns("complete", 3) == [[0b10101010, 0b11001100, 0b11110000]] * 3


def test_fresh_rows_differ_from_one_iteration_to_the_next() -> None:
    first, second, third = columns("fresh", 3)
    assert len({tuple(first), tuple(second), tuple(third)}) == 3
    assert columns("fresh", 3) == [first, second, third]
    assert columns("fresh", 1, seed=6) != [first]


def test_fixed_rows_are_the_first_fresh_ones_for_ever() -> None:
    assert columns("fixed", 4) == columns("fresh", 1) * 4


def test_fixed_rows_draw_no_more_words() -> None:
    used, alone = Generator(5), Generator(5)
    sets = REGIMES["fixed"].sets(GOAL, 70, used)
    TrainingSet.sample(GOAL, 70, alone)
    list(islice(sets, 10))
    assert used.state == alone.state


@pytest.mark.parametrize("name", REGIMES)
def test_what_a_regime_promises(name: str) -> None:
    regime = REGIMES[name]
    assert regime.name == name
    sets = list(islice(regime.sets(GOAL, 9, Generator(1)), 5))
    if not regime.fresh:
        assert all(each.columns == sets[0].columns for each in sets)
    if regime.complete:
        assert (sets[0].rows, regime.fresh) == (8, False)
    for each in sets:
        assert each.error(Tree()) == each.rows + 1
        for row in range(each.rows):
            bits = [column >> row & 1 for column in each.columns]
            assert each.target >> row & 1 == (sum(bits) >= 2)


@pytest.mark.parametrize(
    ("value", "written", "rows", "fresh", "complete"),
    [
        ("complete", "complete", 0, False, True),
        (" complete ", "complete", 0, False, True),
        (64, 64, 64, True, False),
        ("64", 64, 64, True, False),
        (" +64 ", 64, 64, True, False),
        ("fresh:64", 64, 64, True, False),
        ("fixed:64", "fixed:64", 64, False, False),
        (" fixed : 064 ", "fixed:64", 64, False, False),
        (2**62, 2**62, 2**62, True, False),
    ],
)
def test_spellings(value: Any, written: Any, rows: int, fresh: bool, complete: bool) -> None:
    found = training_of(value)
    assert (found.written, found.rows, found.fresh, found.complete) == (written, rows, fresh, complete)
    assert training_of(found.written) == found


def test_in_words() -> None:
    assert [str(training_of(value)) for value in ("complete", 8, "fixed:8")] == [
        "complete truth table",
        "8 fresh rows",
        "8 fixed rows",
    ]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (0, "at least 1 row"),
        (-1, "at least 1 row"),
        ("-1", "at least 1 row"),
        ("fixed:0", "at least 1 row"),
        ("fixed:-5", "at least 1 row"),
        ("fresh:0", "at least 1 row"),
        (2**62 + 1, "at most 2\\^62"),
        (f"fixed:{2**62 + 1}", "at most 2\\^62"),
        ("fixed", "needs a number of rows"),
        ("fresh", "needs a number of rows"),
        ("fixed:", "must be complete"),
        ("fixed:x", "must be complete"),
        ("fixed:1.5", "must be complete"),
        ("fixed:--5", "must be complete"),
        ("fixed:1:2", "must be complete"),
        ("complete:5", "takes no rows"),
        ("--5", "must be complete"),
        ("+-5", "must be complete"),
        ("²", "must be complete"),
        ("", "must be complete"),
        ("all", "must be complete"),
        ("9" * 5000, "must be complete"),
        (3.5, "must be complete"),
        (True, "must be complete"),
        (None, "must be complete"),
        ([5], "must be complete"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_no_training(value: Any, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        training_of(value)
    assert caught.value.field == "training"
