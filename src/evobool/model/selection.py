"""Which of parent and offspring survives.

A selection rule is one function, `accepts`. To add one, write it and add a line to SELECTIONS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple


class Judged(NamedTuple):
    """What selection knows of a tree: its error, by the setting's objective, and its leaves."""

    error: int
    leaves: int


class Order(NamedTuple):
    """An order of trees: by error, then by `leaves`, where few are better (1), many (-1), or no matter (0).

    Of two that are equal in this the `younger` is better, or the older, or it is left to chance.
    """

    leaves: int
    ties: str


# By whether an offspring of equal error is accepted that has fewer, as many and more leaves.
ORDERS: dict[tuple[bool, ...], Order] = {
    (True, True, True): Order(0, "younger"),
    (False, False, False): Order(0, "older"),
    (True, True, False): Order(1, "younger"),
    (True, False, False): Order(1, "older"),
    (False, True, True): Order(-1, "younger"),
    (False, False, True): Order(-1, "older"),
}
SURELY, NEVER = Fraction(1), Fraction(0)
Accepts = Callable[[Judged, Judged, Any], bool]
Chance = Callable[[Judged, Judged], Fraction]


@dataclass(frozen=True)
class Selection:
    """A rule that says whether an offspring takes its parent's place.

    `accepts(offspring, parent, draws)` decides; `draws` is the run's generator, for rules that leave
    something to chance. `by_order` promises that only the order of the errors and of the leaves matters, not
    their values and not chance: such a rule runs on every engine and in the exact theory. `chance` gives the
    probability of what `accepts` draws, if the rule says it: then the exact theory can follow that too.

    >>> parsimony = SELECTIONS["parsimony"]
    >>> parsimony.accepts(Judged(3, 5), Judged(3, 4), None), parsimony.table[1 + 3 * 1]
    (False, True)
    """

    name: str
    accepts: Accepts
    by_order: bool = False
    source: str | None = None
    chance: Chance | None = None
    by_lot: bool = False  # whether ties are left to chance, whatever the leaves

    def likely(self, offspring: Judged, parent: Judged) -> Fraction:
        """The probability that an offspring is accepted, of a rule that goes by order or has a `chance`.

        >>> print(SELECTIONS["strict"].likely(Judged(3, 5), Judged(3, 4)))
        0
        """
        if self.chance is not None:
            return self.chance(offspring, parent)
        orders = ((one > other) - (one < other) for one, other in zip(offspring, parent, strict=True))
        return SURELY if self.keeps(*orders) else NEVER

    @cached_property
    def order(self) -> Order | None:
        """The order of many trees that the rule makes; None if it makes none.

        >>> SELECTIONS["nonstrict"].order, SELECTIONS["parsimony"].order
        (Order(leaves=0, ties='younger'), Order(leaves=1, ties='younger'))
        """
        if self.by_lot:
            return Order(0, "chance")
        if not self.by_order or self.table[:3] != (True,) * 3 or any(self.table[6:]):
            return None
        return ORDERS.get(self.table[3:6])

    def rank(self, judged: Judged) -> tuple[Any, int]:
        """What is smaller for a better tree, and equal for one as good."""
        assert self.order is not None
        return judged.error, self.order.leaves * judged.leaves

    @cached_property
    def table(self) -> tuple[bool, ...]:
        """Whether an offspring is accepted, by 3 * (order of errors + 1) + order of leaves + 1.

        An order is -1, 0 or 1: the sign of the offspring's number minus the parent's.
        """
        parent = Judged(1, 1)
        return tuple(
            bool(self.accepts(Judged(error, leaves), parent, None))
            for error in range(3)
            for leaves in range(3)
        )

    def keeps(self, error_order: int, leaves_order: int) -> bool:
        """Whether a rule that goes by order accepts an offspring of these orders."""
        return self.table[3 * error_order + leaves_order + 4]

    def beats(self, one: Judged, other: Judged, draws: Any) -> bool:
        """Whether one offspring is better than another: it would be accepted, and not the other way round."""
        return bool(self.accepts(one, other, draws)) and not self.accepts(other, one, draws)


def _nonstrict(offspring: Judged, parent: Judged, draws: Any) -> bool:
    """f(X') <= f(X), as in Algorithm 1."""
    return offspring.error <= parent.error


def _strict(offspring: Judged, parent: Judged, draws: Any) -> bool:
    """f(X') < f(X)."""
    return offspring.error < parent.error


def _parsimony(offspring: Judged, parent: Judged, draws: Any) -> bool:
    """A smaller error, or an equal one and no more leaves: (error, leaves) in lexicographic order."""
    return (offspring.error, offspring.leaves) <= (parent.error, parent.leaves)


def _coin(offspring: Judged, parent: Judged, draws: Any) -> bool:
    """f(X') < f(X), or f(X') = f(X) and a coin falls on 0."""
    if offspring.error != parent.error:
        return offspring.error < parent.error
    return bool(draws.below(2) == 0)


def _chance_of_the_coin(offspring: Judged, parent: Judged) -> Fraction:
    return Fraction(1, 2) if offspring.error == parent.error else Fraction(offspring.error < parent.error)


SELECTIONS: dict[str, Selection] = {
    selection.name: selection
    for selection in (
        Selection("nonstrict", _nonstrict, by_order=True),
        Selection("strict", _strict, by_order=True),
        Selection("parsimony", _parsimony, by_order=True),
        Selection("coin", _coin, chance=_chance_of_the_coin, by_lot=True),
    )
}
