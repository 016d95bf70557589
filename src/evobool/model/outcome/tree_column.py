"""Many trees in one array, end to end in prefix order: the column of trees beside those of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree


class TreeColumn(Sequence[Tree]):
    """Trees of which an object is made only when it is looked at.

    `ends[i]` is where tree i ends in `kinds`, and the next begins; `tokens[kind]` is what a kind stands for.
    Functions have negative kinds and are stored from the end of `tokens`.

    >>> column = TreeColumn.of([Tree.parse("x1 & ~x2"), Tree(), Tree.parse("x2")])
    >>> column[0], column.leaves.tolist(), column.nodes_of("and").tolist()
    (Tree('x1 & ~x2'), [2, 0, 1], [1, 0, 0])
    >>> column.texts()
    ['and 1 -2', '', '2']
    """

    def __init__(self, kinds: NDArray[Any], ends: NDArray[np.int64], tokens: Sequence[Token]) -> None:
        self.kinds, self.ends, self.tokens = kinds, ends, tokens
        self.begins = np.concatenate([np.zeros(1, dtype=np.int64), ends[:-1]])[: len(ends)]

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> TreeColumn:
        """The column of some trees."""
        tokens = list(dict.fromkeys(token for tree in trees for token in tree.prefix))
        numbers = {token: number for number, token in enumerate(tokens)}
        kinds = [numbers[token] for tree in trees for token in tree.prefix]
        ends = np.cumsum([tree.nodes for tree in trees], dtype=np.int64)
        return cls(np.array(kinds, dtype=np.int32), ends, tokens)

    @classmethod
    def joined(cls, parts: Sequence[TreeColumn]) -> TreeColumn:
        """The trees of all parts."""
        tokens = list(dict.fromkeys(token for part in parts for token in part.tokens))
        numbers = {token: number for number, token in enumerate(tokens)}
        maps = [np.array([numbers[token] for token in part.tokens], dtype=np.int32) for part in parts]
        kinds = [numbered[part.kinds] for part, numbered in zip(parts, maps, strict=True)]
        ends = np.cumsum(np.concatenate([part.nodes for part in parts]))
        return cls(np.concatenate(kinds), ends, tokens)

    @property
    def nodes(self) -> NDArray[np.int64]:
        """How many tokens each tree has."""
        nodes: NDArray[np.int64] = self.ends - self.begins
        return nodes

    @property
    def leaves(self) -> NDArray[np.int64]:
        """How many literals each tree has."""
        return (self.nodes + 1) // 2

    def nodes_of(self, function: str) -> NDArray[np.int64]:
        """How many nodes of a function each tree has."""
        if function not in self.tokens:
            return np.zeros(len(self), dtype=np.int64)
        place = self.tokens.index(function)
        found = (self.kinds == place) | (self.kinds == place - len(self.tokens))
        before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(found)])
        counted: NDArray[np.int64] = before[self.ends] - before[self.begins]
        return counted

    def texts(self) -> list[str]:
        """Each tree as its tokens in prefix order, with spaces between."""
        words = [str(token) for token in self.tokens]
        written = [words[kind] for kind in self.kinds.tolist()]
        ends = self.ends.tolist()
        return [" ".join(written[begin:end]) for begin, end in zip([0, *ends[:-1]], ends, strict=False)]

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> Tree: ...
    @overload
    def __getitem__(self, place: slice) -> TreeColumn: ...
    def __getitem__(self, place: int | slice) -> Tree | TreeColumn:
        if isinstance(place, int):
            begin, end = int(self.begins[place]), int(self.ends[place])
            return Tree.trusted(tuple(map(self.tokens.__getitem__, self.kinds[begin:end].tolist())))
        return self.chosen(np.arange(len(self))[place])

    def chosen(self, places: NDArray[Any]) -> TreeColumn:
        """Some of the trees, in the order asked for."""
        nodes = self.nodes[places]
        ends = np.cumsum(nodes)
        kinds = self.kinds[np.repeat(self.begins[places] - (ends - nodes), nodes) + np.arange(nodes.sum())]
        return TreeColumn(kinds, ends, self.tokens)
