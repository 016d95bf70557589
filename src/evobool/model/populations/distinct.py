"""Keeping members apart: what becomes of an offspring that is there already."""

from __future__ import annotations

from collections.abc import Iterable

from evobool.model.populations.member import Member, Population

DISTINCT = ("none", "trees", "functions")


def apart(kind: str, population: Population, brood: Iterable[Member]) -> tuple[Population, list[Member]]:
    """The population and its brood without doubles, and without what is above the limit.

    Of equal `trees` the one there before stays, in the population or earlier in the brood. Of equal
    `functions`, trees that have the same outputs on all rows, the new one takes the place of the old.
    """
    held, made = list(population), list[Member]()
    for child in brood:
        if child.judged is None:
            continue
        if kind == "trees":
            if all(child.tree != other.tree for other in (*held, *made)):
                made.append(child)
            continue
        for group in (made, held):
            place = next((at for at, other in enumerate(group) if other.missed == child.missed), None)
            if place is not None:
                group[place] = child
                break
        else:
            made.append(child)
    return tuple(held), made
