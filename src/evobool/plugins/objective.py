"""Objectives of your own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from evobool.model.generator import Generator
from evobool.model.objective import OBJECTIVES, Objective, Wrong
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import TRIALS, repeated

F = TypeVar("F", bound=Callable[..., Any])


def objective(name: str, *, trade_off: bool = False) -> Callable[[F], F]:
    """Register an objective: `value(false_positives, false_negatives, positives, negatives, leaves)`.

    It returns a number, which is made as small as possible; with `trade_off` a tuple of them, always of one
    length, for `survival="pareto"`. `positives` and `negatives` are how many rows of either class there are.
    The empty tree is not asked about: it is worse than all others. A run is solved, as ever, when at most A
    rows are wrong.

    >>> @objective("doc-short")
    ... def short(false_positives, false_negatives, positives, negatives, leaves):
    ...     return 10 * (false_positives + false_negatives) + leaves
    >>> from evobool import evolve
    >>> evolve(n=4, objective="doc-short", seed=1).solved
    True

    See Also
    --------
    selection : a rule that compares two values
    survival : who is kept
    """

    check_name(name)
    check_promise("trade_off", trade_off)

    def register(function: F) -> F:
        value = called(function, "value", f"objective {name}")
        check_callable(value, Wrong._fields)
        length = len(_checked(value, trade_off, Wrong(1, 1, 2, 2, 1))) if trade_off else None

        def measured(wrong: Wrong) -> Any:
            found = _checked(value, trade_off, wrong)
            if trade_off and len(found) != length:
                raise value.wrong(f"must return {length} numbers as at first, not {len(found)}")
            return found

        draws = Generator(0)
        for trial in range(TRIALS):
            repeated(value, trial, lambda wrong, _: measured(wrong), _wrong(draws))
        add(OBJECTIVES, Objective(name, measured, trade_off, source=source_of(function), called=name))
        return function

    return register


def _checked(value: Called, trade_off: bool, wrong: Wrong) -> Any:
    """What an objective says of a tree, refused where it cannot be compared."""
    found = value(*wrong)
    numbers = found if trade_off and isinstance(found, tuple) else (found,)
    if (trade_off and not isinstance(found, tuple)) or not numbers or not all(map(_comparable, numbers)):
        what = "a tuple of numbers" if trade_off else "a number"
        raise value.wrong(f"must return {what}, not {quoted(found)}")
    return found


def _comparable(number: Any) -> bool:
    known = isinstance(number, int | float | Fraction) and not isinstance(number, bool)
    return known and (not isinstance(number, float) or isfinite(number))


def _wrong(draws: Generator) -> Wrong:
    """Numbers that some tree could have."""
    positives, negatives = 1 + draws.below(100), 1 + draws.below(100)
    made = (draws.below(negatives + 1), draws.below(positives + 1))
    return Wrong(*made, positives, negatives, 1 + draws.below(50))
