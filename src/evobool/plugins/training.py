"""Training regimes of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import islice
from typing import Any, TypeVar

from evobool import interrupts
from evobool.model.targets.targets import Goal, goal_of
from evobool.model.training import REGIMES, Regime, TrainingSet
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import repeated

F = TypeVar("F", bound=Callable[..., Any])
TRIED, TRIED_ROWS = 20, (1, 16)  # iterations
ENDED = object()


def training(name: str, *, fresh: bool = True) -> Callable[[F], F]:
    """Register a training regime: `sets(goal, rows, draws)` yields a `TrainingSet` for every iteration.

    `rows` is K in `name:K`, or 0. `fresh=False` promises that the same set is yielded every time.

    >>> @training("doc-twice")
    ... def twice(goal, rows, draws):
    ...     while True:
    ...         same = TrainingSet.sample(goal, rows or 32, draws)
    ...         yield same
    ...         yield same
    >>> from evobool import evolve
    >>> evolve(n=4, training="doc-twice:64", accept_error=0, seed=1).solved
    True

    See Also
    --------
    TrainingSet : what it yields
    """

    check_name(name)
    check_promise("fresh", fresh)

    def register(function: F) -> F:
        sets = called(function, "sets", f"training {name}")
        check_callable(sets, ("goal", "rows", "draws"))

        @wraps(function)
        def endless(goal: Goal, rows: int, draws: Any) -> Iterator[TrainingSet]:
            return _checked(sets, fresh, goal, rows, draws)

        for rows in TRIED_ROWS:
            repeated(sets, rows, _first, endless, rows)
        add(REGIMES, Regime(name, endless, fresh=fresh, source=source_of(function)))
        return function

    return register


def _checked(sets: Called, fresh: bool, goal: Goal, rows: int, draws: Any) -> Iterator[TrainingSet]:
    """The training sets, each of them checked."""
    yielded = sets(goal, rows, draws)
    if not hasattr(yielded, "__next__"):
        raise sets.wrong(f"must yield training sets for ever, not return {quoted(yielded)}")
    step = Called(lambda: next(yielded, ENDED), sets.role, sets.plugin, sets.file, sets.line)
    first: Any = None
    before: Any = None
    try:
        found: Any
        while (found := step()) is not ENDED:
            if found is None or found is not before:
                _check(sets, found, goal)
                first = found if first is None else first
                if not fresh and (found.rows, found.columns) != (first.rows, first.columns):
                    raise sets.wrong("promises fresh=False, but yields other rows than before")
                before = found
            yield found
        raise sets.wrong("must yield training sets for ever")
    finally:
        _close(yielded)


def _check(sets: Called, found: Any, goal: Goal) -> None:
    """Refuse what is not a training set for this target."""
    if not isinstance(found, TrainingSet):
        raise sets.wrong(f"must yield training sets, not {quoted(found)}")
    if type(found.rows) is not int or found.rows < 1:
        raise sets.wrong(f"must yield at least 1 row, not {quoted(found.rows)}")
    if not isinstance(found.columns, list | tuple) or len(found.columns) != goal.n:
        raise sets.wrong(f"must yield {goal.n} columns, not {quoted(found.columns)}")
    for column in (*found.columns, found.target):
        if type(column) is not int or not 0 <= column <= found.ones:
            raise sets.wrong(f"yields a column outside the {found.rows} rows: {quoted(column)}")


def _first(sets: Callable[..., Any], rows: int, draws: Any) -> list[tuple[int, list[int]]]:
    """The first few training sets, for a target of four variables."""
    return [(each.rows, each.columns) for each in islice(sets(goal_of("and", 4), rows, draws), TRIED)]


def _close(yielded: Any) -> None:
    """End a generator that is not needed any more, whatever it does about that."""
    try:
        getattr(yielded, "close", lambda: None)()
    except BaseException as problem:
        if interrupts.pressed(problem):
            raise
