"""`Runs`: many runs of one setting as columns; the record of one is made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

import numpy as np
from numpy.typing import NDArray

from evobool.model.outcome.run import Run
from evobool.model.outcome.survivors import Survivor
from evobool.model.outcome.tree_column import TreeColumn
from evobool.model.settings.setting import Setting

Numbers = NDArray[np.int64]
IntColumn = list[int | None]
Populations = Sequence[tuple[Survivor, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Runs(Sequence[Run]):
    """Runs of one setting, one seed and one engine; a sequence of `Run`, and a column for each of its fields.

    `wrong` counts the inputs among all 2^n that the tree gets wrong (of a table, the rows held out); it and
    `error` may need more than 64 bits. `accepted` has a column for each of the setting's functions.
    `populations` are there where several trees are kept.

    >>> from evobool import evolve
    >>> runs = Runs.of([evolve(n=3, seed=1, index=index, engine="reference") for index in range(3)])
    >>> runs.iterations.tolist(), runs[1].iterations, runs.trees.leaves.tolist()
    ([11, 20, 32], 20, [3, 5, 5])
    """

    setting: Setting
    seed: int
    engine: str
    indices: Numbers
    solved: NDArray[np.bool_]
    stopped: list[str]
    iterations: Numbers
    evaluations: Numbers
    error: IntColumn
    wrong: IntColumn
    accepted: Numbers
    trees: TreeColumn
    populations: Populations | None = None

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Runs:
        """The columns of at least one run, all of the same setting, seed and engine."""
        if isinstance(runs, Runs):
            return runs
        first = runs[0]
        size = first.setting.goal.inputs
        shares = [run.generalisation_error for run in runs]
        return cls(
            setting=first.setting,
            seed=first.seed,
            engine=first.engine,
            indices=np.array([run.index for run in runs], dtype=np.int64),
            solved=np.array([run.solved for run in runs], dtype=np.bool_),
            stopped=[run.stopped for run in runs],
            iterations=np.array([run.iterations for run in runs], dtype=np.int64),
            evaluations=np.array([run.evaluations for run in runs], dtype=np.int64),
            error=[run.error for run in runs],
            wrong=[None if share is None else int(share * size) for share in shares],
            accepted=np.array(
                [[run.functions_accepted[name] for name in first.setting.functions] for run in runs],
                dtype=np.int64,
            ),
            trees=TreeColumn.of([run.tree for run in runs]),
            populations=[run.population or () for run in runs] if first.setting.several else None,
        )

    @classmethod
    def joined(cls, parts: Sequence[Runs]) -> Runs:
        """The runs of at least one part, all of the same setting, seed and engine."""
        if len(parts) == 1:
            return parts[0]
        first = parts[0]
        return cls(
            setting=first.setting,
            seed=first.seed,
            engine=first.engine,
            indices=np.concatenate([part.indices for part in parts]),
            solved=np.concatenate([part.solved for part in parts]),
            stopped=[each for part in parts for each in part.stopped],
            iterations=np.concatenate([part.iterations for part in parts]),
            evaluations=np.concatenate([part.evaluations for part in parts]),
            error=[each for part in parts for each in part.error],
            wrong=[each for part in parts for each in part.wrong],
            accepted=np.concatenate([part.accepted for part in parts]),
            trees=TreeColumn.joined([part.trees for part in parts]),
            populations=[each for part in parts for each in part.populations or ()]
            if first.setting.several
            else None,
        )

    @property
    def leaves(self) -> Numbers:
        """The leaves of the final trees (the paper's S, if solved)."""
        return self.trees.leaves

    @property
    def generalisation_error(self) -> list[float | None]:
        """The share of all inputs that each tree gets wrong, rounded to a float."""
        size = self.setting.goal.inputs
        return [None if wrong is None else wrong / size if wrong else 0.0 for wrong in self.wrong]

    def functions_accepted(self, name: str) -> Numbers:
        """How often a function was inserted by accepted offspring; 0 if it is none of the setting's."""
        if name not in self.setting.functions:
            return np.zeros(len(self), dtype=np.int64)
        column: Numbers = self.accepted[:, self.setting.functions.index(name)]
        return column

    def functions_final(self, name: str) -> Numbers:
        """How many nodes of a function the final trees have."""
        return self.trees.nodes_of(name)

    def successful(self) -> Runs:
        """Those that were solved."""
        return self if self.solved.all() else self._chosen(np.flatnonzero(self.solved))

    def _chosen(self, places: NDArray[np.intp]) -> Runs:
        """Some of the runs, in the order asked for."""
        return Runs(
            setting=self.setting,
            seed=self.seed,
            engine=self.engine,
            indices=self.indices[places],
            solved=self.solved[places],
            stopped=[self.stopped[place] for place in places],
            iterations=self.iterations[places],
            evaluations=self.evaluations[places],
            error=[self.error[place] for place in places],
            wrong=[self.wrong[place] for place in places],
            accepted=self.accepted[places],
            trees=self.trees.chosen(places),
            populations=None if self.populations is None else [self.populations[place] for place in places],
        )

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, place: int) -> Run: ...
    @overload
    def __getitem__(self, place: slice) -> Runs: ...
    def __getitem__(self, place: int | slice) -> Run | Runs:
        if isinstance(place, slice):
            return self._chosen(np.arange(len(self))[place])
        wrong = self.wrong[place]
        return Run(
            setting=self.setting,
            seed=self.seed,
            index=int(self.indices[place]),
            solved=bool(self.solved[place]),
            iterations=int(self.iterations[place]),
            evaluations=int(self.evaluations[place]),
            error=self.error[place],
            functions_accepted=dict(zip(self.setting.functions, self.accepted[place].tolist(), strict=True)),
            tree=self.trees[place],
            generalisation_error=None if wrong is None else Fraction(wrong, self.setting.goal.inputs),
            population=None if self.populations is None else self.populations[place],
            stopped=self.stopped[place],
            engine=self.engine,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self):,} runs of {self.setting!r}, seed={self.seed}>"


def by_setting(runs: Sequence[Run]) -> list[Runs]:
    """Runs as columns, those of one setting, seed and engine together."""
    if isinstance(runs, Runs):
        return [runs]
    groups: dict[tuple[str, int, str], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.setting.id, run.seed, run.engine), []).append(run)
    return [Runs.of(group) for group in groups.values()]


def total_iterations(runs: Sequence[Run]) -> int:
    """The iterations of all runs together."""
    return int(Runs.of(runs).iterations.sum()) if runs else 0
