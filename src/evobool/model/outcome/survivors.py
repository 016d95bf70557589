"""The population that a run ended with, as its record keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.populations.member import Population


class Survivor(NamedTuple):
    """A tree that a run ended with, and on how many rows of either class it was wrong.

    >>> Survivor(Tree.parse("x1 & x2"), 3, 0).to_dict()
    {'error': 3, 'false_positives': 3, 'false_negatives': 0, 'leaves': 2, 'tree': 'x1 & x2'}
    """

    tree: Tree
    false_positives: int
    false_negatives: int

    @property
    def error(self) -> int:
        """The wrong rows."""
        return self.false_positives + self.false_negatives

    @property
    def leaves(self) -> int:
        """The literals of the tree."""
        return self.tree.leaves

    def to_dict(self) -> dict[str, Any]:
        """One flat row of plain types."""
        return {
            "error": self.error,
            "false_positives": self.false_positives,
            "false_negatives": self.false_negatives,
            "leaves": self.leaves,
            "tree": str(self.tree),
        }


def written(survivors: Sequence[Survivor]) -> str:
    """A population in one line: of each tree the wrong rows of either class, and its tokens in prefix order.

    >>> written([Survivor(Tree.parse("x1 & ~x2"), 3, 0), Survivor(Tree.parse("x1"), 4, 0)])
    '3 0 and 1 -2;4 0 1'
    """
    return ";".join(
        f"{each.false_positives} {each.false_negatives} {' '.join(map(str, each.tree.prefix))}"
        for each in survivors
    )


def read(line: str) -> tuple[Survivor, ...]:
    """The population that such a line holds.

    >>> read("3 0 and 1 -2;4 0 1")[0].tree
    Tree('x1 & ~x2')
    """
    found = []
    for part in line.split(";") if line else ():
        false, missed, *tokens = part.split()
        tree = Tree(tuple(token if token in FUNCTIONS else int(token) for token in tokens))
        found.append(Survivor(tree, int(false), int(missed)))
    return tuple(found)


def survivors(population: Population) -> tuple[Survivor, ...]:
    """The members of a population that were judged and are not empty, the best first."""
    known = [
        Survivor(member.tree, member.wrong.false_positives, member.wrong.false_negatives)
        for member in population
        if member.wrong is not None and member.tree.prefix
    ]
    return tuple(sorted(known, key=lambda each: (each.error, each.leaves)))
