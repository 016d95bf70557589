"""Beyond the paper: lemma 2 and theorem 4 on AND_n and OR_n with all literals, errors balanced.

RLS-GP with F = {AND, OR}, all 2n literals, subtree deletion, the complete truth table, objective `balanced`
and a limit of l leaves. On AND_n, with N = 2^n - 1 negative rows, the value f of a tree is its false
positives, plus N if it is false on the all-ones input. So f < N only if it is true there, and f never rises.
OR_n is the dual. Insertions at the root with a fixed function and literal, while the tree is not full, have
probability at least 1/3 * 1/2 * 1/(2l) * 1/(2n) = 1/(24 l n).

1. f >= N. With f > N, a root-or with any of n positive literals gives a tree that is true on the all-ones
   input, so f <= N. With f = N the tree is constant, and one such literal by root-or (false) or root-and
   (true) gives f < N. Each step takes at most 24 l expected iterations with a tree that is not full.
2. f < N. As in lemma 2, with 1/(24 l n) in the place of 1/(12 l n): the drift is at least
   (log_n f + 1) f / (72 l n).
3. Full trees. Deleting a child of an OR makes a tree true on fewer inputs, and is accepted unless it makes
   the tree false on the all-ones input. So in a tree that is true there, a leaf stays only if at each OR
   above it, its side alone is true there. Let b such ORs be above leaves of this kind. They have b false
   siblings, each with a leaf that can go, and divide the leaves of this kind into at most b + 1 conjunctions.
   A leaf whose variable its conjunction holds twice can go; of the others the conjunction at the root has at
   most n - 1, each other one n. So at least max(b, l - (n-1) - n b) >= (l-n+1)/(n+1) leaves can go. In a tree
   that is false there, all leaves below an OR can, and all but n of the conjunction at the root. An iteration
   removes at least (l-n+1) / (3 (n+1) (2l-1)) leaves on average.
4. A tree gains at most one leaf in an iteration in which it is not full, and it cannot lose more than it
   gained. So full trees take at most E[T_0] over this rate.
"""

from __future__ import annotations

from fractions import Fraction

from evobool.theory.bounds.drift_theorems import super_multiplicative_bound
from evobool.theory.bounds.lemmas import CONSTANT, check_limit

TWICE = 2 * CONSTANT  # one of 2n literals is drawn in the place of one of n


def balanced_root(limit: int) -> Fraction:
    """The least probability of a root-and, or a root-or, with some positive literal.

    >>> print(balanced_root(8))
    1/192
    """
    return Fraction(1, 24 * limit)


def balanced_unfull_time(n: int, limit: int) -> float:
    """E[T_0] <= 1 + 48 l + 72 l n (3 + 2(2 + log2 log_n 2^n) ln n), the iterations with a tree not full.

    >>> round(balanced_unfull_time(16, 17))
    493956
    """
    check_limit(n, limit)
    waiting = 1 + 2 / balanced_root(limit)  # the empty tree, and two steps down to f < N
    return float(waiting) + super_multiplicative_bound(n, Fraction(1, TWICE * limit * n), 2**n)


def balanced_shrinkage(n: int, limit: int) -> Fraction:
    """The least expected number of leaves an iteration removes from a full tree, for l >= n + 1.

    >>> print(balanced_shrinkage(4, 8))
    1/45
    """
    check_limit(n, limit - 1)
    return Fraction(limit - n + 1, 3 * (n + 1) * (2 * limit - 1))


def balanced_time(n: int, limit: int) -> float:
    """E[T] <= E[T_0] (1 + 3 (n+1) (2l-1) / (l-n+1)), for l >= n + 1: polynomial in n.

    >>> f"{balanced_time(16, 32):.3g}"
    '1.77e+08'
    """
    return balanced_unfull_time(n, limit) * float(1 + 1 / balanced_shrinkage(n, limit))
