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
    none dominates another, compared by several numbers at once.
    """

    name: str
    survive: Survive
    archive: bool = False
    source: str | None = None


def plus(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """The better of the parent and the best offspring, as the selection rule says."""
    (parent,), best = population, best_offspring(setting.rule, brood, draws)
    if best is None:
        return population
    assert best.judged is not None
    assert parent.judged is not None
    return (best,) if setting.rule.accepts(best.judged, parent.judged, draws) else population


def comma(setting: System, population: Population, brood: Iterator[Member], draws: Any) -> Population:
    """The best offspring, whatever the parent; the parent if all are too large."""
    best = best_offspring(setting.rule, brood, draws)
    return population if best is None else (best,)


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
        Survival("comma", comma),
        Survival("pareto", pareto, archive=True),
    )
}
