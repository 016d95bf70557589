"""Binary decision diagrams: any formula counted exactly, where its diagram is small.

`&`, `|` and `^` work on diagrams as they do on columns of bits, so a tree or a target is turned into one by
evaluating it. Diagrams are reduced and ordered (Bryant): equal functions are the same node.
Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evobool.errors import EvoboolError

MOST_NODES = 300_000
MOST_VARIABLES = 400  # diagrams of more are seldom small
_Node = tuple[int, int, int]


class DiagramLimitError(EvoboolError):
    """A diagram would be too large."""


class Diagram:
    """A node of a diagram, and the manager it belongs to."""

    def __init__(self, nodes: Nodes, number: int) -> None:
        self.nodes, self.number = nodes, number

    def __and__(self, other: Diagram) -> Diagram:
        return Diagram(self.nodes, self.nodes.apply(_AND, self.number, other.number))

    def __or__(self, other: Diagram) -> Diagram:
        return Diagram(self.nodes, self.nodes.apply(_OR, self.number, other.number))

    def __xor__(self, other: Diagram) -> Diagram:
        return Diagram(self.nodes, self.nodes.apply(_XOR, self.number, other.number))

    def share(self) -> Fraction:
        """The fraction of all inputs on which the function is true."""
        return self.nodes.share(self.number)


_AND, _OR, _XOR = range(3)


class Nodes:
    """Makes diagrams over some variables, in this order.

    >>> nodes = Nodes([1, 2, 3])
    >>> x1, x2, x3 = nodes.columns(3)
    >>> print((x1 & x2 ^ x3).share(), (x1 & (x1 ^ nodes.ones)).share())
    1/2 0
    """

    def __init__(self, variables: Sequence[int]) -> None:
        if len(variables) > MOST_VARIABLES:
            raise DiagramLimitError(f"more than {MOST_VARIABLES} variables")
        self.variables = list(variables)
        last = len(self.variables)
        self.entries: list[_Node] = [(last, 0, 0), (last, 1, 1)]  # false and true, below all variables
        self.known: dict[_Node, int] = {}
        self.results: dict[_Node, int] = {}

    @property
    def ones(self) -> Diagram:
        """The function that is true everywhere."""
        return Diagram(self, 1)

    def columns(self, n: int) -> list[Any]:
        """x1 ... xn; those that were not named have no diagram."""
        places = {variable: place for place, variable in enumerate(self.variables)}
        return [Diagram(self, self.node(places[x], 0, 1)) if x in places else None for x in range(1, n + 1)]

    def node(self, place: int, low: int, high: int) -> int:
        """The node that asks a variable and goes on with `low` or `high`."""
        if low == high:
            return low
        key = (place, low, high)
        found = self.known.get(key)
        if found is None:
            if len(self.entries) >= MOST_NODES:
                raise DiagramLimitError(f"more than {MOST_NODES} nodes")
            found = self.known[key] = len(self.entries)
            self.entries.append(key)
        return found

    def apply(self, operation: int, x: int, y: int) -> int:
        """The function of two nodes."""
        waiting = [(x, y)]
        while True:
            x, y = waiting[-1]
            found = self._result(operation, x, y)
            if found is None:
                first, low, high = self._cofactors(x, y)
                if_low, if_high = self._result(operation, *low), self._result(operation, *high)
                if if_low is None or if_high is None:
                    waiting.append(low if if_low is None else high)
                    continue
                found = self.node(first, if_low, if_high)
                self.results[(operation, min(x, y), max(x, y))] = found
            waiting.pop()
            if not waiting:
                return found

    def _result(self, operation: int, x: int, y: int) -> int | None:
        """What is known of two nodes' function without looking below them."""
        if x > y:
            x, y = y, x
        if x == y:
            return 0 if operation == _XOR else x
        if x == 0:
            return 0 if operation == _AND else y
        if x == 1 and operation != _XOR:
            return y if operation == _AND else 1
        return self.results.get((operation, x, y))

    def _cofactors(self, x: int, y: int) -> tuple[int, tuple[int, int], tuple[int, int]]:
        """The first variable that either asks, and both nodes where it is false and where it is true."""
        (place, low, high), (other, other_low, other_high) = self.entries[x], self.entries[y]
        first = min(place, other)
        if place > first:
            low = high = x
        if other > first:
            other_low = other_high = y
        return first, (low, other_low), (high, other_high)

    def share(self, number: int) -> Fraction:
        """The fraction of all inputs on which a node is true; children have smaller numbers."""
        shares = {0: Fraction(0), 1: Fraction(1)}
        reached, waiting = {number}, [number]
        while waiting:
            _, low, high = self.entries[waiting.pop()]
            new = {low, high} - reached
            reached |= new
            waiting += new
        for each in sorted(reached - {0, 1}):
            _, low, high = self.entries[each]
            shares[each] = (shares[low] + shares[high]) / 2
        return shares[number]
