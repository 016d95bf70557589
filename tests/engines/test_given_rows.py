"""Targets given by the rows of a table: all engines that take them make the same runs, and the right ones."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from evobool import InputError, Setting, evolve
from evobool.engines.packed import PackedEngine
from evobool.model.generator import Generator
from evobool.model.targets.labelled import Labelled, remember
from evobool.model.training import TrainingSet

SEED = 20_261_119


def table(rows: int = 150, columns: int = 9, test: int = 50) -> Labelled:
    """Rows whose label is a short formula, one in ten of them noise."""
    draws = np.random.default_rng(SEED)
    values = draws.integers(0, 2, (rows + test, columns))
    labels = (values[:, 0] & values[:, 1]) | (values[:, 2] & values[:, 3] & (1 - values[:, 4]))
    labels ^= draws.random(rows + test) < 0.1
    held_out = Labelled.of(values[rows:], labels[rows:])
    return Labelled.of(values[:rows], labels[:rows], held_out=held_out)


def wrong_by_hand(tree: object, rows: Labelled) -> int:
    """Row by row, as Python reads the formula."""
    code = compile(str(tree).replace("~", "not ").replace("&", "and").replace("|", "or"), "tree", "eval")
    wrong = 0
    for row in range(rows.rows):
        values = {f"x{place + 1}": bool(line >> row & 1) for place, line in enumerate(rows.columns)}
        wrong += bool(eval(code, values)) != bool(rows.labels >> row & 1)
    return wrong


WAYS = [
    {},
    {"training": 100},
    {"training": 3},
    {"training": "fixed:70"},
    {"training": "fixed:700"},
    {"offspring": 3, "selection": "strict"},
    {"algorithm": "1+1-gp"},
    {"algorithm": "1+1-gp", "training": 64, "offspring": 2},
    {"start": "x1 & ~x2", "limit": "6"},
    {"functions": "and,or,xor", "training": "fixed:65"},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_packed_agrees_with_the_reference(way: dict[str, str]) -> None:
    setting = Setting(
        target=remember(table()), literals="all", max_iterations=700, selection="parsimony"
    ).with_(**way)
    for index in range(3):
        runs = [
            evolve(setting, seed=SEED, index=index, engine=engine, trajectory=True)
            for engine in ("reference", "packed")
        ]
        assert runs[0] == runs[1]


@pytest.mark.parametrize("size", [1, 63, 64, 65, 600])
def test_errors_are_those_counted_by_hand(size: int) -> None:
    rows = table(size)
    assert rows.held_out is not None
    setting = Setting(target=remember(rows), literals="all", max_iterations=300)
    run = evolve(setting, seed=1, engine="packed")
    assert run.error == wrong_by_hand(run.tree, rows)
    assert run.generalisation_error is not None
    assert run.generalisation_error * 50 == wrong_by_hand(run.tree, rows.held_out)
    alone = evolve(setting, seed=1, engine="packed", target=remember(rows.take(range(size))))
    assert alone.generalisation_error is None
    assert alone.tree == run.tree


def test_samples_are_of_the_rows_given() -> None:
    """Each row is as likely as any other: 6,000 draws of 6 rows, chi-square with 5 degrees of freedom."""
    rows = Labelled(("a", "b", "c"), (0b001011, 0b010110, 0b111000), 0b010101, 6)
    goal = Setting(target=remember(rows)).goal
    sample = TrainingSet.sample(goal, 6_000, Generator(SEED))
    drawn = Counter(
        tuple(line >> row & 1 for line in (*sample.columns, sample.target)) for row in range(6_000)
    )
    known = [tuple(line >> row & 1 for line in (*rows.columns, rows.labels)) for row in range(6)]
    assert set(drawn) == set(known)
    assert sum((drawn[row] - 1_000) ** 2 / 1_000 for row in known) < 20.5  # 99.9 %


def test_the_same_rows_have_one_name_wherever_they_lie() -> None:
    one, other = table(), table()
    assert Setting(target=remember(one)).id == Setting(target=remember(other)).id
    assert one.name != one.take(range(149)).name
    changed = list(range(150))
    random.Random(SEED).shuffle(changed)
    assert one.name != one.take(changed).name
    assert Labelled.from_bytes(one.to_bytes()).name == one.name


def test_what_needs_all_inputs_is_refused() -> None:
    setting = Setting(target=remember(table()))
    with pytest.raises(InputError, match=r"^engine = exact: cannot run target = data:[0-9a-f]{16}"):
        evolve(setting, seed=1, engine="exact")
    with pytest.raises(InputError, match=r"^n = 8: the table has 9 columns besides the label$"):
        setting.with_(n=8)
    with pytest.raises(InputError, match="known on the rows of its table only"):
        setting.goal.value([0] * 9, 1)
    assert PackedEngine.refuses(setting) is None
