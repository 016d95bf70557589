"""Bits of words: counted, found, and put into or taken out of a row of words."""

from __future__ import annotations

import numpy as np

from evobool.engines.kernels.jit import inlined
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
def close_bit(words: Words, first: int, last: int, k: int) -> None:
    """Take out the k-th bit of those from word `first` to word `last`; the later ones move."""
    word, low, carry = first + k // WORD, low_bits(k % WORD), _ZERO
    for later in range(last, word, -1):
        old = words[later]
        words[later] = (old >> _ONE) | (carry << U64(WORD - 1))
        carry = old & _ONE
    old = words[word]
    words[word] = (old & low) | ((old >> _ONE) & ~low) | (carry << U64(WORD - 1))
