from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evobool import Setting, evolve
from evobool.engines.base import Interrupted
from evobool.engines.kernels.tree import arena, numbering
from evobool.engines.packed import PackedEngine
from evobool.engines.reference import ReferenceEngine
from evobool.model.settings.completion import Algorithm, Deletion
from tests.support.arenas import check
from tests.support.examples import examples
from tests.support.machine import JIT
from tests.support.strategies import random_settings


def assert_equal_runs(setting: Setting, seed: int, index: int = 0) -> None:
    packed = evolve(setting, seed=seed, index=index, engine="packed", trajectory=True)
    assert packed == evolve(setting, seed=seed, index=index, engine="reference", trajectory=True)
    assert packed.engine == "packed"


@examples(400, 40)
@given(random_settings(most_n=8 if JIT else 4, most_iterations=150 if JIT else 60), st.integers(0, 2**64 - 1))
@example(Setting(n=2, limit="1", algorithm="1+1-gp", max_iterations=3), 0)  # its first offspring is too large
@example(Setting(n=2, first_leaf="insertion", max_iterations=1), 0)  # still empty at the end
@example(Setting(n=2, first_leaf="insertion", max_iterations=1, training=65), 0)
def test_step_for_step_as_the_reference(setting: Setting, seed: int) -> None:
    assert_equal_runs(setting, seed)


@pytest.mark.compiled
@pytest.mark.parametrize("deletion", ["subtree", "leaf"])
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
@pytest.mark.parametrize("target", ["and", "or"])
def test_long_runs(target: str, algorithm: Algorithm, deletion: Deletion) -> None:
    for limit in ("n", "2n", "none"):
        setting = Setting(n=8, target=target, limit=limit, algorithm=algorithm, deletion=deletion)
        assert_equal_runs(setting.with_(max_iterations=3_000), seed=31)
        assert_equal_runs(setting.with_(max_iterations=600, literals="all", training=100), seed=32)


@pytest.mark.compiled
def test_more_than_one_word_of_rows() -> None:
    assert_equal_runs(Setting(n=11, limit="2n", max_iterations=1_000), seed=33)


@pytest.mark.compiled
@pytest.mark.parametrize("selection", ["nonstrict", "strict", "parsimony"])
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
@pytest.mark.parametrize("offspring", [1, 3])
def test_rows_that_are_sorted(offspring: int, algorithm: Algorithm, selection: str) -> None:
    fields = {"algorithm": algorithm, "selection": selection, "offspring": offspring, "literals": "all"}
    for objective, functions in (("errors", ("and", "or")), ("balanced", ("and", "or", "xor"))):
        setting = Setting(n=11, target="mux", training="fixed:5000", max_iterations=400)
        assert_equal_runs(setting.with_(objective=objective, functions=functions, **fields), seed=40)


# With all literals x1 & ~x1 & ... is soon held for ever, and leaf deletion lets it drift to any size.
DRIFTING = Setting(n=2, literals="all", deletion="leaf", max_iterations=15_000)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
def test_a_tree_may_outgrow_its_arena(algorithm: Algorithm) -> None:
    setting = DRIFTING.with_(algorithm=algorithm, functions=("and",))
    for index in range(40):
        engine = PackedEngine(setting)
        room = engine.capacity
        run = engine.run(34, index)
        if engine.capacity > room:
            assert run == ReferenceEngine(setting).run(34, index)
            check(engine.arena)
            return
    pytest.fail("no run ever needed more room")


@pytest.mark.parametrize("training", ["complete", 65])
def test_growing_from_nothing(training: str | int) -> None:
    setting = Setting(n=4, training=training, max_iterations=200, algorithm="1+1-gp")
    engine = PackedEngine(setting)
    engine.capacity = 1
    engine.arena = arena.new_arena(1, engine.mutations)
    numbering.clear(engine.arena)
    engine.judge = None
    engine._fit()
    for index in range(3):
        assert engine.run(35, index) == ReferenceEngine(setting).run(35, index)


@pytest.mark.parametrize("training", ["complete", 65])
def test_pauses_and_full_buffers_are_not_noticed(training: str | int) -> None:
    setting = Setting(n=3, training=training, max_iterations=60)
    whole = PackedEngine(setting).runs(36, 0, 12)
    paused = PackedEngine(setting)
    paused.budget = 7
    paused.trees = np.zeros(12, dtype=np.int32)
    assert paused.runs(36, 0, 12) == whole
    assert [PackedEngine(setting).run(36, index) for index in range(12)] == whole
    assert whole == ReferenceEngine(setting).runs(36, 0, 12)


def test_an_engine_serves_again() -> None:
    setting = Setting(n=3, limit="n", deletion="leaf", max_iterations=100)
    engine = PackedEngine(setting)
    first = engine.runs(37, 0, 5)
    engine.runs(99, 3, 4, cap=3)
    assert engine.runs(37, 0, 5) == first
    assert engine.runs(37, 2, 1) == first[2:3]


def test_stop_is_heeded_and_leaves_a_usable_engine() -> None:
    setting = Setting(n=3, limit="2", max_iterations=500)
    engine = PackedEngine(setting)
    engine.budget = 50
    looks: list[None] = []

    def stop() -> bool:
        looks.append(None)
        return len(looks) == 3

    with pytest.raises(Interrupted):
        engine.runs(38, 0, 5, stop=stop)
    assert len(looks) == 3
    assert engine.runs(38, 0, 2) == PackedEngine(setting).runs(38, 0, 2)


@examples(60, 8)
@given(random_settings(most_n=6 if JIT else 3, most_iterations=300 if JIT else 40), st.integers(0, 2**64 - 1))
def test_the_arena_is_sound_after_a_run(setting: Setting, seed: int) -> None:
    engine = PackedEngine(setting)
    run = engine.run(seed, 0)
    check(engine.arena)
    assert numbering.leaf_count(engine.arena) == run.leaves
    assert setting.leaf_limit is None or run.leaves <= setting.leaf_limit


@examples(200, 10)
@given(random_settings(most_n=8 if JIT else 3, most_iterations=300 if JIT else 40), st.integers(0, 2**64 - 1))
@example(Setting(n=2, limit="1", algorithm="1+1-gp", max_iterations=3), 0)
def test_what_holds_at_every_step(setting: Setting, seed: int) -> None:
    steps = evolve(setting, seed=seed, engine="packed", trajectory=True).trajectory
    assert steps is not None
    limit = setting.leaf_limit
    assert limit is None or all(step.tree.leaves <= limit for step in steps)
    if not setting.judged_on.fresh and not setting.aim.splits:
        errors = [step.error for step in steps]
        assert errors == sorted(errors, reverse=True)


@pytest.mark.parametrize("limit", [10**6, 10**12, 10**30])
def test_a_limit_nobody_reaches_costs_nothing(limit: int) -> None:
    assert_equal_runs(Setting(n=3, limit=str(limit), max_iterations=50), seed=39)
