"""Symmetries of the targets, and trees lumped by them.

A permutation of the variables that leaves the target as it is maps runs to runs of equal probability, for
HVL-Prime and the training rows do not tell variables apart. Trees that such a permutation maps to each other
may therefore be one state. `count_orbits` tells beforehand how many states that leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from evobool.model.setting import Setting
from evobool.theory.chain.forest import Forest, Numbers

Permutation = tuple[int, ...]  # where x1, x2 ... go


def all_permutations(n: int) -> list[Permutation]:
    """A swap and a rotation, which make all permutations of x1 ... xn.

    >>> all_permutations(4)
    [(2, 1, 3, 4), (2, 3, 4, 1)]
    """
    names = tuple(range(1, n + 1))
    return [] if n == 1 else [(2, 1, *names[2:]), (*names[1:], 1)]


SYMMETRIES: dict[str, Callable[[int], list[Permutation]]] = {"and": all_permutations, "or": all_permutations}


def symmetries(setting: Setting) -> list[Permutation]:
    """Permutations that make all known symmetries of the setting's target; none for a target not listed."""
    known = SYMMETRIES.get(setting.target)
    return [] if known is None else known(setting.n)


def orbits(forest: Forest, permutations: list[Permutation]) -> Numbers:
    """For every tree the number of the first tree that the permutations can make of it.

    >>> forest = Forest(Setting(n=3), most=2)
    >>> [str(forest.tree(number)) for number in np.unique(orbits(forest, all_permutations(3)))]
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
    """What the permutation makes of every tree."""
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
    """How many states there are of 0, 1 ... `most` leaves, by Burnside's lemma: nothing is enumerated.

    Trees of m leaves hold at most m variables, so more variables than that make no difference.

    >>> count_orbits(Setting(n=4), 7), count_orbits(Setting(n=100), 3)
    ([1, 1, 4, 16, 134, 1188, 13188, 159640], [1, 1, 4, 16])
    """
    symmetric = lumped and SYMMETRIES.get(setting.target) is all_permutations
    found = [1]
    for leaves in range(1, most + 1):
        n = min(setting.n, leaves) if symmetric else setting.n
        kinds = list(_cycle_types(n)) if symmetric else [(1,) * n]
        total = Fraction(0)
        for kind in kinds:
            share = Fraction(1, prod(kind) * prod(factorial(kind.count(length)) for length in set(kind)))
            total += (share if symmetric else 1) * _unmoved(setting, kind, leaves)[leaves]
        assert total.denominator == 1
        found.append(int(total))
    return found


def _cycle_types(n: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The lengths of the cycles of a permutation of n things, in every way they can be."""
    if n == 0:
        yield ()
    for length in range(min(n, largest or n), 0, -1):
        for rest in _cycle_types(n - length, length):
            yield (length, *rest)


def _unmoved(setting: Setting, kind: tuple[int, ...], most: int) -> list[int]:
    """How many trees of 0, 1 ... `most` leaves a permutation of this kind leaves as they are."""
    signs = 1 if setting.literals == "positive" else 2
    found = [1, signs * kind.count(1)]
    if most < 2:
        return found
    # both children stay, or they change places, and twice the permutation leaves them as they are
    twice_kind = tuple(part for length in kind for part in ([length] if length % 2 else [length // 2] * 2))
    twice = found if set(kind) == {1} else _unmoved(setting, twice_kind, most // 2)
    for leaves in range(2, most + 1):
        pairs = sum(found[i] * found[leaves - i] for i in range(1, (leaves + 1) // 2))
        if leaves % 2 == 0:
            half = leaves // 2
            pairs += found[half] * (found[half] + 1) // 2 + (twice[half] - found[half]) // 2
        found.append(len(setting.function_list) * pairs)
    return found
