"""Is the C++ program the same algorithm? Run with `python -m pytest benchmarks`."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cpp_rival
from evobool.engines import pick
from evobool.model.settings.setting import Setting

CASES: list[dict[str, Any]] = [
    {"n": 4},
    {"n": 8, "limit": "2n"},
    {"n": 3, "literals": "all"},
    {"n": 6, "limit": "2n", "algorithm": "1+1-gp"},
    {"n": 6, "limit": "n", "deletion": "leaf", "max_iterations": 500},
    {"n": 6, "limit": "2n", "target": "and:3"},
    {"n": 6, "limit": "2n", "selection": "strict"},
    {"n": 6, "limit": "2n", "selection": "parsimony"},
    {"n": 6, "limit": "2n", "offspring": 5},
    {"n": 6, "limit": "2n", "offspring": 3, "selection": "parsimony"},
    {"n": 6, "limit": "2n", "offspring": 3, "selection": "strict"},
    {"n": 6, "limit": "2n", "accept_error": 3},
    {"n": 8, "training": 64, "accept_error": 2},
    {"n": 3, "target": "xor", "functions": ("and", "or", "xor")},
    {"n": 3, "target": "majority"},
    {"n": 6, "target": "mux", "literals": "all", "max_iterations": 50_000},
    {"n": 6, "target": "mux", "literals": "all", "training": "fixed:40", "max_iterations": 5_000},
    {
        "n": 4,
        "target": "x1 & ~x2 | x3 ^ x4",
        "literals": "all",
        "training": "fixed:100",
        "max_iterations": 5_000,
    },
    {"n": 4, "target": "xor", "training": 8, "functions": ("and", "or", "xor")},
]


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    """The program, compiled."""
    with cpp_rival.compiled() as path:
        if path is None:
            pytest.skip("no C++ compiler")
        yield path


@pytest.mark.parametrize("fields", CASES, ids=str)
def test_the_mean_number_of_iterations_agrees(program: Path, fields: dict[str, Any]) -> None:
    """Within 4 standard errors of ours."""
    setting = Setting(**fields)
    assert cpp_rival.can_run(setting)
    runs = 300 if setting.goal.target.name == "mux" else 10_000 if setting.judged_on.fresh else 100_000
    ours = [run.iterations for run in pick(setting, "auto").runs(1, 0, runs)]
    theirs = cpp_rival.timed(program, setting, runs)
    variance = (statistics.variance(ours) + theirs.deviation**2) / runs
    assert abs(statistics.mean(ours) - theirs.mean) < 4 * variance**0.5


def test_it_refuses_what_it_does_not_know() -> None:
    """Tables that cannot be listed, other targets, functions and fields."""
    fields: list[dict[str, Any]] = [
        {"n": 60},
        {"n": 4, "target": "or"},
        {"n": 4, "target": "x1 > x2"},
        {"n": 4, "target": "xor:3"},
        {"n": 4, "functions": ("and", "xor")},
        {"n": 4, "weights": "1:2:1"},
        {"n": 4, "first_leaf": "insertion"},
    ]
    assert not any(cpp_rival.can_run(Setting(**each)) for each in fields)
