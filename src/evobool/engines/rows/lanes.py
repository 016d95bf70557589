"""Lanes: the generator further on, for a block of generators that draw the words of a sample together.

The words are cut into as many pieces as a block has words, and each lane begins in the state that the
generator has where a piece begins. A step is linear in the bits of the state, so that state is the sum, by
xor, of what each nibble of the present one contributes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from evobool.engines.kernels.random import U64, Words
from evobool.engines.rows.blocks import BLOCK

STATE, NIBBLE = 4, 4  # words; bits
NIBBLES, VALUES = 64 * STATE // NIBBLE, 1 << NIBBLE


@lru_cache(maxsize=16)
def lane_table(steps: int) -> Words:
    """What each value of each nibble contributes to the states of all lanes, `steps` words apart."""
    lanes, further = [units()], power(stepped(units()), steps)
    while len(lanes) < BLOCK:
        lanes.append(times(lanes[-1], further))
    return np.stack([contributions(lane) for lane in lanes], axis=-1).reshape(-1)


def units() -> Words:
    """The states with a single bit, in the order of the bits."""
    bits = np.arange(64 * STATE)
    found = np.zeros((64 * STATE, STATE), dtype=np.uint64)
    found[bits, bits // 64] = U64(1) << (bits % 64).astype(np.uint64)
    return found


def stepped(states: Words) -> Words:
    """Each row a state of the generator, one step further: as `random.next_word`."""
    s0, s1, s2, s3 = states.T
    s2, s3 = s2 ^ s0, s3 ^ s1
    return np.stack([s0 ^ s3, s1 ^ s2, s2 ^ (s1 << U64(17)), (s3 << U64(45)) | (s3 >> U64(19))], axis=1)


def contributions(matrix: Words) -> Words:
    """What each value of each nibble contributes to the product of a state and a matrix.

    Row b of a matrix is the state that becomes of the one whose only bit is b.
    """
    rows = matrix.reshape(NIBBLES, NIBBLE, STATE)
    table = np.zeros((NIBBLES, VALUES, STATE), dtype=np.uint64)
    for bit in range(NIBBLE):
        table[:, np.arange(VALUES) >> bit & 1 == 1] ^= rows[:, bit, None]
    return table


def times(one: Words, other: Words) -> Words:
    """The product of two matrices."""
    shifts = np.arange(0, 64, NIBBLE, dtype=np.uint64)
    nibbles = ((one[:, :, None] >> shifts) & U64(VALUES - 1)).reshape(-1, NIBBLES).astype(np.intp)
    found: Words = np.bitwise_xor.reduce(contributions(other)[np.arange(NIBBLES), nibbles], axis=1)
    return found


def power(matrix: Words, exponent: int) -> Words:
    """A matrix times itself, so many times; at least once."""
    found = matrix
    for bit in bin(exponent)[3:]:
        found = times(found, found)
        if bit == "1":
            found = times(found, matrix)
    return found
