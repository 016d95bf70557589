from __future__ import annotations

import pytest

from evobool import Tree
from evobool.model.generator import Generator
from evobool.model.targets.targets import goal_of
from evobool.model.training import TrainingSet
from tests.support.naive import joined


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("target", ["and", "or"])
def test_the_complete_truth_table(n: int, target: str) -> None:
    rows = TrainingSet.complete(goal_of(target, n))
    seen = {tuple(column >> row & 1 for column in rows.columns) for row in range(2**n)}
    assert len(seen) == 2**n
    assert rows.error(joined(target, n)) == 0
    assert rows.error(Tree()) == 2**n + 1


def test_rows_are_numbered_in_binary() -> None:
    rows = TrainingSet.complete(goal_of("and", 3))
    assert [column & 0xFF for column in rows.columns] == [0b10101010, 0b11001100, 0b11110000]


@pytest.mark.parametrize("s", [1, 63, 64, 65, 200])
def test_a_sample(s: int) -> None:
    rows = TrainingSet.sample(goal_of("and", 3), s, Generator(5))
    assert all(0 <= column < 2**s for column in rows.columns)
    assert rows.error(Tree()) == s + 1
    assert rows.error(Tree.parse("x1 & x2 & x3")) == 0
    wrong = rows.error(Tree.parse("x1"))
    assert wrong == sum(
        (x1 >> row & 1) != (x1 & x2 & x3) >> row & 1 for x1, x2, x3 in [rows.columns] for row in range(s)
    )


def test_samples_of_dual_targets_are_complements() -> None:
    ones = 2**70 - 1
    for_and = TrainingSet.sample(goal_of("and", 3), 70, Generator(5))
    for_or = TrainingSet.sample(goal_of("or", 3), 70, Generator(5))
    assert [column ^ ones for column in for_and.columns] == for_or.columns
    assert for_and.target ^ ones == for_or.target


def test_sampled_rows_are_uniform() -> None:
    # 2^17 rows of 3 variables: each column has half ones, within 5 standard deviations
    s = 2**17
    rows = TrainingSet.sample(goal_of("and", 3), s, Generator(6))
    for column in rows.columns:
        assert abs(column.bit_count() - s / 2) < 5 * (s / 4) ** 0.5
    assert abs(rows.target.bit_count() - s / 8) < 5 * (s * 7 / 64) ** 0.5
