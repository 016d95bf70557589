"""Fresh rows by counts, with the wrong ones of either class apart: as `sampled.py`, class by class.

How many rows are positive is binomial, and given that, so are the wrong rows in each class. With c, c' and i
the shares of the target's cube on which parent, offspring and both are true, a positive row is wrong for the
parent alone with probability c' - i, for the offspring alone with c - i, for both with 1 - c - c' + i. With
t, t' and j the shares of all inputs, a random row is negative and wrong for the parent alone with probability
t - j - (c - i) 2^-K, and so on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.counts.binomial import binomial, draw_errors
from evobool.engines.counts.costs import costs_more
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import SampledCounts
from evobool.engines.kernels.random import U64, Words, i64

POSITIVES, NEGATIVES = range(2)
_ONE = U64(1)
Three = tuple[float, float, float]


@kernel
def draw_classes(
    rng: Words, rows: int, k: int, false: Three, missed: Three, classes: NDArray[np.int64]
) -> tuple[int, int, int, int]:
    """The false positives and the false negatives of parent and offspring among `rows` random rows.

    `false` has the probabilities that a row is negative and that only the parent, only the offspring, and
    both get it wrong; `missed`, that they get a positive one wrong. `classes` are the rows of either class.
    """
    share = 2.0 ** -np.float64(k)
    positives = binomial(rng, rows, share, 1.0 - share)
    classes[POSITIVES], classes[NEGATIVES] = positives, rows - positives
    missed1, missed2 = draw_errors(rng, positives, missed[0], missed[1], missed[2])
    rest = 1.0 - share
    false1, false2 = draw_errors(rng, rows - positives, false[0] / rest, false[1] / rest, false[2] / rest)
    return false1, missed1, false2, missed2


@kernel
def draw_both(
    rng: Words,
    judge: SampledCounts,
    parent: Any,
    child: Any,
    joint: np.uint64,
    joint_exponent: int,
    inside: np.uint64,
    inside_exponent: int,
) -> bool:
    """Draw the errors of parent and offspring; False if one word is not enough."""
    c, f = U64(parent.cube), i64(parent.cube_exponent)
    c2, f2 = U64(child.cube), i64(child.cube_exponent)
    only_parent, f3 = dyadic.minus(c2, f2, inside, inside_exponent)
    only_child, f4 = dyadic.minus(c, f, inside, inside_exponent)
    rest, f5 = dyadic.minus(_ONE, 0, c, f)
    if f3 == WIDE or f4 == WIDE or f5 == WIDE:
        return False
    both, f6 = dyadic.minus(rest, f5, only_parent, f3)
    if f6 == WIDE:
        return False
    missed = dyadic.as_float(only_parent, f3), dyadic.as_float(only_child, f4), dyadic.as_float(both, f6)
    gap, e1 = dyadic.minus(U64(parent.mantissa), i64(parent.exponent), joint, joint_exponent)
    gap2, e2 = dyadic.minus(U64(child.mantissa), i64(child.exponent), joint, joint_exponent)
    if e1 == WIDE or e2 == WIDE:
        return False
    false1, exact1 = outside(judge, gap, e1, only_child, f4)
    false2, exact2 = outside(judge, gap2, e2, only_parent, f3)
    false3, exact3 = outside(judge, joint, joint_exponent, inside, inside_exponent)
    if not exact1 or not exact2 or not exact3:
        return False
    found = draw_classes(rng, judge.rows, judge.k, (false1, false2, false3), missed, judge.classes)
    note(parent, found[0], found[1])
    note(child, found[2], found[3])
    return True


@kernel
def draw_one(rng: Words, judge: SampledCounts, measure: Any) -> bool:
    """The same for one tree."""
    c, f = U64(measure.cube), i64(measure.cube_exponent)
    rest, f2 = dyadic.minus(_ONE, 0, c, f)
    if measure.exponent == WIDE or f2 == WIDE:
        return False
    false, exact = outside(judge, U64(measure.mantissa), i64(measure.exponent), c, f)
    if not exact:
        return False
    missed = 0.0, 0.0, dyadic.as_float(rest, f2)
    found = draw_classes(rng, judge.rows, judge.k, (0.0, 0.0, false), missed, judge.classes)
    note(measure, found[2], found[3])
    return True


@inlined
def outside(judge: SampledCounts, x: np.uint64, e: int, inside: np.uint64, f: int) -> tuple[float, bool]:
    """x - inside 2^-K, which is not negative, and whether one word was enough.

    Where the target has one input, `inside` is 0 or 1, and doubles lose nothing that matters: 2^-n is as
    small as x can be.
    """
    if judge.k == judge.n:
        return max(0.0, dyadic.as_float(x, e) - np.float64(inside) * 2.0 ** -np.float64(judge.n)), True
    left, exponent = dyadic.minus(x, e, inside, f + judge.k)
    return dyadic.as_float(left, exponent), exponent != WIDE


@inlined
def note(measure: Any, false: int, missed: int) -> None:
    """The wrong rows of a tree, and how many of them are positive."""
    measure.error = false + missed
    measure.missed = missed


@inlined
def compare_classes(judge: SampledCounts, one: Any, other: Any) -> int:
    """The order of what the errors of two trees on the same rows cost."""
    false_positive, false_negative = judge.false_positive, judge.false_negative
    positives, negatives = judge.classes[POSITIVES], judge.classes[NEGATIVES]
    if judge.by_rate and positives > 0 and negatives > 0:
        false_positive, false_negative = positives, negatives
    missed = i64(one.missed) - i64(other.missed)
    false = i64(one.error) - i64(other.error) - missed
    return costs_more(false, false_positive, missed, false_negative)
