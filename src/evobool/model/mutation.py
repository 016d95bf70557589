"""HVL-Prime (Algorithm 2 of the paper): draw one mutation, or list them all with probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from evobool.model.setting import Setting
from evobool.model.tree import Token, Tree

INS, DEL, SUB = OPERATIONS = ("INS", "DEL", "SUB")


class Draws(Protocol):
    """What HVL-Prime needs of a generator."""

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound)."""


@dataclass(frozen=True)
class Mutation:
    """One outcome of HVL-Prime: the operation, the function an insertion brought in, the offspring.

    A drawn mutation also says where it acted: `node` is the position, in the prefix of the tree before it,
    that INS joins the literal to, DEL removes or SUB overwrites; None for the empty tree. Mutations that did
    the same in different places are equal.
    """

    operation: str
    tree: Tree
    function: str | None = None
    node: int | None = field(default=None, compare=False)
    literal: int | None = field(default=None, compare=False)
    literal_first: bool = field(default=False, compare=False)


def hvl_prime(tree: Tree, setting: Setting, draws: Draws) -> Mutation:
    """Algorithm 2, line by line.

    Where the paper is silent: DEL at the root would leave nothing, so it changes nothing; with
    `first_leaf="insertion"` the empty tree takes its first literal only from INS.
    """
    operation = OPERATIONS[draws.below(3)]
    literal = setting.literal_list[draws.below(len(setting.literal_list))]
    function = setting.function_list[draws.below(len(setting.function_list))]
    if not tree.prefix:
        if operation != INS and setting.first_leaf == "insertion":
            return Mutation(operation, tree)
        return Mutation(INS, Tree.trusted((literal,)), literal=literal)
    if operation == INS:
        node = draws.below(tree.nodes)
        literal_first = draws.below(2) == 1
        offspring = inserted(tree, node, function, literal, literal_first)
        return Mutation(INS, offspring, function, node, literal, literal_first)
    if operation == DEL:
        if setting.deletion == "leaf":
            node = leaf_position(tree, draws.below(tree.leaves))
        else:
            node = draws.below(tree.nodes)
        return Mutation(DEL, deleted(tree, node), node=node)
    node = leaf_position(tree, draws.below(tree.leaves))
    return Mutation(SUB, substituted(tree, node, literal), node=node, literal=literal)


def inserted(tree: Tree, node: int, function: str, literal: int, literal_first: bool) -> Tree:
    """Replace the node by `function`, with the node and the literal as its children."""
    end = tree.ends[node]
    old, new = tree.prefix[node:end], (literal,)
    children: tuple[Token, ...] = new + old if literal_first else old + new
    return Tree.trusted((*tree.prefix[:node], function, *children, *tree.prefix[end:]))


def deleted(tree: Tree, node: int) -> Tree:
    """Replace the node's parent by the node's sibling; the root has neither and stays."""
    parent = tree.parents[node]
    if parent < 0:
        return tree
    end = tree.ends[parent]
    sibling = (parent + 1, node) if node > parent + 1 else (tree.ends[node], end)
    kept = tree.prefix[sibling[0] : sibling[1]]
    return Tree.trusted(tree.prefix[:parent] + kept + tree.prefix[end:])


def substituted(tree: Tree, node: int, literal: int) -> Tree:
    """Replace the leaf by the literal."""
    return Tree.trusted((*tree.prefix[:node], literal, *tree.prefix[node + 1 :]))


def leaf_position(tree: Tree, k: int) -> int:
    """The position of the k-th leaf from the left."""
    return leaf_positions(tree)[k]


def leaf_positions(tree: Tree) -> list[int]:
    """Where the leaves stand in prefix order."""
    return [i for i, token in enumerate(tree.prefix) if isinstance(token, int)]


def outcomes(tree: Tree, setting: Setting) -> Iterator[tuple[Mutation, Fraction]]:
    """Every way HVL-Prime can go, with its probability; different ways may give equal trees."""
    literals, functions = setting.literal_list, setting.function_list
    third = Fraction(1, 3)
    if not tree.prefix:
        for operation in OPERATIONS:
            if operation != INS and setting.first_leaf == "insertion":
                yield Mutation(operation, tree), third
            else:
                for literal in literals:
                    yield Mutation(INS, Tree.trusted((literal,))), third / len(literals)
        return
    share = third / (tree.nodes * len(functions) * len(literals) * 2)
    for node in range(tree.nodes):
        for function in functions:
            for literal in literals:
                for first in (False, True):
                    yield Mutation(INS, inserted(tree, node, function, literal, first), function), share
    deletable = leaf_positions(tree) if setting.deletion == "leaf" else range(tree.nodes)
    for node in deletable:
        yield Mutation(DEL, deleted(tree, node)), third / len(deletable)
    share = third / (tree.leaves * len(literals))
    for node in leaf_positions(tree):
        for literal in literals:
            yield Mutation(SUB, substituted(tree, node, literal)), share


def neighbourhood(tree: Tree, setting: Setting) -> dict[Tree, Fraction]:
    """Every tree that one HVL-Prime mutation can give, with its exact probability.

    >>> near = neighbourhood(Tree.parse("x1"), Setting(n=2))
    >>> len(near), sum(near.values())
    (8, Fraction(1, 1))
    >>> print(near[Tree.parse("x2")], near[Tree.parse("x1")])
    1/6 1/2
    """
    near: dict[Tree, Fraction] = {}
    for mutation, probability in outcomes(tree, setting):
        near[mutation.tree] = near.get(mutation.tree, Fraction(0)) + probability
    return near
