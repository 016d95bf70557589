"""Runs of a setting as one row of a CSV file: what ended, T, the size of the tree and what it is made of.

A row has the setting, the seed and the number of runs, so that `evobool run` repeats it. Rows are added to
the file as they are finished, and a row that is there is not measured again.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from zlib import crc32

import csv_rows

from evobool import Run, Setting, evolve

DIGITS = ".6g"


@dataclass(frozen=True)
class Plan:
    """A setting and how many runs to make of it; settings compared run by run share a seed."""

    setting: Setting
    runs: int
    seed: int

    @property
    def key(self) -> Key:
        """What identifies the row."""
        s = self.setting
        limit, training = str(s.limit), str(s.training)
        return (
            *(s.target, s.n, "+".join(s.functions), s.literals, limit, s.deletion, s.algorithm, training),
            *(s.max_iterations, self.seed, self.runs),
        )


Key = tuple[str, int, str, str, str, str, str, str, int, int, int]


@dataclass(frozen=True)
class Cell:
    """The runs of one setting; T, S and what follows are means over the solved runs, nan without any."""

    target: str
    n: int
    functions: str
    literals: str
    limit: str
    deletion: str
    algorithm: str
    training: str
    cap: int
    seed: int
    runs: int
    solved: int
    branching: int  # runs given up because a tree could not be counted
    T: float
    T_sd: float
    total: int  # iterations of all runs, solved or not
    median: float  # of T over all runs; nan if fewer than half were solved
    S: float
    S_sd: float
    ors: float
    ors_sd: float
    irrelevant_leaves: float
    irrelevant_variables: float
    irrelevant_sd: float  # of the variables
    unknown: int  # runs whose generalisation error could not be computed
    right: int  # runs that ended with the target itself
    error: float  # mean generalisation error over all runs
    error_sd: float
    solved_error: float  # the same over the solved runs
    seconds: float

    @property
    def key(self) -> Key:
        """What identifies the row."""
        return (
            *(self.target, self.n, self.functions, self.literals, self.limit, self.deletion),
            *(self.algorithm, self.training, self.cap, self.seed, self.runs),
        )

    @property
    def k(self) -> int:
        """How many variables matter."""
        return relevant(self.target, self.n)

    @property
    def T_error(self) -> float:
        """The standard error of T."""
        return float(self.T_sd / self.solved**0.5)


def relevant(target: str, n: int) -> int:
    """K of and:K, or n."""
    return int(target.partition(":")[2] or n)


def own_seed(setting: Setting) -> int:
    """A seed for each setting: points that share one are correlated."""
    return crc32(setting.id.encode())


def measure(plan: Plan) -> Cell:
    """Make the runs of a plan, one after the other."""
    started = time.process_time()
    runs = [evolve(plan.setting, seed=plan.seed, index=index) for index in range(plan.runs)]
    seconds = time.process_time() - started
    solved = [run for run in runs if run.solved]
    k = relevant(plan.setting.target, plan.setting.n)
    strangers = [irrelevant(run, k) for run in solved]
    known = [float(run.generalisation_error) for run in runs if run.generalisation_error is not None]
    target, n, functions, literals, limit, deletion, algorithm, training, cap, seed, count = plan.key
    return Cell(
        *(target, n, functions, literals, limit, deletion, algorithm, training, cap, seed, count),
        solved=len(solved),
        branching=sum(run.stopped == "branching" for run in runs),
        T=mean(run.iterations for run in solved),
        T_sd=deviation(run.iterations for run in solved),
        total=sum(run.iterations for run in runs),
        median=median(runs),
        S=mean(run.leaves for run in solved),
        S_sd=deviation(run.leaves for run in solved),
        ors=mean(run.functions_final.get("or", 0) for run in solved),
        ors_sd=deviation(run.functions_final.get("or", 0) for run in solved),
        irrelevant_leaves=mean(leaves for leaves, _ in strangers),
        irrelevant_variables=mean(variables for _, variables in strangers),
        irrelevant_sd=deviation(variables for _, variables in strangers),
        unknown=len(runs) - len(known),
        right=sum(run.generalisation_error == 0 for run in runs),
        error=mean(known),
        error_sd=deviation(known),
        solved_error=mean(
            float(run.generalisation_error) for run in solved if run.generalisation_error is not None
        ),
        seconds=round(seconds, 3),
    )


def irrelevant(run: Run, k: int) -> tuple[int, int]:
    """Leaves of the final tree that hold one of the variables beyond x_k, and how many such variables."""
    names = [int(name) for name in re.findall(r"x(\d+)", str(run.tree))] if k < run.setting.n else []
    beyond = [name for name in names if name > k]
    return len(beyond), len(set(beyond))


def mean(values: Iterable[float]) -> float:
    """The mean, nan of nothing."""
    held = list(values)
    return fmean(held) if held else float("nan")


def deviation(values: Iterable[float]) -> float:
    """The standard deviation, nan of fewer than two."""
    held = list(values)
    return stdev(held) if len(held) > 1 else float("nan")


def median(runs: list[Run]) -> float:
    """The median of T over all runs, of which all unsolved ones take longer."""
    times = sorted(run.iterations if run.solved else float("inf") for run in runs)
    middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
    return middle if middle < float("inf") else float("nan")


def collect(path: Path, plans: Iterable[Plan]) -> dict[Key, Cell]:
    """The rows of the plans, from the file or measured and added to it."""
    wanted = list(plans)
    found = load(path)
    for plan in wanted:
        if plan.key not in found:
            cell = measure(plan)
            csv_rows.write(path, [cell], DIGITS, more=True)
            shown = f"{cell.solved}/{cell.runs} T {cell.T:.1f} {cell.seconds} s"
            print(f"{plan.setting!r}: {shown}", file=sys.stderr)
    found = load(path)  # with the digits that are in the file: a page must not depend on who made its runs
    return {plan.key: found[plan.key] for plan in wanted}


def load(path: Path) -> dict[Key, Cell]:
    """What the file holds."""
    return {cell.key: cell for cell in csv_rows.load(path, Cell)}


def tidy(path: Path) -> None:
    """Put the rows of a file in order: they came as they were finished."""
    cells = sorted(csv_rows.load(path, Cell), key=lambda cell: cell.key)
    csv_rows.write(path, cells, DIGITS)
