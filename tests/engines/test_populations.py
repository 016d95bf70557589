"""Runs that keep several trees, against plain programs and what is known of them."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from scipy import stats

from evobool import InputError, Setting, evolve
from evobool.engines.reference import ReferenceEngine
from evobool.model.outcome.runs import Runs
from tests.support.plain_populations import archive_run

SIGNIFICANCE = 1e-4


def made(setting: Setting, runs: int) -> Runs:
    return ReferenceEngine(setting).runs(5, 0, runs)


@pytest.mark.parametrize(("n", "known", "error"), [(4, 117, 2.6)])  # of 1,000 runs
def test_the_archive_on_conjunctions_as_known(n: int, known: float, error: float) -> None:
    runs = made(Setting(n=n, literals="all", limit="2n", objective="classes", survival="pareto"), 150)
    assert runs.solved.all()
    assert abs(runs.iterations.mean() - known) < 4 * sqrt(error**2 + runs.iterations.var() / len(runs))


@pytest.mark.long
@pytest.mark.parametrize(
    "setting",
    [
        Setting(n=3, literals="all", objective="classes", survival="pareto"),
        Setting(n=4, target="(x1 & x2) | (x3 & x4)", objective="classes", survival="pareto"),
        Setting(n=3, literals="all", objective="size", survival="pareto"),
        Setting(n=3, target="xor", literals="all", objective="classes+size", survival="pareto"),
        Setting(n=3, target="majority", objective="classes+size", survival="pareto", selection="strict"),
    ],
    ids=str,
)
def test_the_archive_against_a_plain_program(setting: Setting) -> None:
    setting = setting.with_(max_iterations=120)
    runs, random = made(setting, 200), Random(1)
    plain = np.array([archive_run(setting, random) for _ in range(200)])
    kept = [len(each) for each in runs.populations or ()]
    assert stats.ks_2samp(runs.iterations, plain[:, 0]).pvalue > SIGNIFICANCE
    assert stats.ks_2samp(kept, plain[:, 1]).pvalue > SIGNIFICANCE


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
