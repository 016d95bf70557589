"""Symmetries of the target, and trees lumped by them.

A permutation of the variables that leaves the target unchanged maps runs to runs of equal probability,
because HVL-Prime and the training rows treat all variables alike. Trees that such a permutation maps to each
other can therefore be one state. This holds whatever tree a run begins with: the mirrored run begins with the
mirrored tree and takes as long, so the law of T is the same for all trees in the start's state.

The symmetries are those of `Goal.blocks`: the variables of a block may be permuted in any way. `count_orbits`
counts beforehand how many states that leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import Goal
from evobool.theory.chain.forest import Forest, Numbers, in_order, kinds, unmoved

Permutation = tuple[int, ...]  # where x1, x2 ... go
Signature = tuple[int, ...]  # how many variables a permutation fixes; its square; its fourth power ...


def symmetries(goal: Goal) -> list[Permutation]:
    """Permutations that generate all others: a swap and a rotation of every block.

    >>> symmetries(Setting(n=3).goal), symmetries(Setting(n=4, target="and:2").goal)[:2]
    ([(2, 1, 3), (2, 3, 1)], [(2, 1, 3, 4), (1, 2, 4, 3)])
    """
    found: dict[Permutation, None] = {}
    for block in goal.blocks:
        for moved in (block[:2], block):
            image = dict(zip(moved, (*moved[1:], moved[0]), strict=True))
            found[tuple(image.get(x, x) for x in range(1, goal.n + 1))] = None
    found.pop(tuple(range(1, goal.n + 1)), None)
    return list(found)


def orbits(forest: Forest, permutations: list[Permutation]) -> Numbers:
    """For every tree, the number of the first tree that the permutations can turn it into.

    >>> setting = Setting(n=3)
    >>> forest = Forest(setting, most=2)
    >>> [str(forest.tree(number)) for number in np.unique(orbits(forest, symmetries(setting.goal)))]
    ['(empty)', 'x1', 'x1 & x1', 'x1 & x2', 'x1 | x1', 'x1 | x2']
    """
    first = np.arange(forest.count)
    if not permutations:
        return first
    moved = [_moved(forest, permutation) for permutation in permutations]
    for leaves in range(1, forest.most + 1):
        start, size = int(forest.starts[leaves]), forest.sizes[leaves]
        ends = np.concatenate([image[start : start + size] - start for image in moved])
        sources = np.tile(np.arange(size, dtype=np.int32), len(moved))
        graph = coo_array((np.ones(len(ends), dtype=np.int8), (sources, ends)), shape=(size, size))
        _, label = connected_components(graph, directed=False)
        _, earliest = np.unique(label, return_index=True)
        first[start : start + size] = start + earliest[label]
    return first


def _moved(forest: Forest, permutation: Permutation) -> NDArray[np.int32]:
    """The tree that the permutation turns each tree into."""
    literals = forest.setting.literal_list
    image = np.zeros(forest.count, dtype=np.int32)
    for number, literal in enumerate(literals, start=1):
        new = permutation[abs(literal) - 1]
        image[number] = literals.index(new if literal > 0 else -new) + 1
    for leaves in range(2, forest.most + 1):
        here = slice(forest.starts[leaves], forest.starts[leaves + 1])
        image[here] = forest.join(forest.top[here], image[forest.left[here]], image[forest.right[here]])
    return image


def count_orbits(setting: Setting, most: int, lumped: bool = True) -> list[int]:
    """How many states have 0, 1 ... `most` leaves, by Burnside's lemma: nothing is enumerated.

    >>> count_orbits(Setting(n=4), 7), count_orbits(Setting(n=100), 3)
    ([1, 1, 4, 16, 134, 1188, 13188, 159640], [1, 1, 4, 16])
    """
    return [orbits_of(setting, leaves, lumped) for leaves in range(most + 1)]


def orbits_of(setting: Setting, leaves: int, lumped: bool = True) -> int:
    """How many states have this many leaves: the mean, over all symmetries, of the number of trees they fix.

    Trees of m leaves hold at most m variables, so further variables in a block make no difference.

    >>> orbits_of(Setting(n=4, target="and:2"), 2), orbits_of(Setting(n=4, functions="gt"), 2)
    (10, 2)
    """
    if leaves == 0:
        return 1
    powers = leaves.bit_length()
    law: dict[Signature, Fraction] = {(0,) * powers: Fraction(1)}
    for block in setting.goal.blocks if lumped else [(x,) for x in range(1, setting.n + 1)]:
        wider: dict[Signature, Fraction] = {}
        for one, share in law.items():
            for other, chance in _signatures(min(len(block), leaves), powers).items():
                both = tuple(map(sum, zip(one, other, strict=True)))
                wider[both] = wider.get(both, Fraction(0)) + share * chance
        law = wider
    signs, of = (1 if setting.literals == "positive" else 2), kinds(setting.function_list, in_order(setting))
    total = sum(
        (share * unmoved([signs * x for x in fixed], of, leaves)[leaves] for fixed, share in law.items()),
        Fraction(0),
    )
    assert total.denominator == 1
    return int(total)


def _signatures(n: int, powers: int) -> dict[Signature, Fraction]:
    """How often a permutation of n variables fixes so many of them: itself, its square, its fourth power ...

    A power fixes the variables of a cycle if the cycle's length divides the exponent.
    """
    found: dict[Signature, Fraction] = {}
    for lengths in _cycle_types(n):
        same = prod(factorial(lengths.count(length)) for length in set(lengths))
        signature = tuple(sum(x for x in lengths if 2**k % x == 0) for k in range(powers))
        found[signature] = found.get(signature, Fraction(0)) + Fraction(1, prod(lengths) * same)
    return found


def _cycle_types(n: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """All possible cycle lengths of a permutation of n things."""
    if n == 0:
        yield ()
    for length in range(min(n, largest or n), 0, -1):
        for rest in _cycle_types(n - length, length):
            yield (length, *rest)
