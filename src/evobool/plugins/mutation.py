"""Mutation operators of your own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.mutation import OPERATORS, Mutation, Operator, hvl_prime
from evobool.model.settings.setting import Setting
from evobool.plugins.blame import Called, check_callable
from evobool.plugins.made import Law, check_mutation, check_offspring, law_of
from evobool.plugins.sources import add, called, check_name, check_promise, source_of
from evobool.plugins.trying import TRIALS, repeated

F = TypeVar("F", bound=Callable[..., Any])
LARGEST_TRIED = 12  # leaves
LISTS_TRIED = 20  # trees whose outcomes are listed when an operator is registered
TREES_KEPT = 64  # whose outcomes are remembered: a run often keeps its tree for a while
TAKES = ("tree", "setting", "draws")


def mutation(name: str, *, listed: bool = False) -> Callable[[F], F]:
    """Register a mutation operator: `mutate(tree, setting, draws)`, which returns a `Mutation`.

    Its tree must keep to the functions and literals of the setting; the limit is seen to later. With `listed`
    the function is `outcomes(tree, setting)` and yields every `Mutation` it can make with its probability, a
    `Fraction`; they must sum to 1. Then evobool draws, and the exact theory follows the operator.

    >>> @mutation("doc-keep")
    ... def keep(tree, setting, draws):
    ...     return hvl_prime(tree, setting, draws) if draws.below(2) else Mutation("KEEP", tree)
    >>> from evobool import evolve
    >>> evolve(n=4, mutation="doc-keep", seed=1).solved
    True

    See Also
    --------
    Mutation : what it returns
    hvl_prime : the usual operator
    """

    check_name(name)
    check_promise("listed", listed)

    def register(function: F) -> F:
        role, takes = ("outcomes", TAKES[:2]) if listed else ("mutate", TAKES)
        mutate = called(function, role, f"mutation {name}")
        check_callable(mutate, takes)
        source = source_of(function)
        if listed:

            @lru_cache(maxsize=TREES_KEPT)
            def law(tree: Tree, setting: Setting) -> Law:
                return law_of(mutate, tree, setting)

            def drawn(tree: Tree, setting: Setting, draws: Any) -> Mutation:
                return law(tree, setting).drawn(draws)

            _try(mutate, lambda tree, setting, _: law_of(mutate, tree, setting))
            add(
                OPERATORS,
                Operator(name, drawn, source=source, outcomes=lambda *where: law_of(mutate, *where).outcomes),
            )
            return function

        @wraps(function)
        def checked(tree: Tree, setting: Setting, draws: Any) -> Mutation:
            return check_offspring(mutate, mutate(tree, setting, draws), setting)

        _try(mutate, lambda *arguments: check_mutation(mutate, mutate(*arguments)))
        add(OPERATORS, Operator(name, checked, source=source))
        return function

    return register


def _try(mutate: Called, function: Callable[..., Any]) -> None:
    """Refuse an operator that makes no mutations, or does not repeat itself, along a random walk."""
    setting = Setting(n=4, functions=tuple(FUNCTIONS), literals="all")
    tree, draws = Tree(), Generator(0)
    for trial in range(TRIALS if mutate.role == "mutate" else LISTS_TRIED):
        repeated(mutate, trial, function, tree, setting)
        near = hvl_prime(tree, setting, draws).tree
        tree = near if near.leaves <= LARGEST_TRIED else Tree()
