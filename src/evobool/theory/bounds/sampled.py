"""The paper's bounds for polynomial training sets (lemma 1 and section 4), every constant written out.

RLS-GP draws s = n^c lg^2 n rows in each iteration and stops when at most A = c' lg n of them are wrong. The
paper proves that it stops within O(log n) iterations with an error of at most n^-c, except with probability
O(log^2 n / n). `sampled_guarantee` follows the same steps at a given n and adds up their failure
probabilities, with exact tails in place of Chernoff bounds; `chernoff_constants` gives the n from which the
paper's own constants work.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, log, log1p, log2

from evobool.checks import check_integer
from evobool.errors import InputError
from evobool.model.training import LARGEST_SAMPLE


def deviation(n: int, c: float, rows: int, error_rate: float) -> tuple[float, float]:
    """Lemma 1: the probability of |G s - X| > max(c lg n, G s), exactly, and its bound n^(-c / (6 ln 2)).

    X is binomial. Below the mean the deviation is at most G s. Above it, X > 2 G s has probability at most
    e^(-G s / 3) <= e^(-(c/6) lg n) if G s >= (c/2) lg n; otherwise X > c lg n is as unlikely, by the same
    bound with (c/2) lg n as the mean.

    >>> exact, bound = deviation(n=50, c=2, rows=1000, error_rate=0.002)
    >>> f"{exact:.2e} {bound:.2e}"
    '2.74e-08 1.52e-01'
    """
    from scipy.stats import binom

    n = check_integer("n", n, 2)
    mean = rows * error_rate
    exact = float(binom.sf(floor(mean + max(c * log2(n), mean)), rows, error_rate))
    return exact, float(n ** (-c / (6 * log(2))))


@dataclass(frozen=True)
class Guarantee:
    """Theorem 6 or 7 at one n: stops within `iterations`, with an error of at most n^-c, but for `failures`.

    `variables` is the length k of the conjunction that meets the threshold. The failures, by lemma:

    slow        (3) fewer than k new variables were joined by AND in that time
    missed      (3) the conjunction of k variables was judged wrong on more than A rows
    duplicate   (4, 1) a variable of the tree was drawn again
    or          (4, 2) an OR with a new variable was accepted: no witness was drawn
    worse       (4, 3) a deletion that loses variables was accepted
    early       (5) a conjunction with an error above n^-c was judged wrong on at most A rows
    negation    (theorem 7) the row that distinguishes negated literals from positive ones was drawn
    """

    variables: int
    rows: int
    threshold: int
    iterations: int
    failures: dict[str, float]

    @property
    def failure(self) -> float:
        """The bound on the probability of failure (a union bound, so it may exceed 1)."""
        return min(1.0, sum(self.failures.values()))


def sampled_guarantee(
    n: int, c: float = 1.0, c_prime: float = 8.0, *, patience: float = 3.0, negated: bool = False
) -> Guarantee:
    """Theorem 6 in numbers, or theorem 7 with `negated` literals, on AND_n or, by duality, OR_n.

    As long as nothing fails, the tree is a conjunction of i distinct variables. An iteration joins a new one
    by AND with probability p_i = (n - i) / (6n), and that is always accepted. So a tree of i variables is
    judged 1/p_i times on average, and a failure with probability q per iteration adds q / p_i. `patience` is
    the c'' of lemma 3: the time is 12 c'' (c+1) lg n.

    >>> found = sampled_guarantee(2**14)
    >>> found.variables, found.threshold, found.iterations
    (17, 112, 1008)
    >>> {name: float(f"{chance:.1g}") for name, chance in found.failures.items() if chance > 1e-6}
    {'duplicate': 0.03}

    See Also
    --------
    lower_bound : on the complete truth table
    """
    from scipy.stats import binom

    n = check_integer("n", n, 4)
    rows, threshold = ceil(n**c * log2(n) ** 2), floor(c_prime * log2(n))
    if rows > LARGEST_SAMPLE:
        raise InputError("n", n, f"n^c lg^2 n = {rows:.3g} rows, must be at most 2^62")
    top = 0.5**n
    k = next(i for i in range(1, n + 1) if rows * (0.5**i - top) <= c_prime / 4 * log2(n) or i == n)
    iterations = ceil(12 * patience * (c + 1) * log2(n))
    waits = {i: 6 * n / (n - i) for i in range(1, k)}  # 1 / p_i
    off = top if negated else 0.0  # one of a mixed conjunction's rows may be the all-true one
    kept = Fraction(1)
    for i in waits:
        kept *= Fraction(n - i, n + 3 * i)  # a new variable by AND, before INS or SUB with one of the i
    failures = {
        "slow": _slow(n, k, iterations),
        "missed": float(binom.sf(threshold, rows, 0.5**k - top + 2 * off)),
        "duplicate": float(1 - kept),
        "or": sum(_none(0.5 ** (i + 1) - off, rows) for i in waits),  # one such draw expected at each i
        "worse": sum(wait / 3 * _none(0.5**i - off, rows) for i, wait in waits.items() if i > 1),
        "early": sum(  # twice: a substitution judges both parent and offspring
            2 * wait * float(binom.cdf(threshold, rows, 0.5**i - top))
            for i, wait in waits.items()
            if (0.5**i >= n**-c if negated else 0.5**i - top > n**-c)  # a mixed one is wrong on 2^-i + 2^-n
        ),
    }
    if negated:
        failures["negation"] = float(rows) * iterations * top
    return Guarantee(k, rows, threshold, iterations, failures)


def chernoff_constants() -> dict[str, float]:
    """What the paper's Chernoff bounds require of c' and n for each failure probability to be at most 1/n.

    Lemma 4 has e^(-(c'/128) lg n) <= 1/n, so c' >= 128 ln 2. Lemma 5 needs the threshold c' lg n to be at
    most (1/2) lg^2 n, so lg n >= 2c'. In fact an OR is accepted only if no witness is drawn; lemma 4 then has
    e^(-(c'/8) lg n) and needs only c' >= 8 ln 2.

    >>> {name: round(value, 1) for name, value in chernoff_constants().items()}
    {'c_prime': 88.7, 'lg_n': 177.4, 'c_prime_exact': 5.5, 'lg_n_exact': 11.1}
    """
    as_printed, exact = 128 * log(2), 8 * log(2)
    return {"c_prime": as_printed, "lg_n": 2 * as_printed, "c_prime_exact": exact, "lg_n_exact": 2 * exact}


def _slow(n: int, k: int, iterations: int) -> float:
    """P(fewer than k variables after this many iterations); the first iteration supplies the first one."""
    import numpy as np

    steps = np.array([(n - i) / (6 * n) for i in range(1, k)] + [0.0])
    here = np.zeros(k)
    here[0] = 1.0
    for _ in range(iterations - 1):
        moving = here * steps
        here -= moving
        here[1:] += moving[:-1]
    return float(here[:-1].sum())


def _none(share: float, rows: int) -> float:
    """P(no row falls into this share of all inputs)."""
    return exp(rows * log1p(-share))
