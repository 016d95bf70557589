from __future__ import annotations

import subprocess
import sys
from collections import Counter
from math import e, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool.model.generator import GOLDEN, MOST_MUTATIONS, POISSON, WORD, Generator, initial_state, mix
from tests.support.chisquare import assert_distributed


def test_xoshiro256_known_answers() -> None:
    # from the state 1, 2, 3, 4, as in the test of the Rust crate rand_xoshiro
    generator = Generator(0)
    generator.state = [1, 2, 3, 4]
    assert [generator.next() for _ in range(8)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
    ]


def test_splitmix64_known_answers() -> None:
    # the first outputs of SplitMix64 for the seed 0
    assert [mix(k * GOLDEN & WORD) for k in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_initial_state_is_fixed_for_ever() -> None:
    assert initial_state(0, 0) == [
        2558736989570252433,
        17913671590881668180,
        5125111896206277188,
        16650050240625395466,
    ]
    assert initial_state(2**64 - 1, 10**9) == [
        13001429332718088576,
        16355664738100575989,
        17651317200794456898,
        6357210335961492097,
    ]
    assert Generator(7, 3).state == initial_state(7, 3)


def test_neighbouring_seeds_and_runs_share_no_word() -> None:
    words = [word for seed in range(50) for index in range(50) for word in initial_state(seed, index)]
    assert len(set(words)) == len(words)


@given(st.integers(1, 2**32 - 1), st.integers(0, 2**64 - 1))
def test_below_stays_below(bound: int, seed: int) -> None:
    generator = Generator(seed)
    assert all(0 <= generator.below(bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10])
def test_below_is_uniform(bound: int) -> None:
    generator = Generator(11, bound)
    counts = Counter(generator.below(bound) for _ in range(20_000))
    assert_distributed(counts, dict.fromkeys(range(bound), 1 / bound))


def test_below_has_no_bias_where_it_would_be_greatest() -> None:
    # Without Lemire's rejection, u -> floor(3 u / 4) would give every third value twice as often.
    generator, bound = Generator(12), 3 << 30
    counts = Counter(generator.below(bound) % 3 for _ in range(20_000))
    assert_distributed(counts, dict.fromkeys(range(3), 1 / 3))


def test_poisson_thresholds() -> None:
    total = 0.0
    for k, threshold in enumerate(POISSON):
        total += 1 / factorial(k) / e
        assert threshold / 2**64 == pytest.approx(total, abs=1e-15)
    assert POISSON[-1] == WORD
    assert 1 + len(POISSON) == MOST_MUTATIONS


def test_poisson_distribution() -> None:
    generator = Generator(13)
    counts = Counter(generator.poisson() for _ in range(20_000))
    assert_distributed(counts, {k: 1 / factorial(k) / e for k in range(len(POISSON) + 1)})


def test_poisson_at_the_ends() -> None:
    generator = Generator(0)
    generator.next = lambda: 0  # type: ignore[method-assign]
    assert generator.poisson() == 0
    generator.next = lambda: WORD  # type: ignore[method-assign]
    assert generator.poisson() == MOST_MUTATIONS - 1


@pytest.mark.long
def test_import_leaves_the_decimal_context_alone() -> None:
    code = "import decimal, evobool.model.generator; print(decimal.getcontext().prec)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "28"
