"""A population from moment to moment: who is there, whose offspring they are, how they differ.

The run is made again by the reference engine, whose draws are the run's own, so what is seen is the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from evobool.engines.base import ON_ROWS, POPULATIONS
from evobool.engines.reference import Iteration, OnRows, algorithm_1
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.populations.member import Member, best_of
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.model.training import TrainingSet

READS = ON_ROWS | POPULATIONS | {"objective"}
MOST_MOMENTS = 200
LARGEST_TABLE = 12  # variables of a truth table by which functions are told apart


@dataclass(frozen=True)
class Origin:
    """A parent: its number and its tree."""

    number: int
    tree: Tree


@dataclass(frozen=True)
class Seen:
    """A member as it was seen: a number of its own, the iteration it was born in, and its parents.

    A family are all that descend from one tree of the first population, by the first parent.
    """

    number: int
    family: int
    born: int
    operations: tuple[str, ...]
    parents: tuple[Origin, ...]
    given: tuple[int, int] | None  # the places in the prefix that the second parent gave, where that is known
    member: Member

    @property
    def tree(self) -> Tree:
        """Its tree."""
        return self.member.tree


@dataclass(frozen=True)
class Moment:
    """A population after an iteration, and how many trees were judged by then."""

    iteration: int
    evaluations: int
    members: tuple[Seen, ...]
    rows: TrainingSet | None  # by which functions are told apart

    @property
    def best(self) -> int | None:
        """The fewest wrong rows of a member."""
        return best_of(seen.member for seen in self.members).error

    @property
    def median(self) -> float | None:
        """The median number of wrong rows."""
        known = [seen.member.error for seen in self.members if seen.member.error is not None]
        return float(median(known)) if known else None

    @property
    def trees(self) -> int:
        """How many different trees there are."""
        return len({seen.tree for seen in self.members})

    @cached_property
    def functions(self) -> int | None:
        """How many different functions they are; None where there are too many inputs to tell."""
        if self.rows is None:
            return None
        return len({self.rows.missed(tree) for tree in {seen.tree for seen in self.members}})

    @cached_property
    def families(self) -> int:
        """How many families there are."""
        return len({seen.family for seen in self.members})


def history(
    setting: Setting, seed: int, index: int = 0, stop: Callable[[int], bool] = lambda iteration: False
) -> list[Moment]:
    """A run's populations, from the first to the last; of many iterations, evenly spaced ones.

    `stop` is asked after every iteration; what there is by then is returned.

    >>> found = history(Setting(n=3, population=4, start="leaf"), seed=1)
    >>> [moment.iteration for moment in found[:3]], found[-1].best, len(found[-1].members)
    ([0, 1, 2], 0, 4)
    """
    check_read(setting, READS, "the history of a population")
    rows = TrainingSet.complete(setting.goal) if _has_table(setting) else None
    kept: list[Moment] = []
    last: Moment | None = None
    apart = 1
    for number, members in enumerate(_populations(setting, Generator(seed, index))):
        last = Moment(number, setting.evaluations(number), members, rows)
        if number % apart == 0:
            kept.append(last)
        if len(kept) > MOST_MOMENTS:
            kept, apart = kept[::2], 2 * apart
        if stop(number) or number == setting.max_iterations:
            break
    return kept if last is None or kept[-1] is last else [*kept, last]


def _populations(setting: Setting, draws: Generator) -> Iterator[tuple[Seen, ...]]:
    """The members after each iteration, numbered in the order in which they were made."""
    now: tuple[Seen, ...] = ()
    made = 0
    for number, seen in enumerate(algorithm_1(setting, OnRows(setting, draws))):
        if number == 0:
            now = tuple(Seen(at, at, 0, (), (), None, each) for at, each in enumerate(seen.population))
            made = len(now)
        else:
            known = {id(each): before for each, before in zip(seen.parents, now, strict=True)}
            known |= _born(setting, number, seen, now, made)
            made += len(seen.offspring)
            now = tuple(_as_judged(known[id(each)], each) for each in seen.population)
        yield now


def _born(
    setting: Setting, number: int, seen: Iteration, before: tuple[Seen, ...], made: int
) -> dict[int, Seen]:
    """The offspring of an iteration, by the member they are."""
    size = len(before) // setting.archipelago.number
    found = {}
    for place, child in enumerate(seen.offspring):
        first = place // setting.offspring * size  # of the island it was made on
        parents = [before[first + origin] for origin in child.origins]
        origins = tuple(Origin(parent.number, parent.tree) for parent in parents)
        family = parents[0].family
        last = child.mutations[-1] if child.mutations else None
        given = last.given if last is not None else None
        found[id(child)] = Seen(made + place, family, number, tuple(child.operations), origins, given, child)
    return found


def _as_judged(seen: Seen, member: Member) -> Seen:
    """The same member; on fresh rows it was judged again."""
    if seen.member is member:
        return seen
    return replace(seen, member=member)


def _has_table(setting: Setting) -> bool:
    """Whether functions can be told apart by their outputs on all inputs, or on all rows that are given."""
    return not setting.goal.total or setting.n <= LARGEST_TABLE
