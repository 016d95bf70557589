"""Variables that are interchangeable for the target: those in the same block of `Goal.blocks`.

Renaming variables within a block changes no error and no probability. So one variable of a block that is not
in a tree can stand for all the others.
"""

from __future__ import annotations

from functools import lru_cache

from evobool.model.formulas.tree import Tree
from evobool.model.targets.targets import Goal


@lru_cache(maxsize=16)
def block_numbers(goal: Goal) -> dict[int, int]:
    """The number of each variable's block.

    >>> from evobool.model.targets.targets import goal_of
    >>> block_numbers(goal_of("and:2", 4))
    {1: 0, 2: 0, 3: 1, 4: 1}
    """
    return {variable: number for number, block in enumerate(goal.blocks) for variable in block}


class StandIns:
    """The literal to appraise in place of each literal: one per block for variables not in the tree.

    >>> from evobool.model.targets.targets import goal_of
    >>> StandIns(Tree.parse("x1 & x3"), goal_of("and:2", 4)).variables
    [1, 3, 2, 4]
    """

    def __init__(self, tree: Tree, goal: Goal) -> None:
        self._held, self._blocks = tree.variables, block_numbers(goal)
        spare = (next((x for x in block if x not in self._held), None) for block in goal.blocks)
        self._spares = {number: x for number, x in enumerate(spare) if x is not None}

    def holds(self, literal: int) -> bool:
        """Whether the literal's variable is in the tree, so that nothing else stands for it."""
        return abs(literal) in self._held

    def of(self, literal: int) -> int:
        """The literal itself, or its stand-in."""
        variable = abs(literal)
        if variable in self._held:
            return literal
        spare = self._spares[self._blocks[variable]]
        return spare if literal > 0 else -spare

    @property
    def variables(self) -> list[int]:
        """The variables of the tree, then one from each block that is not wholly in it."""
        return [*sorted(self._held), *self._spares.values()]
