"""What a tree is judged on: the complete truth table, fresh rows each iteration, or rows fixed for the run.

A regime is one entry: a plain function that yields the training set of every iteration in turn. To add one,
write that function and add a line to REGIMES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Protocol

from evobool.checks import as_integer, is_whole, whole_number
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.objective import Wrong
from evobool.model.targets.labelled import Labelled
from evobool.model.targets.targets import Goal, truth_columns
from evobool.model.targets.wrong import wrong_rows

LARGEST_SAMPLE = 2**62


class Words(Protocol):
    """What drawing rows needs of a generator."""

    def next(self) -> int:
        """Sixty-four random bits."""

    def below(self, bound: int) -> int:
        """A uniform integer below a bound."""


class TrainingSet:
    """Rows to judge a tree on, by column: bit r of `columns[i]` is the value of x(i+1) on row r.

    >>> from evobool import Setting, Tree
    >>> rows = TrainingSet.complete(Setting(n=3).goal)
    >>> rows.rows, rows.error(Tree.parse("x1 & x2"))
    (8, 1)

    See Also
    --------
    training : registers a regime that yields them
    """

    def __init__(self, goal: Goal, columns: list[int], rows: int, labels: int | None = None) -> None:
        self.columns = columns
        self.rows = rows
        self.ones = (1 << rows) - 1
        self.target = int(goal.value(columns, self.ones)) if labels is None else labels

    @classmethod
    def complete(cls, goal: Goal) -> TrainingSet:
        """The complete truth table: on row r, variable i has the value of bit i - 1 of r.

        Where the target is given by rows, all of these.
        """
        if goal.given is not None:
            return cls.given(goal, goal.given)
        return cls(goal, truth_columns(goal.n), 2**goal.n)

    @classmethod
    def given(cls, goal: Goal, given: Labelled) -> TrainingSet:
        """Labelled rows as they are."""
        return cls(goal, list(given.columns), given.rows, given.labels)

    @classmethod
    def sample(cls, goal: Goal, rows: int, draws: Words) -> TrainingSet:
        """Rows drawn uniformly with replacement, 64 at a time, variable by variable.

        Where the target is given by rows, the numbers of some of these, one after the other.
        """
        if goal.given is not None:
            return cls.given(goal, goal.given.take([draws.below(goal.given.rows) for _ in range(rows)]))
        columns = [0] * goal.n
        for start in range(0, rows, 64):
            for i in range(goal.n):
                columns[i] |= draws.next() << start
        ones = (1 << rows) - 1
        flip = ones if goal.target.complement else 0
        return cls(goal, [(column & ones) ^ flip for column in columns], rows)

    def wrong(self, tree: Tree) -> Wrong:
        """On how many rows of either class the tree is wrong."""
        return wrong_rows(tree, self.columns, self.ones, self.target)

    def missed(self, tree: Tree) -> int:
        """Bit r says that row r is wrong; of the empty tree all are."""
        return int(tree.evaluate(self.columns, self.ones) ^ self.target) if tree.prefix else self.ones

    def error(self, tree: Tree) -> int:
        """f(X): the rows on which the tree and the target differ; more than all for the empty tree."""
        return self.wrong(tree).error


Sets = Callable[[Goal, int, Words], Iterator[TrainingSet]]


def _complete(goal: Goal, rows: int, draws: Words) -> Iterator[TrainingSet]:
    return repeat(TrainingSet.complete(goal))


def _fresh(goal: Goal, rows: int, draws: Words) -> Iterator[TrainingSet]:
    while True:
        yield TrainingSet.sample(goal, rows, draws)


def _fixed(goal: Goal, rows: int, draws: Words) -> Iterator[TrainingSet]:
    return repeat(TrainingSet.sample(goal, rows, draws))


@dataclass(frozen=True)
class Regime:
    """A way to choose training sets.

    `sets(goal, rows, draws)` yields the training set of iteration 1, 2 and so on; `rows` is the number given
    in the setting. `complete` says that it is the whole truth table, `fresh` that it may change from one
    iteration to the next, so that the parent is judged again. `compiled` says that the compiled engines know
    it.
    """

    name: str
    sets: Sets
    complete: bool = False
    fresh: bool = True
    compiled: bool = False
    source: str | None = None


REGIMES: dict[str, Regime] = {
    regime.name: regime
    for regime in (
        Regime("complete", _complete, complete=True, fresh=False, compiled=True),
        Regime("fresh", _fresh, compiled=True),
        Regime("fixed", _fixed, fresh=False, compiled=True),
    )
}


@dataclass(frozen=True)
class Training:
    """A regime with its number of rows, 0 where it has none: what a setting's `training` names.

    >>> training_of("fixed:100").rows, training_of("complete").fresh, training_of(64).written
    (100, False, 64)
    """

    regime: Regime
    rows: int = 0

    @property
    def complete(self) -> bool:
        """Whether trees are judged on the whole truth table."""
        return self.regime.complete

    @property
    def fresh(self) -> bool:
        """Whether the rows may change from one iteration to the next."""
        return self.regime.fresh

    @property
    def written(self) -> str | int:
        """What the setting's field holds: complete, a number of fresh rows, fixed:S."""
        if self.regime is REGIMES["fresh"]:
            return self.rows
        return f"{self.regime.name}:{self.rows}" if self.rows else self.regime.name

    def __str__(self) -> str:
        if self.complete:
            return "complete truth table"
        return f"{self.rows} {self.regime.name} rows" if self.regime.compiled else f"{self.written} training"


def training_of(value: object) -> Training:
    """The training that a setting's field names."""
    expected = "must be complete, a number of rows (fresh each iteration) or fixed:S"
    number = as_integer(value)
    if number is not None:
        return Training(REGIMES["fresh"], _rows(number, number))
    if not isinstance(value, str):
        raise InputError("training", value, expected)
    text = value.strip()
    name, colon, count = text.partition(":")
    if not colon and is_whole(text):
        return Training(REGIMES["fresh"], _rows(text, value))
    regime = REGIMES.get(name.strip())
    if regime is None:
        raise InputError("training", value, expected)
    if colon and (regime.complete or not is_whole(count)):
        raise InputError("training", value, f"{name} takes no rows" if regime.complete else expected)
    if not colon and regime.compiled and not regime.complete:
        raise InputError("training", value, f"needs a number of rows: {name}:100")
    return Training(regime, _rows(count, value) if colon else 0)


def _rows(text: str | int, value: object) -> int:
    rows = text if isinstance(text, int) else whole_number("training", text)
    if rows < 1:
        raise InputError("training", value, "must be complete or at least 1 row")
    if rows > LARGEST_SAMPLE:
        raise InputError("training", value, "must be at most 2^62 rows")
    return rows
