"""All that a plain definition may draw: every outcome with its probability, by trying each draw in turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from evobool.errors import InputError

MOST_DRAWS = 50_000  # ways to draw
Found = TypeVar("Found", bound=Hashable)


class _Given:
    """Draws that are given, and 0 from then on; it notes the bounds."""

    def __init__(self, given: list[int]) -> None:
        self.given, self.bounds = given, list[int]()

    def below(self, bound: int) -> int:
        """The next number."""
        place = len(self.bounds)
        self.bounds.append(bound)
        if place == len(self.given):
            self.given.append(0)
        return self.given[place]


def every_draw(define: Callable[[Any], Found], field: str, value: object) -> dict[Found, Fraction]:
    """The law of what `define(draws)` returns; refused, naming a field, if there are too many ways.

    >>> law = every_draw(lambda draws: draws.below(2) + draws.below(3), "limit", 3)
    >>> {number: str(share) for number, share in law.items()}
    {0: '1/6', 1: '1/3', 2: '1/3', 3: '1/6'}
    """
    law: dict[Found, Fraction] = {}
    given: list[int] = []
    for _ in range(MOST_DRAWS):
        draws = _Given(given)
        found = define(draws)
        share = Fraction(1)
        for bound in draws.bounds:
            share /= bound
        law[found] = law.get(found, Fraction(0)) + share
        while given and given[-1] == draws.bounds[len(given) - 1] - 1:
            given.pop()
        if not given:
            return law
        given[-1] += 1
    raise InputError(field, value, f"may be drawn in more than {MOST_DRAWS:,} ways, too many to list")
