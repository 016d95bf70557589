from __future__ import annotations

from collections import Counter
from math import e, factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError
from evobool.engines.kernels import random as compiled
from evobool.engines.kernels.random import Words
from evobool.model.generator import POISSON, WORD, Generator, initial_state, mix
from tests.support.chisquare import assert_distributed
from tests.support.machine import JIT

words = st.integers(0, WORD)
DRAWS = 20_000 if JIT else 2_000


def state_of(seed: int, index: int) -> Words:
    state = np.zeros(4, dtype=np.uint64)
    compiled.seed_state(state, np.uint64(seed), index)
    return state


@given(words)
def test_mix(word: int) -> None:
    assert int(compiled.mix(np.uint64(word))) == mix(word)


@given(words, st.integers(0, 2**62))
def test_seeding(seed: int, index: int) -> None:
    assert state_of(seed, index).tolist() == initial_state(seed, index)


@given(st.lists(words, min_size=4, max_size=4))
def test_words(state: list[int]) -> None:
    generator, twin = Generator(0), np.array(state, dtype=np.uint64)
    generator.state = state
    for _ in range(10):
        assert int(compiled.next_word(twin)) == generator.next()
    assert twin.tolist() == generator.state


@given(
    words,
    st.lists(st.integers(1, 2**32 - 1) | st.integers(1, 20) | st.integers(2**32, 2**63 - 1), max_size=20),
)
def test_below(seed: int, bounds: list[int]) -> None:
    generator, twin = Generator(seed), state_of(seed, 0)
    for bound in bounds:
        assert compiled.below(twin, bound) == generator.below(bound)
    assert twin.tolist() == generator.state


@pytest.mark.parametrize("bound", [2**32, 2**32 + 1, 3 << 40, 2**63 - 1, 2**64, 3 << 63, 3 << 200])
def test_below_any_positive_integer(bound: int) -> None:
    generator, twin = Generator(5), state_of(5, 0)
    drawn = [generator.below(bound) for _ in range(DRAWS)]
    assert max(drawn) < bound
    assert_distributed(Counter(3 * value // bound for value in drawn), dict.fromkeys(range(3), 1 / 3))
    if bound < 2**63:
        assert drawn == [int(compiled.below(twin, bound)) for _ in range(DRAWS)]
        assert twin.tolist() == generator.state


@pytest.mark.parametrize("bound", [0, -1, -(2**70), 0.5, "7", None])
def test_below_nothing_is_refused(bound: int) -> None:
    with pytest.raises(InputError, match="needs a positive integer"):
        Generator(5).below(bound)


def test_a_bound_may_be_of_numpy() -> None:
    assert Generator(5).below(np.int64(2**31)) == Generator(5).below(2**31)


def test_below_where_draws_are_often_refused() -> None:
    bound = 3 << 30
    generator, twin = Generator(12), state_of(12, 0)
    drawn = [int(compiled.below(twin, bound)) for _ in range(DRAWS)]
    assert drawn == [generator.below(bound) for _ in range(DRAWS)]
    assert_distributed(Counter(value % 3 for value in drawn), dict.fromkeys(range(3), 1 / 3))


@given(words)
def test_poisson(seed: int) -> None:
    generator, twin = Generator(seed), state_of(seed, 0)
    assert [compiled.poisson(twin) for _ in range(20)] == [generator.poisson() for _ in range(20)]


def test_poisson_distribution() -> None:
    twin = state_of(13, 0)
    counts = Counter(int(compiled.poisson(twin)) for _ in range(DRAWS))
    assert_distributed(counts, {k: 1 / factorial(k) / e for k in range(len(POISSON) + 1)})


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10])
def test_below_is_uniform(bound: int) -> None:
    twin = state_of(11, bound)
    counts = Counter(int(compiled.below(twin, bound)) for _ in range(DRAWS))
    assert_distributed(counts, dict.fromkeys(range(bound), 1 / bound))
