"""The front: for each number of leaves, the formula found with the lowest cost of errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from evobool.model.formulas.tree import Tree
from evobool.model.objective import Costs, Objective
from evobool.model.targets.labelled import Labelled
from evobool.model.targets.wrong import wrong_rows


class Point(NamedTuple):
    """A formula, its leaves, the rows it gets wrong, and what these cost by the objective."""

    tree: Tree
    leaves: int
    errors: int
    cost: int


class Judge:
    """What errors on some rows cost.

    >>> from evobool.model.objective import OBJECTIVES
    >>> rows = Labelled(("a", "b"), (0b0011, 0b0101), 0b0001, 4)
    >>> Judge(rows, OBJECTIVES["balanced"]).point(Tree.parse("x1"))
    Point(tree=Tree('x1'), leaves=1, errors=1, cost=1)
    """

    def __init__(self, rows: Labelled, objective: Objective) -> None:
        assert objective.costs is not None, "or it cannot be added up"
        self.rows = rows
        self.positives = rows.labels.bit_count()
        self.costs: Costs = objective.costs(self.positives, rows.rows - self.positives)

    def point(self, tree: Tree) -> Point:
        """A formula on these rows."""
        wrong = wrong_rows(tree, self.rows.columns, self.rows.ones, self.rows.labels)
        return Point(tree, tree.leaves, wrong.error, self.cost(wrong.false_positives, wrong.false_negatives))

    def cost(self, false_positives: int, false_negatives: int) -> int:
        """What so many errors of either kind cost."""
        return self.costs[0] * false_positives + self.costs[1] * false_negatives


def best_literal(judge: Judge) -> Point:
    """The variable, or its negation, that costs least.

    >>> from evobool.model.objective import OBJECTIVES
    >>> rows = Labelled(("a", "b"), (0b0011, 0b0101), 0b1010, 4)
    >>> print(best_literal(Judge(rows, OBJECTIVES["errors"])).tree)
    ~x2
    """
    literals = (sign * place for place in range(1, judge.rows.n + 1) for sign in (1, -1))
    return min((judge.point(Tree.trusted((each,))) for each in literals), key=lambda point: point.cost)


class Front:
    """The points that no other one beats in leaves and cost; at most so many leaves, if that is said."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self._points: dict[int, Point] = {}

    def __iter__(self) -> Iterator[Point]:
        """From the fewest leaves to the lowest cost."""
        return iter(sorted(self._points.values(), key=lambda point: point.leaves))

    def __len__(self) -> int:
        return len(self._points)

    def within(self, leaves: int) -> Point | None:
        """The point of the lowest cost with at most so many leaves."""
        return max(
            (each for each in self if each.leaves <= leaves), key=lambda each: each.leaves, default=None
        )

    @property
    def best(self) -> Point | None:
        """The point of the lowest cost."""
        return self.within(max(self._points, default=0))

    def wants(self, leaves: int, cost: int) -> bool:
        """Whether a point like this would be on the front, whatever leaves it is allowed."""
        before = self.within(leaves)
        return before is None or cost < before.cost

    def add(self, point: Point) -> bool:
        """Take a point unless another one is as good; those that it beats go."""
        if (self.most is not None and point.leaves > self.most) or not self.wants(point.leaves, point.cost):
            return False
        kept = [each for each in self if each.leaves < point.leaves or each.cost < point.cost]
        self._points = {each.leaves: each for each in (*kept, point)}
        return True
