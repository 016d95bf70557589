"""The exact engine's samples against rows drawn one by one: the same law of every figure of a run.

Both engines make independent runs (the exact one draws other random numbers); each pair of samples is
compared by a two-sample test at the stated significance, with fixed seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from evobool import Run, Setting
from evobool.engines import pick

pytestmark = pytest.mark.compiled
SIGNIFICANCE = 1e-4
RUNS = 2_000

SETTINGS = [
    Setting(n=10, training=16),
    Setting(n=10, training=300, accept_error=2, max_iterations=500),
    Setting(n=10, training=300, literals="all", max_iterations=500),
    Setting(n=10, training=1000, limit="n", deletion="leaf", max_iterations=300),
    Setting(n=10, training=100, algorithm="1+1-gp", accept_error=1, max_iterations=500),
    Setting(n=10, training=100, algorithm="1+1-gp", literals="all", limit="2n", max_iterations=500),
    Setting(n=10, training=200, selection="strict", max_iterations=300),
    Setting(n=3, training=30, literals="all", max_iterations=100),  # the all-true row is one in eight
    Setting(n=3, training=7, target="or", literals="all", max_iterations=100),
    Setting(n=10, training=64, target="or", max_iterations=500),
    Setting(n=50, training=16, accept_error=0),
    Setting(n=50, training=1024, accept_error=8),
    Setting(n=50, training=512, accept_error=0, literals="all"),
    Setting(n=50, training=256, target="or", algorithm="1+1-gp", accept_error=4),
    # conjunctions and disjunctions of some literals
    Setting(n=10, target="and:4", training=16, max_iterations=300),
    Setting(n=10, target="and:4", training=300, max_iterations=300, accept_error=2),
    Setting(n=8, target="and:3", training=64, literals="all", max_iterations=300),
    Setting(n=8, target="and:1", training=30, literals="all", algorithm="1+1-gp", max_iterations=100),
    Setting(n=10, target="and:7", training=1000, limit="n", deletion="leaf", max_iterations=200),
    Setting(n=10, target="and:5", training=100, algorithm="1+1-gp", literals="all", max_iterations=300),
    Setting(n=10, target="or:4", training=100, max_iterations=300),
    Setting(n=6, target="or:2", training=20, literals="all", algorithm="1+1-gp", max_iterations=200),
    Setting(n=50, target="and:6", training=512, max_iterations=500),
    Setting(n=50, target="or:30", training=1024, literals="all", max_iterations=500),
    Setting(n=8, target="x1 & ~x3 & x7", training=100, literals="all", max_iterations=300),
    Setting(n=5, target="x1 & ~x3 & x2", training=40, max_iterations=200),  # out of reach without ~x3
    Setting(n=4, target="~x1 & x2 & ~x3 & x4", training=24, literals="all", max_iterations=150),
    Setting(
        n=8, target="~x2 | x5 | ~x8", training=100, literals="all", algorithm="1+1-gp", max_iterations=200
    ),
    Setting(n=6, target="~x4", training=50, literals="all", limit="3", max_iterations=50),
    # errors of either class apart
    Setting(n=3, training=30, literals="all", objective="balanced", max_iterations=60),
    Setting(n=6, training=40, target="or", literals="all", objective="balanced", max_iterations=100),
    Setting(n=6, target="and:2", training=25, literals="all", objective="balanced", max_iterations=100),
    Setting(n=5, target="or:2", training=9, objective="balanced", algorithm="1+1-gp", max_iterations=60),
    Setting(n=6, target="x1 & ~x2 & x4", training=60, literals="all", objective="weights:5:1", limit="2n"),
    Setting(n=5, target="or:3", training=30, literals="all", objective="weights:1:4", max_iterations=100),
    Setting(n=8, target="and:5", training=99, objective="weights:0:1", selection="strict", max_iterations=90),
    # other rules, odds and starts
    Setting(n=8, target="and:5", training=200, selection="parsimony", max_iterations=300),
    Setting(n=8, training=100, weights="3:1:2", start="x1 | (x2 & x3)", max_iterations=200),
    Setting(
        n=8, target="or:6", training=100, weights="1:2:0", literals="all", start="x7 | x8", max_iterations=90
    ),
    Setting(n=8, target="and:6", training=80, selection="strict", algorithm="1+1-gp", max_iterations=200),
]


def names(setting: Setting) -> str:
    return "-".join(f"{key}={value}" for key, value in setting.unusual.items())


def figures(runs: Sequence[Run]) -> dict[str, list[int]]:
    return {
        "T": [run.iterations for run in runs],
        "S": [run.leaves for run in runs],
        "ORs accepted": [run.functions_accepted["or"] for run in runs],
        "ORs final": [run.functions_final["or"] for run in runs],
        "error": [run.error or 0 for run in runs],
        "solved": [int(run.solved) for run in runs],
    }


def two_sample_p(first: list[int], second: list[int]) -> float:
    """Chi-square homogeneity over at most 20 classes of about equal size."""
    both = np.array(first + second)
    edges = np.unique(np.quantile(both, np.linspace(0, 1, 21)))
    classes = [Counter(np.searchsorted(edges, values).tolist()) for values in (first, second)]
    table = np.array([[one[k] for k in range(len(edges) + 1)] for one in classes])
    table = table[:, table.sum(axis=0) > 0]
    rare = table.sum(axis=0) < 20
    if rare.any() and not rare.all():
        table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
        table = table[:, table.sum(axis=0) > 0]
    return 1.0 if table.shape[1] < 2 else float(stats.chi2_contingency(table).pvalue)


@pytest.mark.parametrize("setting", SETTINGS, ids=names)
def test_runs_on_samples_follow_one_law(setting: Setting) -> None:
    exact = figures(pick(setting, "exact").runs(11, 0, RUNS))
    packed = figures(pick(setting, "packed").runs(12, 0, RUNS))
    for name, values in exact.items():
        p = two_sample_p(values, packed[name])
        assert p > SIGNIFICANCE, f"{name}: p = {p:.2g}"
