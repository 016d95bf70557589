"""What every engine offers: runs of one setting, by seed and index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from typing import ClassVar

from evobool.errors import InputError
from evobool.memory import available_memory, bytes_in_words
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Race, Run, Step
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import wrong_if_countable

Stop = Callable[[], bool]
Watch = Callable[[Step], None]


class Interrupted(Exception):
    """The runs were stopped before they were done."""


def never() -> bool:
    """Never stop."""
    return False


class Engine(ABC):
    """Makes runs of one setting; knows nothing about stores, tables or files."""

    name: ClassVar[str]
    releases_gil: ClassVar[bool]

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @abstractmethod
    def runs(
        self,
        seed: int,
        first: int,
        count: int,
        *,
        step: int = 1,
        cap: int | None = None,
        stop: Stop = never,
    ) -> Sequence[Run]:
        """`count` runs of a seed, from `first` in steps of `step`, each stopped after `cap` iterations.

        Raises `Interrupted` soon after `stop` says so.
        """

    @abstractmethod
    def run(self, seed: int, index: int, *, watch: Watch | None = None, stop: Stop = never) -> Run:
        """One run; `watch` is called with every accepted change, `stop` as for `runs`."""

    def warm_up(self) -> None:
        """Do what is done only once (compiling), so that it does not count towards a run's time."""
        self.runs(0, 0, 1, cap=1)

    def race(self, seed: int, index: int, runs: int, *, stop: Stop = never) -> Race:
        """Runs that step together until the first is done (the lambda runs of section 4).

        Runs do not influence each other, so they are made in turn, each no further than the best so far. The
        earliest wins; if several are equally early, the one with the smaller error, then the first.
        """
        winner: Run | None = None
        evaluations: Counter[int] = Counter()  # nearly all runs do as many as the winner
        for number in range(index * runs, (index + 1) * runs):
            cap = winner.iterations if winner is not None and winner.solved else None
            run = self.runs(seed, number, 1, cap=cap, stop=stop)[0]
            evaluations[run.evaluations] += 1
            if winner is None or _rank(run) < _rank(winner):
                winner = run
        assert winner is not None
        most = winner.evaluations if winner.solved else max(evaluations)
        return Race(winner, runs, sum(min(each, most) * times for each, times in evaluations.items()))


def generalisation_error(setting: Setting, tree: Tree, error: int | None) -> Fraction | None:
    """The exact fraction of all inputs the tree gets wrong; None for an empty or a hopeless tree."""
    if error is None:
        return None
    wrong = error if setting.judged_on.complete else wrong_if_countable(tree, setting.goal)
    return None if wrong is None else Fraction(wrong, 2**setting.n)


def _rank(run: Run) -> tuple[bool, int, float]:
    """Solved before unsolved, early before late if solved, then by the smaller error."""
    return not run.solved, run.iterations if run.solved else 0, inf if run.error is None else run.error


def check_memory(setting: Setting, columns: int) -> None:
    """Refuse a training set whose columns, at one bit per row, do not fit in memory."""
    complete = setting.judged_on.complete
    rows = 2**setting.n if complete else setting.judged_on.rows
    what = "the complete truth table" if complete else "a sample"
    size = columns * (-(-rows // 8))
    if size > available_memory():
        check_bytes(setting, size, what, _advice(setting))


def _advice(setting: Setting) -> str:
    """What to do without room for rows: use the engine that has none, where it can."""
    from evobool.engines.exact import ExactEngine

    other = "the exact engine, or " if ExactEngine.refuses(setting) is None else ""
    return f"; use {other}fewer rows, such as training = 100000"


def check_bytes(setting: Setting, size: int, what: str, advice: str = "") -> None:
    """Refuse anything that does not fit in memory."""
    free = available_memory()
    if size > free:
        field, value = ("n", setting.n) if setting.judged_on.complete else ("training", setting.training)
        needed = f"{what} would take {bytes_in_words(size)}, but {bytes_in_words(free)} are free"
        raise InputError(field, value, needed + advice)
