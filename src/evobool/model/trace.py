"""What a run held at each of its iterations, as its pictures need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log2

from evobool.errors import InputError
from evobool.model.counting import BranchLimitError, wrong_share
from evobool.model.generator import Generator
from evobool.model.record import Run, Step

EARLY = 0.1  # the part of a run that a linear axis squeezes into a few columns


@dataclass(frozen=True)
class Mark:
    """An accepted change without its tree: a run at n = 1000 has thousands, of thousands of leaves each."""

    iteration: int
    operation: str
    error: int
    leaves: int

    @classmethod
    def of(cls, step: Step) -> Mark:
        """A step, its tree left behind."""
        return cls(step.iteration, step.operation, step.error, step.leaves)


@dataclass(frozen=True)
class Trace:
    """A run and its accepted changes.

    >>> from evobool import evolve
    >>> trace = Trace.of(evolve(n=3, seed=2, trajectory=True))
    >>> trace.errors
    [(1, 3), (7, 3), (12, 1), (13, 1), (14, 1), (15, 0)]
    """

    run: Run
    changes: Sequence[Mark]

    @classmethod
    def of(cls, run: Run) -> Trace:
        """The trace of a run that was made with its trajectory."""
        if run.trajectory is None:
            raise InputError("run", "without a trajectory", "make it with evolve(..., trajectory=True)")
        return cls(run, [Mark.of(step) for step in run.trajectory])

    @property
    def errors(self) -> list[tuple[int, int]]:
        """Iterations and the errors held from then on, that of a start tree from iteration 0.

        On fresh rows a start tree has no error of its own, and the last tree was judged once more, on the
        last rows: that error ends the list.
        """
        points = [(change.iteration, change.error) for change in self.changes]
        if self.start_error is not None:
            points.insert(0, (0, self.start_error))
        if points and self.run.error is not None and points[-1][1] != self.run.error:
            points.append((self.run.iterations, self.run.error))
        return points

    @cached_property
    def start_error(self) -> int | None:
        """The error of the tree the run began with; None for the empty tree, and on rows that change."""
        setting, training = self.run.setting, self.run.setting.judged_on
        if not setting.start_tree.prefix or training.fresh:
            return None
        if not self.changes:
            return self.run.error
        if training.complete:
            try:
                return int(wrong_share(setting.start_tree.prefix, setting.goal) * 2**setting.n)
            except BranchLimitError:
                return None
        rows = training.regime.sets(setting.goal, training.rows, Generator(self.run.seed, self.run.index))
        return next(rows).error(setting.start_tree)

    @property
    def leaves(self) -> list[tuple[int, int]]:
        """Iterations and the leaves held from then on, those of a start tree from iteration 0."""
        start = self.run.setting.start_tree
        first = [(0, start.leaves)] if start.prefix else []
        return [*first, *((change.iteration, change.leaves) for change in self.changes)]

    @property
    def early(self) -> bool:
        """Whether the error does half of its moving in the first tenth of the run.

        A linear axis would show no more than the level that follows; a logarithmic one shows both.
        """
        moves = [
            (iteration, abs(level(now) - level(before)))
            for (_, before), (iteration, now) in pairwise(self.errors)
        ]
        soon = sum(size for iteration, size in moves if iteration <= EARLY * self.run.iterations)
        return 0 < soon >= sum(size for _, size in moves) / 2


def level(error: int) -> float:
    """The height of an error on a logarithmic scale that has room for 0.

    >>> [level(error) for error in (0, 1, 3, 127)]
    [0.0, 1.0, 2.0, 7.0]
    """
    return log2(1 + error)
