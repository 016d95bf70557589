"""Koza's computational effort against its definition, typed once more."""

from __future__ import annotations

from math import ceil, inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool.studies.analysis.effort import effort, effort_interval

Times = list[int | None]  # the generation of a success, None without one


def defined(times: Times, population: int) -> tuple[float, int] | None:
    """The least M (i + 1) ceil(ln(1 - z) / ln(1 - P(M, i))), and its i, generation by generation."""
    best: tuple[float, int] | None = None
    for generation in range(1 + max((time for time in times if time is not None), default=-1)):
        share = sum(time is not None and time <= generation for time in times) / len(times)
        if share == 0:
            continue
        runs = 1 if share == 1 else max(1, ceil(log(0.01) / log(1 - share) - 1e-9))
        value = population * (generation + 1) * runs
        if best is None or value < best[0]:
            best = value, generation
    return best


def as_arrays(times: Times) -> tuple[np.ndarray, np.ndarray]:
    solved = np.array([time is not None for time in times])
    return np.array([50.0 if time is None else time for time in times]), solved


@given(st.lists(st.none() | st.integers(0, 20), min_size=1, max_size=30), st.integers(1, 4000))
def test_effort_is_as_defined(times: Times, population: int) -> None:
    found = effort(*as_arrays(times), population)
    wanted = defined(times, population)
    assert (found is None) == (wanted is None)
    if found is not None:
        assert (found.trees, found.generation) == wanted


def test_an_interval_holds_the_effort() -> None:
    draws = np.random.default_rng(1)
    times: Times = [None if draws.random() < 0.5 else int(draws.integers(0, 50)) for _ in range(100)]
    low, high = effort_interval(*as_arrays(times), 500) or (inf, inf)
    found = effort(*as_arrays(times), 500)
    assert found is not None
    assert low <= found.trees <= high < inf
    assert low < high


@pytest.mark.parametrize("runs", [1, 3])
def test_no_success_has_no_effort(runs: int) -> None:
    assert effort(*as_arrays([None] * runs), 10) is None
    assert effort_interval(*as_arrays([None] * runs), 10) is None
