"""The compiled twin of `evobool.model.generator`: xoshiro256** on a state of four words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.jit import inlined, kernel
from evobool.model.generator import POISSON

U32, U64 = np.uint32, np.uint64
if TYPE_CHECKING:

    def i64(x: Any) -> int:
        """A 64-bit integer for numba, an int for the type checker."""
else:
    i64 = np.int64

_GOLDEN = U64(0x9E3779B97F4A7C15)
_MIX1 = U64(0xBF58476D1CE4E5B9)
_MIX2 = U64(0x94D049BB133111EB)
_LOW = U64(0xFFFFFFFF)
_TWO32 = U64(1 << 32)
_POISSON = np.array(POISSON, dtype=np.uint64)

Words = NDArray[np.uint64]


@inlined
def mix(x: np.uint64) -> np.uint64:
    """The output function of SplitMix64."""
    x = (x ^ (x >> U64(30))) * _MIX1
    x = (x ^ (x >> U64(27))) * _MIX2
    return x ^ (x >> U64(31))


@kernel
def seed_state(state: Words, seed: np.uint64, index: int) -> None:
    """Set the generator to run `index` of `seed`."""
    x = mix(mix(seed + _GOLDEN) + (U64(index) + U64(1)) * _GOLDEN)
    for k in range(4):
        state[k] = mix(x + U64(k + 1) * _GOLDEN)


@inlined
def next_word(state: Words) -> np.uint64:
    """Sixty-four random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    x = s1 * U64(5)
    result = ((x << U64(7)) | (x >> U64(57))) * U64(9)
    s2 ^= s0
    s3 ^= s1
    state[0] = s0 ^ s3
    state[1] = s1 ^ s2
    state[2] = s2 ^ (s1 << U64(17))
    state[3] = (s3 << U64(45)) | (s3 >> U64(19))
    return result


@inlined
def below(state: Words, bound: int) -> int:
    """A uniform integer in [0, bound), without bias, for any positive bound (Lemire up to 2^32)."""
    wide = U64(bound)
    if wide > _TWO32:
        return below_wide(state, wide)
    product = (next_word(state) >> U64(32)) * wide
    if product & _LOW < wide:
        threshold = (_TWO32 - wide) % wide
        while product & _LOW < threshold:
            product = (next_word(state) >> U64(32)) * wide
    return i64(product >> U64(32))


@kernel
def below_wide(state: Words, bound: np.uint64) -> int:
    """The same for bounds above 2^32: as many bits as it takes, till they fit."""
    unused, rest = U64(0), bound - U64(1)
    while not rest >> U64(63):
        unused, rest = unused + U64(1), rest << U64(1)
    drawn = next_word(state) >> unused
    while drawn >= bound:
        drawn = next_word(state) >> unused
    return i64(drawn)


@inlined
def poisson(state: Words) -> int:
    """A Poisson(1) variate, by inversion with 64-bit thresholds."""
    u = next_word(state)
    k = i64(u >= _POISSON[0]) + i64(u >= _POISSON[1]) + i64(u >= _POISSON[2])  # no branches for most
    while k > 2 and k < len(_POISSON) and u >= _POISSON[k]:
        k += 1
    return k
