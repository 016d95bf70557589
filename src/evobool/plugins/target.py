"""Targets of your own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

from evobool.errors import InputError
from evobool.model.formulas.prefix import evaluated
from evobool.model.formulas.reading import parsed
from evobool.model.targets.families import TARGETS, Target
from evobool.model.targets.targets import truth_columns
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import FAILED, repeated, tried

F = TypeVar("F", bound=Callable[..., Any])
MOST_TRIED = 6  # variables


def target(
    name: str, *, formula: str | None = None, symmetric: bool = False, some: bool = True
) -> Callable[[F], F]:
    """Register a target: a function of its columns x[0] ... x[n-1] and `ones`, or a formula.

    Use &, | and ^ on the columns, and `x[i] ^ ones` for NOT. `symmetric` promises that all variables may
    change places, which lets the exact chain be smaller; `some` allows `name:K`.

    >>> @target("doc-pairs")
    ... def pairs(x, ones):
    ...     return (x[0] & x[1]) | (x[2] & x[3])
    >>> from evobool import Setting
    >>> Setting(n=4, target="doc-pairs").goal.variables
    (1, 2, 3, 4)

    See Also
    --------
    selection : a rule
    mutation : an operator
    training : a regime
    """
    check_name(name)
    check_promise("symmetric", symmetric)
    check_promise("some", some)
    if formula is not None:
        if not isinstance(formula, str):
            raise InputError("formula", formula, "must be text such as x1 & x2")
        prefix = parsed(formula, "formula")
        least = max((abs(token) for token in prefix if isinstance(token, int)), default=0)
        if not least:
            raise InputError("formula", formula, "is empty")

        def define(x: Any, ones: Any) -> Any:
            return evaluated(prefix, x, ones)

        def refuses(n: int) -> str | None:
            return None if n >= least else f"{name} needs n of at least {least}"

        add(TARGETS, Target(name, define, refuses=refuses, some=False, source=source_of(None, formula)))
        return lambda function: function

    def register(function: F) -> F:
        define = called(function, "define", f"target {name}")
        check_callable(define, ("x", "ones"))

        def checked(x: Any, ones: Any) -> Any:
            return _check(define, define(x, ones), x, ones)

        _try(define, checked, symmetric)
        add(TARGETS, Target(name, checked, symmetric, some=some, source=source_of(function)))
        return function

    return register


def _check(define: Called, value: Any, x: Any, ones: Any) -> Any:
    """Refuse what is not a column, or has bits where there are no rows."""
    if type(value) not in (type(ones), type(x[0])):
        raise define.wrong(f"must return a column, not {quoted(value)}")
    if type(value) is int and not 0 <= value <= ones:
        raise define.wrong("has bits outside the rows; write x[i] ^ ones for NOT")
    return value


def _try(define: Called, checked: Callable[[Any, Any], Any], symmetric: bool) -> None:
    """Refuse a target that mixes rows, depends on chance, or is not symmetric though it says so."""
    for n in range(1, MOST_TRIED + 1):
        columns, ones = truth_columns(n), (1 << 2**n) - 1
        table = repeated(define, 0, lambda x, given, _: checked(x, given), columns, ones, times=10)
        if table is FAILED:
            continue
        for row in range(2**n):
            if tried(checked, [column >> row & 1 for column in columns], 1) not in (table >> row & 1, FAILED):
                why = "must use &, | and ^ on its columns only, so that each row stands for itself"
                raise define.wrong(why)
        for one, other in pairwise(range(n)) if symmetric else ():
            swapped = [*columns]
            swapped[one], swapped[other] = columns[other], columns[one]
            if tried(checked, swapped, ones) not in (table, FAILED):
                raise define.wrong(f"promises symmetric, but not with x{one + 1} and x{other + 1} swapped")
