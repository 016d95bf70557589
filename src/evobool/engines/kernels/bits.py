"""Bit counts of a word, in operations that every compiler turns into a single instruction."""

from __future__ import annotations

import numpy as np

from evobool.engines.kernels.jit import inlined
from evobool.engines.kernels.random import U64

_M1, _M2, _M4 = U64(0x5555555555555555), U64(0x3333333333333333), U64(0x0F0F0F0F0F0F0F0F)
_H = U64(0x0101010101010101)
_ZERO = U64(0)


@inlined
def popcount(x: np.uint64) -> np.uint64:
    """The number of ones in a word."""
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
