"""The exact engine takes the same steps as the reference engine, without a single row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import InputError, Run, Setting, Step, Tree, evolve, race
from evobool.engines import compiled as c
from evobool.engines import pick
from evobool.engines.counts import complete as _complete
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.exact import ExactEngine
from evobool.model.counting import error_rate
from evobool.model.words import Algorithm, Literals
from tests.conftest import JIT
from tests.strategies import random_settings


def settings_on(*trainings: str | int, most_iterations: int = 150) -> st.SearchStrategy[Setting]:
    """Random settings with one of these training sets."""
    return st.builds(
        lambda setting, training: setting.with_(training=training),
        random_settings(most_iterations=most_iterations),
        st.sampled_from(trainings),
    )


def watched(engine: ExactEngine, seed: int) -> Run:
    steps: list[Step] = []
    run = engine.run(seed, 0, watch=steps.append)
    return replace(run, trajectory=tuple(steps))


@settings(max_examples=300 if JIT else 8)
@given(settings_on("complete"), st.integers(0, 2**64 - 1))
def test_equals_the_reference_step_for_step(setting: Setting, seed: int) -> None:
    expected = evolve(setting, seed=seed, engine="reference", trajectory=True)
    assert evolve(setting, seed=seed, engine="exact", trajectory=True) == expected


class Narrow(ExactEngine):
    """Leaves every count of more than three bits to exact fractions."""

    widest = 3


class AllByFractions(ExactEngine):
    """Leaves every decision to exact fractions."""

    widest = 0


@pytest.mark.parametrize("kind", [Narrow, AllByFractions])
@settings(max_examples=120 if JIT else 8)
@given(setting=settings_on("complete", most_iterations=80), seed=st.integers(0, 2**64 - 1))
def test_decisions_beyond_a_word_are_the_same(kind: type[ExactEngine], setting: Setting, seed: int) -> None:
    expected = evolve(setting, seed=seed, engine="reference", trajectory=True)
    assert watched(kind(setting), seed) == expected


@pytest.mark.parametrize("kind", [Narrow, AllByFractions])
@settings(max_examples=60 if JIT else 8)
@given(
    setting=settings_on(1, 20, 500, most_iterations=60),
    seed=st.integers(0, 2**64 - 1),
)
def test_samples_beyond_a_word_are_the_same(kind: type[ExactEngine], setting: Setting, seed: int) -> None:
    """With one mutation an iteration; after several, a joint count may be narrow where its parts are wide."""
    setting = setting.with_(algorithm="rls-gp")
    assert watched(kind(setting), seed) == watched(ExactEngine(setting), seed)


@pytest.mark.compiled
@pytest.mark.parametrize("n", [12, 16])
@pytest.mark.parametrize("literals", ["positive", "all"])
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
def test_equals_packed_on_larger_tables(n: int, literals: Literals, algorithm: Algorithm) -> None:
    setting = Setting(n=n, literals=literals, algorithm=algorithm, limit="2n", max_iterations=2_000)
    for seed in range(5):
        assert pick(setting, "exact").runs(seed, 0, 4) == pick(setting, "packed").runs(seed, 0, 4)


@pytest.mark.compiled
def test_solves_what_no_truth_table_could_hold() -> None:
    run = evolve(n=300, limit="none", seed=1, max_iterations=10**6)
    assert run.solved
    assert run.engine == "exact"
    assert run.error == 0
    assert run.generalisation_error == 0
    assert run.tree.error_rate("and", 300) == 0
    assert len(run.tree.variables) == 300


@pytest.mark.compiled
def test_runs_beyond_one_word_agree_with_exact_fractions() -> None:
    """At n = 100 no other engine can follow, but the error of every step can be counted again."""
    setting = Setting(n=100, limit="none", literals="all", max_iterations=600)
    steps: list[Step] = []
    run = pick(setting, "exact").run(3, 0, watch=steps.append)
    assert len(steps) > 50
    for step in steps[::10]:
        assert step.error == error_rate(step.tree, "and", 100) * 2**100
    errors = [step.error for step in steps]
    assert errors == sorted(errors, reverse=True)
    assert run.error == errors[-1]


@pytest.mark.compiled
def test_wide_counts_do_occur_and_are_recorded_exactly() -> None:
    setting = Setting(n=100, functions=("or",), max_iterations=300)
    engine = ExactEngine(setting)
    run = engine.run(1, 0)
    assert run.error == error_rate(run.tree, "and", 100) * 2**100
    engine._hold(Tree.parse(" & ".join(f"(x{3 * k + 1} | x{3 * k + 2} | x{3 * k + 3})" for k in range(30))))
    assert engine.tally[c.EXPONENT] == WIDE


@pytest.mark.compiled
def test_a_tree_too_hard_to_count_ends_the_run_and_says_so() -> None:
    """Random trees of few variables soon need more than one case distinction."""
    small = Setting(n=6, literals="all", functions=("and", "or"), limit="none", accept_error=0)
    found = [pick(small, "exact", max_branches=1).run(seed, 0) for seed in range(200)]
    stopped = [run for run in found if run.stopped == "branching"]
    assert stopped
    assert not any(run.solved for run in stopped)
    assert all(run.iterations < small.max_iterations for run in stopped)


def test_bad_bounds_are_refused() -> None:
    with pytest.raises(InputError, match="max_branches = 0"):
        pick(Setting(n=4), "exact", max_branches=0)


def test_a_race_takes_the_earliest() -> None:
    setting = Setting(n=5, limit="n")
    outcome = race(setting, runs=4, seed=2, engine="exact")
    alone = [evolve(setting, seed=2, index=index, engine="reference") for index in range(4)]
    assert outcome.winner.iterations == min(run.iterations for run in alone)
    assert outcome.evaluations == 4 * outcome.winner.iterations


def tally_of(mantissa: int, exponent: int, top: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    tally = np.zeros(c.TALLY, dtype=np.int64)
    tally[c.MANTISSA], tally[c.EXPONENT], tally[c.TOP] = mantissa, exponent, top
    return tally


def test_errors_near_the_end_of_a_word_are_compared_right_or_not_at_all() -> None:
    """2^63 - 1 true inputs and wrong at the top, against 2^63 and right there: one error fewer."""
    half, rest = np.uint64(1), np.uint64(2**63 - 1)
    assert _complete.compare_errors(tally_of(2**63 - 1, 64, 0), half, 1, 1, 64) == _complete.UNSURE
    assert _complete.wrong_count(rest, 63, 0, 63) == _complete.LARGEST_COUNT
    # Small enough to tell: 7 true inputs of 16 and wrong at the top (8 errors), 8 and right there (7).
    assert _complete.compare_errors(tally_of(7, 4, 0), half, 1, 1, 4) == -1
    assert _complete.compare_errors(tally_of(1, 1, 1), np.uint64(7), 4, 0, 4) == 1
    assert _complete.compare_errors(tally_of(3, 3, 0), half, 1, 1, 4) == 0  # 6 + 1 errors, 8 - 1 errors
    # Far apart: no need to count.
    assert _complete.compare_errors(tally_of(1, 2, 0), half, 1, 1, 1000) == 1


def test_no_threshold_is_as_large_as_a_count_beyond_a_word() -> None:
    assert not evolve(n=100, accept_error=2**60, max_iterations=1, seed=1).solved


@pytest.mark.compiled
def test_a_race_that_nobody_wins_counts_what_was_done() -> None:
    setting = Setting(n=6, literals="all", limit="2n", max_iterations=400, training=10**6)
    engine = pick(setting, "exact", max_branches=1)
    alone = engine.runs(0, 0, 4)
    outcome = race(setting, runs=4, seed=0, engine="exact", max_branches=1)
    assert not any(run.solved for run in alone)
    assert any(run.stopped == "branching" for run in alone), "one of them is meant to give up early"
    assert outcome.evaluations == sum(run.evaluations for run in alone)
    assert outcome.winner.error == min(run.error for run in alone if run.error is not None)
