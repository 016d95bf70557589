"""What one mutation can make of a tree: by HVL-Prime, or by an operator of a user's own that lists it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from evobool.model.formulas.tree import Tree
from evobool.model.mutation import Change, changes
from evobool.model.settings.setting import Setting


class Given(NamedTuple):
    """An outcome that another operator lists, in the place of a `Change`."""

    operation: str
    made: Tree

    def apply(self, tree: Tree) -> Tree:
        """The tree that comes of it."""
        return self.made

    def leaves(self, tree: Tree) -> int:
        """How many leaves that has."""
        return self.made.leaves


Outcome = Change | Given


def outcomes(tree: Tree, setting: Setting, *, ordered: bool = False) -> Iterator[tuple[Outcome, Fraction]]:
    """Everything that one mutation of a tree can be, with its probability, as `mutation.changes` lists it."""
    listed = setting.operator.outcomes
    if listed is None:
        yield from changes(tree, setting, ordered=ordered)
        return
    for made, share in listed(tree, setting):
        yield Given(made.operation, made.tree), share
