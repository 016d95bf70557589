from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evobool.engines.compiling.flat import flat
from evobool.engines.kernels import bits
from evobool.engines.kernels.random import Words

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_ones_are_counted_and_found(word: int) -> None:
    assert bits.popcount(np.uint64(word)) == word.bit_count()
    assert bits.bit_length(np.uint64(word)) == word.bit_length()
    places = [k for k in range(64) if word >> k & 1]
    assert [bits.select(np.uint64(word), k) for k in range(len(places))] == places


def row(words: list[int]) -> Any:
    return flat(np.array(words, dtype=np.uint64))


def whole(words: Words) -> int:
    """All words as one number."""
    return sum(int(word) << (64 * k) for k, word in enumerate(words))


@given(st.lists(WORDS, min_size=3, max_size=6), st.booleans(), st.data())
def test_a_bit_is_put_in(words: list[int], bit: bool, data: st.DataObject) -> None:
    """Between two words that stay as they are."""
    inner, found = words[1:-1], row(words)
    k = data.draw(st.integers(0, 64 * len(inner) - 1))
    bits.open_bit(found, 1, len(inner), k, bit)
    old = whole(row(inner))
    new = old & (1 << k) - 1 | bit << k | old >> k << (k + 1)
    assert whole(found[1:-1]) == new % 2 ** (64 * len(inner))
    assert [int(found[0]), int(found[-1])] == [words[0], words[-1]]


@given(st.lists(WORDS, min_size=3, max_size=6), st.data())
def test_bits_are_taken_out(words: list[int], data: st.DataObject) -> None:
    inner, found = words[1:-1], row(words)
    k = data.draw(st.integers(0, 64 * len(inner) - 1))
    count = data.draw(st.integers(0, 64 * len(inner) - k))
    bits.close_bits(found, 1, len(inner), k, count)
    old = whole(row(inner))
    assert whole(found[1:-1]) == old & (1 << k) - 1 | old >> (k + count) << k
    assert [int(found[0]), int(found[-1])] == [words[0], words[-1]]
