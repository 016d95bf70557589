from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from evobool import InputError, Run, Setting, Step, evolve
from evobool.engines import pick
from evobool.engines.exact import ExactEngine
from evobool.engines.reference import ReferenceEngine
from evobool.engines.stepping import attempts, record
from evobool.model.mutation import deleted, inserted, substituted
from evobool.model.outcome.attempt import Attempt
from evobool.model.selection import Judged
from tests.support.examples import examples
from tests.support.machine import JIT
from tests.support.strategies import random_settings

NAMED = ("reference", "packed", "exact")
SEEDS = st.integers(0, 2**64 - 1)


def everything(setting: Setting, seed: int, engine: str) -> Run:
    return evolve(setting, seed=seed, engine=engine, trajectory="all")


def attempts_of(run: Run) -> tuple[Attempt, ...]:
    assert run.attempts is not None
    return run.attempts


def accepted_steps(attempts: Iterable[Attempt]) -> tuple[Step, ...]:
    return tuple(
        Step(attempt.iteration, attempt.operation, attempt.after, attempt.leaves, attempt.tree)
        for attempt in attempts
        if attempt.accepted and attempt.after is not None
    )


EVERY = random_settings(most_n=8 if JIT else 4, most_iterations=150 if JIT else 40)
COUNTED = random_settings(
    most_n=8 if JIT else 4,
    most_iterations=150 if JIT else 40,
    training=st.sampled_from(["complete", 1, 20, 65]),
    countable=True,
)


@pytest.mark.parametrize("engine", NAMED)
@examples(150, 15)
@given(setting=EVERY | COUNTED, seed=SEEDS)
@example(setting=Setting(n=2, limit="1", algorithm="1+1-gp", max_iterations=3), seed=0)
@example(setting=Setting(n=2, first_leaf="insertion", max_iterations=1), seed=0)  # still empty at the end
@example(setting=Setting(n=2, first_leaf="insertion", max_iterations=1, training=65), seed=0)
def test_recording_shows_the_run_and_does_not_change_it(setting: Setting, seed: int, engine: str) -> None:
    assume(engine != "exact" or ExactEngine.refuses(setting) is None)
    run = everything(setting, seed, engine)
    attempts = attempts_of(run)
    assert replace(run, attempts=None, attempts_cap=None) == evolve(
        setting, seed=seed, engine=engine, trajectory=True
    )
    assert accepted_steps(attempts) == run.trajectory
    made = Counter(attempt.iteration for attempt in attempts)
    assert made == Counter(dict.fromkeys(range(1, run.iterations + 1), setting.offspring))
    tree, error = setting.start_tree, None if run.iterations else run.error
    for _, siblings in groupby(attempts, key=lambda attempt: attempt.iteration):
        group = list(siblings)
        assert {attempt.parent for attempt in group} == {tree}
        assert len({attempt.before for attempt in group}) == 1
        taken = [attempt for attempt in group if attempt.accepted]
        assert len(taken) <= 1
        tree, error = (taken or group)[0].survivor, (taken or group)[0].error
    assert (tree, error) == (run.tree, run.error)


@examples(100, 10)
@given(EVERY | COUNTED, SEEDS)
def test_the_engines_agree_on_every_attempt(setting: Setting, seed: int) -> None:
    reference = everything(setting, seed, "reference")
    assert everything(setting, seed, "packed") == reference
    if setting.judged_on.complete and ExactEngine.refuses(setting) is None:
        assert everything(setting, seed, "exact") == reference


@examples(60, 10)
@given(random_settings(most_iterations=60), SEEDS)
def test_where_each_mutation_acted(setting: Setting, seed: int) -> None:
    for attempt in attempts_of(everything(setting, seed, "reference")):
        tree = attempt.parent
        for made in attempt.mutations:
            change = made.change
            assert change is not None
            assert (change.operation, change.function) == (made.operation, made.function)
            assert change.leaves(tree) == made.tree.leaves or not tree.prefix
            if change.node < 0:
                assert not tree.prefix
                tree = made.tree
            elif made.operation == "DEL":
                tree = deleted(tree, change.node)
            elif made.operation == "SUB":
                assert change.literal is not None
                tree = substituted(tree, change.node, change.literal)
            else:
                assert change.literal is not None
                assert change.function is not None
                tree = inserted(tree, change.node, change.function, change.literal, change.literal_first)
            assert tree == made.tree
        assert tree == attempt.tree


@examples(60, 10)
@given(random_settings(most_iterations=100), SEEDS)
def test_reasons_tell_the_rule_that_decided(setting: Setting, seed: int) -> None:
    limit = setting.leaf_limit
    attempts = attempts_of(everything(setting, seed, "reference"))
    taken = {attempt.iteration for attempt in attempts if attempt.accepted or attempt.reason == "no change"}
    for attempt in attempts:
        if limit is not None and attempt.leaves > limit:
            assert attempt.reason == f"{attempt.leaves} leaves > limit {limit}"
            assert not attempt.accepted
        elif "the best" in attempt.reason or attempt.reason == "the tree is empty":
            assert setting.offspring > 1
            assert attempt.iteration in taken
            assert not attempt.accepted
        elif attempt.tree == attempt.parent:
            assert attempt.reason == "no change"
            assert not attempt.accepted
        elif attempt.before is not None and attempt.after is not None:
            before, after = (setting.aim.of(each) for each in attempt.wrong if each is not None)
            assert setting.aim.splits or (before, after) == (attempt.before, attempt.after)
            word = {-1: "better", 0: "equal", 1: "worse"}[(after > before) - (after < before)]
            assert word in attempt.reason
            offspring = Judged(after, attempt.leaves)
            wanted = setting.rule.accepts(offspring, Judged(before, attempt.parent.leaves), None)
            if attempt.accepted or setting.offspring == 1:
                assert attempt.accepted == wanted


@pytest.mark.parametrize("training", ["complete", 100])
@pytest.mark.parametrize("engine", NAMED)
def test_the_cap_is_told_and_cuts_nothing_else(engine: str, training: str | int) -> None:
    setting = Setting(n=6, limit="n", training=training, max_iterations=400)
    whole = pick(setting, engine)
    run, capped = record(whole, 3, 0), record(whole, 3, 0, cap=10)
    assert run.iterations > 10
    assert (run.attempts_cap, capped.attempts_cap) == (2_000, 10)
    assert attempts_of(capped) == attempts_of(run)[:10]
    assert replace(capped, attempts=None, attempts_cap=None) == replace(run, attempts=None, attempts_cap=None)


def test_samples_of_the_exact_engine_show_both_errors() -> None:
    setting = Setting(n=10, training=200, max_iterations=300, literals="all", limit="2n")
    for attempt in attempts_of(everything(setting, 5, "exact")):
        judged = attempt.tree != attempt.parent and attempt.leaves <= 20 and attempt.parent.prefix
        if judged:
            assert attempt.before is not None
            assert attempt.after is not None


@pytest.mark.compiled
def test_large_settings_can_be_recorded() -> None:
    run = evolve(n=200, limit="2n", seed=1, trajectory="all", max_iterations=1_000)
    assert len(attempts_of(run)) == 1_000
    assert any("about 2^" in attempt.reason for attempt in attempts_of(run))


def test_a_run_that_counting_ended_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExactEngine, "widest", 3)  # leaves more to exact fractions
    setting = Setting(n=16, target="and:8", literals="all", max_iterations=3_000)
    for seed in range(40):
        run = evolve(setting, seed=seed, engine="exact", max_branches=1, trajectory="all")
        if run.stopped == "branching" and run.iterations <= 2_000:
            last = attempts_of(run)[-1]
            assert not last.accepted
            assert "case distinctions" in last.reason
            return
    pytest.fail("no run was ended by counting")


def test_a_replay_of_another_run_is_refused() -> None:
    engine, steps = ReferenceEngine(Setting(n=4, max_iterations=50)), list[Step]()
    engine.run(6, 0, watch=steps.append)
    with pytest.raises(AssertionError, match="replayed"):
        attempts(engine, engine.run(5, 0), steps, 100)


def test_trajectory_is_checked() -> None:
    with pytest.raises(InputError, match='trajectory = some: must be False, True or "all"'):
        evolve(n=3, trajectory="some")  # type: ignore[arg-type]
