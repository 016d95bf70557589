"""The exact engine's iterations: mutate, count, decide.

`tally` holds the count of the current tree: MANTISSA / 2^EXPONENT is the share of inputs it is true on
(EXPONENT is WIDE if that takes more than one word), TOP its value where all variables are true. With
AND_n as the target, a tree is wrong on satisfied + 1 - 2 top inputs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines import compiled as c
from evobool.engines.counts.count import COUNTED, GAVE_UP, count
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import RESULT, Scratch
from evobool.engines.counts.units import Units, refresh
from evobool.engines.kernels.arena import KIND, PARENT, ROOT, SUB, Arena
from evobool.engines.kernels.bits import bit_length
from evobool.engines.kernels.jit import inlined
from evobool.engines.kernels.mutate import NOTHING, Rules, hvl_prime
from evobool.engines.kernels.random import Words, i64

# What became of an offspring.
REJECTED, ACCEPTED, UNDECIDED, HOPELESS = range(4)


class Judge(NamedTuple):
    """What the decisions depend on; `rows` is 0 for the complete truth table."""

    scratch: Scratch
    units: Units
    n: int
    rows: int
    widest: int


@inlined
def mutate(a: Arena, rng: Words, rules: Rules, judge: Judge, tally: Any) -> int:
    """One HVL-Prime mutation; returns what was done."""
    done, drawn, x, function = hvl_prime(a, rng, rules)
    c.note_mutation(tally, drawn, function)
    if done != NOTHING and a.node[a.mark[ROOT], KIND] < 0:
        refresh(a, judge.units, i64(a.node[x, PARENT]) if done == SUB else x, tally[c.STAMP])
    return done


@inlined
def share(a: Arena, judge: Judge, root: int, how: int) -> tuple[int, np.uint64, int]:
    """The share of inputs on which the tree at `root` is true; ACCEPTED if it could be told."""
    verdict = count(a, judge.scratch, judge.units, root, how)
    mantissa = judge.scratch.mantissa[0]
    if verdict == COUNTED and bit_length(mantissa) <= judge.widest:
        return ACCEPTED, mantissa, judge.scratch.top[RESULT]
    return HOPELESS if verdict == GAVE_UP else UNDECIDED, mantissa, WIDE


@inlined
def accept(a: Arena, tally: Any, mantissa: np.uint64, exponent: int, top: int) -> None:
    """The offspring takes its parent's place, and its count with it."""
    c.accept(a, tally)
    tally[c.MANTISSA] = i64(mantissa)
    tally[c.EXPONENT] = exponent
    tally[c.TOP] = top
