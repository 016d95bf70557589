"""The fewest leaves for a subtree of at most four variables, wherever its value makes no difference.

The atlas knows a tree with the fewest leaves for every function of so few variables. Among the functions that
agree with the subtree wherever its value matters, the one with the fewest is taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from evobool.atlas.fewest import UNKNOWN, Fewest, fewest
from evobool.atlas.numbered import LARGEST_N, Numbers
from evobool.learning.shorter.domains import Domain, variables_of
from evobool.model.formulas.prefix import Prefix


class Language(NamedTuple):
    """What formulas are made of."""

    functions: tuple[str, ...]
    negations: bool  # whether literals may be negated


class Window(NamedTuple):
    """Up to four variables, and for each of their inputs where in the domain it occurs."""

    variables: tuple[int, ...]
    inputs: tuple[Any, ...]


def window(variables: tuple[int, ...], domain: Domain) -> Window:
    """The inputs of some variables: input number r has variable i true if bit i of r is set."""
    inputs = [domain.ones]
    for variable in variables:
        column = domain.columns[variable]
        inputs = [each & (column ^ domain.ones) for each in inputs] + [each & column for each in inputs]
    return Window(variables, tuple(inputs))


def shortest(
    value: Any, care: Any, variables: tuple[int, ...], domain: Domain, language: Language, fewer_than: int
) -> Prefix | None:
    """A formula of some variables with fewer leaves that has this value wherever that matters, if any.

    The value must be a function of these variables there.
    """
    on = off = 0
    wanted, unwanted = care & value, care & (value ^ domain.ones)
    for number, rows in enumerate(window(variables, domain).inputs):
        on |= (not domain.none(rows & wanted)) << number
        off |= (not domain.none(rows & unwanted)) << number
    if on & off:
        return None
    known = fewest(len(variables), language.functions)
    tables = _tables(known.n)
    fits = ((tables & on) == on) & ((tables & off) == 0) & (known.leaves != UNKNOWN)
    fits &= known.leaves < fewer_than
    places = np.flatnonzero(fits)
    for place in places[np.argsort(known.leaves[places], kind="stable")]:
        found = renamed(known, int(place), variables)
        if language.negations or all(isinstance(token, str) or token > 0 for token in found):
            return found
    return None


def renamed(known: Fewest, table: int, variables: tuple[int, ...]) -> Prefix:
    """The shortest formula of a function, its variables named as here."""
    return tuple(
        token if isinstance(token, str) else (variables[token - 1] if token > 0 else -variables[-token - 1])
        for token in known.tree(table).prefix
    )


@lru_cache(maxsize=LARGEST_N)
def _tables(n: int) -> Numbers:
    return np.arange(1 << (1 << n), dtype=np.int64)


def narrow(prefix: Prefix) -> tuple[int, ...] | None:
    """The variables of a formula if a window has room for them."""
    variables = variables_of(prefix)
    return tuple(sorted(variables)) if len(variables) <= LARGEST_N else None
