"""5 x 2 folds: five times a table is halved at random, and each half is predicted from the other.

What was measured is kept, a file a learner, and never measured again; so a comparison can be made in pieces,
and by interpreters with different packages. A fit that takes too long is stopped, and the larger class
predicted.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd

HERE = Path(__file__).parents[2]
sys.path.append(str(HERE / "docs/scripts"))

import csv_rows  # noqa: E402

from . import tables  # noqa: E402

DATA = HERE / "docs/data/learning"
REPEATS = 5
SECONDS = 30  # for one fit

Bits = np.ndarray[tuple[int], np.dtype[np.bool_]]
Row = TypeVar("Row")
Learner = Callable[[pd.DataFrame, Bits, pd.DataFrame, str, int], tuple[Bits, int]]
"""From rows, labels, rows to predict, objective and seed: the predictions, and the size of the model."""


@dataclass(frozen=True)
class Fold:
    """How a learner did on a half of a table; `stopped` if it took too long."""

    table: str
    objective: str
    fold: int
    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int
    size: int
    seconds: float
    stopped: int = 0

    @property
    def accuracy(self) -> float:
        """The share of rows that are right."""
        right = self.true_positives + self.true_negatives
        return right / (right + self.false_positives + self.false_negatives)

    @property
    def balanced(self) -> float:
        """The mean over both classes."""
        first = self.true_positives / (self.true_positives + self.false_negatives)
        return (first + self.true_negatives / (self.true_negatives + self.false_positives)) / 2


def halves(labels: Bits, repeat: int) -> tuple[Bits, Bits]:
    """The rows of two halves with equal shares of either class, to within a row."""
    random = np.random.RandomState(1000 + repeat)
    first = np.zeros(len(labels), dtype=np.bool_)
    for value in (False, True):
        places = random.permutation(np.flatnonzero(labels == value))
        first[places[: (len(places) + value) // 2]] = True
    return first, ~first


class Stopped(Exception):
    """A fit took too long."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what takes more processor time."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judged(learner: Learner, name: str, objective: str, fold: int) -> Fold:
    """One fold of one table."""
    frame, labels = tables.read(name)
    learnt, held = halves(labels, fold // 2)[:: 1 if fold % 2 else -1]
    stopped, size = 0, 0
    started = time.process_time()
    try:
        with at_most(SECONDS):
            found, size = learner(
                frame[learnt].reset_index(drop=True),
                labels[learnt],
                frame[held].reset_index(drop=True),
                objective,
                fold,
            )
    except Stopped:
        stopped, found = 1, np.full(held.sum(), labels[learnt].mean() > 0.5)
    seconds, wanted = time.process_time() - started, labels[held]
    right, missed = int((found & wanted).sum()), int((~found & wanted).sum())
    false, rest = int((found & ~wanted).sum()), int((~found & ~wanted).sum())
    return Fold(name, objective, fold, right, false, missed, rest, size, seconds, stopped)


def kept(file: Path, kind: type[Row]) -> list[Row]:
    """What was measured before."""
    return csv_rows.load(file, kind)


def more(file: Path, row: object) -> None:
    """Keep what was measured now."""
    file.parent.mkdir(parents=True, exist_ok=True)
    csv_rows.write(file, [row], ".4f", more=True)


def file_of(learner: str) -> Path:
    """Where the folds of a learner are kept."""
    return DATA / f"{learner}.csv"


def measure(learners: Mapping[str, Learner], objective: str, folds: int = 2 * REPEATS) -> None:
    """Measure all folds that are owed: one of every table by every learner before the next one."""
    done = {
        (name, each.table, each.objective, each.fold)
        for name in learners
        for each in kept(file_of(name), Fold)
    }
    for fold in range(folds):
        for table in tables.TABLES:
            for name, learner in learners.items():
                if (name, table, objective, fold) not in done:
                    told: Any = judged(learner, table, objective, fold)
                    more(file_of(name), told)
                    print(name, table, objective, fold, f"{told.accuracy:.3f}", f"{told.seconds:.1f} s")
