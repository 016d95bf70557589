"""The random generator of every run: xoshiro256** (Blackman and Vigna), in plain Python.

`engines/kernels/random.py` holds the same functions compiled; a test keeps the two equal bit for bit. A run
is seeded by its seed and its index alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import accumulate
from math import factorial
from operator import index
from typing import SupportsIndex

from evobool.errors import InputError, shown

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """The output function of SplitMix64: a bijection that scatters near values far apart."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


def initial_state(seed: int, index: int) -> list[int]:
    """The generator's four words for run `index` of `seed`."""
    x = mix((mix((seed + GOLDEN) & WORD) + (index + 1) * GOLDEN) & WORD)
    return [mix((x + (k + 1) * GOLDEN) & WORD) for k in range(4)]


def _poisson_thresholds() -> list[int]:
    """floor(2^64 P(Poisson(1) <= k)) for k = 0, 1, ... until it reaches 2^64 - 1."""
    with localcontext() as context:
        context.prec = 60
        terms = accumulate(Decimal(1) / factorial(k) for k in range(21))
        return [min(int(total / Decimal(1).exp() * (1 << 64)), WORD) for total in terms]


POISSON = _poisson_thresholds()
MOST_MUTATIONS = len(POISSON) + 1


class Generator:
    """xoshiro256** for one run.

    >>> generator = Generator(seed=7, index=0)
    >>> [generator.below(6) + 1 for _ in range(5)]
    [6, 4, 1, 5, 6]
    """

    def __init__(self, seed: int, index: int = 0) -> None:
        self.state = initial_state(seed, index)

    @classmethod
    def resumed(cls, state: Sequence[int]) -> Generator:
        """A generator in the middle of a run."""
        generator = cls(0)
        generator.state = [int(word) for word in state]
        return generator

    def next(self) -> int:
        """Sixty-four random bits."""
        s0, s1, s2, s3 = self.state
        x = (s1 * 5) & WORD
        result = (((x << 7 | x >> 57) & WORD) * 9) & WORD
        s2 ^= s0
        s3 ^= s1
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17) & WORD, (s3 << 45 | s3 >> 19) & WORD]
        return result

    def below(self, bound: SupportsIndex) -> int:
        """A uniform integer in [0, bound), without bias, for any positive bound (Lemire up to 2^32)."""
        if type(bound) is not int or not 0 < bound <= 2**32:
            return self._below_any(bound)
        product = (self.next() >> 32) * bound
        if product & 0xFFFFFFFF < bound:
            threshold = (2**32 - bound) % bound
            while product & 0xFFFFFFFF < threshold:
                product = (self.next() >> 32) * bound
        return product >> 32

    def _below_any(self, given: SupportsIndex) -> int:
        """The same for what is not an int of at most 32 bits; above, as many bits as it takes, till they fit.

        >>> Generator(7).below(10**30)
        707155515629153191929896967257
        """
        try:
            bound = index(given)
        except TypeError:
            bound = 0
        if bound < 1:
            raise InputError("bound", given, f"draws.below({shown(given)}) needs a positive integer")
        if bound <= 2**32:
            return self.below(bound)
        bits = (bound - 1).bit_length()
        words = -(-bits // 64)
        while True:
            drawn = sum(self.next() << 64 * word for word in range(words)) >> (64 * words - bits)
            if drawn < bound:
                return drawn

    def poisson(self) -> int:
        """A Poisson(1) variate, by inversion with 64-bit thresholds."""
        u = self.next()
        return sum(u >= threshold for threshold in POISSON)
