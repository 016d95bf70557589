"""Survivals of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from evobool.model.populations.member import Member, Population
from evobool.model.populations.survival import SURVIVALS, Survival
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import POPULATIONS_TRIED, members_of, repeated

F = TypeVar("F", bound=Callable[..., Any])


def survival(name: str, *, by_rows: bool = False) -> Callable[[F], F]:
    """Register who survives: `survive(members, brood, draws)`, which returns as many members as there were.

    Both are lists of members with a `tree`, its `error` and `leaves`; an offspring above the limit is not
    among them. With `by_rows` bit r of their `missed` says that row r is wrong. The order returned is that of
    age.

    >>> @survival("doc-newest")
    ... def newest(members, brood, draws):
    ...     best = min([*members, *brood], key=lambda each: each.error)
    ...     others = [each for each in [*members, *brood] if each is not best]
    ...     return [best, *others][: len(members)]
    >>> from evobool import evolve
    >>> evolve(n=3, survival="doc-newest", population=3, start="leaf", seed=1).solved
    True

    See Also
    --------
    selection : a rule for one offspring and one parent
    """

    check_name(name)
    check_promise("by_rows", by_rows)

    def register(function: F) -> F:
        survive = called(function, "survive", f"survival {name}")
        check_callable(survive, ("members", "brood", "draws"))

        def kept(setting: Any, population: Population, brood: Iterator[Member], draws: Any) -> Population:
            made = [child for child in brood if child.judged is not None]
            return _checked(survive, list(population), made, draws)

        for trial in range(POPULATIONS_TRIED):
            pool = members_of(trial)
            half = len(pool) // 2
            repeated(survive, trial, lambda *given: _checked(survive, *given), [*pool[:half]], [*pool[half:]])
        add(SURVIVALS, Survival(name, kept, by_rows=by_rows, source=source_of(function)))
        return function

    return register


def _checked(survive: Called, members: list[Member], brood: list[Member], draws: Any) -> Population:
    """Refuse what is not as many of them, each once."""
    found, known, size = survive(members[:], brood[:], draws), {*members, *brood}, len(members)
    if not isinstance(found, list | tuple):
        raise survive.wrong(f"must return a list of members, not {quoted(found)}")
    if len(found) != size:
        raise survive.wrong(f"must return {size} members, not {len(found)}")
    if any(not isinstance(each, Member) or each not in known for each in found) or len({*found}) < size:
        raise survive.wrong("must return members and offspring, each at most once")
    return tuple(found)
