"""What kernels leave behind, as the records that people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evobool.engines.kernels import loop
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import OPERATIONS
from evobool.model.outcome.runs import IntColumn, Runs
from evobool.model.outcome.tree_column import TreeColumn
from evobool.model.settings.setting import Setting


class Decoding:
    """Trees, operations and finished runs, from the numbers that kernels write; functions have `codes`."""

    def __init__(self, setting: Setting, codes: Mapping[str, int]) -> None:
        self.setting = setting
        by_code = sorted(codes, key=codes.__getitem__)
        self.tokens: list[Token] = [*setting.literal_list, *reversed(by_code)]  # by kind, from either end
        self.places = [loop.FUNCTIONS + codes[name] for name in setting.functions]
        self.judged_once = setting.evaluations(0)
        self.judged_each = setting.evaluations(1) - self.judged_once

    def tree(self, kinds: Any) -> Tree:
        """A tree from the kinds of its nodes."""
        return Tree.trusted(tuple(map(self.tokens.__getitem__, kinds.tolist())))

    def trees(self, results: Any, kinds: Any) -> TreeColumn:
        """The trees of finished runs."""
        return TreeColumn(kinds, results[:, -1], self.tokens)

    def runs(
        self,
        engine: str,
        seed: int,
        numbers: range,
        results: Any,
        trees: TreeColumn,
        errors: IntColumn,
        wrong: IntColumn,
    ) -> Runs:
        """Finished runs, from what `loop.finish` wrote, with the errors of their trees."""
        setting, iterations = self.setting, results[:, loop.ITERATION]
        for place in np.flatnonzero((trees.nodes == 0) | (setting.judged_on.fresh and iterations == 0)):
            errors[place] = wrong[place] = None  # judged on no row
        solved = results[:, loop.SOLVED] == 1
        ends = np.where(solved, "solved", np.where(results[:, loop.GAVE_UP], "branching", "iterations"))
        return Runs(
            setting=setting,
            seed=seed,
            engine=engine,
            indices=np.arange(numbers.start, numbers.stop, numbers.step, dtype=np.int64),
            solved=solved,
            stopped=ends.tolist(),
            iterations=iterations,
            evaluations=iterations * self.judged_each + self.judged_once,
            error=errors,
            wrong=wrong,
            accepted=results[:, self.places],
            trees=trees,
        )


def operations(digits: int) -> str:
    """The mutations of an offspring, from the digits the kernel notes them by."""
    names = []
    while digits:
        names.append(OPERATIONS[digits % 4 - 1])
        digits //= 4
    return "+".join(reversed(names))


def digits(names: list[str]) -> int:
    """The digits that stand for mutations.

    >>> operations(digits(["INS", "DEL", "INS"]))
    'INS+DEL+INS'
    """
    found = 0
    for name in names:
        found = found * 4 + OPERATIONS.index(name) + 1
    return found
