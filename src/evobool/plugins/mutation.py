"""Mutation operators of your own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.mutation import OPERATORS, Change, Mutation, Operator, hvl_prime
from evobool.model.settings.setting import Setting
from evobool.plugins.blame import Called, check_callable, quoted
from evobool.plugins.sources import add, called, check_name, source_of
from evobool.plugins.trying import FAILED, TRIALS, repeated

F = TypeVar("F", bound=Callable[..., Any])
LARGEST_TRIED = 12  # leaves


def mutation(name: str) -> Callable[[F], F]:
    """Register a mutation operator: `mutate(tree, setting, draws)`, which returns a `Mutation`.

    Its tree must keep to the functions and literals of the setting; the limit is seen to later.

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

    def register(function: F) -> F:
        mutate = called(function, "mutate", f"mutation {name}")
        check_callable(mutate, ("tree", "setting", "draws"))

        @wraps(function)
        def checked(tree: Tree, setting: Setting, draws: Any) -> Mutation:
            made = check_mutation(mutate, mutate(tree, setting, draws))
            try:
                setting.check_tokens(made.tree)
            except InputError as problem:
                raise mutate.wrong(f"made {problem.value}: {problem.why}") from None
            if made.function is not None and made.function not in setting.functions:
                raise mutate.wrong(
                    f"made a Mutation; its function must be one of F, not {quoted(made.function)}"
                )
            return made

        _try(mutate)
        add(OPERATORS, Operator(name, checked, source=source_of(function)))
        return function

    return register


def check_mutation(mutate: Called, made: Any) -> Mutation:
    """Refuse what is not a mutation, or has parts that it cannot have."""
    if not isinstance(made, Mutation):
        raise mutate.wrong(f"must return a Mutation, not {quoted(made)}")
    word, tree = made.operation, made.tree
    if not isinstance(word, str) or not word or not word.isprintable():
        raise mutate.wrong(f"made a Mutation; its operation must be a word, not {quoted(word)}")
    if not isinstance(tree, Tree):
        raise mutate.wrong(f"made a Mutation; its tree must be a Tree, not {quoted(tree)}")
    try:
        Tree(tree.prefix)
    except InputError as problem:
        raise mutate.wrong(f"made a broken tree, {quoted(tree.prefix)}: {problem.why}") from None
    if made.change is not None and not isinstance(made.change, Change):
        raise mutate.wrong(f"made a Mutation; its change must be a Change or None, not {quoted(made.change)}")
    return made


def _try(mutate: Called) -> None:
    """Refuse an operator that makes no mutations, or does not repeat itself, along a random walk."""
    setting = Setting(n=4, functions=tuple(FUNCTIONS), literals="all")
    tree, draws = Tree(), Generator(0)
    for trial in range(TRIALS):
        made = repeated(mutate, trial, mutate, tree, setting)
        if made is not FAILED:
            check_mutation(mutate, made)
        near = hvl_prime(tree, setting, draws).tree
        tree = near if near.leaves <= LARGEST_TRIED else Tree()
