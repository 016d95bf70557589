"""Evaluations to success of systems on functions: a row of a CSV file for each pair, with every run in it.

A row has the seed and the number of runs, so that `evobool.evolve` repeats it. Rows are added to the file as
they are finished, and a row that is there is not measured again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any
from zlib import crc32

import csv_rows
import numpy as np

from evobool import Setting, evolve, like
from evobool.studies.analysis.survival import restart_interval, restart_time

NOT = "-"  # of a run that failed
SINGLE, SEVERAL, BY_ROWS, OTHER = "one parent", "(μ+1)", "row by row", "another objective"


@dataclass(frozen=True)
class System:
    """A system by its name, what kind it is, and the fields that make it."""

    name: str
    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """A function, with what trees may be made of and how many trees may be judged."""

    name: str
    fields: dict[str, Any]
    budget: int = 200_000


def plus(size: int, **fields: Any) -> dict[str, Any]:
    """The fields of a (mu+1) GP that begins with literals."""
    return {"population": size, "start": "leaf"} | fields


def generational(name: str, **fields: Any) -> dict[str, Any]:
    """The fields of a generational system of 500 trees, which begin small enough for every limit."""
    return like(name, population=500, start="ramped:1-3", **fields)


MUTATED = {"crossover": "none", "mutation_rate": "1"}
SYSTEMS = tuple(
    System(*each)
    for each in (
        ("RLS-GP", SINGLE, {}),
        ("(1+1) GP", SINGLE, {"algorithm": "1+1-gp"}),
        ("RLS-GP, balanced", OTHER, {"objective": "balanced"}),
        ("archive by class", OTHER, {"survival": "pareto", "objective": "classes"}),
        ("(10+1)", SEVERAL, plus(10)),
        ("(100+1)", SEVERAL, plus(100)),
        ("(100+1), subtree", SEVERAL, plus(100, crossover="subtree:0.5")),
        ("(100+1), koza", SEVERAL, plus(100, crossover="koza:0.5")),
        ("(100+1), one-point", SEVERAL, plus(100, crossover="one-point:0.5")),
        ("(100+1), join", SEVERAL, plus(100, crossover="join:0.5")),
        ("(100+1), distinct trees", SEVERAL, plus(100, distinct="trees")),
        ("(100+1), distinct functions", SEVERAL, plus(100, distinct="functions")),
        (
            "(100+1), distinct functions, subtree",
            SEVERAL,
            plus(100, distinct="functions", crossover="subtree:0.5"),
        ),
        ("islands 10 x 10", SEVERAL, plus(10, islands="10:100")),
        ("generational, tournament", SEVERAL, generational("koza")),
        ("generational, sharing", BY_ROWS, generational("koza", parents="sharing:7")),
        ("lexicase, mutation", BY_ROWS, generational("lexicase", **MUTATED)),
        ("lexicase, crossover", BY_ROWS, generational("lexicase")),
    )
)
ALL = {"literals": "all"}
PARITY = ALL | {"functions": ("and", "or", "nand", "nor"), "limit": 100}
LARGE = ALL | {"limit": 100}
HALVES = {"and": "&", "or": "|"}


def dnf(n: int, terms: int) -> str:
    """The disjunction of terms that share the variables among them."""
    size = n // terms
    groups = [range(1 + size * k, 1 + size * (k + 1)) for k in range(terms)]
    return " | ".join("(" + " & ".join(f"x{k}" for k in group) + ")" for group in groups)


def greater(bits: int) -> str:
    """Whether the number x1 ... is greater than the number of the other half, first bits first."""
    same, found = "", []
    for k in range(1, bits + 1):
        one, other = f"x{k}", f"x{k + bits}"
        found.append(f"({same}{one} & ~{other})")
        same += f"({one} ~^ {other}) & "
    return " | ".join(found)


PROBLEMS = (
    *(Problem(f"AND, n = {n}", ALL | {"n": n, "limit": "2n"}) for n in (4, 6, 8)),
    Problem("two terms, n = 6", LARGE | {"n": 6, "target": dnf(6, 2)}),
    Problem("two terms, n = 8", LARGE | {"n": 8, "target": dnf(8, 2)}),
    Problem("three terms, n = 9", LARGE | {"n": 9, "target": dnf(9, 3)}),
    Problem("even parity, n = 3", PARITY | {"n": 3, "target": "~(x1 ^ x2 ^ x3)"}),
    Problem("even parity, n = 4", PARITY | {"n": 4, "target": "~(x1 ^ x2 ^ x3 ^ x4)"}),
    Problem("majority, n = 5", LARGE | {"n": 5, "target": "majority"}),
    Problem("majority, n = 7", LARGE | {"n": 7, "target": "majority"}),
    Problem("multiplexer, n = 6", LARGE | {"n": 6, "target": "mux"}),
    Problem("multiplexer, n = 11", LARGE | {"n": 11, "target": "mux"}),
    Problem("comparator, n = 6", LARGE | {"n": 6, "target": greater(3)}),
)


@dataclass(frozen=True)
class Row:
    """The runs of a system on a problem; `judged` has the trees that each run judged, or a dash."""

    problem: str
    system: str
    id: str
    seed: int
    runs: int
    budget: int
    judged: str
    spent: int  # trees judged by all runs
    seconds: float

    @property
    def key(self) -> tuple[str, int, int]:
        """What identifies the row."""
        return self.id, self.seed, self.runs

    @property
    def times(self) -> np.ndarray:
        """The trees each run judged; a failed one the budget."""
        return np.array([self.budget if word == NOT else int(word) for word in self.judged.split()], float)

    @property
    def solved(self) -> np.ndarray:
        """Which runs were solved."""
        return np.array([word != NOT for word in self.judged.split()])

    @property
    def ert(self) -> float:
        """Trees judged by all runs for each success; infinite without one."""
        found = restart_time(self.times, self.solved)
        return inf if found is None else found

    @property
    def between(self) -> tuple[float, float]:
        """A 95 % interval for it."""
        return restart_interval(self.times, self.solved) or (inf, inf)


def setting_of(system: System, problem: Problem) -> Setting:
    """A system on a problem, that stops when its budget is spent."""
    fields = problem.fields | system.fields
    one = Setting(**fields | {"max_iterations": 1})
    each = one.evaluations(1) - one.evaluations(0)
    return one.with_(max_iterations=max(1, (problem.budget - one.evaluations(0)) // each))


def measure(system: System, problem: Problem, runs: int) -> Row:
    """Make the runs, one after the other."""
    setting = setting_of(system, problem)
    seed = crc32(setting.id.encode())
    started = time.process_time()
    made = [evolve(setting, seed=seed, index=index) for index in range(runs)]
    return Row(
        *(problem.name, system.name, setting.id, seed, runs, problem.budget),
        judged=" ".join(str(run.evaluations) if run.solved else NOT for run in made),
        spent=sum(run.evaluations for run in made),
        seconds=round(time.process_time() - started, 2),
    )


def collect(path: Path, pairs: Iterable[tuple[System, Problem]], runs: int) -> dict[tuple[str, str], Row]:
    """The rows of some pairs, from the file or measured and added to it, by problem and system."""
    found = {row.key: row for row in csv_rows.load(path, Row)}
    chosen = {}
    for system, problem in pairs:
        setting = setting_of(system, problem)
        key = (setting.id, crc32(setting.id.encode()), runs)
        if key not in found:
            found[key] = measure(system, problem, runs)
            csv_rows.write(path, [found[key]], ".6g", more=True)
            row = found[key]
            print(
                f"{problem.name}, {system.name}: {row.solved.sum()}/{runs}, {row.seconds} s", file=sys.stderr
            )
        chosen[problem.name, system.name] = found[key]
    return chosen
