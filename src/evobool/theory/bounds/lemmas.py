"""The paper's bounds for the complete truth table (section 3), every constant written out.

They bound RLS-GP on AND_n and OR_n with F = {AND, OR} and a limit of l leaves. `sampled.py` has the bounds of
section 4, `drift_theorems.py` the theorem behind lemma 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, floor, inf, log

from evobool.checks import check_integer
from evobool.errors import InputError
from evobool.model.settings.setting import Setting
from evobool.theory.bounds.covered import FUNCTIONS, beyond_section_3
from evobool.theory.bounds.drift_theorems import super_multiplicative_bound, variable_bound

CONSTANT = 36  # of lemma 2
LARGEST_N = 2**20  # as in a setting; 2^n is written out


def lower_bound(setting: Setting) -> Fraction:
    """Theorem 2 with its constant: E[T] >= 1 + (3/2) n H_(n-1), H the harmonic numbers.

    A tree without x_i does not depend on x_i, so a solution contains all n variables. A variable can enter
    the tree only in an iteration that draws INS or SUB and this variable as its literal. Both are drawn
    afresh in each iteration, whatever the tree, with probabilities 2/3 and 1/n. The acceptance test can only
    make it harder. So T is at least the time to draw all n coupons when each iteration draws one with
    probability 2/3: with i of them missing, the next takes (3/2) n/i iterations on average. The first is
    cheaper: the empty tree takes a literal whatever the operation (1 iteration), or only by INS with
    `first_leaf="insertion"` (3 iterations on average). That leaves n - 1 missing:

        E[T] >= 1 + (3/2) n (1/1 + ... + 1/(n-1)),  or 3 + ... with insertion only.

    With all 2n literals, a tree that holds x_i only negated is decreasing in x_i, which the targets are not.
    So all n positive literals must be drawn, each with probability 1/(2n), and the first draw is one of them
    with probability 1/2: E[T] >= 1 + 3n H_(n-1) + 3/2.

    >>> print(lower_bound(Setting(n=4, limit="n")), lower_bound(Setting(n=4, literals="all")))
    12 49/2

    See Also
    --------
    full_runtime : theorem 4's bound from above
    Chain : E[T] itself, where trees are few
    """
    beyond = beyond_section_3(setting, "theorem 2")
    if beyond is not None:
        raise beyond
    if not set(setting.functions) <= set(FUNCTIONS):
        raise InputError("functions", ",".join(setting.functions), "theorem 2 is about and and or")
    n = setting.n
    first = 1 if setting.first_leaf == "any" else 3
    harmonic = sum((Fraction(1, i) for i in range(1, n)), Fraction(0))
    if setting.literals == "positive":
        return first + Fraction(3, 2) * n * harmonic
    return first + 3 * n * harmonic + Fraction(3, 2)


def unfull_time(n: int, limit: int, sharper: bool = False) -> float:
    """Lemma 2: E[T_0] <= 36 l n (3 + 2(2 + log2 log_n 2^n) ln n); T_0 counts iterations with a tree not full.

    `sharper` uses variable drift instead of theorem 3. The error of the empty tree is infinite, which neither
    theorem covers, so the first iteration is added.

    >>> round(unfull_time(16, 16)), round(unfull_time(16, 16, sharper=True))
    (232066, 50342)

    See Also
    --------
    drift_bounds : the drift it rests on
    full_runtime : the bound on all of T
    """
    check_limit(n, limit)
    bound = variable_bound if sharper else super_multiplicative_bound
    return 1 + bound(n, Fraction(1, CONSTANT * limit * n), 2**n)


def shrinkage(n: int, limit: int) -> Fraction:
    """Theorem 4: a lower bound on the expected number of leaves a mutation removes from a full tree.

    At most n - 1 of its l leaves are essential, and each of the others goes with at least one of the 2l - 1
    subtrees whose deletion is accepted: (1/3) (l - (n-1)) / (2l - 1).

    >>> print(shrinkage(4, 8))
    1/9
    """
    check_limit(n, limit)
    return Fraction(limit - (n - 1), 3 * (2 * limit - 1))


@dataclass(frozen=True)
class FullRuntime:
    """Theorem 4 (and 5) with the constants of its proof.

    `unfull` bounds E[T_0]. A period consists of 2 `unfull` iterations with a tree that is not full, and as
    many with a full tree as it takes to delete 2 `unfull` + l leaves at half the expected rate `delta`. It
    has too few of the former with probability at most `late` (Azuma and Hoeffding); otherwise it finds the
    optimum with probability at least 1/2 (Markov). So E[T] <= period / (1/2 - late).

    The theorem is asymptotic in this one step: `late` < 1/2 is certain only for large n and l = (1+c) n with
    a constant c. Elsewhere, if `late` is 1/2 or more, the proof gives nothing and `bound` is infinite.
    """

    unfull: float
    delta: float
    period: float
    late: float

    @property
    def bound(self) -> float:
        """The bound on E[T]."""
        return self.period / (0.5 - self.late) if self.late < 0.5 else inf


def full_runtime(n: int, limit: int) -> FullRuntime:
    """Theorem 4's bound on E[T] for AND_n, theorem 5's for OR_n; subtree deletion, positive literals.

    delta is the paper's c / (6 + 6c) with l = (1 + c) n, or the exact shrinkage if l = n, where c = 0.

    >>> found = full_runtime(16, 32)
    >>> round(found.delta, 4), f"{found.unfull:.3g} {found.bound:.3g}"
    (0.0833, '4.64e+05 4.64e+07')

    See Also
    --------
    unfull_time : its first part
    lower_bound : the bound from below
    """
    c = Fraction(limit, n) - 1
    delta = float(c / (6 + 6 * c)) if c > 0 else float(shrinkage(n, limit))
    unfull = unfull_time(n, limit)
    full = (4 * unfull + 2 * limit) / delta
    late = exp(-(delta**2) * full / (8 * limit**2))
    return FullRuntime(unfull, delta, 2 * unfull + full, late)


def m_k(n: int, k: int) -> int:
    """Lemma 2's M_k = 2 (C(n,1) + ... + C(n,k-1)): from this error on, half the wrong inputs have k zeros.

    >>> [m_k(4, k) for k in range(1, 5)]
    [0, 8, 20, 28]
    """
    return 2 * sum(comb(n, i) for i in range(1, k))


def largest_k(n: int, error: int) -> int:
    """The largest k in 1 ... n with error >= M_k."""
    return max(k for k in range(1, n + 1) if error >= m_k(n, k))


def drift_bounds(n: int, limit: int, error: int) -> dict[str, float]:
    """The three lower bounds on the drift in lemma 2's proof, as printed, for a tree that is not full.

    `k`: k x / (12 l n) with the largest k such that x >= M_k; `floor`: the same with k = floor(log_n(x/2)) +
    1; `log`: (log_n x + 1) x / (36 l n), which the lemma uses.

    >>> {name: round(bound, 4) for name, bound in drift_bounds(8, 16, 127).items()}
    {'k': 0.248, 'floor': 0.1654, 'log': 0.0918}

    See Also
    --------
    unfull_time : the time that follows
    multiplicative_drift : the theorem behind it
    """
    check_limit(n, limit)
    root_and = error / (12 * limit * n)  # x times the least probability of one root-and
    return {
        "k": largest_k(n, error) * root_and,
        "floor": (integer_log(n, Fraction(error, 2)) + 1) * root_and,
        "log": (log(error) / log(n) + 1) * root_and * 12 / CONSTANT,
    }


def integer_log(base: int, x: Fraction) -> int:
    """floor(log_base x), exactly.

    >>> integer_log(2, Fraction(1, 2)), integer_log(3, Fraction(26)), integer_log(3, Fraction(27))
    (-1, 2, 3)
    """
    power = floor(log(x) / log(base))
    while Fraction(base) ** power > x:
        power -= 1
    while Fraction(base) ** (power + 1) <= x:
        power += 1
    return power


def fewest_zeros(n: int, error: int) -> int:
    """The smallest total number of zeros in this many different inputs, not counting the all-true one.

    A tree on AND_n that is wrong on x inputs gains at least this over 12 l n from root-ands alone: as many
    root-ands correct a wrong input as it has zeros. Lemma 2's argument cannot give more than this.

    >>> [fewest_zeros(3, x) for x in range(1, 8)]
    [1, 2, 3, 5, 7, 9, 12]
    """
    n = check_integer("n", n, 1)
    if not 0 <= error < 2**n:
        raise InputError("error", error, f"must be less than 2^{n}")
    total, left = 0, error
    for zeros in range(1, n + 1):
        inputs = min(left, comb(n, zeros))
        total += zeros * inputs
        left -= inputs
    return total


def check_limit(n: int, limit: int) -> None:
    """Refuse an n, or a limit below it, that lemma 2 is not about."""
    n = check_integer("n", n, 2)
    if n > LARGEST_N:
        raise InputError("n", n, f"must be at most {LARGEST_N}")
    limit = check_integer("limit", limit, 1)
    if limit < n:
        raise InputError("limit", limit, f"must be at least n = {n}")
