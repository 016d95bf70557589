"""Steps that make a formula shorter and leave it the same wherever it matters.

Each looks at one node and returns a shorter formula, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from evobool.learning.shorter.domains import variables_of
from evobool.learning.shorter.nodes import Nodes, joined
from evobool.learning.shorter.windows import Language, narrow, shortest
from evobool.model.formulas.counting import dual
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix

MOST_PAIRS = 2_000  # of a chain
DISTRIBUTES = {"and": ("or", "xor"), "or": ("and",)}  # over what a function may be factored out


def replace(nodes: Nodes, start: int, language: Language) -> Prefix | None:
    """Put a literal or one of its children in place of a node."""
    if nodes.leaves(start) < 2:
        return None
    domain, care, value = nodes.domain, nodes.care[start], nodes.values[start]
    for variable, column in domain.columns.items():
        differs = care & (value ^ column)
        if domain.none(differs):
            return nodes.replaced(start, (variable,))
        if language.negations and domain.none(differs ^ care):
            return nodes.replaced(start, (-variable,))
    for child in sorted((start + 1, nodes.ends[start + 1]), key=nodes.leaves):
        differs = care & (value ^ nodes.values[child])
        if domain.none(differs):
            return nodes.replaced(start, nodes.subtree(child))
        if domain.none(differs ^ care):
            negated = complement(nodes.subtree(child), language)
            if negated is not None:
                return nodes.replaced(start, negated)
    return None


def complement(prefix: Prefix, language: Language) -> Prefix | None:
    """The negation of a formula with as many leaves, if changing its root or duality gives one."""
    root = prefix[0]
    if isinstance(root, int):
        return (-root,) if language.negations or root < 0 else None
    opposite = FUNCTIONS[root].complement.name
    if opposite in language.functions:
        return (opposite, *prefix[1:])
    if not language.negations or any(
        FUNCTIONS[token].dual.name not in language.functions for token in prefix if isinstance(token, str)
    ):
        return None
    return tuple(token if isinstance(token, str) else -token for token in dual(prefix))


def rewrite(nodes: Nodes, start: int, language: Language) -> Prefix | None:
    """Write a subtree of at most four variables with the fewest leaves."""
    leaves = nodes.leaves(start)
    variables = narrow(nodes.subtree(start)) if leaves > 1 else None
    if variables is None:
        return None
    care, value = nodes.care[start], nodes.values[start]
    found = shortest(value, care, variables, nodes.domain, language, leaves)
    return None if found is None else nodes.replaced(start, found)


def join(nodes: Nodes, start: int, language: Language) -> Prefix | None:
    """Write two children of a chain, of at most four variables together, with the fewest leaves."""
    children, name = nodes.chain(start), str(nodes.prefix[start])
    variables_at = {child: set(variables_of(nodes.subtree(child))) for child in children}
    for one, other in _pairs(children):
        if not variables_at[one] & variables_at[other]:
            continue
        both = (name, *nodes.subtree(one), *nodes.subtree(other))
        variables = narrow(both)
        if variables is None:
            continue
        rest = [child for child in children if child not in (one, other)]
        value = FUNCTIONS[name].apply(nodes.values[one], nodes.values[other], nodes.domain.ones)
        care = _care_beside(nodes, start, rest)
        leaves = nodes.leaves(one) + nodes.leaves(other)
        found = shortest(value, care, variables, nodes.domain, language, leaves)
        if found is not None:
            return nodes.replaced(start, joined(name, [found, *map(nodes.subtree, rest)]))
    return None


def factor(nodes: Nodes, start: int, language: Language) -> Prefix | None:
    """Write what two children of a chain have in common once: (a & b) | (a & c) as a & (b | c)."""
    name = str(nodes.prefix[start])
    over = [each for each, names in DISTRIBUTES.items() if name in names and each in language.functions]
    children = nodes.chain(start)
    best: tuple[int, Prefix] | None = None
    for inner in over:
        factors = {child: _factors(nodes, child, inner) for child in children}
        for one, other in _pairs(children):
            common = [key for key in factors[one] if key in factors[other]]
            saved = sum(nodes.leaves(factors[other][key]) for key in common)
            if not common or (best is not None and saved <= best[0]):
                continue
            rests = [[at for key, at in factors[each].items() if key not in common] for each in (one, other)]
            shared = [nodes.subtree(factors[one][key]) for key in common]
            if all(rests):
                sides = [joined(inner, list(map(nodes.subtree, rest))) for rest in rests]
                shared.append(joined(name, sides))
            elif name == "xor":
                continue  # what is left is 1 ^ rest, which the steps above write shorter if they can
            left = [nodes.subtree(child) for child in children if child not in (one, other)]
            best = saved, nodes.replaced(start, joined(name, [joined(inner, shared), *left]))
    return None if best is None else best[1]


def _factors(nodes: Nodes, start: int, name: str) -> dict[Any, int]:
    """What a child is a chain of, by value; a child that is none is its own."""
    found = nodes.chain(start) if nodes.prefix[start] == name else [start]
    return {_key(nodes.values[each]): each for each in found}


def _key(column: Any) -> Any:
    """Equal for equal columns."""
    return getattr(column, "number", column)


def _care_beside(nodes: Nodes, start: int, rest: list[int]) -> Any:
    """Where a chain changes with some children, by the values of the others."""
    care = nodes.care[start]
    _, a, _, d = FUNCTIONS[str(nodes.prefix[start])].polynomial
    for child in rest if d else ():
        care = care & (nodes.values[child] ^ nodes.domain.ones if a else nodes.values[child])
    return care


def _pairs(children: list[int]) -> Iterator[tuple[int, int]]:
    for number, pair in enumerate(combinations(children, 2)):
        if number >= MOST_PAIRS:
            return
        yield pair


Step = Callable[[Nodes, int, Language], Prefix | None]
AT_NODES: tuple[Step, ...] = (rewrite, replace)
AT_CHAINS: tuple[Step, ...] = (factor, join)
