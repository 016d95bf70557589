"""How an effort, a number of evaluations, is spent: rounds of runs, each twice as long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

FIRST_UNIT = 250  # iterations for each leaf of the limit, in the first round
LONGEST = 64  # leaves; runs of larger limits are no longer
SLACK = 2  # formulas are found more easily in larger trees, and shortened then
UNLIMITED = 32  # times as long is the run without a limit, which finds rules that have many leaves


class Kind(NamedTuple):
    """Runs of a round: their limit, None if there is none, deletion, number and length."""

    limit: int | None
    deletion: str
    runs: int
    iterations: int


@dataclass(frozen=True)
class Ladder:
    """The limits of the runs: up to twice the most leaves of the formulas, or all and none.

    >>> [rung for rung in Ladder(16).rungs(None)]
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]
    >>> Ladder(None).rungs(None)[-2:], Ladder(None).rungs(6)
    ([64, None], [1, 2, 3, 4, 6, 8, 12])
    """

    most: int | None

    def rungs(self, exact: int | None) -> list[int | None]:
        """The limits for a front whose last formula, of so many leaves, cannot be bettered."""
        most = min((each for each in (self.most, exact) if each is not None), default=None)
        found, rung = list[int | None](), 1
        while rung < (LONGEST + 1 if most is None else SLACK * most):
            found.append(rung)
            rung = rung + 1 if rung < 4 else rung * 3 // 2 if rung & (rung - 1) == 0 else rung // 3 * 4
        return [*found, None if most is None else SLACK * most]

    def kinds(self, unit: int, runs: int, exact: int | None) -> list[Kind]:
        """The runs of a round."""
        found = list[Kind]()
        for rung in self.rungs(exact):
            if rung is None:
                found.append(Kind(rung, "subtree", 1, UNLIMITED * LONGEST * unit))
                continue
            length = unit * min(rung, LONGEST)
            found.append(Kind(rung, "subtree", runs, length))
            if rung > 1:
                found.append(Kind(rung, "leaf", runs, length))
        return found


def evaluations(kinds: Sequence[Kind]) -> int:
    """What a round costs at most."""
    return sum(kind.runs * kind.iterations for kind in kinds)
