"""The engine for populations: the same runs as the reference, whatever the setting, and what is known."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from evobool import InputError, Setting
from evobool.engines import chosen
from evobool.engines.base import Interrupted
from evobool.engines.population import choosing
from evobool.engines.population.engine import PopulationEngine
from evobool.engines.population.rules import TWINS
from evobool.engines.reference import ReferenceEngine
from evobool.model.mutation import OPERATORS
from evobool.model.outcome.run import Step
from evobool.model.populations.begin import BEGINNINGS
from evobool.model.populations.crossover import CROSSOVERS
from evobool.model.populations.parents import PARENTS
from evobool.model.populations.survival import SURVIVALS
from evobool.model.targets.labelled import Labelled, remember
from tests.support.breeds import random_population
from tests.support.chisquare import assert_distributed

pytestmark = [pytest.mark.compiled, pytest.mark.long]
SEED = 20_261_119


def assert_same(setting: Setting, seed: int, engine: PopulationEngine | None = None) -> None:
    """Two runs in one batch, and one that is watched."""
    compiled, plain = engine or PopulationEngine(setting), ReferenceEngine(setting)
    assert list(compiled.runs(seed, 0, 2)) == list(plain.runs(seed, 0, 2)), setting
    steps: tuple[list[Step], list[Step]] = ([], [])
    one = compiled.run(seed, 5, watch=steps[0].append)
    assert one == plain.run(seed, 5, watch=steps[1].append), setting
    assert steps[0] == steps[1], setting


@pytest.mark.parametrize("part", range(8))
def test_the_same_runs_as_the_reference(part: int) -> None:
    """Over random settings of all fields."""
    for number in range(20 * part, 20 * part + 20):
        setting = random_population(Random(number))
        assert PopulationEngine.refuses(setting) is None
        assert_same(setting, number)


@pytest.mark.slow
def test_the_same_runs_in_many_settings() -> None:
    for number in range(1_000, 3_000):
        assert_same(random_population(Random(number)), number)


def test_every_built_in_entry_has_a_twin() -> None:
    found = [
        *(each.make for each in BEGINNINGS.values()),
        *(each.choose for each in PARENTS.values()),
        *(each.cross for each in CROSSOVERS.values()),
        *(each.survive for each in SURVIVALS.values()),
        *(each.mutate for each in OPERATORS.values() if not each.source),
    ]
    assert set(found) == set(TWINS)


@pytest.mark.parametrize("number", range(12))
def test_pauses_and_little_room_are_not_noticed(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every array begins as small as it may be, and kernels return after each tree."""
    monkeypatch.setattr("evobool.engines.population.sizes.NODES", 1)
    monkeypatch.setattr("evobool.engines.population.sizes.WIDTH", 1)
    monkeypatch.setattr("evobool.engines.population.sizes.ARCHIVE", 0)
    fixed: dict[str, Any] = {"survival": "pareto", "population": 1, "islands": "none", "training": "complete"}
    fixed["objective"] = "classes+size"
    fixed["parents"] = ("uniform", "lexicase", "sharing")[number % 3]
    setting = random_population(Random(number), 60, limit="none", **(fixed if number % 2 else {}))
    engine = PopulationEngine(setting)
    engine.budget = 1
    engine.trees = np.zeros(1, dtype=np.int32)
    if setting.several:
        engine.facts, engine.tokens = np.zeros(3, dtype=np.int64), np.zeros(1, dtype=np.int32)
    assert_same(setting, number, engine)


def test_rows_of_many_words_and_of_a_table() -> None:
    fields: dict[str, Any] = {
        "population": 12,
        "offspring": 12,
        "crossover": "koza:0.9",
        "start": "ramped:2-6",
        "parents": "lexicase",
        "survival": "comma",
        "depth": 9,
        "max_iterations": 6,
    }
    assert_same(Setting(n=11, target="mux", functions=("and", "or", "nand", "nor"), **fields), 1)
    assert_same(Setting(n=13, target="majority", literals="all", **fields), 2)
    draws = np.random.default_rng(SEED)
    rows = remember(Labelled.of(draws.integers(0, 2, (150, 6)), draws.integers(0, 2, 150)))
    for training in ("complete", 70, "fixed:70"):
        assert_same(Setting(target=rows, literals="all", training=training, **fields), 3)


def test_lexicase_as_enumerated() -> None:
    """Rows passed by five members over rows 1 to 4."""
    passed = [{2, 4}, {2}, {2, 3}, {1, 2}, {1, 4}]
    engine = PopulationEngine(Setting(n=2, population=5, parents="lexicase"))
    world = engine.world
    for place, rows in enumerate(passed):
        world.place[place] = 4 - place
        world.lines[4 - place] = sum(1 << row for row in range(4) if row + 1 not in rows)
        world.slot[4 - place].outputs = place
    world.count[0] = len(passed)
    engine.rng[:4] = [1, 2, 3, 4]
    choosing.get_ready(world, engine.rules, engine.rows)
    met: dict[int, int] = {}
    for _ in range(24_000):
        found = 4 - choosing.pick_otherwise(world, engine.rng, engine.rules, 0, 5)
        met[found] = met.get(found, 0) + 1
    assert_distributed(met, {0: 5 / 24, 2: 1 / 3, 3: 5 / 24, 4: 1 / 4})


@pytest.mark.parametrize(
    ("population", "crossover", "known", "error"),
    [
        (1, "none", 99.9, 0.9),
        (2, "none", 109.4, 0.9),
        (10, "none", 227.6, 1.2),
        (10, "subtree:0.5", 215.8, 1.3),
    ],
)
def test_several_trees_on_conjunctions_as_known(
    population: int, crossover: str, known: float, error: float
) -> None:
    """Found by another program, on AND_8 of positive literals, with the first trees counted."""
    setting = Setting(n=8, limit="2n", start="leaf", selection="coin", population=population)
    runs = PopulationEngine(setting.with_(crossover=crossover)).runs(5, 0, 10_000)
    assert runs.solved.all()
    spread = sqrt(error**2 + runs.evaluations.var() / len(runs))
    assert abs(runs.evaluations.mean() - known) < 3.5 * spread


def test_it_is_picked_where_several_trees_are_kept() -> None:
    assert chosen(Setting(n=4, population=5)) is PopulationEngine
    assert chosen(Setting(n=4, selection="coin")) is PopulationEngine
    assert chosen(Setting(n=4)) is not PopulationEngine


def test_it_hears_a_stop_in_the_first_generation() -> None:
    setting = Setting(n=20, target="xor", population=500, start="full:6", max_iterations=10)
    calls = []

    def stop() -> bool:
        calls.append(1)
        return len(calls) == 3

    with pytest.raises(Interrupted):
        PopulationEngine(setting).runs(1, 0, 1, stop=stop)
    assert len(calls) == 3


def test_what_does_not_fit_in_memory_is_refused_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evobool.engines.population.sizes.available_memory", lambda: 10**7)
    setting = Setting(n=12, population=60_000, crossover="subtree:0.5")
    with pytest.raises(
        InputError, match=r"^population = 60000: its trees and their outputs would take"
    ) as caught:
        PopulationEngine(setting)
    assert "\n" not in str(caught.value)


def test_trees_that_outgrow_memory_end_the_run_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(n=4, target="xor", population=8, crossover="join:1", mutation_rate=0, start="x1")
    engine = PopulationEngine(setting.with_(max_iterations=10_000, selection="nonstrict"))
    size = engine.sizes.bytes
    monkeypatch.setattr("evobool.engines.population.sizes.available_memory", lambda: 3 * size)
    with pytest.raises(InputError, match="population = 8: its trees and their outputs would take"):
        engine.runs(1, 0, 1)


def test_a_plugin_s_entry_runs_on_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = PARENTS["tournament"]
    other = type(entry)("mine", lambda setting, population: lambda draws: 0)
    monkeypatch.setitem(PARENTS, "mine", other)
    setting = Setting(n=3, population=4, parents="mine")
    assert PopulationEngine.refuses(setting) == "parents = mine"
    assert chosen(setting) is ReferenceEngine
