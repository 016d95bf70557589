"""Simplification: fewer leaves, the same function on all inputs or on given rows; never longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.shorter.domains import (
    LISTED,
    Domain,
    all_inputs,
    given_rows,
    value_of,
    variables_of,
)
from evobool.learning.shorter.nodes import Nodes
from evobool.learning.shorter.steps import AT_CHAINS, AT_NODES
from evobool.learning.shorter.units import propagated
from evobool.learning.shorter.windows import Language
from evobool.model.formulas.diagrams import DiagramLimitError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix, ends_of
from evobool.model.formulas.tree import Tree
from evobool.model.targets.labelled import Labelled

LITERALS = ("positive", "all")


@dataclass(frozen=True)
class Simplified:
    """A formula, the one it came from, and how they were found equal: by what `told` says."""

    tree: Tree
    was: Tree
    told: str

    @property
    def constant(self) -> bool | None:
        """The value of a formula that has only one; None for others, and where nothing was listed."""
        domain = all_inputs(self.tree.prefix)
        if domain is None:
            return None
        value = value_of(self.tree.prefix, domain)
        if domain.none(value):
            return False
        return True if domain.none(value ^ domain.ones) else None


def simplified(
    tree: Tree, functions: Sequence[str] = (), literals: str = "all", rows: Labelled | None = None
) -> Tree:
    """A tree with fewer leaves if one is found, equal on all inputs, or on the rows if some are given.

    `functions` are those it may use: `and`, `or` and what the tree itself uses, if none are named.

    >>> simplified(Tree.parse("x1 & (x1 | x2)")), simplified(Tree.parse("(x1 & x2) | (x1 & ~x2 & x3)"))
    (Tree('x1'), Tree('x1 & (x2 | x3)'))
    """
    return simplify(tree, functions, literals, rows).tree


def simplify(
    tree: Tree, functions: Sequence[str] = (), literals: str = "all", rows: Labelled | None = None
) -> Simplified:
    """The same, with how the two were found equal."""
    language = _language(tree, functions, literals)
    if not tree.prefix:
        raise InputError("tree", tree, "the empty tree has no value")
    prefix = tree.prefix
    if rows is not None:
        domain: Domain | None = given_rows(prefix, rows)
    else:
        if len(tree.variables) > LISTED:
            prefix = _by_parts(prefix, language)
        domain = all_inputs(prefix)
    if domain is not None:
        try:
            return Simplified(Tree.trusted(_shortened(prefix, domain, language)), tree, domain.told)
        except DiagramLimitError:
            pass
    return Simplified(Tree.trusted(prefix), tree, "truth tables of its parts")


def _language(tree: Tree, functions: Sequence[str], literals: str) -> Language:
    """What the result may be made of; the tree must be made of it too."""
    check_choice("literals", literals, LITERALS)
    used = [name for name, count in tree.functions.items() if count]
    names = functions or ("and", "or", *used)
    for name in names:
        check_choice("functions", name, FUNCTIONS)
    for name in used:
        if name not in names:
            raise InputError("tree", tree, f"uses {name}, which is not among the functions")
    negated = any(isinstance(token, int) and token < 0 for token in tree.prefix)
    if negated and literals == "positive":
        raise InputError("tree", tree, "has negated literals")
    return Language(tuple(name for name in FUNCTIONS if name in names), literals == "all")


def _shortened(prefix: Prefix, domain: Domain, language: Language) -> Prefix:
    """Take steps until none makes the formula shorter; the last check is the proof."""
    before, found = prefix, _pass(prefix, domain, language)
    while len(found) < len(before):
        before, found = found, _pass(found, domain, language)
    difference = value_of(prefix, domain) ^ value_of(found, domain)
    assert domain.none(difference), "a step changed the formula"
    return found


def _pass(prefix: Prefix, domain: Domain, language: Language) -> Prefix:
    """Every step at every node, from the root down; after each that was taken, all columns are made anew."""
    nodes, start = Nodes(prefix, domain), 0
    while start < len(nodes.prefix):
        for step in AT_NODES:
            found = step(nodes, start, language)
            if found is not None:
                nodes = Nodes(found, domain)
                break
        else:
            start += 1
    waiting = nodes.chains()
    while waiting:
        start = waiting.pop()  # from the last to the first: what stands before it keeps its place
        for step in AT_CHAINS:
            found = step(nodes, start, language)
            if found is not None:
                assert len(found) < len(nodes.prefix)
                nodes = Nodes(found, domain)
                waiting.append(start)
                break
        waiting = [each for each in waiting if each < len(nodes.prefix)]
    return nodes.prefix


def _by_parts(prefix: Prefix, language: Language) -> Prefix:
    """Units propagated, then each largest subtree whose inputs can be listed simplified by itself."""
    prefix = propagated(prefix)
    ends, start, pieces = ends_of(prefix), 0, list[Prefix]()
    while start < len(prefix):
        subtree = prefix[start : ends[start]]
        if len(variables_of(subtree)) <= LISTED:
            domain = all_inputs(subtree)
            assert domain is not None
            pieces.append(_shortened(subtree, domain, language))
            start = ends[start]
        else:
            pieces.append((prefix[start],))
            start += 1
    return tuple(token for piece in pieces for token in piece)
