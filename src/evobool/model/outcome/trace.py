"""What a run held at each of its iterations, as its pictures need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.outcome.run import Run
from evobool.model.outcome.thinning import Changes, Mark, level
from evobool.model.targets.wrong import wrong_if_countable

EARLY = 0.1  # the part of a run that a linear axis squeezes into a few columns


@dataclass(frozen=True)
class Trace:
    """A run and its accepted changes, or those that are kept of very many (`thinning.py`).

    >>> from evobool import evolve
    >>> trace = Trace.of(evolve(n=3, seed=2, trajectory=True))
    >>> trace.errors
    [(1, 3), (7, 3), (12, 1), (13, 1), (14, 1), (15, 0)]
    """

    run: Run
    changes: Sequence[Mark]
    thinned: Changes | None = None

    @classmethod
    def of(cls, run: Run) -> Trace:
        """The trace of a run that was made with its trajectory."""
        if run.trajectory is None:
            raise InputError("run", "without a trajectory", "make it with evolve(..., trajectory=True)")
        changes = Changes()
        for step in run.trajectory:
            changes.add(Mark.of(step))
        return cls.thin(run, changes)

    @classmethod
    def thin(cls, run: Run, changes: Changes) -> Trace:
        """The trace of a run whose changes were taken as they came."""
        return cls(run, changes.marks, changes if changes.thinned else None)

    @property
    def counts(self) -> Counter[str]:
        """How many changes were accepted, by operation."""
        if self.thinned is not None:
            return self.thinned.counts
        return Counter(change.operation for change in self.changes)

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
        if setting.beginning or not setting.start_tree.prefix or training.fresh:
            return None
        if not self.changes:
            return self.run.error
        if setting.on_all_inputs:
            return wrong_if_countable(setting.start_tree, setting.goal)
        rows = training.regime.sets(setting.goal, training.rows, Generator(self.run.seed, self.run.index))
        return next(rows).error(setting.start_tree)

    @property
    def leaves(self) -> list[tuple[int, int]]:
        """Iterations and the leaves held from then on, those of a start tree from iteration 0."""
        setting = self.run.setting
        start = Tree() if setting.beginning else setting.start_tree
        first = [(0, start.leaves)] if start.prefix else []
        return [*first, *((change.iteration, change.leaves) for change in self.changes)]

    @property
    def early(self) -> bool:
        """Whether the error does half of its moving in the first tenth of the run.

        A linear axis would show no more than the level that follows; a logarithmic one shows both.
        """
        points = [(iteration, level(error)) for iteration, error in self.errors]
        moves = [(iteration, abs(now - before)) for (_, before), (iteration, now) in pairwise(points)]
        if self.thinned is not None:
            moves = self.thinned.moves  # those between kept changes would miss what lies between them
        soon = sum(size for iteration, size in moves if iteration <= EARLY * self.run.iterations)
        return 0 < soon >= sum(size for _, size in moves) / 2


__all__ = ["Changes", "Mark", "Trace", "level"]
