"""Crossovers of your own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from evobool.model.formulas.tree import Tree
from evobool.model.growing import Draws
from evobool.model.mutation import Mutation
from evobool.model.populations.crossover import CROSSOVERS, Crossover
from evobool.plugins.blame import check_callable
from evobool.plugins.made import check_offspring
from evobool.plugins.sources import add, called, check_name, source_of
from evobool.plugins.trying import POPULATIONS_TRIED, SETTING_TRIED, members_of, repeated

F = TypeVar("F", bound=Callable[..., Any])


def crossover(name: str) -> Callable[[F], F]:
    """Register a crossover: `cross(one, other, setting, draws)`, which returns the `Tree` of the offspring.

    Neither parent is empty. `name:P` is then a crossover with probability P. What a tree may hold is checked,
    and the limit seen to later.

    >>> @crossover("doc-and")
    ... def conjunction(one, other, setting, draws):
    ...     from evobool import Tree
    ...     return Tree((setting.function_list[0], *one.prefix, *other.prefix))
    >>> from evobool import evolve
    >>> evolve(n=4, crossover="doc-and:0.5", population=5, start="leaf", seed=1).solved
    True

    See Also
    --------
    parents : which are crossed
    """

    check_name(name)

    def register(function: F) -> F:
        cross = called(function, "cross", f"crossover {name}")
        check_callable(cross, ("one", "other", "setting", "draws"))

        def crossed(setting: Any, one: Tree, other: Tree, draws: Draws) -> Mutation:
            tree = cross(one, other, setting, draws)
            made = check_offspring(cross, Mutation("CROSS", tree), setting)
            brought = Counter(_functions(made.tree)) - Counter(_functions(one))
            return Mutation("CROSS", made.tree, inserted=tuple(brought.elements()))

        for trial in range(POPULATIONS_TRIED):
            one, other, *_ = members_of(trial)
            repeated(cross, trial, crossed, SETTING_TRIED, one.tree, other.tree)
        add(CROSSOVERS, Crossover(name, crossed, source=source_of(function)))
        return function

    return register


def _functions(tree: Tree) -> list[str]:
    return [token for token in tree.prefix if isinstance(token, str)]
