from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from evobool.engines.compiling.flat import Flat, flat, move, records
from evobool.engines.compiling.jit import kernel

type_of: Any = numba.typeof
PAIR = np.dtype([("one", np.int32), ("word", np.uint64), ("two", np.uint32)])


@kernel
def change(pairs: Any, words: Any, signs: Any) -> int:
    pairs[1].one = -7
    pairs[2].two += np.uint32(3)
    pairs[3] = pairs[2]
    last = pairs[len(pairs) - 1]
    last.word = words[3]
    words[np.uint32(0)] += np.uint64(9)
    signs[1] = True
    return int(len(words) + pairs[1].one + np.int64(signs[0]))


def test_compiled_as_in_python() -> None:
    """One function on equal arrays, compiled and, where the compiler is on, as plain Python."""
    results = []
    for function in (change, getattr(change, "py_func", change)):
        pairs, words = records(5, PAIR), flat(np.arange(4, dtype=np.uint64))
        signs = flat(np.array([True, False]))
        returned = int(function(pairs, words, signs))
        results.append((returned, pairs.tolist(), words.tolist(), signs.tolist()))
    assert results[0] == results[1]
    returned, pairs, words, signs = results[0]
    assert returned == 4 - 7 + 1
    assert pairs == [(0, 0, 0), (-7, 0, 0), (0, 0, 3), (0, 0, 3), (0, 3, 0)]
    assert words == [9, 1, 2, 3]
    assert signs == [True, True]


@kernel
def shift(words: Any, into: int, source: int, count: int) -> None:
    move(words, into, source, count)


@kernel
def shift_eight(words: Any, into: int, source: int) -> None:
    move(words, into, source, 8)


@pytest.mark.parametrize("kind", [np.uint8, np.uint32, np.uint64])
@pytest.mark.parametrize(("into", "source"), [(2, 0), (0, 2), (5, 5), (0, 12), (1, 0)])
@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_items_are_moved_even_onto_themselves(kind: Any, into: int, source: int, count: int) -> None:
    expected = list(range(20))
    expected[into : into + count] = range(source, source + count)
    for function in (shift, getattr(shift, "py_func", shift)):
        array = flat(np.arange(20, dtype=kind))
        function(array, into, source, count)
        assert array.tolist() == expected
    if count == 8:
        array = flat(np.arange(20, dtype=kind))
        shift_eight(array, into, source)
        assert array.tolist() == expected


def test_the_same_memory() -> None:
    array = np.arange(4)
    assert np.shares_memory(flat(array), array)


@pytest.mark.compiled
@pytest.mark.parametrize("wrong", [np.zeros((2, 2)).view(Flat), np.zeros(8)[::2].view(Flat)])
def test_what_has_gaps_or_lines_is_refused(wrong: Any) -> None:
    """An address and a length do not say where its items are."""
    with pytest.raises((TypeError, numba.TypingError)):
        change(records(5, PAIR), wrong, flat(np.array([True, False])))


@pytest.mark.compiled
def test_types_are_told_apart_by_their_items() -> None:
    other = np.dtype([("one", np.int32), ("word", np.uint64), ("three", np.uint32)])
    kinds = [type_of(records(1, kind)) for kind in (PAIR, other)]
    kinds += [type_of(flat(np.zeros(3, dtype=kind))) for kind in (np.int32, np.uint32, np.int64)]
    assert len(set(kinds)) == len({str(kind) for kind in kinds}) == 5
    assert type_of(records(7, PAIR)) == kinds[0]
