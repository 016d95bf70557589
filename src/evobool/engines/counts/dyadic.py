"""Exact numbers in [0, 1] as an odd mantissa over a power of two: mantissa / 2^exponent.

If a mantissa does not fit 63 bits, the operation says so (the exponent is WIDE): nothing is ever rounded.
Zero is 0 / 2^0. Numbers for n <= 62 variables always fit.
"""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.random import U64, i64

WIDE = -1
_ZERO, _ONE = U64(0), U64(1)
_LOW = U64(0xFFFFFFFF)


@inlined
def times(
    mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int
) -> tuple[np.uint64, int]:
    """The product of two numbers."""
    if mantissa1 == _ONE:
        return mantissa2, exponent1 + exponent2
    if mantissa2 == _ONE:
        return mantissa1, exponent1 + exponent2
    if bit_length(mantissa1) + bit_length(mantissa2) > 63:
        return _ZERO, WIDE
    return mantissa1 * mantissa2, exponent1 + exponent2


@inlined
def complement(mantissa: np.uint64, exponent: int) -> tuple[np.uint64, int]:
    """One minus a number."""
    if exponent > 62:
        return _ZERO, WIDE
    return (_ONE << U64(exponent)) - mantissa, exponent


@inlined
def shifted(mantissa: np.uint64, places: int) -> tuple[np.uint64, bool]:
    """The mantissa times 2^places, and whether it fits 63 bits."""
    if mantissa == _ZERO:
        return _ZERO, True
    if places > 63 or bit_length(mantissa) + places > 63:
        return _ZERO, False
    return mantissa << U64(places), True


@kernel
def plus(mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int) -> tuple[np.uint64, int]:
    """The sum of two numbers."""
    exponent = max(exponent1, exponent2)
    left, fits1 = shifted(mantissa1, exponent - exponent1)
    right, fits2 = shifted(mantissa2, exponent - exponent2)
    total = left + right
    if not fits1 or not fits2:
        return _ZERO, WIDE
    if total == _ZERO:
        return _ZERO, 0
    while total & _ONE == _ZERO:
        total >>= _ONE
        exponent -= 1
    return (_ZERO, WIDE) if bit_length(total) > 63 else (total, exponent)


@inlined
def as_float(mantissa: np.uint64, exponent: int) -> float:
    """The nearest double."""
    return np.float64(mantissa) * 2.0 ** np.float64(-exponent)


@kernel
def difference(
    mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int
) -> tuple[float, bool]:
    """The first number minus a smaller one, rounded once, and whether one word was enough."""
    exponent = max(exponent1, exponent2)
    left, fits1 = shifted(mantissa1, exponent - exponent1)
    right, fits2 = shifted(mantissa2, exponent - exponent2)
    if not fits1 or not fits2:
        return 0.0, False
    return as_float(left - right, exponent), True


@kernel
def minus(
    mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int
) -> tuple[np.uint64, int]:
    """The first number minus one that is not larger."""
    exponent = max(exponent1, exponent2)
    places = exponent - exponent1
    if mantissa2 == _ZERO:
        return mantissa1, exponent1
    if places > 63 or bit_length(mantissa1) + places > 64:  # the smaller one takes no more bits
        return _ZERO, WIDE
    gap = (mantissa1 << U64(places)) - (mantissa2 << U64(exponent - exponent2))
    if gap == _ZERO:
        return _ZERO, 0
    while gap & _ONE == _ZERO:
        gap >>= _ONE
        exponent -= 1
    return (_ZERO, WIDE) if bit_length(gap) > 63 else (gap, exponent)


@inlined
def compare(mantissa1: np.uint64, exponent1: int, mantissa2: np.uint64, exponent2: int) -> int:
    """-1, 0 or 1: whether the first number is smaller, equal or larger."""
    if mantissa1 == mantissa2 and exponent1 == exponent2:
        return 0
    if mantissa1 == _ZERO:
        return -1
    if mantissa2 == _ZERO:
        return 1
    high1, high2 = bit_length(mantissa1) - exponent1, bit_length(mantissa2) - exponent2
    if high1 != high2:
        return -1 if high1 < high2 else 1
    if exponent1 < exponent2:
        mantissa1 <<= U64(exponent2 - exponent1)
    else:
        mantissa2 <<= U64(exponent1 - exponent2)
    return -1 if mantissa1 < mantissa2 else 1


@kernel
def sign(
    mantissas: tuple[np.uint64, np.uint64, np.uint64, np.uint64], exponents: tuple[int, int, int, int]
) -> int:
    """The sign of the first number, less the second and the third, plus the fourth.

    Whatever their widths: the halves of the mantissas, of 32 bits, are added from the largest power of two
    downwards, until the rest, less than 2^35 of its own largest power, cannot change the sign.
    """
    total, at, used = i64(0), i64(0), i64(0)
    for _ in range(8):
        place, exponent = -1, i64(0)
        for half in range(8):
            power = exponents[half >> 1] - (half & 1) * 32
            if used >> half & 1 == 0 and (place < 0 or power < exponent):
                place, exponent = half, power
        used |= 1 << place
        if total != 0:
            if bit_length(U64(abs(total))) + exponent - at > 36:
                break
            total <<= exponent - at
        at = exponent
        mantissa = mantissas[place >> 1]
        part = i64(mantissa >> U64(32) if place & 1 else mantissa & _LOW)
        total += part if place < 2 or place > 5 else -part
    return i64(total > 0) - i64(total < 0)
