"""The populations of many runs in a few arrays; a survivor is made only when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from evobool.model.outcome.survivors import Survivor
from evobool.model.outcome.tree_column import TreeColumn

Population = tuple[Survivor, ...]


class SurvivorColumn(Sequence[Population]):
    """The population that each of many runs ended with, the best first, without empty trees.

    `ends[i]` is where run i ends in `trees`, `false` and `missed`: each member's false positives and false
    negatives. They stand there in order of age.

    >>> from evobool import Tree
    >>> trees = TreeColumn.of([Tree.parse("x1"), Tree.parse("x1 & x2"), Tree.parse("x2")])
    >>> column = SurvivorColumn(trees, np.array([1, 0, 1]), np.array([0, 0, 0]), np.array([2, 3]))
    >>> [str(survivor.tree) for survivor in column[0]], len(column)
    (['x1 & x2', 'x1'], 2)
    """

    def __init__(
        self,
        trees: TreeColumn,
        false: NDArray[np.int64],
        missed: NDArray[np.int64],
        ends: NDArray[np.int64],
    ) -> None:
        self.trees, self.false, self.missed, self.ends = trees, false, missed, ends

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> Population: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Population]: ...
    def __getitem__(self, place: int | slice) -> Population | Sequence[Population]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        end = int(self.ends[place])
        begin = int(self.ends[place - 1]) if range(len(self))[place] else 0
        found = [
            Survivor(self.trees[each], int(self.false[each]), int(self.missed[each]))
            for each in range(begin, end)
            if self.trees.nodes[each]
        ]
        return tuple(sorted(found, key=lambda each: (each.error, each.leaves)))
