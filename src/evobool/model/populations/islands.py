"""Several populations on a ring of islands."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from evobool.errors import InputError
from evobool.model.populations.member import Population


class Islands(NamedTuple):
    """How many islands there are, and after how many iterations trees move."""

    number: int = 1
    every: int = 0

    def __str__(self) -> str:
        return f"{self.number}:{self.every}" if self.number > 1 else "none"


def islands_of(value: object) -> Islands:
    """The islands that a setting's field names.

    >>> islands_of("4:100"), str(islands_of("none"))
    (Islands(number=4, every=100), 'none')
    """
    if value is None or (isinstance(value, str) and value.strip() == "none"):
        return Islands()
    found = (
        re.fullmatch(r"\s*(\d{1,6})\s*:\s*(\d{1,12})\s*", value, re.ASCII) if isinstance(value, str) else None
    )
    if found is None or not 2 <= int(found[1]) <= 1024 or int(found[2]) < 1:
        raise InputError(
            "islands", value, "must be none or K:T, 2 to 1024 islands and the iterations between"
        )
    return Islands(int(found[1]), int(found[2]))


def moved(setting: Any, islands: list[Population]) -> list[Population]:
    """The islands after the best of each has gone to the next, where it replaces the worst.

    By the selection rule's order; the first of the best goes, and the first of the worst is replaced.
    """

    def ranks(island: Population) -> list[Any]:
        return [setting.rule.rank(member.judged) for member in island]

    best, worst = [], []  # places: a tree that came round may be there twice
    for each in map(ranks, islands):
        best.append(each.index(min(each)))
        worst.append(each.index(max(each)))
    return [
        (*island[: worst[place]], *island[worst[place] + 1 :], islands[place - 1][best[place - 1]])
        for place, island in enumerate(islands)
    ]
