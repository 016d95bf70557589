"""Ways to choose parents of your own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from evobool.model.populations.member import Population
from evobool.model.populations.parents import PARENTS, Choice, Pick
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import POPULATIONS_TRIED, members_of, repeated

F = TypeVar("F", bound=Callable[..., Any])


def parents(name: str, *, by_rows: bool = False) -> Callable[[F], F]:
    """Register a way to choose: `choose(members, draws)`, which returns the place of a parent.

    Members have a `tree`, its `error` and `leaves`, the oldest first. With `by_rows` bit r of their `missed`
    says that row r is wrong. It is called once for each parent.

    >>> @parents("doc-oldest")
    ... def oldest(members, draws):
    ...     return draws.below(len(members)) if draws.below(2) else 0
    >>> from evobool import evolve
    >>> evolve(n=4, parents="doc-oldest", population=5, seed=1).solved
    True

    See Also
    --------
    crossover : what becomes of two parents
    """

    check_name(name)
    check_promise("by_rows", by_rows)

    def register(function: F) -> F:
        choose = called(function, "choose", f"parents {name}")
        check_callable(choose, ("members", "draws"))

        def picking(setting: Any, population: Population) -> Pick:
            return lambda draws: _checked(choose, population, draws)

        for trial in range(POPULATIONS_TRIED):
            repeated(choose, trial, lambda *given: _checked(choose, *given), members_of(trial))
        add(PARENTS, Choice(name, picking, by_rows=by_rows, source=source_of(function)))
        return function

    return register


def _checked(choose: Called, population: Population, draws: Any) -> int:
    place = choose(population, draws)
    if type(place) is not int or not 0 <= place < len(population):
        why = f"must return a place from 0 to {len(population) - 1}, not {quoted(place)}"
        raise choose.wrong(why)
    return place
