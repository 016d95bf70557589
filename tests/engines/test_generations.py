"""The history of a population: the run itself, and where each member comes from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from evobool import Setting, Tree, evolve
from evobool.engines.generations import MOST_MOMENTS, history

FIELDS: dict[str, dict[str, Any]] = {
    "plus": {"population": 6, "start": "leaf"},
    "comma": {
        "population": 5,
        "offspring": 5,
        "survival": "comma",
        "crossover": "koza:0.9",
        "start": "full:2",
    },
    "crowding": {"population": 6, "survival": "crowding", "crossover": "one-point:0.5", "start": "leaf"},
    "functions": {"population": 6, "distinct": "functions", "start": "leaf"},
    "islands": {"population": 3, "islands": "3:4", "offspring": 2, "start": "leaf"},
    "fresh": {"population": 4, "training": 16, "start": "leaf", "accept_error": 1},
    "archive": {"survival": "pareto", "objective": "classes"},
    "one": {},
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_history_is_the_run(name: str) -> None:
    setting = Setting(n=4, target="majority", literals="all", max_iterations=150, **FIELDS[name])
    run, found = evolve(setting, seed=5), history(setting, 5)
    last = found[-1]
    assert (last.iteration, last.evaluations) == (run.iterations, run.evaluations)
    assert [moment.iteration for moment in found] == list(range(run.iterations + 1))
    if run.population is None:
        assert last.members[0].tree == run.tree
    else:
        assert Counter(seen.tree for seen in last.members) == Counter(each.tree for each in run.population)


@pytest.mark.parametrize("name", FIELDS)
def test_everybody_has_one_number_and_parents_that_were_there(name: str) -> None:
    setting = Setting(n=4, target="majority", literals="all", max_iterations=60, **FIELDS[name])
    before: dict[int, Tree] = {}
    families: dict[int, int] = {}
    for moment in history(setting, 9):
        for seen in moment.members:
            if seen.born == moment.iteration > 0:
                assert 1 <= len(seen.parents) <= 2
                for parent in seen.parents:
                    assert before[parent.number] == parent.tree
                assert seen.family == families[seen.parents[0].number]
            else:
                assert before.get(seen.number, seen.tree) == seen.tree
        before = {seen.number: seen.tree for seen in moment.members}
        families |= {seen.number: seen.family for seen in moment.members}
        assert moment.trees == len({*before.values()})
        tables = {tuple(tree.evaluate(row) for row in rows(4)) for tree in before.values() if tree.prefix}
        assert moment.functions == len(tables) + (Tree() in before.values())


def rows(n: int) -> list[list[bool]]:
    return [[bool(row >> bit & 1) for bit in range(n)] for row in range(2**n)]


def test_a_long_history_is_thinned_evenly_and_ends_at_the_end() -> None:
    setting = Setting(n=5, target="xor", population=2, max_iterations=1_500)
    found = [moment.iteration for moment in history(setting, 1)]
    assert len(found) <= MOST_MOMENTS + 1
    assert found[:3] == [0, 8, 16]
    assert found[-1] == 1_500


def test_a_history_can_be_stopped() -> None:
    setting = Setting(n=5, target="xor", population=2)
    assert history(setting, 1, stop=lambda number: number == 7)[-1].iteration == 7
