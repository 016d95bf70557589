"""Runs that keep several trees, against plain programs and what is known of them."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from scipy import stats

from evobool import InputError, Run, Setting, evolve
from evobool.engines.reference import ReferenceEngine
from evobool.model.outcome.runs import Runs
from evobool.model.outcome.survivors import Survivor
from tests.support.plain_populations import Outcome, archive_run, population_run

SIGNIFICANCE = 1e-5  # of one test of some eighty
RUNS = 150


def made(setting: Setting, runs: int) -> Runs:
    return ReferenceEngine(setting).runs(5, 0, runs)


@pytest.mark.parametrize(("n", "known", "error"), [(4, 117, 2.6)])  # of 1,000 runs
def test_the_archive_on_conjunctions_as_known(n: int, known: float, error: float) -> None:
    runs = made(Setting(n=n, literals="all", limit="2n", objective="classes", survival="pareto"), 150)
    assert runs.solved.all()
    assert abs(runs.iterations.mean() - known) < 4 * sqrt(error**2 + runs.iterations.var() / len(runs))


@pytest.mark.long
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
    runs = made(setting.with_(crossover=crossover), 200)
    assert runs.solved.all()
    spread = sqrt(error**2 + runs.evaluations.var() / len(runs))
    assert abs(runs.evaluations.mean() - known) < 4 * spread


ARCHIVES = [
    Setting(n=3, literals="all", objective="classes", survival="pareto"),
    Setting(n=4, target="(x1 & x2) | (x3 & x4)", objective="classes", survival="pareto"),
    Setting(n=3, literals="all", objective="size", survival="pareto"),
    Setting(n=3, target="xor", literals="all", objective="classes+size", survival="pareto", limit="6"),
    Setting(n=3, target="majority", objective="classes+size", survival="pareto", selection="strict"),
]
SETTINGS = [
    Setting(n=3, target="majority", population=5),
    Setting(n=3, target="majority", population=4, selection="strict", offspring=3, limit="5"),
    Setting(n=3, literals="all", population=4, selection="coin", crossover="subtree:0.5", limit="2n"),
    Setting(n=3, target="majority", population=3, offspring=2, selection="parsimony", algorithm="1+1-gp"),
    Setting(n=3, target="xor", literals="all", population=6, parents="lexicase", crossover="subtree:0.7"),
    Setting(n=3, target="mux", literals="all", population=8, offspring=8, survival="comma", limit="6").with_(
        parents="tournament:3", crossover="subtree:0.6", mutation_rate="0.3", start="leaf"
    ),
    Setting(n=3, target="xor", literals="all", population=4, survival="crowding", start="leaf").with_(
        offspring=2, crossover="subtree:0.5", variation="both", depth=3
    ),
    Setting(n=3, literals="all", population=5, distinct="trees", limit="4", offspring=2),
    Setting(n=3, target="majority", literals="all", population=5, distinct="functions", limit="6"),
    Setting(n=3, target="majority", literals="all", population=2, islands="3:4", limit="5", depth=3),
    Setting(n=3, target="majority", crossover="subtree:0.5", mutation_rate=0.4, depth=3),
]


@pytest.mark.long
@pytest.mark.parametrize("setting", ARCHIVES + SETTINGS, ids=str)
def test_runs_against_a_plain_program(setting: Setting) -> None:
    setting = setting.with_(max_iterations=40)
    random, plain = Random(1), archive_run if setting.survivor.archive else population_run
    others = [plain(setting, random) for _ in range(RUNS)]
    runs = [outcome(run) for run in made(setting, RUNS)]
    for name, *columns in zip(
        Outcome._fields, zip(*runs, strict=True), zip(*others, strict=True), strict=True
    ):
        assert stats.ks_2samp(*columns, method="asymp").pvalue > SIGNIFICANCE, (name, *map(np.mean, columns))


def outcome(run: Run) -> Outcome:
    population = run.population or (Survivor(run.tree, run.error or 0, 0),)
    leaves = sum(each.leaves for each in population)
    return Outcome(
        run.iterations, run.error or 0, run.leaves, leaves, len({each.tree for each in population})
    )


def test_an_archive_holds_what_none_dominates() -> None:
    setting = Setting(n=4, target="majority", literals="all", objective="classes+size", survival="pareto")
    run = evolve(setting.with_(max_iterations=400), seed=3)
    assert run.population is not None
    values = [(each.false_positives, each.false_negatives, each.leaves) for each in run.population]
    assert len(values) > 3
    for one in values:
        assert not any(
            other != one and all(x <= y for x, y in zip(other, one, strict=True)) for other in values
        )
    assert (run.tree, run.error) == (run.population[0].tree, run.population[0].error)
    for each in run.population:
        assert each.error == each.tree.error_rate("majority", 4) * 16


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"survival": "pareto"}, "survival = pareto: needs an objective of several numbers"),
        ({"objective": "classes"}, "objective = classes: is a trade-off: it needs survival = pareto"),
        (
            {"objective": "size", "survival": "pareto", "training": 9},
            "survival = pareto: needs rows that stay",
        ),
    ],
)
def test_what_cannot_mean_anything_is_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        Setting(n=4, **fields)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_comma_takes_the_best_offspring_whatever_the_parent() -> None:
    run = evolve(n=4, survival="comma", seed=2, trajectory=True)
    errors = [step.error for step in run.trajectory or ()]
    assert any(later > before for before, later in pairwise(errors))
