"""Seeds: 64-bit numbers where randomness starts."""

from __future__ import annotations

import hashlib
import secrets

from evobool.errors import InputError
from evobool.model.setting import Setting, check_integer

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


def setting_seed(seed: int, setting: Setting) -> int:
    """The seed of a setting's runs within a study: 64 bits of SHA-256 of both.

    Run i of the setting is then `evolve(setting, seed=setting_seed(seed, setting), index=i)`.
    """
    digest = hashlib.sha256(f"{seed}:{setting.id}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
