"""Drift theorems, with their conditions checked: from a process's expected progress to its expected time.

A process on {0} and [1, oo) is given either as a finite Markov chain, `{x: {next x: probability}}` for every
x > 0, or as a list of pairs (x, expected progress at x), in which an x may appear more than once. A theorem
first checks its condition and names any state that breaks it; only then does it bound the expected time to
reach 0.

multiplicative        E[X - X'] >= d x                 E[T] <= (1 + ln X0) / d
super-multiplicative  E[X - X'] >= d x (log_g x + 1)   E[T] <= 3/d + 2(2 + log2 log_g max(g, X0)) ln g / d

The second is theorem 3 of the paper. By the variable drift theorem (Mitavskiy, Rowe and Cannings; Johannsen),
E[X - X'] >= h(x) with an increasing h gives E[T] <= 1/h(1) + integral of 1/h from 1 to X0; with theorem 3's
condition as h that is the sharper `variable_bound`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import inf, isclose, log, log2

from evobool.errors import EvoboolError, InputError

Number = int | float | Fraction
Laws = Mapping[Number, Mapping[Number, Number]]
Process = Laws | Iterable[tuple[Number, Number]]
ROUNDING = 1e-12  # logarithms are rounded: a drift may fall short by this share


class DriftConditionError(EvoboolError):
    """A process breaks a drift theorem's condition; the error names the state.

    >>> try:
    ...     multiplicative_drift({1: {0: 0.5, 1: 0.5}, 2: {1: 0.5, 2: 0.5}}, delta=0.5, start=2)
    ... except DriftConditionError as problem:
    ...     print(problem)
    the condition fails at x = 2: expected progress 0.5, required 1

    See Also
    --------
    multiplicative_drift : raises it
    """

    def __init__(self, state: Number, why: str) -> None:
        super().__init__(f"the condition fails at x = {state}: {why}")
        self.state = state
        self.why = why

    def __reduce__(self) -> tuple[type[DriftConditionError], tuple[Number, str]]:
        return DriftConditionError, (self.state, self.why)


def drifts(process: Process) -> list[tuple[Number, Number]]:
    """The pairs (x, expected progress) of a process, after checking its laws and values.

    >>> drifts({2: {2: 0.5, 0: 0.5}})
    [(2, 1.0)]
    """
    pairs = [(x, _progress(x, process)) for x in process if x] if isinstance(process, Mapping) else process
    found = []
    for x, drift in pairs:
        _check_value(x, x)
        if x:
            found.append((x, drift))
    return sorted(found)


def multiplicative_drift(process: Process, delta: Number, start: Number) -> float:
    """The multiplicative drift theorem: a bound on the expected time to reach 0 from `start`.

    >>> round(multiplicative_drift({1: {0: 0.5, 1: 0.5}, 2: {1: 1}}, 0.5, start=2), 3)  # the time is 3
    3.386

    See Also
    --------
    super_multiplicative_drift : where drift is a little more than linear
    """
    _check(process, lambda x: float(delta) * float(x), delta, start)
    return 0.0 if start == 0 else (1 + log(start)) / float(delta)


def super_multiplicative_drift(process: Process, gamma: Number, delta: Number, start: Number) -> float:
    """Theorem 3, the super-multiplicative drift theorem: a bound on the expected time to reach 0.

    >>> round(super_multiplicative_drift([(1, 0.5), (2, 1.5)], gamma=2, delta=0.25, start=2), 2)
    23.09

    See Also
    --------
    multiplicative_drift : where drift is linear
    """
    _check_gamma(gamma)
    _check(process, lambda x: super_multiplicative(x, gamma, delta), delta, start)
    return super_multiplicative_bound(gamma, delta, start)


def super_multiplicative(x: Number, gamma: Number, delta: Number) -> float:
    """What theorem 3 demands at x: delta x (log_gamma x + 1)."""
    return float(delta) * float(x) * (log(x) / log(gamma) + 1)


def super_multiplicative_bound(gamma: Number, delta: Number, start: Number) -> float:
    """Theorem 3's bound on E[T], assuming its condition holds.

    >>> round(super_multiplicative_bound(16, Fraction(1, 36 * 16 * 16), 2**16))  # lemma 2, n = limit = 16
    232065
    """
    if start == 0:
        return 0.0
    doublings = log2(max(1.0, log(start) / log(gamma)))
    return (3 + 2 * (2 + doublings) * log(gamma)) / float(delta)


def variable_bound(gamma: Number, delta: Number, start: Number) -> float:
    """Variable drift under theorem 3's condition: 1/delta + (ln gamma / delta) ln(1 + log_gamma X0).

    >>> round(variable_bound(16, Fraction(1, 36 * 16 * 16), 2**16))
    50341
    """
    return 0.0 if start == 0 else (1 + log(gamma) * log(1 + log(start) / log(gamma))) / float(delta)


def best_delta(process: Process, gamma: Number) -> float:
    """The largest delta for which a process meets theorem 3's condition."""
    _check_gamma(gamma)
    found = drifts(process)
    return min((float(drift) / super_multiplicative(x, gamma, 1) for x, drift in found), default=inf)


def _check(process: Process, required: Callable[[float], float], delta: Number, start: Number) -> None:
    """Refuse a process whose expected progress falls short somewhere."""
    if not delta > 0:
        raise InputError("delta", delta, "must be positive")
    _check_value(start, start)
    if isinstance(process, Mapping) and start and start not in process:
        raise InputError("start", start, "is not a state of the chain")
    for x, drift in drifts(process):
        least = required(float(x))
        if drift < least * (1 - ROUNDING):
            raise DriftConditionError(x, f"expected progress {float(drift):.6g}, required {least:.6g}")


def _check_gamma(gamma: Number) -> None:
    if not gamma > 1:
        raise InputError("gamma", gamma, "must be greater than 1")


def _check_value(x: Number, state: Number) -> None:
    if x != 0 and x < 1:
        raise DriftConditionError(state, f"the value {x} is neither 0 nor at least 1")


def _progress(x: Number, chain: Laws) -> Number:
    """E[X - X' | X = x], after checking the law of X'."""
    law = chain[x]
    for near, chance in law.items():
        _check_value(near, x)
        if chance < 0:
            raise DriftConditionError(x, f"probability {chance} of {near}")
        if near and near not in chain:
            raise DriftConditionError(x, f"leads to {near}, which has no law")
    total = sum(law.values())
    if not isclose(total, 1, rel_tol=1e-9):
        raise DriftConditionError(x, f"probabilities add up to {float(total):g}")
    return sum(((x - near) * chance for near, chance in law.items()), 0)
