"""`Member`: a tree of a population, or an offspring on its way into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from evobool.model.formulas.tree import Tree
from evobool.model.mutation import Mutation
from evobool.model.objective import Wrong
from evobool.model.selection import Judged


@dataclass(frozen=True, eq=False)
class Member:
    """A tree, how it was made and how it was judged; two are never equal, only one and the same.

    An offspring above the limit is not judged, nor is a start tree before there are rows. `wrong` is None
    where only the number of all wrong rows is known; bit r of `missed` says that row r is wrong, where
    that is asked for. `origins` are the places of an offspring's parents in the population.
    """

    tree: Tree
    mutations: tuple[Mutation, ...] = ()
    judged: Judged | None = None
    error: int | None = None
    wrong: Wrong | None = None
    missed: int | None = None
    origins: tuple[int, ...] = ()

    @property
    def leaves(self) -> int:
        """How many leaves it has."""
        return self.tree.leaves

    @property
    def operations(self) -> list[str]:
        """The operations that made it, in order."""
        return [mutation.operation for mutation in self.mutations]

    @property
    def functions(self) -> Counter[str]:
        """The functions that were inserted."""
        found = Counter(mutation.function for mutation in self.mutations if mutation.function)
        for mutation in self.mutations:
            found.update(mutation.inserted)
        return found


Population = tuple[Member, ...]  # the oldest first


def best_of(population: Iterable[Member]) -> Member:
    """The member with the fewest wrong rows, of several the one with the fewest leaves, then the oldest."""
    return min(population, key=lambda each: (inf if each.error is None else each.error, each.leaves))
