"""Who survives an iteration: the step of Algorithm 1 in which the offspring takes the parent's place, or not.

A survival is one function. To add one, write it and add a line to SURVIVALS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evobool.model.populations.member import Member, Population
from evobool.model.selection import Judged, Selection


class System(Protocol):
    """What a survival needs of a setting."""

    @property
    def rule(self) -> Selection:
        """The selection rule, which orders."""


Survive = Callable[[System, Population, Iterator[Member], Any], Population]


@dataclass(frozen=True)
class Survival:
    """Who is kept of a population and its brood: `survive(setting, population, brood, draws)`.

    The brood is made while it is taken: its draws come when its next offspring is asked for. An offspring
    that is not judged is above the limit, and cannot be kept. `archive` says that all trees are kept of which
    none dominates another, compared by several numbers at once. Where the parents go in any case, they are
    `replaced`: an offspring above the limit is then its parent's copy. `by_rows` says that outputs matter.
    """

    name: str
    survive: Survive
    archive: bool = False
    replaced: bool = False
    by_rows: bool = False
    source: str | None = None


def plus(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """The best mu of parents and offspring.

    With one parent, as in Algorithm 1: the best offspring, of several equal ones any, takes its place if the
    selection rule accepts it.
    """
    if len(population) > 1 or setting.rule.by_lot:
        return kept(setting.rule, (*population, *brood), len(population), draws)
    (parent,), best = population, best_offspring(setting.rule, brood, draws)
    if best is None:
        return population
    assert best.judged is not None
    assert parent.judged is not None
    return (best,) if setting.rule.accepts(best.judged, parent.judged, draws) else population


def comma(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """The best mu of the offspring, whatever the parents."""
    return kept(setting.rule, tuple(brood), len(population), draws)


def crowding(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """Deterministic crowding: an offspring meets the parent whose outputs are more like its own.

    Offspring meet in order whoever stands in that parent's place; the rule says whether they take it. The
    first parent is met where both are as like.
    """
    places = list(population)
    for child in list(brood):
        if child.judged is None:
            continue
        assert child.missed is not None
        apart = {place: (child.missed ^ (places[place].missed or 0)).bit_count() for place in child.origins}
        place = min(child.origins, key=apart.__getitem__)
        other = places[place].judged
        assert other is not None
        if setting.rule.accepts(child.judged, other, draws):
            places[place] = child
    return tuple(places)


def kept(rule: Selection, pool: Population, size: int, draws: Any) -> Population:
    """The best of a pool in order of age, by the order that the rule makes.

    Where ties are left to chance, those that must leave are drawn one by one among the equals of the last
    one kept: `below` their number, the oldest first.
    """
    assert rule.order is not None
    judged = [(rule.rank(member.judged), age, member) for age, member in enumerate(pool) if member.judged]
    ties = rule.order.ties
    ranked = sorted(judged, key=lambda each: (each[0], -each[1] if ties == "younger" else each[1]))
    stays = ranked[:size]
    if ties == "chance" and len(ranked) > size:
        last = ranked[size - 1][0]
        equal = [each for each in ranked if each[0] == last]
        better = [each for each in ranked if each[0] < last]
        while len(better) + len(equal) > size:
            del equal[draws.below(len(equal))]
        stays = better + equal
    return tuple(member for _, _, member in sorted(stays, key=lambda each: each[1]))


def best_offspring(rule: Selection, brood: Iterator[Member], draws: Any) -> Member | None:
    """The best offspring within the limit; ties are broken at random. None if all are too large."""
    best, ties = None, 0
    for child in brood:
        if child.judged is None:
            continue
        if best is None or best.judged is None or rule.beats(child.judged, best.judged, draws):
            best, ties = child, 1
        elif not rule.beats(best.judged, child.judged, draws):
            ties += 1
            if draws.below(ties) == 0:
                best = child
    return best


def pareto(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """All that none dominates: each offspring in turn enters the archive, or not."""
    archive = population
    for child in list(brood):
        if child.judged is not None:
            archive = entered(setting.rule, archive, child, child.judged, draws)
    return archive


def entered(rule: Selection, archive: Population, child: Member, judged: Judged, draws: Any) -> Population:
    """The archive after an offspring asked to enter: it does unless a member is better than it.

    Better is who strictly dominates it. Whether an equal of a member enters, the rule says: by nonstrict it
    does, by strict it does not, by parsimony it does if it has no more leaves. All that it weakly dominates
    leave.
    """
    value: Sequence[float] = judged.error  # type: ignore[assignment]  # of a trade-off, several numbers
    left = []
    for member in archive:
        assert member.judged is not None
        other: Sequence[float] = member.judged.error  # type: ignore[assignment]
        if value == other:
            if not rule.accepts(Judged(0, judged.leaves), Judged(0, member.judged.leaves), draws):
                return archive
        elif dominates(other, value):
            return archive
        elif not dominates(value, other):
            left.append(member)
    return (*left, child)


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether numbers are at most others, each of them.

    >>> dominates((1, 2), (1, 3)), dominates((1, 3), (2, 2)), dominates((1, 2), (1, 2))
    (True, False, True)
    """
    return all(mine <= yours for mine, yours in zip(one, other, strict=True))


SURVIVALS: dict[str, Survival] = {
    survival.name: survival
    for survival in (
        Survival("plus", plus),
        Survival("comma", comma, replaced=True),
        Survival("pareto", pareto, archive=True),
        Survival("crowding", crowding, by_rows=True),
    )
}
