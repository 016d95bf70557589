"""What errors cost among judges that count.

Of a tree that is true on a share t of all inputs and a share c of the target's cube, 2^n (t - 2^-K c) inputs
are false positives and 2^(n-K) (1 - c) false negatives. If a false positive costs p and a false negative q,
trees compare as p t - (p + q) 2^-K c does. With the errors counted that is t - 2^(1-K) c; if they are
balanced, t - c.
"""

from __future__ import annotations

from math import gcd
from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.counts import dyadic
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.orders import UNSURE
from evobool.engines.kernels.random import U64, i64
from evobool.model.settings.setting import Setting

LARGEST_BITS = 32  # of a cost in a kernel
LOW = U64(0xFFFFFFFF)


class Scale(NamedTuple):
    """Trees compare as `whole` t - `cube` 2^-`shift` c does; both are odd numbers or 0.

    `plain` says that errors are counted; `nearest`, that all false positives together cost as much as all
    false negatives.
    """

    whole: int
    cube: int
    shift: int
    plain: bool
    nearest: bool

    @property
    def bits(self) -> int:
        """How many bits a count may need beyond its own."""
        return max(self.whole, self.cube).bit_length() - 1


def class_costs(setting: Setting, positives: int, negatives: int) -> tuple[int, int]:
    """What false positives and false negatives cost for the conjunction that stands for the target."""
    assert setting.aim.costs is not None, "or the engine refuses"
    if setting.goal.joins == "or":  # its dual is true where the target is false
        return setting.aim.costs(negatives, positives)[::-1]
    return setting.aim.costs(positives, negatives)


def scale_of(setting: Setting) -> Scale:
    """The scale of a setting on all inputs.

    >>> scale_of(Setting(n=8, target="and:3"))
    Scale(whole=1, cube=1, shift=2, plain=True, nearest=False)
    >>> scale_of(Setting(n=8, target="and:3", objective="balanced"))
    Scale(whole=1, cube=1, shift=0, plain=False, nearest=True)
    """
    k = len(setting.goal.literals)
    positives = 2 ** (setting.n - k)
    whole, miss = class_costs(setting, positives, 2**setting.n - positives)
    cube = whole + miss
    common = gcd(whole, cube)
    whole, cube = whole // common, cube // common
    twos = [(number & -number).bit_length() - 1 if number else 0 for number in (whole, cube)]
    shift = k + twos[0] - twos[1]
    whole, cube = whole >> twos[0], cube >> twos[1]
    return Scale(whole, cube, shift, (whole, cube, shift) == (1, 1, k - 1), (whole, cube, shift) == (1, 1, 0))


@kernel
def compare_errors(scale: Scale, left: Any, right: Any) -> int:
    """The order of what the errors of two measured trees cost, or UNSURE if that takes more than a word."""
    t1, e1, c1, f1 = U64(left.mantissa), i64(left.exponent), U64(left.cube), i64(left.cube_exponent)
    t2, e2, c2, f2 = U64(right.mantissa), i64(right.exponent), U64(right.cube), i64(right.cube_exponent)
    order = dyadic.compare(t1, e1, t2, e2) if scale.whole > 0 else 0
    cube_order = dyadic.compare(c1, f1, c2, f2)
    if cube_order == 0:
        return order
    if order != cube_order:
        return order if order != 0 else -cube_order
    if max(bit_length(t1), bit_length(t2)) + bit_length(U64(scale.whole)) > 64:
        return UNSURE
    if max(bit_length(c1), bit_length(c2)) + bit_length(U64(scale.cube)) > 64:
        return UNSURE
    whole, cube, shift = U64(scale.whole), U64(scale.cube), scale.shift
    return dyadic.sign((whole * t1, whole * t2, cube * c1, cube * c2), (e1, e2, f1 + shift, f2 + shift))


@kernel
def costs_more(one: int, each: int, other: int, other_each: int) -> int:
    """The sign of `one` x `each` + `other` x `other_each`; the second of each pair is not negative."""
    if one == 0 or each == 0 or (one > 0) == (other > 0) or other == 0 or other_each == 0:
        left = i64(one > 0) - i64(one < 0) if each > 0 else i64(0)
        right = i64(other > 0) - i64(other < 0) if other_each > 0 else i64(0)
        return left if left != 0 else right
    high1, low1 = product(U64(abs(one)), U64(each))
    high2, low2 = product(U64(abs(other)), U64(other_each))
    larger = i64(high1 > high2) - i64(high1 < high2)
    if larger == 0:
        larger = i64(low1 > low2) - i64(low1 < low2)
    return larger if one > 0 else -larger


@inlined
def product(x: np.uint64, y: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The two words of a product."""
    half = U64(32)
    a, b, c, d = x >> half, x & LOW, y >> half, y & LOW
    middle = (b * d >> half) + (a * d & LOW) + (b * c & LOW)
    return a * c + (a * d >> half) + (b * c >> half) + (middle >> half), x * y
