"""Random trees of a depth: full, or grown, as Koza (1992) makes them.

The depth of a tree is the number of steps from the root to the furthest leaf: that of a literal alone is 0.
"""

from __future__ import annotations

from typing import Protocol

from evobool.model.formulas.prefix import Prefix, Token
from evobool.model.formulas.tree import Tree

LARGEST_DEPTH = 20  # a full tree has a million leaves


class Draws(Protocol):
    """What growing and mutating need of a generator."""

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound)."""


class System(Protocol):
    """What growing needs of a setting."""

    @property
    def literal_list(self) -> tuple[int, ...]:
        """L in the order it is drawn from."""

    @property
    def function_list(self) -> tuple[str, ...]:
        """F in the order it is drawn from."""


def depth_of(prefix: Prefix) -> int:
    """How deep a tree is.

    >>> depth_of(("and", 1, "or", 2, 3)), depth_of((1,))
    (2, 0)
    """
    deepest, open_at = 0, [0]  # the depths at which nodes are still missing
    for token in prefix:
        depth = open_at.pop()
        if isinstance(token, str):
            open_at += [depth + 1, depth + 1]
        deepest = max(deepest, depth)
    return deepest


def full(depth: int, system: System, draws: Draws) -> Tree:
    """Functions down to a depth, literals there: `below` their number, in prefix order."""
    return _made(depth, system, draws, rooted=depth > 0, grown=False)


def grown(depth: int, system: System, draws: Draws, *, rooted: bool) -> Tree:
    """A tree at most so deep, each node above that any function or literal; `rooted` trees begin with one.

    A node is drawn among the functions, which come first, and the literals together; where only one kind
    may stand, among these.
    """
    return _made(depth, system, draws, rooted=rooted and depth > 0, grown=True)


def _made(depth: int, system: System, draws: Draws, *, rooted: bool, grown: bool) -> Tree:
    functions, literals = system.function_list, system.literal_list
    prefix: list[Token] = []
    left = [depth]  # how much deeper each node that is still missing may go
    while left:
        deeper = left.pop()
        if deeper == 0:
            token: Token = literals[draws.below(len(literals))]
        elif grown and (prefix or not rooted):
            number = draws.below(len(functions) + len(literals))
            token = functions[number] if number < len(functions) else literals[number - len(functions)]
        else:
            token = functions[draws.below(len(functions))]
        prefix.append(token)
        if isinstance(token, str):
            left += [deeper - 1, deeper - 1]
    return Tree.trusted(tuple(prefix))
