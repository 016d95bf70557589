"""What is recorded for the player is the run that took place, whatever the setting."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evobool import Run, Setting, Step, Tree, evolve
from evobool.engines.exact import ExactEngine
from evobool.engines.packed import PackedEngine
from evobool.model.outcome.attempt import Attempt
from tests.support.examples import examples
from tests.support.machine import JIT
from tests.support.strategies import random_settings

SEEDS = st.integers(0, 2**64 - 1)


def recorded(setting: Setting, seed: int, engine: str = "reference") -> tuple[Run, list[list[Attempt]]]:
    """A run, and its attempts by iteration."""
    run = evolve(setting, seed=seed, engine=engine, trajectory="all")
    assert run.attempts is not None
    return run, [list(group) for _, group in groupby(run.attempts, lambda attempt: attempt.iteration)]


@examples(200, 15)
@given(random_settings(most_n=6 if JIT else 4, most_iterations=80 if JIT else 30), SEEDS)
@example(Setting(n=2, start="x1 & x2"), 0)  # nothing to do
@example(Setting(n=3, offspring=5, selection="parsimony", training="fixed:5"), 1)
@example(Setting(n=2, first_leaf="insertion", max_iterations=1, offspring=2), 0)  # still empty
def test_the_attempts_are_the_run(setting: Setting, seed: int) -> None:
    run, iterations = recorded(setting, seed)
    assert len(iterations) == run.iterations
    assert all(len(attempts) == setting.offspring for attempts in iterations)
    tree, steps = setting.start_tree, list[Step]()
    for number, attempts in enumerate(iterations, 1):
        assert {attempt.iteration for attempt in attempts} == {number}
        taken = [attempt for attempt in attempts if attempt.accepted]
        assert len(taken) <= 1
        for attempt in attempts:
            assert attempt.parent == tree
        for best in taken:
            assert best.after is not None
            assert best.tree != tree
            steps.append(Step(number, best.operation, best.after, best.leaves, best.tree))
            tree = best.tree
    assert tree == run.tree
    assert tuple(steps) == run.trajectory


@examples(100, 10)
@given(random_settings(most_n=6 if JIT else 4, most_iterations=60 if JIT else 20), SEEDS)
def test_every_engine_records_the_same(setting: Setting, seed: int) -> None:
    run, _ = recorded(setting, seed)
    if PackedEngine.refuses(setting) is None:
        assert recorded(setting, seed, "packed")[0] == run
    if ExactEngine.refuses(setting) is None and setting.judged_on.complete:
        assert recorded(setting, seed, "exact")[0] == run


@examples(100, 10)
@given(random_settings(most_n=5, most_iterations=60 if JIT else 20, countable=True), SEEDS)
def test_the_exact_engine_on_fresh_rows_too(setting: Setting, seed: int) -> None:
    setting = setting.with_(training=33, offspring=1)
    run, iterations = recorded(setting, seed, "exact")
    tree = setting.start_tree
    for (attempt,) in iterations:
        assert attempt.parent == tree
        tree = attempt.survivor
    assert (tree, len(iterations)) == (run.tree, run.iterations)


def weighed(setting: Setting, attempt: Attempt) -> tuple[int | None, int | None]:
    """What the objective makes of the errors of parent and offspring."""
    if not setting.aim.splits:
        return attempt.before, attempt.after
    pairs = zip((attempt.before, attempt.after), attempt.wrong, strict=True)
    before, after = (None if error is None or each is None else setting.aim.of(each) for error, each in pairs)
    return before, after


@examples(100, 10)
@given(random_settings(most_n=5, most_iterations=60 if JIT else 20), SEEDS)
def test_reasons_are_true(setting: Setting, seed: int) -> None:
    limit, compared = setting.leaf_limit, setting.aim.called
    for attempts in recorded(setting, seed)[1]:
        best = next((attempt for attempt in attempts if attempt.accepted), None)
        for attempt in attempts:
            told, before, after = attempt.reason, *weighed(setting, attempt)
            if attempt.tree == attempt.parent:
                assert told == "no change"
            elif limit is not None and attempt.leaves > limit:
                assert told == f"{attempt.leaves} leaves > limit {limit}"
            elif not attempt.parent.prefix and attempt is best:
                assert told.startswith(f"first tree: {compared} {after}")
            elif attempt is best or (best is None and all(each.tree != attempt.parent for each in attempts)):
                assert before is not None
                assert after is not None
                word = "better" if after < before else f"equal {compared}" if after == before else "worse"
                assert word in told
                assert "yet" not in told  # no built-in rule takes a worse tree or turns a better one down
                assert ("leaves" in told) == (setting.selection == "parsimony" and after == before)
            elif best is not None:
                assert after is not None
                least = weighed(setting, best)[1]
                assert least is not None
                assert after >= least
                if after > least:
                    assert told.endswith(f": the best of the {setting.offspring} offspring has {least}")
                elif setting.selection == "parsimony" and attempt.leaves > best.leaves:
                    assert told.endswith(f"but {attempt.leaves} leaves instead of {best.leaves}")
                else:
                    assert told.endswith("as good as the best; chance decided")


def test_parsimony_speaks_of_leaves() -> None:
    setting = Setting(n=5, selection="parsimony", max_iterations=300)
    told = {attempt.reason for (attempt,) in recorded(setting, 1)[1]}
    pattern = r"equal error \d+, leaves (\d) → (\d): (accepted|rejected, selection is parsimony)"
    found = [match for reason in told if (match := re.fullmatch(pattern, reason))]
    assert {match[3] == "accepted" for match in found} == {True, False}
    assert all((int(match[2]) <= int(match[1])) == (match[3] == "accepted") for match in found)


@pytest.mark.parametrize("offspring", [3, 2_001])
def test_an_iteration_is_recorded_whole_or_not_at_all(offspring: int) -> None:
    setting = Setting(n=4, offspring=offspring, limit="2", max_iterations=1_000 if offspring == 3 else 2)
    run, iterations = recorded(setting, 1)
    assert run.attempts_cap == len(iterations) == 2_000 // offspring
    assert all(len(attempts) == offspring for attempts in iterations)


@pytest.mark.compiled
def test_the_exact_engine_may_branch_more_often_than_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExactEngine, "widest", 3)  # leaves more to exact fractions
    setting, stopped = Setting(n=16, target="and:8", literals="all", max_iterations=2_000), 0
    for seed in (*range(6), 10, 19):
        run = evolve(setting, seed=seed, engine="exact", max_branches=1, trajectory="all")
        assert run.attempts is not None
        assert len(run.attempts) == run.iterations
        if run.stopped == "branching":
            stopped += 1
            last = run.attempts[-1]
            assert (last.accepted, last.after, last.survivor) == (False, None, run.tree)
            assert "case distinctions" in last.reason
    assert stopped, "one of them is meant to give up"


def test_a_start_tree_is_where_it_begins() -> None:
    run, iterations = recorded(Setting(n=3, start="x1 & x2"), 1)
    assert iterations[0][0].parent == Tree.parse("x1 & x2")
    assert iterations[0][0].before == 1
    assert recorded(Setting(n=2, start="x1 & x2"), 1)[0].attempts == ()
    assert run.solved
