"""The law of the best of L offspring, from that of one, for the (1+L) variants on the complete truth table.

The offspring are independent, and the rule sorts trees within the limit into classes by error, or whatever is
the objective, and leaves. Let an offspring be too large with probability q, in some class with probability p,
and in a worse one with probability w. Then the best of L is in that class with probability (q + w + p)^L -
(q + w)^L. Ties are broken uniformly, so within a class the law of the best is the law of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from itertools import pairwise, product

import numpy as np

from evobool.model.selection import Judged, Selection
from evobool.theory.chain.forest import Floats, Forest, Numbers
from evobool.theory.chain.moves import TOO_LARGE, Entries


def sorts(rule: Selection) -> bool:
    """Whether a rule that depends only on order ranks trees, so that "the best" is well defined.

    Only the order of errors and of leaves matters, so three values of each cover all triples of trees.

    >>> from evobool.model.selection import SELECTIONS
    >>> [sorts(rule) for rule in SELECTIONS.values() if rule.by_order]
    [True, True, True]
    """
    trees = [Judged(error, leaves) for error in range(3) for leaves in range(3)]

    def alike(one: Judged, other: Judged) -> bool:
        return not rule.beats(one, other, None) and not rule.beats(other, one, None)

    return all(
        (not (rule.beats(a, b, None) and rule.beats(b, c, None)) or rule.beats(a, c, None))
        and (not (alike(a, b) and alike(b, c)) or alike(a, c))
        for a, b, c in product(trees, repeat=3)
    )


class BestOffspring:
    """Turns the law of one offspring into that of the best of L."""

    def __init__(self, forest: Forest) -> None:
        self.offspring = forest.setting.offspring
        pairs, kind = np.unique(
            np.stack([forest.worth, forest.leaves.astype(np.int64)], axis=1), axis=0, return_inverse=True
        )
        self._rank = _ranks(forest.setting.rule, pairs)[kind.ravel()]

    def entries(self, law: Iterator[Entries]) -> Iterator[Entries]:
        """In the form of the given law, each part of which holds all offspring of a state or none."""
        for rows, offspring, shares in law:
            # worst first; those that are too large come before all others
            rank = np.where(offspring == TOO_LARGE, -1, self._rank[offspring])
            order = np.lexsort((rank, rows))
            yield self._best(rows[order], offspring[order], shares[order], rank[order])

    def _best(self, rows: Numbers, offspring: Numbers, shares: Floats, rank: Numbers) -> Entries:
        starts = np.flatnonzero((np.diff(rows, prepend=-1) != 0) | (np.diff(rank, prepend=-2) != 0))
        classes = np.add.reduceat(np.maximum(shares, 0.0), starts)
        row = rows[starts]
        first = np.flatnonzero(np.diff(row, prepend=-1))
        worse = np.cumsum(classes) - classes
        worse -= np.repeat(worse[first], np.diff(first, append=len(row)))
        best = np.maximum((worse + classes) ** self.offspring - worse**self.offspring, 0.0)
        # make up for rounding, so that the shares of a state sum to 1
        best /= np.repeat(np.add.reduceat(best, first), np.diff(first, append=len(row)))
        scale = np.divide(best, classes, out=np.zeros_like(best), where=classes > 0)
        return rows, offspring, np.maximum(shares, 0.0) * np.repeat(scale, np.diff(starts, append=len(rows)))


def _ranks(rule: Selection, pairs: Numbers) -> Numbers:
    """The rank of each pair of worth and leaves among all, worst first; equal pairs share a rank."""

    def compare(one: int, other: int) -> int:
        first, second = (Judged(*map(int, pairs[number])) for number in (one, other))
        return int(rule.beats(first, second, None)) - int(rule.beats(second, first, None))

    order = sorted(range(len(pairs)), key=cmp_to_key(compare))
    ranks = np.zeros(len(pairs), dtype=np.int64)
    for before, now in pairwise(order):
        ranks[now] = ranks[before] + (compare(before, now) != 0)
    return ranks
