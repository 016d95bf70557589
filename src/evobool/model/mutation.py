"""HVL-Prime (Algorithm 2 of the paper): draw one mutation, or list them all with probabilities.

What a mutation does is a `Change`; applied to a tree it gives the offspring. A mutation operator is one
entry of OPERATORS: a plain function that draws a mutation of a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from evobool.model import growing
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.growing import LARGEST_DEPTH, Draws, grown
from evobool.model.named import Argument, whole

INS, DEL, SUB = OPERATIONS = ("INS", "DEL", "SUB")


class System(growing.System, Protocol):
    """What HVL-Prime needs of a setting."""

    @property
    def odds(self) -> tuple[int, int, int]:
        """The weights of INS, DEL and SUB."""

    @property
    def deletion(self) -> str:
        """Whether DEL removes any subtree or a leaf."""

    @property
    def first_leaf(self) -> str:
        """Whether the empty tree takes its first literal from any operation or from INS alone."""


class Change(NamedTuple):
    """What a mutation does: at which node, with which function and literal, as far as it has them.

    `node` is a position in the parent's prefix, -1 in the empty tree.

    >>> Change(INS, 0, "or", 3).apply(Tree.parse("x1 & x2"))
    Tree('(x1 & x2) | x3')
    """

    operation: str
    node: int
    function: str | None = None
    literal: int | None = None
    literal_first: bool = False

    def apply(self, tree: Tree) -> Tree:
        """The tree that comes of it."""
        if not tree.prefix:
            return tree if self.literal is None else Tree.trusted((self.literal,))
        if self.literal is None:
            return deleted(tree, self.node)
        if self.function is None:
            return substituted(tree, self.node, self.literal)
        return inserted(tree, self.node, self.function, self.literal, self.literal_first)

    def leaves(self, tree: Tree) -> int:
        """How many leaves the offspring has, without building it."""
        if self.operation == INS and self.literal is not None:
            return tree.leaves + 1
        if self.operation == DEL and self.node > 0:
            return tree.leaves - (tree.ends[self.node] - self.node + 1) // 2
        return tree.leaves


@dataclass(frozen=True)
class Mutation:
    """One mutation: the operation, the offspring, the function it brought in, and the change, if known.

    Where it brought in a subtree, `inserted` has all functions of that; where another parent gave one, it
    stands at the places `given` of the offspring's prefix, from the first to before the second.

    Mutations that did the same in different places are equal.

    >>> Mutation("SUB", Tree.parse("x1 & x3"), "and") == Mutation("SUB", Tree.parse("x1 & x3"), "and")
    True

    See Also
    --------
    evobool.plugins.mutation : registers an operator that makes them
    hvl_prime : the usual one
    """

    operation: str
    tree: Tree
    function: str | None = None
    change: Change | None = field(default=None, compare=False)
    inserted: tuple[str, ...] = ()
    given: tuple[int, int] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, change: Change, tree: Tree) -> Mutation:
        """What a change does to a tree.

        >>> print(Mutation.of(Change(SUB, 1, None, 3), Tree.parse("x1 & x2")).tree)
        x3 & x2
        """
        return cls(change.operation, change.apply(tree), change.function, change)


def hvl_prime(tree: Tree, system: System, draws: Draws) -> Mutation:
    """Draw one mutation of a tree (Algorithm 2).

    >>> from evobool import Setting
    >>> from evobool.model.generator import Generator
    >>> drawn = hvl_prime(Tree.parse("x1 & x2"), Setting(n=3), Generator(2, 0))
    >>> drawn.operation, str(drawn.tree)
    ('INS', 'x1 | (x1 & x2)')

    See Also
    --------
    evobool.theory.neighbourhood : all that can be drawn, with probabilities
    Mutation : what is returned
    """
    return Mutation.of(drawn(tree, system, draws), tree)


def drawn(tree: Tree, system: System, draws: Draws) -> Change:
    """Algorithm 2, line by line, as a change.

    Where the paper is silent: DEL at the root would leave nothing, so it changes nothing; with
    `first_leaf="insertion"` the empty tree takes its first literal only from INS.
    """
    operation = _operation(draws.below(sum(system.odds)), system.odds)
    literal = system.literal_list[draws.below(len(system.literal_list))]
    function = system.function_list[draws.below(len(system.function_list))]
    if not tree.prefix:
        if operation != INS and system.first_leaf == "insertion":
            return Change(operation, -1)
        return Change(INS, -1, None, literal)
    if operation == INS:
        node = draws.below(tree.nodes)
        return Change(INS, node, function, literal, draws.below(2) == 1)
    if operation == DEL:
        if system.deletion == "leaf":
            return Change(DEL, leaf_positions(tree)[draws.below(tree.leaves)])
        return Change(DEL, draws.below(tree.nodes))
    return Change(SUB, leaf_positions(tree)[draws.below(tree.leaves)], None, literal)


def _operation(number: int, odds: tuple[int, int, int]) -> str:
    """The operation that a number below the sum of the odds stands for."""
    return INS if number < odds[0] else DEL if number < odds[0] + odds[1] else SUB


def changes(tree: Tree, system: System, *, ordered: bool = False) -> Iterator[tuple[Change, Fraction]]:
    """Every change that HVL-Prime can make, with its probability; several may give equal trees.

    INS puts the literal left or right of the node. Where its function is commutative these two are one
    change, unless `ordered`.

    >>> from evobool import Setting
    >>> for change, probability in list(changes(Tree.parse("x1"), Setting(n=2)))[3:6]:
    ...     print(change.operation, change.apply(Tree.parse("x1")), probability)
    INS x1 | x2 1/12
    DEL x1 1/3
    SUB x1 1/6

    See Also
    --------
    hvl_prime : draws one of them
    evobool.plugins.mutation : an operator that lists its outcomes
    """
    literals, functions = system.literal_list, system.function_list
    total = sum(system.odds)
    ins, delete, sub = (Fraction(weight, total) for weight in system.odds)
    if not tree.prefix:
        planted = Fraction(1)
        if system.first_leaf == "insertion":
            planted = ins
            yield from ((Change(name, -1), share) for name, share in ((DEL, delete), (SUB, sub)) if share)
        if planted:
            yield from ((Change(INS, -1, None, x), planted / len(literals)) for x in literals)
        return
    if ins:
        share = ins / (tree.nodes * len(functions) * len(literals))
        for node in range(tree.nodes):
            for function in functions:
                for literal in literals:
                    if FUNCTIONS[function].commutative and not ordered:
                        yield Change(INS, node, function, literal), share
                    else:
                        yield Change(INS, node, function, literal, False), share / 2
                        yield Change(INS, node, function, literal, True), share / 2
    leaves = leaf_positions(tree)
    if delete:
        deletable = leaves if system.deletion == "leaf" else range(tree.nodes)
        yield from ((Change(DEL, node), delete / len(deletable)) for node in deletable)
    if sub:
        share = sub / (len(leaves) * len(literals))
        yield from ((Change(SUB, node, None, x), share) for node in leaves for x in literals)


def neighbourhood(tree: Tree, system: System) -> dict[Tree, Fraction]:
    """Every tree that one HVL-Prime mutation can give, with its exact probability.

    >>> from evobool import Setting
    >>> near = neighbourhood(Tree.parse("x1"), Setting(n=2))
    >>> len(near), sum(near.values())
    (8, Fraction(1, 1))
    >>> print(near[Tree.parse("x2")], near[Tree.parse("x1")])
    1/6 1/2

    See Also
    --------
    evobool.plugins.hvl_prime : draws one of them
    evobool.theory.classify : what these trees lead to
    """
    near: dict[Tree, Fraction] = {}
    for change, probability in changes(tree, system, ordered=True):
        offspring = change.apply(tree)
        near[offspring] = near.get(offspring, Fraction(0)) + probability
    return near


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


def leaf_positions(tree: Tree) -> list[int]:
    """Where the leaves stand in prefix order.

    >>> leaf_positions(Tree.parse("x1 & (x2 | ~x3)"))
    [1, 3, 4]

    See Also
    --------
    Mutation : what an operator makes
    """
    return [i for i, token in enumerate(tree.prefix) if isinstance(token, int)]


Mutate = Callable[[Tree, Any, Draws], Mutation]
Outcomes = Callable[[Tree, Any], Sequence[tuple[Mutation, Fraction]]]


@dataclass(frozen=True)
class Operator:
    """A mutation operator: `mutate(tree, setting, draws)` makes one mutation of a tree.

    `listed` says that `changes` lists all it can do, with probabilities: the compiled engines of one parent
    know no other. `outcomes(tree, setting)` lists all that another operator can do. The theory needs one of
    the two. `argument` is what may follow the name.
    """

    name: str
    mutate: Mutate
    listed: bool = False
    source: str | None = None
    outcomes: Outcomes | None = None
    argument: Argument | None = None


def subtree_mutation(tree: Tree, setting: Any, draws: Draws) -> Mutation:
    """Koza's mutation: a grown tree, at most so deep, in place of any node, or of the empty tree."""
    node = draws.below(tree.nodes) if tree.prefix else 0
    new = grown(setting.operating.argument, setting, draws, rooted=False).prefix
    rest = tree.prefix[tree.ends[node] :] if tree.prefix else ()
    functions = tuple(token for token in new if isinstance(token, str))
    return Mutation("SUBTREE", Tree.trusted((*tree.prefix[:node], *new, *rest)), inserted=functions)


def point_mutation(tree: Tree, setting: Any, draws: Draws) -> Mutation:
    """Any function in place of a function, any literal in place of a leaf or of the empty tree."""
    node = draws.below(tree.nodes) if tree.prefix else 0
    if tree.prefix and isinstance(tree.prefix[node], str):
        function = setting.function_list[draws.below(len(setting.function_list))]
        new = Tree.trusted((*tree.prefix[:node], function, *tree.prefix[node + 1 :]))
        return Mutation("POINT", new, function)
    literal = setting.literal_list[draws.below(len(setting.literal_list))]
    return Mutation("POINT", Tree.trusted((*tree.prefix[:node], literal, *tree.prefix[node + 1 :])))


OPERATORS: dict[str, Operator] = {
    operator.name: operator
    for operator in (
        Operator("hvl-prime", hvl_prime, listed=True),
        Operator(
            "subtree",
            subtree_mutation,
            argument=whole("the depth of the new subtree", "4", 0, LARGEST_DEPTH, usual=4),
        ),
        Operator("point", point_mutation),
    )
}
