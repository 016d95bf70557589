"""Selection rules of your own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from evobool.errors import InputError
from evobool.model.generator import Generator
from evobool.model.selection import SELECTIONS, Judged, Selection
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import FAILED, TRIALS, repeated, tried

F = TypeVar("F", bound=Callable[..., Any])
TAKES = ("offspring", "parent", "draws")


def selection(name: str, *, by_order: bool = False, probability: bool = False) -> Callable[[F], F]:
    """Register a selection rule: `accepts(offspring, parent, draws)`, both with an `error` and `leaves`.

    `by_order` promises that only which error is smaller and which tree has fewer leaves matters, not by how
    much, and no chance: then the rule runs on every engine and in the exact theory. With `probability` the
    function takes no draws and returns the probability of acceptance, from 0 to 1: then evobool draws, and
    the exact theory follows the rule on the complete truth table.

    >>> @selection("doc-lenient")
    ... def lenient(offspring, parent, draws):
    ...     return offspring.error <= parent.error or draws.below(100) == 0
    >>> from evobool import evolve
    >>> evolve(n=4, selection="doc-lenient", seed=1).solved
    True

    See Also
    --------
    mutation : an operator
    target : a target
    training : a regime
    """

    check_name(name)
    check_promise("by_order", by_order)
    check_promise("probability", probability)
    if by_order and probability:
        raise InputError("probability", probability, "a rule that goes by order leaves nothing to chance")

    def register(function: F) -> F:
        accepts = called(function, "accepts", f"selection {name}")
        check_callable(accepts, TAKES[:2] if probability else TAKES)

        @wraps(function)
        def checked(offspring: Judged, parent: Judged, draws: Any) -> bool:
            found = accepts(offspring, parent, draws)
            if found is True or found is False:
                return found
            if isinstance(found, np.bool_):
                return bool(found)
            raise accepts.wrong(f"must return True or False, not {quoted(found)}")

        def chance(offspring: Judged, parent: Judged) -> Fraction:
            return _probability(accepts, accepts(offspring, parent))

        def drawn(offspring: Judged, parent: Judged, draws: Any) -> bool:
            share = chance(offspring, parent)
            return bool(draws.below(share.denominator) < share.numerator)

        source = source_of(function)
        if probability:
            rule = Selection(name, drawn, source=source, chance=chance)
        else:
            rule = Selection(name, checked, by_order, source)
        _try(accepts, rule)
        add(SELECTIONS, rule)
        return function

    return register


def _probability(accepts: Called, found: Any) -> Fraction:
    """What a rule returned, exactly."""
    try:
        share = Fraction(*found.as_integer_ratio())
    except (AttributeError, TypeError, ValueError, OverflowError):  # no number, not a number, or infinite
        share = None
    if share is None or not 0 <= share <= 1:
        raise accepts.wrong(f"must return a probability from 0 to 1, not {quoted(found)}")
    return share


def _try(accepts: Called, rule: Selection) -> None:
    """Refuse a rule that does not repeat itself, or goes by more than order though it says otherwise."""
    draws = Generator(0)
    for trial in range(TRIALS):
        offspring, parent = _judged(draws), _judged(draws)
        if not rule.by_order:
            repeated(accepts, trial, rule.accepts, offspring, parent)
            continue
        kept = tried(rule.accepts, offspring, parent, _NoDraws(accepts))
        orders = [(one > other) - (one < other) for one, other in zip(offspring, parent, strict=True)]
        if kept is not FAILED and kept != rule.keeps(*orders):
            why = f"{'takes' if kept else 'refuses'} {_said(offspring)} after {_said(parent)}"
            raise accepts.wrong(f"promises by_order, but {why}, and not all others of that order")


class _NoDraws:
    """What a rule gets for its draws that promises not to draw."""

    def __init__(self, accepts: Called) -> None:
        self._accepts = accepts

    def __getattr__(self, name: str) -> Any:
        raise self._accepts.wrong("promises by_order, but draws")


def _said(tree: Judged) -> str:
    return f"error {tree.error}, leaves {tree.leaves}"


def _judged(draws: Generator) -> Judged:
    """Numbers of all sizes, often close to each other."""
    return Judged(draws.below(2 ** (1 + draws.below(16))), 1 + draws.below(2 ** (1 + draws.below(10))))
