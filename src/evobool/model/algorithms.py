"""The algorithms: how many mutations make an offspring.

An algorithm is one entry of ALGORITHMS. Whoever needs to know whether there may be several asks the entry,
not its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class PoissonDraws(Protocol):
    """What an algorithm needs of a generator."""

    def poisson(self) -> int:
        """A Poisson(1) variate."""


@dataclass(frozen=True)
class Scheme:
    """How an algorithm makes its offspring.

    `mutations` draws how many mutations make the next offspring; `several` says whether that may be more than
    one: 1 + Poisson(1) then, which the compiled engines and the theory count on.
    """

    name: str
    mutations: Callable[[PoissonDraws], int]
    several: bool = False


ALGORITHMS: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme("rls-gp", lambda draws: 1),
        Scheme("1+1-gp", lambda draws: 1 + draws.poisson(), several=True),
    )
}
