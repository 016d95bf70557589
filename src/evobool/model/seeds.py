"""Seeds, 64-bit numbers where randomness starts, and the numbers of the runs that one seed has."""

from __future__ import annotations

import hashlib
import secrets

from evobool.checks import LARGEST_INTEGER, check_integer
from evobool.errors import InputError
from evobool.model.settings.setting import Setting

LARGEST_SEED = 2**64 - 1
MOST_RUNS = 10**12  # weeks of the quickest runs there are
MOST_RACING = 10**6


def new_seed() -> int:
    """A seed nobody chose, short enough to type again."""
    return secrets.randbelow(2**32)


def check_seed(seed: int | None) -> int:
    """The seed itself, or a new one where none is given."""
    if seed is None:
        return new_seed()
    return check_integer("seed", seed, 0, LARGEST_SEED)


def check_runs(field: str, runs: int) -> int:
    """Refuse a number of runs that is none, or that no machine would come to the end of."""
    return check_integer(field, runs, 1, MOST_RUNS)


def check_race(field: str, runs: int) -> int:
    """Refuse a race of more runs than can be waited for: it has no result before its last run."""
    return check_integer(field, runs, 1, MOST_RACING)


def check_index(index: int, count: int = 1, race: int = 1) -> int:
    """Refuse the number of a run, or of the first of several, that reaches beyond the last run of a seed."""
    index = check_integer("index", index, 0)
    if (index + count) * race - 1 > LARGEST_INTEGER:
        raise InputError(
            "index", index, "must be less than 2^63, and so must the numbers of the runs that follow"
        )
    return index


def setting_seed(seed: int, setting: Setting) -> int:
    """The seed of a setting's runs within a study: 64 bits of SHA-256 of both.

    Run i of the setting is then `evolve(setting, seed=setting_seed(seed, setting), index=i)`.
    """
    digest = hashlib.sha256(f"{seed}:{setting.id}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
