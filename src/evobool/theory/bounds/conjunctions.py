"""Formulas for the errors of conjunctions on AND_n; by duality, also of disjunctions on OR_n."""

from __future__ import annotations

from evobool.checks import check_integer
from evobool.errors import InputError


def conjunction_error(n: int, variables: int) -> int:
    """Section 2: a conjunction of a distinct variables is wrong on 2^(n-a) - 1 inputs of AND_n.

    >>> conjunction_error(4, 2)
    3
    """
    _check(n, variables)
    return (1 << (n - variables)) - 1


def mixed_conjunction_error(n: int, variables: int) -> int:
    """Theorem 7: with a negated literal and no contradiction, exactly two more inputs are wrong.

    It is true on 2^(n-a) inputs, wrongly on each, and wrongly false on the all-true one.

    >>> mixed_conjunction_error(4, 2)
    5
    """
    return conjunction_error(n, variables) + 2


def contradiction_error() -> int:
    """Theorem 7: a function that is never true is wrong only on the all-true input."""
    return 1


def witnesses(n: int, variables: int, displaced: int = 1) -> int:
    """Lemma 4: inputs that expose an OR with a new variable inserted into a conjunction of U distinct ones.

    The OR replaces a subtree with `displaced` distinct variables. It makes a difference where the new
    variable and all others are true and the displaced ones are not all true: on (2^displaced - 1) 2^(n-U-1)
    inputs, at least 2^(n-U-1), as the lemma says.

    >>> witnesses(4, 2), witnesses(4, 2, displaced=2)
    (2, 6)
    """
    _check(n, variables)
    displaced = check_integer("displaced", displaced, 1)
    if displaced > variables or variables == n:
        raise InputError("displaced", displaced, f"impossible with {variables} variables of n = {n}")
    return ((1 << displaced) - 1) << (n - variables - 1)


def _check(n: int, variables: int) -> None:
    n = check_integer("n", n, 1)
    variables = check_integer("variables", variables, 1)
    if variables > n:
        raise InputError("variables", variables, f"must be at most n = {n}")
