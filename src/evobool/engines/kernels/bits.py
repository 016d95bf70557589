"""Bits of words: counted, found, and put into or taken out of a row of words."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.random import U64, Words, i64

WORD = 64
_M1, _M2, _M4 = U64(0x5555555555555555), U64(0x3333333333333333), U64(0x0F0F0F0F0F0F0F0F)
_H = U64(0x0101010101010101)
_ZERO, _ONE = U64(0), U64(1)


@inlined
def popcount(x: np.uint64) -> np.uint64:
    """The number of ones in a word, in operations that compilers turn into a single instruction."""
    x = x - ((x >> U64(1)) & _M1)
    x = (x & _M2) + ((x >> U64(2)) & _M2)
    x = (x + (x >> U64(4))) & _M4
    return (x * _H) >> U64(56)


@inlined
def bit_length(x: np.uint64) -> int:
    """The position of the highest one, counted from 1."""
    length = 0
    for step in (32, 16, 8, 4, 2, 1):
        if x >> U64(step) != _ZERO:
            x >>= U64(step)
            length += step
    return length + (1 if x != _ZERO else 0)


@inlined
def low_bits(k: int) -> np.uint64:
    """A word with ones below bit k, for k < 64."""
    return (_ONE << U64(k)) - _ONE


@inlined
def select(word: np.uint64, k: int) -> int:
    """The position of the k-th one of a word, by halves."""
    position = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = word & ((_ONE << U64(half)) - _ONE)
        ones = i64(popcount(low))
        right = i64(k >= ones)
        k -= right * ones
        position += right * half
        word = word >> U64(half) if right else low
    return position


@inlined
def open_bit(words: Words, first: int, last: int, k: int, bit: bool) -> None:
    """Put in a bit: as the k-th of those from word `first` to word `last`; the later ones move."""
    word, low = first + k // WORD, low_bits(k % WORD)
    old = words[word]
    carry = old >> U64(WORD - 1)
    words[word] = (old & low) | ((old & ~low) << _ONE) | (U64(bit) << U64(k % WORD))
    for later in range(word + 1, last + 1):
        old = words[later]
        words[later] = (old << _ONE) | carry
        carry = old >> U64(WORD - 1)


@inlined
def close_bits(words: Words, first: int, last: int, k: int, count: int) -> None:
    """Take out some bits, from the k-th of those from word `first` to word `last` on; the later ones move."""
    word, low, skip, shift = first + k // WORD, low_bits(k % WORD), count // WORD, count % WORD
    for into in range(word, last + 1):
        source = into + skip
        moved = words[source] >> U64(shift) if source <= last else _ZERO
        if shift > 0 and source < last:
            moved |= words[source + 1] << U64(WORD - shift)
        words[into] = (words[into] & low) | (moved & ~low)
        low = _ZERO
