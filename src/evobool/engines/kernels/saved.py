"""The generator's state, and saved ones to go back to."""

from __future__ import annotations

import numpy as np

from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.random import Words

# Before the iteration, before the best offspring, before the last.
BEFORE, BEFORE_BEST, BEFORE_LAST = range(1, 4)


def new_generator() -> Words:
    """Room for the generator's state, and three saved ones."""
    return flat(np.zeros(16, dtype=np.uint64))


@inlined
def save(rng: Words, place: int) -> None:
    """Save the generator's state."""
    for word in range(4):
        rng[4 * place + word] = rng[word]


@inlined
def restore(rng: Words, place: int) -> None:
    """Restore a saved state of the generator."""
    for word in range(4):
        rng[word] = rng[4 * place + word]


@inlined
def keep_saved(rng: Words, source: int, into: int) -> None:
    """Copy a saved state."""
    for word in range(4):
        rng[4 * into + word] = rng[4 * source + word]
