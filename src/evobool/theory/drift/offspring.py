"""Every offspring of a tree under one HVL-Prime mutation, with its probability and error, unbuilt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from evobool.errors import InputError
from evobool.model.mutation import DEL, INS, OPERATIONS, SUB, leaf_positions
from evobool.model.setting import Setting
from evobool.model.tree import Tree, literal_name
from evobool.theory.drift.judge import Change, judge_of


@dataclass(frozen=True)
class Offspring:
    """One way a mutation can go; INS stands for both orders of the new children.

    `accepted` says whether Algorithm 1 would keep it. The empty tree's error is one more than all rows.
    """

    change: Change
    probability: Fraction
    leaves: int
    error: int
    accepted: bool
    parent: Tree = field(repr=False)

    @property
    def operation(self) -> str:
        """INS, DEL or SUB."""
        return self.change.operation

    @property
    def node(self) -> int:
        """The position in the parent's prefix of the node that was chosen; -1 in the empty tree."""
        return self.change.node

    @property
    def function(self) -> str | None:
        """The function an insertion brought in."""
        return self.change.function

    @property
    def literal(self) -> int | None:
        """The literal that INS or SUB brought in."""
        return self.change.literal

    def tree(self) -> Tree:
        """The offspring itself."""
        return self.change.apply(self.parent)


def offspring(tree: Tree, setting: Setting) -> list[Offspring]:
    """Every offspring of one mutation; those equal to the tree are among them.

    >>> found = offspring(Tree.parse("x1"), Setting(n=2))
    >>> for each in found[:3]:
    ...     print(each.tree(), each.probability, each.error, each.accepted)
    x1 & x1 1/12 1 True
    x1 & x2 1/12 0 True
    x1 | x1 1/12 1 True
    >>> print(sum(each.probability for each in found))
    1
    """
    check_tree(tree, setting)
    limit, strict = setting.leaf_limit, setting.selection == "strict"
    judge = judge_of(tree, setting)
    found = []
    for change, probability in changes(tree, setting):
        leaves = tree.leaves + (change.operation == INS)
        if change.operation == DEL and change.node > 0:
            leaves -= (tree.ends[change.node] - change.node + 1) // 2
        error = judge.after(change)
        kept = error < judge.error if strict else error <= judge.error
        within = limit is None or leaves <= limit
        found.append(Offspring(change, probability, leaves, error, kept and within, tree))
    return found


def changes(tree: Tree, setting: Setting) -> Iterator[tuple[Change, Fraction]]:
    """`mutation.outcomes` without the trees, the two orders of INS as one."""
    literals, functions = setting.literal_list, setting.function_list
    third = Fraction(1, 3)
    if not tree.prefix:
        for operation in OPERATIONS:
            if operation != INS and setting.first_leaf == "insertion":
                yield Change(operation, -1), third
            else:
                for literal in literals:
                    yield Change(INS, -1, None, literal), third / len(literals)
        return
    share = third / (tree.nodes * len(functions) * len(literals))
    for node in range(tree.nodes):
        for function in functions:
            for literal in literals:
                yield Change(INS, node, function, literal), share
    leaves = leaf_positions(tree)
    deletable = leaves if setting.deletion == "leaf" else range(tree.nodes)
    share = third / len(deletable)
    for node in deletable:
        yield Change(DEL, node), share
    share = third / (len(leaves) * len(literals))
    for node in leaves:
        for literal in literals:
            yield Change(SUB, node, None, literal), share


def check_tree(tree: Tree, setting: Setting) -> None:
    """Refuse a tree that the setting cannot make, and a sample instead of the truth table."""
    if setting.samples is not None:
        raise InputError("training", setting.training, "must be complete: a sample's error is random")
    for token in tree.prefix:
        if isinstance(token, str):
            if token not in setting.functions:
                raise InputError("tree", tree, f"{token} is not among the functions")
        elif abs(token) > setting.n or (token < 0 and setting.literals == "positive"):
            raise InputError("tree", tree, f"{literal_name(token)} is not among the literals")
