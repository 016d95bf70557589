"""A formula on a domain: the column of every node, and where its value matters."""

from __future__ import annotations

from typing import Any

from evobool.learning.shorter.domains import Domain
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix, ends_of

ASSOCIATIVE = frozenset({"and", "or", "xor", "xnor"})  # their chains may be regrouped and reordered


class Nodes:
    """For the node at each position of a formula: where its subtree ends, its column, where that matters.

    `care[i]` is true where the root would change if node i did.
    """

    def __init__(self, prefix: Prefix, domain: Domain) -> None:
        self.prefix, self.domain, self.ends = prefix, domain, ends_of(prefix)
        self.values: list[Any] = [None] * len(prefix)
        self.care: list[Any] = [domain.ones] * len(prefix)
        for start in range(len(prefix) - 1, -1, -1):
            self.values[start] = self._value(start)
        for start, token in enumerate(prefix):
            if isinstance(token, str):
                left, right = start + 1, self.ends[start + 1]
                _, a, b, d = FUNCTIONS[token].polynomial
                self.care[left] = self._felt(self.care[start], a, d, self.values[right])
                self.care[right] = self._felt(self.care[start], b, d, self.values[left])

    def _value(self, start: int) -> Any:
        token, ones = self.prefix[start], self.domain.ones
        if isinstance(token, str):
            left, right = self.values[start + 1], self.values[self.ends[start + 1]]
            return FUNCTIONS[token].apply(left, right, ones)
        column = self.domain.columns[abs(token)]
        return column if token > 0 else column ^ ones

    def _felt(self, care: Any, alone: int, joint: int, other: Any) -> Any:
        """Where a function changes with one argument: the derivative a ^ (d & y) of its polynomial."""
        if not joint:
            return care if alone else care ^ care
        return care & (other ^ self.domain.ones if alone else other)

    def subtree(self, start: int) -> Prefix:
        """The tokens of a subtree."""
        return self.prefix[start : self.ends[start]]

    def leaves(self, start: int) -> int:
        """The leaves of a subtree."""
        return (self.ends[start] - start + 1) // 2

    def chain(self, start: int) -> list[int]:
        """Where the children of a chain of one associative function begin."""
        name, found, waiting = self.prefix[start], list[int](), [start]
        if name not in ASSOCIATIVE:
            return [start]
        while waiting:
            now = waiting.pop()
            if self.prefix[now] == name:
                waiting += (self.ends[now + 1], now + 1)
            else:
                found.append(now)
        return found

    def chains(self) -> list[int]:
        """Where the chains begin: associative functions that are not below themselves."""
        inner, found = set[int](), list[int]()
        for start, token in enumerate(self.prefix):
            if isinstance(token, str):
                for child in (start + 1, self.ends[start + 1]):
                    if self.prefix[child] == token:
                        inner.add(child)
                if token in ASSOCIATIVE and start not in inner:
                    found.append(start)
        return found

    def replaced(self, start: int, subtree: Prefix) -> Prefix:
        """The formula with another subtree in a place."""
        return self.prefix[:start] + subtree + self.prefix[self.ends[start] :]


def joined(name: str, subtrees: list[Prefix]) -> Prefix:
    """A chain of one function.

    >>> joined("and", [(1,), (2,), ("or", 3, 4)])
    ('and', 'and', 1, 2, 'or', 3, 4)
    """
    return (name,) * (len(subtrees) - 1) + tuple(token for subtree in subtrees for token in subtree)
