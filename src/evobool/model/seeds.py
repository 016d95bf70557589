"""Seeds: 64-bit numbers where randomness starts."""

from __future__ import annotations

import secrets

from evobool.errors import InputError
from evobool.model.setting import check_integer

LARGEST_SEED = 2**64 - 1


def new_seed() -> int:
    """A seed nobody chose, short enough to type again."""
    return secrets.randbelow(2**32)


def check_seed(seed: int | None) -> int:
    """The seed itself, or a new one where none is given."""
    if seed is None:
        return new_seed()
    check_integer("seed", seed, 0)
    if seed > LARGEST_SEED:
        raise InputError("seed", seed, "must be less than 2^64")
    return seed
