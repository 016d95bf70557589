"""Binomial variates at a cost that does not grow with the number of trials.

If few successes are expected: inversion. If many: transformed rejection (Hörmann 1993, BTRS), with the
logarithm of the binomial probability by Loader's saddle-point expansion, which stays accurate for any number
of trials. Counts are kept as whole numbers around the mode, so they are exact integers up to 2^62.
"""

from __future__ import annotations

from math import exp, floor, log, log1p, sqrt

import numpy as np

from evobool.engines.compiling.jit import inlined, kernel
from evobool.engines.kernels.random import U64, Words, i64, next_word

MEAN_OF_INVERSION = 10.0
_STIRLING = np.array(  # log(k!) - log(sqrt(2 pi k) (k/e)^k) for k = 0 ... 15
    [
        0.0,
        0.0810614667953272582,
        0.0413406959554092941,
        0.0276779256849983391,
        0.0207906721037650931,
        0.0166446911898211922,
        0.0138761288230707480,
        0.0118967099458917701,
        0.0104112652619720965,
        0.00925546218271273292,
        0.00833056343336287126,
        0.00757367548795184079,
        0.00694284010720952987,
        0.00640899418800420707,
        0.00595137011275884774,
        0.00555473355196280137,
    ]
)


@inlined
def uniform(rng: Words) -> float:
    """A double in (0, 1)."""
    return (np.float64(next_word(rng) >> U64(11)) + 0.5) * 2.0**-53


@kernel
def binomial(rng: Words, trials: int, p: float, q: float) -> int:
    """The number of successes in `trials` trials of probability p = 1 - q."""
    if trials == 0 or p <= 0.0:
        return 0
    if q <= 0.0:
        return trials
    if p > q:
        return trials - smaller_half(rng, trials, q, p)
    return smaller_half(rng, trials, p, q)


@inlined
def smaller_half(rng: Words, trials: int, p: float, q: float) -> int:
    """A binomial variate for p <= 1/2."""
    if trials * p < MEAN_OF_INVERSION:
        return by_inversion(rng, trials, p, q)
    return by_rejection(rng, trials, p, q)


@kernel
def by_inversion(rng: Words, trials: int, p: float, q: float) -> int:
    """Add up probabilities from zero until they pass a uniform number."""
    probability = exp(trials * log1p(-p))
    rest = uniform(rng)
    k = 0
    while rest > probability and k < trials:
        rest -= probability
        k += 1
        probability *= (trials - k + 1) / k * (p / q)
        if probability == 0.0:
            break
    return k


@kernel
def by_rejection(rng: Words, trials: int, p: float, q: float) -> int:
    """BTRS: a hat over the transformed histogram, squeezed where it is nearly flat."""
    mean = trials * p
    sd = sqrt(mean * q)
    mode = i64(floor(mean + p))
    shift = mean - np.float64(mode)
    b = 1.15 + 2.53 * sd
    a = -0.0873 + 0.0248 * b + 0.01 * p
    alpha = (2.83 + 5.1 / b) * sd
    flat = 0.92 - 4.2 / b
    while True:
        u = uniform(rng) - 0.5
        v = uniform(rng)
        us = 0.5 - abs(u)
        step = floor((2.0 * a / us + b) * u + shift + 0.5)
        if us >= 0.07 and v <= flat:
            return mode + i64(step)
        if step < -np.float64(mode) or step > np.float64(trials - mode):
            continue
        k = mode + i64(step)
        at_mode = log_probability(trials, mode, -shift, p, q)  # only here: most draws end before
        if log(v * alpha / (a / (us * us) + b)) <= log_probability(trials, k, step - shift, p, q) - at_mode:
            return k


@kernel
def log_probability(trials: int, k: int, above: float, p: float, q: float) -> float:
    """log P(k successes) up to a constant, where `above` is k minus the mean."""
    if k == 0:
        return trials * log1p(-p) + 0.5 * log(2.0 * np.pi * trials)
    if k == trials:
        return trials * log(p) + 0.5 * log(2.0 * np.pi * trials)
    failures = trials - k
    spread = 0.5 * (log(np.float64(trials)) - log(np.float64(k)) - log(np.float64(failures)))
    return (
        spread
        + stirling(trials)
        - stirling(k)
        - stirling(failures)
        - deviance(np.float64(k), trials * p, above)
        - deviance(np.float64(failures), trials * q, -above)
        + 0.5 * log(np.float64(trials))
    )


@inlined
def stirling(k: int) -> float:
    """The error of Stirling's formula for log k!."""
    if k < 16:
        return _STIRLING[k]
    x = np.float64(k)
    square = x * x
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680) / square) / square) / square) / x


@kernel
def deviance(x: float, mean: float, above: float) -> float:
    """x log(x / mean) + mean - x, where above = x - mean is known more precisely than either."""
    if abs(above) > 0.1 * (x + mean):
        return x * log(x / mean) - above
    v = above / (x + mean)
    total = above * v
    term = 2.0 * x * v
    square = v * v
    for j in range(1, 1000):
        term *= square
        longer = total + term / (2 * j + 1)
        if longer == total:
            break
        total = longer
    return total


@kernel
def draw_errors(rng: Words, rows: int, parent: float, offspring: float, both: float) -> tuple[int, int]:
    """How many of `rows` random rows each tree gets wrong, by the exact multinomial law.

    The probabilities are those that only the parent, only the offspring, or both get a row wrong.
    """
    either = parent + offspring
    any_wrong = either + both
    wrong = binomial(rng, rows, any_wrong, 1.0 - any_wrong)
    if wrong == 0:
        return 0, 0
    common = binomial(rng, wrong, both / any_wrong, either / any_wrong)
    if either == 0.0:
        return common, common
    only_parent = binomial(rng, wrong - common, parent / either, offspring / either)
    return common + only_parent, wrong - only_parent
