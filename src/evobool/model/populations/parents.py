"""How a parent is chosen: uniformly, by a tournament, by lexicase selection, ...

A way to choose is one function of the setting and the population, called once an iteration; what it returns
draws one parent after the other, as its place. To add one, write it and add a line to PARENTS. Of a
population of one nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evobool.model.growing import Draws
from evobool.model.named import Argument, whole
from evobool.model.populations.member import Member, Population

Pick = Callable[[Draws], int]  # draws the place of a parent
TOURNAMENT = whole("the number of members in a tournament", "7", 1, 2**16)
WEIGHT, SHARE = 2**30, 2**40  # of an error of 0, and of a row that one member solves
BEST, BEST_OF = 320, 5  # over-selection: the best hold a share BEST / mu; one pick in so many is of the rest


@dataclass(frozen=True)
class Choice:
    """A way to choose parents: `choose(setting, population)` returns what draws them.

    `by_value` says that members are compared by one number, their objective's value; `by_rows` that they are
    compared row by row, `by_weight` that the value must be a whole number.
    """

    name: str
    choose: Callable[[Any, Population], Pick]
    argument: Argument | None = None
    by_value: bool = False
    by_rows: bool = False
    by_weight: bool = False
    source: str | None = None


def uniform(setting: Any, population: Population) -> Pick:
    """Any member, each with the same probability."""
    return lambda draws: draws.below(len(population))


def tournament(setting: Any, population: Population) -> Pick:
    """The best of K members drawn with replacement, by the selection rule's order; the first of equals."""
    ranks = [setting.rule.rank(member.judged) for member in population]
    return _tournament(ranks, setting.chooser.argument)


def _tournament(ranks: Sequence[Any], size: int) -> Pick:
    """The lowest rank of some members."""

    def pick(draws: Draws) -> int:
        return min([draws.below(len(ranks)) for _ in range(size)], key=ranks.__getitem__)

    return pick


def lexicase(setting: Any, population: Population) -> Pick:
    """Of all members those that are right on a random row, if any is, and so on in random order.

    Rows are drawn one by one, without replacement: the k-th, from 0 on, by `below(rows - k)`, and the row
    drawn changes places with the k-th. That ends when all left have the same outputs; of these any is taken.
    """
    alike: dict[int, list[int]] = {}
    for place, member in enumerate(population):
        assert member.missed is not None
        alike.setdefault(member.missed, []).append(place)
    rows = _rows(population)

    def pick(draws: Draws) -> int:
        left, moved, drawn = list(alike), dict[int, int](), 0
        while len(left) > 1:
            place = drawn + draws.below(rows - drawn)
            row = moved.get(place, place)
            moved[place] = moved.get(drawn, drawn)
            drawn += 1
            left = [missed for missed in left if not missed >> row & 1] or left
        found = alike[left[0]]
        return found[draws.below(len(found)) if len(found) > 1 else 0]

    return pick


def proportionate(setting: Any, population: Population) -> Pick:
    """A member with a probability proportional to 1 / (1 + its error).

    Drawn until one is taken, so without rounding: a member, then whether it is, by chance (1 + the least
    error) / (1 + its error).
    """
    return _proportionate(range(len(population)), [_error(member) for member in population])


def _proportionate(places: Sequence[int], errors: Sequence[int]) -> Pick:
    least = min(errors[place] for place in places)

    def pick(draws: Draws) -> int:
        while True:
            place = places[draws.below(len(places)) if len(places) > 1 else 0]
            if errors[place] == least or draws.below(1 + errors[place]) <= least:
                return place

    return pick


def over_selection(setting: Any, population: Population) -> Pick:
    """Koza's over-selection (1992): four picks in five from the best, the others from the rest.

    The best are the fewest members that hold a share 320 / mu of the sum of 1 / (1 + error) over all, in
    whole 2^-30; the older first among equals. Within each part, as `proportionate`.
    """
    errors = [_error(member) for member in population]
    size, ordered = len(errors), sorted(range(len(errors)), key=errors.__getitem__)
    weights = [WEIGHT // (1 + errors[place]) for place in ordered]
    held = best = 0
    while best < size and held * size < BEST * sum(weights):
        held += weights[best]
        best += 1
    picks = [_proportionate(part, errors) for part in (ordered[:best], ordered[best:]) if part]
    return lambda draws: picks[int(len(picks) > 1 and draws.below(BEST_OF) == BEST_OF - 1)](draws)


def sharing(setting: Any, population: Population) -> Pick:
    """A tournament by implicit fitness sharing: a row that k members solve gives each of them 1 / k.

    The sum counts in whole 2^-40, each 1 / k rounded down.
    """
    missed = [member.missed or 0 for member in population]
    scores = [0] * len(population)
    for row in range(_rows(population)):
        solving = [place for place, bits in enumerate(missed) if not bits >> row & 1]
        for place in solving:
            scores[place] += SHARE // len(solving)
    return _tournament([-score for score in scores], setting.chooser.argument)


def _rows(population: Population) -> int:
    """On how many rows members were judged."""
    wrong = population[0].wrong
    assert wrong is not None
    return wrong.positives + wrong.negatives


def _error(member: Member) -> int:
    assert member.judged is not None
    return member.judged.error


PARENTS: dict[str, Choice] = {
    choice.name: choice
    for choice in (
        Choice("uniform", uniform),
        Choice("tournament", tournament, TOURNAMENT, by_value=True),
        Choice("lexicase", lexicase, by_rows=True),
        Choice("proportionate", proportionate, by_value=True, by_weight=True),
        Choice("over-selection", over_selection, by_value=True, by_weight=True),
        Choice("sharing", sharing, whole("the number in a tournament", "2", 1, 2**16, usual=2), by_rows=True),
    )
}
