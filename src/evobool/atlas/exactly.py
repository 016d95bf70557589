"""E[T] and P(stuck) without sampling, for the functions of up to three variables.

The chain needs a limit on the leaves. It is the setting's own or, without one, the largest that leaves few
enough trees; the report says which. The (1+1) GP passes through trees beyond any limit within an iteration,
and its chain is too large.
"""

from __future__ import annotations

from dataclasses import dataclass

from evobool.model.settings.setting import Setting
from evobool.theory.chain.chain import Chain
from evobool.theory.chain.symmetry import count_orbits

LARGEST_N = 3
MOST_TREES = 25_000  # up to the order of children; a chain of so many takes a second
LARGEST_LIMIT = 8


@dataclass(frozen=True)
class Exact:
    """What the chain says of a function; `mean` is E[T | success]."""

    limit: int
    p_stuck: float
    mean: float
    states: int


def exact_limit(setting: Setting) -> int | None:
    """The most leaves for which the chain is small enough; None if it is not.

    >>> from evobool.atlas.systems import SYSTEMS
    >>> [exact_limit(system.setting(0x8, 2)) for system in SYSTEMS.values()]
    [5, 4, 6, None]
    """
    if setting.n > LARGEST_N or setting.scheme.several:
        return None
    asked = setting.leaf_limit
    counts = count_orbits(setting, asked or LARGEST_LIMIT, lumped=False)
    fits = [leaves for leaves in range(1, len(counts)) if sum(counts[: leaves + 1]) <= MOST_TREES]
    if asked is not None:
        return asked if asked in fits else None
    return max(fits)


def exactly(setting: Setting, fewest: int) -> Exact | None:
    """The exact numbers of a setting whose target needs so many leaves; None if its chain does not fit.

    >>> from evobool.atlas.systems import SYSTEMS
    >>> found = exactly(SYSTEMS["nand"].setting(0x8, 2, limit="4"), fewest=4)
    >>> round(found.p_stuck, 4), round(found.mean, 1)
    (0.7318, 253.4)
    """
    limit = exact_limit(setting)
    if limit is None or fewest > limit:
        return None
    chain = Chain(setting.with_(limit=str(limit)))
    return Exact(limit, chain.p_stuck, chain.mean, chain.states)
