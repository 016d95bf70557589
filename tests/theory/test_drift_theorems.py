"""The drift theorems, against chains that are solved exactly."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import log

import numpy as np
import pytest

from evobool import InputError
from evobool.theory.bounds.drift_theorems import (
    DriftConditionError,
    Laws,
    best_delta,
    drifts,
    multiplicative_drift,
    super_multiplicative,
    super_multiplicative_bound,
    super_multiplicative_drift,
    variable_bound,
)
from tests.support.drift import expected_times, variable_drift


def random_chain(seed: int, size: int) -> Laws:
    """A chain on 0 ... size whose expected progress is positive everywhere."""
    generator = np.random.default_rng(seed)
    chain: dict[int | float | Fraction, dict[int | float | Fraction, int | float | Fraction]] = {}
    for x in range(1, size + 1):
        weights = generator.integers(0, 5, x + 1)  # to 0 ... x
        weights[int(generator.integers(x))] += 3
        total = int(weights.sum())
        chain[x] = {y: Fraction(int(weight), total) for y, weight in enumerate(weights) if weight}
    return chain


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("gamma", [1.5, 2, 10])
def test_bounds_hold_and_variable_drift_is_sharper(seed: int, gamma: float) -> None:
    chain = random_chain(seed, 30)
    times = expected_times(chain)
    delta = best_delta(chain, gamma)
    linear = min(drift / x for x, drift in drifts(chain))
    for start in (1, 2, 7, 30):
        bound = super_multiplicative_drift(chain, gamma, delta, start)
        sharper = variable_drift(lambda x: super_multiplicative(x, gamma, delta), start)
        assert times[start] <= sharper <= bound
        assert sharper == pytest.approx(variable_bound(gamma, delta, start))
        assert times[start] <= multiplicative_drift(chain, linear, start)


def test_multiplicative_drift_is_tight_up_to_its_constant() -> None:
    """From x down to x - 1 with probability x/20 each: a coupon collector."""
    chain: Laws = {x: {x - 1: Fraction(x, 20), x: 1 - Fraction(x, 20)} for x in range(1, 21)}
    exact = 20 * sum(1 / x for x in range(1, 21))
    assert expected_times(chain)[20] == pytest.approx(exact)
    assert exact <= multiplicative_drift(chain, Fraction(1, 20), 20) < 1.12 * exact


def test_the_state_that_breaks_the_condition_is_named() -> None:
    chain: Laws = {1: {0: 0.5, 1: 0.5}, 2: {1: 0.5, 2: 0.5}, 3: {0: 1.0}}
    with pytest.raises(DriftConditionError, match=r"at x = 2: expected progress 0\.5, required 1$") as found:
        multiplicative_drift(chain, 0.5, 3)
    assert found.value.state == 2
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
    with pytest.raises(DriftConditionError, match="at x = 2"):
        super_multiplicative_drift([(1, 0.5), (2, 0.9)], 2, 0.25, 2)


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        ({0.5: {0: 1}}, "neither 0 nor at least 1"),
        ({2: {0.5: 1}}, "neither 0 nor at least 1"),
        ({1: {0: 0.5}}, "add up to 0.5"),
        ({1: {0: 1.5, 1: -0.5}}, "probability -0.5"),
        ({2: {1: 1}}, "leads to 1, which has no law"),
    ],
)
def test_what_is_no_process_is_refused(chain: Laws, why: str) -> None:
    with pytest.raises(DriftConditionError, match=why):
        drifts(chain)


def test_bad_constants_are_refused() -> None:
    chain: Laws = {1: {0: 1}}
    for gamma, delta, start, field in ((1, 1, 1, "gamma"), (2, 0, 1, "delta"), (2, 1, 5, "start")):
        with pytest.raises(InputError, match=f"^{field}"):
            super_multiplicative_drift(chain, gamma, delta, start)


def test_nothing_is_owed_at_zero_and_small_starts_count_as_gamma() -> None:
    process = [(1, 1.0), (2, 4.0)]
    assert super_multiplicative_drift(process, 2, 1, 0) == 0
    assert multiplicative_drift(process, 1, 0) == variable_bound(2, 1, 0) == 0
    assert super_multiplicative_bound(4, 1, 2) == super_multiplicative_bound(4, 1, 4) == 3 + 4 * log(4)
