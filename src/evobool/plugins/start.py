"""Beginnings of your own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from evobool.model.formulas.tree import Tree
from evobool.model.growing import depth_of
from evobool.model.mutation import Mutation
from evobool.model.populations.begin import BEGINNINGS, Beginning
from evobool.plugins.blame import check_callable
from evobool.plugins.made import check_offspring
from evobool.plugins.sources import add, called, check_name, source_of
from evobool.plugins.trying import POPULATIONS_TRIED, SETTING_TRIED, repeated

F = TypeVar("F", bound=Callable[..., Any])


def start(name: str) -> Callable[[F], F]:
    """Register how a run begins: `make(setting, draws)`, which returns a `Tree`, once for each member.

    >>> @start("doc-pair")
    ... def pair(setting, draws):
    ...     from evobool import Tree
    ...     return Tree(("or", 1, setting.literal_list[draws.below(len(setting.literal_list))]))
    >>> from evobool import evolve
    >>> evolve(n=4, start="doc-pair", population=5, seed=1).solved
    True

    See Also
    --------
    mutation : an operator
    """

    check_name(name)

    def register(function: F) -> F:
        make = called(function, "make", f"start {name}")
        check_callable(make, ("setting", "draws"))

        def made(setting: Any, argument: None, draws: Any) -> Tree:
            tree = check_offspring(make, Mutation("START", make(setting, draws)), setting).tree
            most, deepest = setting.leaf_limit, setting.deepest
            if most is not None and tree.leaves > most:
                raise make.wrong(f"made a tree of {tree.leaves} leaves; the limit is {most}")
            if deepest is not None and depth_of(tree.prefix) > deepest:
                raise make.wrong(f"made a tree of depth {depth_of(tree.prefix)}; depth is {deepest}")
            return tree

        for trial in range(POPULATIONS_TRIED):
            repeated(make, trial, made, SETTING_TRIED, None)
        add(BEGINNINGS, Beginning(name, made, apart=False, source=source_of(function)))
        return function

    return register
