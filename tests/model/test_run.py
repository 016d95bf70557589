from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Race, Run, Setting, Tree, evolve, race
from evobool.engines import ENGINES
from evobool.model.formulas.counting import dual
from tests.support.examples import examples
from tests.support.strategies import random_settings

SETTING = Setting(n=4, limit="n", max_iterations=2_000)
NAMED = [name for name in ENGINES if name != "auto"]


@pytest.mark.parametrize("engine", NAMED)
def test_evolve_is_repeatable(engine: str) -> None:
    once = evolve(SETTING, seed=5, index=3, engine=engine)
    assert once == evolve(SETTING, seed=5, index=3, engine=engine)
    assert once == evolve(n=4, limit="n", max_iterations=2_000, seed=5, index=3, engine=engine)
    assert once == evolve(Setting(n=9), n=4, limit="n", max_iterations=2_000, seed=5, index=3, engine=engine)
    assert once != evolve(SETTING, seed=5, index=4, engine=engine)
    assert (once.engine, once.stopped, once.seed, once.index) == (engine, "solved", 5, 3)


def test_evolve_without_a_seed_tells_the_one_it_chose() -> None:
    run = evolve(SETTING, engine="reference")
    assert run == evolve(SETTING, seed=run.seed, engine="reference")


def test_the_last_seed() -> None:
    one = evolve(SETTING, seed=2**64 - 1, engine="packed")
    assert one == evolve(SETTING, seed=2**64 - 1, engine="reference")
    assert one.seed == 2**64 - 1


def test_runs_known_for_ever() -> None:
    run = evolve(target="and", n=4, limit="n", seed=7, engine="reference")
    assert (run.iterations, str(run.tree)) == (37, "x2 & (x4 & (x3 & x1))")
    sampled = evolve(target="or", n=4, training=20, seed=7, engine="reference")
    assert (sampled.iterations, sampled.evaluations, str(sampled.tree)) == (43, 86, "x1 | (x3 | x2)")


@examples(150, 40)
@given(random_settings())
def test_trajectory(setting: Setting) -> None:
    run = evolve(setting, seed=1, engine="reference", trajectory=True)
    steps = run.trajectory
    assert steps is not None
    assert replace(run, trajectory=None) == evolve(setting, seed=1, engine="reference")
    iterations = [step.iteration for step in steps]
    assert iterations == sorted(set(iterations))
    assert all(1 <= iteration <= run.iterations for iteration in iterations)
    trees = [step.tree for step in steps]
    assert all(one != other for one, other in itertools.pairwise(trees))
    assert all(step.leaves == step.tree.leaves for step in steps)
    limit = setting.leaf_limit
    assert limit is None or all(step.leaves <= limit for step in steps)
    if steps:
        assert trees[-1] == run.tree
    if setting.algorithm == "rls-gp":
        assert {step.operation for step in steps} <= {"INS", "DEL", "SUB"}
    if not setting.judged_on.fresh and not setting.aim.splits:  # else errors may rise
        errors = [step.error for step in steps]
        assert errors == sorted(errors, reverse=True)
        if setting.judged_on.complete:
            shares = [step.tree.error_rate(setting.target, setting.n) for step in steps]
            assert [share * 2**setting.n for share in shares] == errors
        if setting.selection == "strict":
            assert len(set(errors)) == len(errors)


@examples(150, 40)
@given(random_settings())
def test_record(setting: Setting) -> None:
    run = evolve(setting, seed=2, engine="reference")
    fresh, started = setting.judged_on.fresh, setting.start != "empty"
    judged = run.iterations * (setting.offspring + fresh) + (started and not fresh)
    assert run.evaluations == judged
    assert run.iterations <= setting.max_iterations
    assert run.solved or run.iterations == setting.max_iterations
    assert run.solved == (run.error is not None and run.error <= setting.accept_error)
    assert run.stopped == ("solved" if run.solved else "iterations")
    assert run.leaves == run.tree.leaves
    assert run.functions_final == run.tree.functions
    assert list(run.functions_accepted) == list(setting.functions)
    if run.tree.prefix:
        assert run.error is not None
        assert 0 <= run.error <= setting.rows
        assert run.generalisation_error == run.tree.error_rate(setting.target, setting.n)
    else:
        assert run.error is None
        assert run.generalisation_error is None


def mirror(tree: Tree) -> Tree:
    return Tree(dual(tree.prefix))


@pytest.mark.parametrize("engine", NAMED)
@examples(100, 10)
@given(setting=random_settings(countable=True), k=st.integers(1, 8), target=st.sampled_from(["and", "or"]))
def test_and_and_or_are_dual(engine: str, setting: Setting, k: int, target: str) -> None:
    swap = {"and": "or", "or": "and"}
    some = f":{min(k, setting.n)}"
    setting = setting.with_(target=target + some)
    if engine == "exact" and not setting.judged_on.complete and not setting.judged_on.fresh:
        setting = setting.with_(training="complete")
    mirrored = setting.with_(
        target=swap[target] + some,
        functions=tuple(swap[f] for f in setting.functions),
        start=str(mirror(setting.start_tree)) if setting.start != "empty" else "empty",
        objective=mirrored_objective(setting.objective),
    )
    one = evolve(setting, seed=8, engine=engine, trajectory=True)
    other = evolve(mirrored, seed=8, engine=engine, trajectory=True)
    assert one.iterations == other.iterations
    assert (one.solved, one.error, one.evaluations) == (other.solved, other.error, other.evaluations)
    assert one.generalisation_error == other.generalisation_error
    assert one.tree == mirror(other.tree)
    assert one.functions_accepted == {swap[name]: count for name, count in other.functions_accepted.items()}
    assert one.trajectory is not None
    assert other.trajectory is not None
    assert list(one.trajectory) == [replace(step, tree=mirror(step.tree)) for step in other.trajectory]


def mirrored_objective(objective: str) -> str:
    """What a false positive costs is what a false negative costs in the mirror."""
    name, *costs = objective.split(":")
    return ":".join([name, *reversed(costs)])


def race_by_hand(setting: Setting, engine: str, runs: int, seed: int, index: int) -> Race:
    """Every run in full, then the earliest success among them; ties go to the smaller error."""
    all_runs = [evolve(setting, seed=seed, index=index * runs + k, engine=engine) for k in range(runs)]
    solved = [run for run in all_runs if run.solved]
    if solved:
        winner = min(solved, key=lambda run: (run.iterations, run.error))
    else:
        winner = min(all_runs, key=lambda run: inf if run.error is None else run.error)
    return Race(winner, runs, runs * setting.evaluations(winner.iterations))


RACES: list[Setting] = [
    SETTING,
    Setting(n=3, limit="n", deletion="leaf", max_iterations=12),
    Setting(n=4, training=8, accept_error=1, max_iterations=100),
    Setting(n=4, limit="2", max_iterations=40),
    Setting(n=2, accept_error=2),
    Setting(n=2, first_leaf="insertion", max_iterations=1),
]


@pytest.mark.parametrize("engine", NAMED)
@pytest.mark.parametrize("setting", RACES)
def test_race(setting: Setting, engine: str) -> None:
    for index in range(5):
        outcome = race(setting, runs=4, seed=9, index=index, engine=engine)
        assert outcome == race_by_hand(setting, engine, 4, 9, index)
        assert 4 * index <= outcome.winner.index < 4 * index + 4


def test_a_race_of_one_is_a_run() -> None:
    outcome = race(SETTING, runs=1, seed=9, engine="packed")
    run = evolve(SETTING, seed=9, engine="packed")
    assert outcome == Race(run, 1, run.evaluations)


def test_a_race_never_takes_longer_than_its_runs() -> None:
    alone = [evolve(SETTING, seed=1, index=k, engine="packed").iterations for k in range(8)]
    assert race(SETTING, runs=8, seed=1, engine="packed").winner.iterations == min(alone)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 4, "seed": -1}, "^seed = -1"),
        ({"n": 4, "seed": 2**64}, "^seed = "),
        ({"n": 4, "seed": 1.5}, "^seed = 1.5"),
        ({"n": 4, "index": -1}, "^index = -1"),
        ({"n": 4, "engine": "fast"}, "^engine = fast: must be one of auto"),
        ({"n": 0}, "^n = 0"),
        ({}, "^n = None: must be given"),
        ({"n": 4, "limmit": "n"}, "= limmit: unknown field; did you mean limit"),
        ({"setting": SETTING, "limmit": "n"}, "= limmit: unknown field; did you mean limit"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evolve(**arguments)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=message):
        race(runs=2, **arguments)  # type: ignore[arg-type]


def test_a_race_needs_a_run() -> None:
    with pytest.raises(InputError, match=r"^runs = 0"):
        race(SETTING, runs=0)


def test_equal_runs_of_different_engines_are_equal() -> None:
    run = Run(SETTING, 1, 0, True, 3, 3, 0, {}, evolve(SETTING, seed=1).tree, Fraction(0))
    assert replace(run, engine="other", stopped="solved") == run
    assert replace(run, error=1) != run
