"""The made problems, ten seeds each: how often the rule is found, with how many leaves, and how soon.

python -m learners.made_runs tic-tac-toe "monks 1"      # in benchmarks/; all problems if none is named
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np

from evobool.learning.search.learn import learn
from evobool.learning.search.options import EFFORT

from .made import PROBLEMS, Problem
from .protocol import DATA, kept, more
from .rival_multiplexers import keep

FILE = DATA / "made.csv"


@dataclass(frozen=True)
class Found:
    """A search on the rows of a seed: whether the front has the rule, whether it was chosen, and its leaves.

    `errors` and `leaves` are those of the best formula of the front, `seconds` processor time of one thread.
    """

    problem: str
    seed: int
    found: int
    chosen: int
    leaves: int
    errors: int
    floor: int
    seconds: float


def search(problem: Problem, seed: int) -> Found:
    """Learn from the rows of a seed."""
    rows = problem.rows(seed)
    effort = problem.effort or EFFORT
    started = time.process_time()
    told = learn(
        rows, max_leaves=problem.most_leaves, folds=problem.folds, seed=seed, workers=1, effort=effort
    )
    seconds = time.process_time() - started
    rules = [point for point in told.front if problem.exact(point.tree, rows)]
    best = rules[0] if rules else told.front[-1]
    chosen = problem.exact(told.chosen.tree, rows)
    return Found(
        problem.name,
        seed,
        int(bool(rules)),
        int(chosen),
        best.leaves,
        best.errors,
        told.floor.errors,
        seconds,
    )


def formula(inputs: np.ndarray, labels: np.ndarray, fresh: np.ndarray) -> tuple[np.ndarray, int]:
    """FormulaClassifier, with as many leaves as it takes."""
    from evobool.learning import FormulaClassifier

    found = FormulaClassifier(None, folds=0, effort=2_000_000, random_state=1).fit(inputs, labels)
    return found.predict(fresh), found.formula_.leaves


def main(names: list[str]) -> None:
    """Measure what is owed."""
    done = {(each.problem, each.seed) for each in kept(FILE, Found)}
    problems = [PROBLEMS[name] for name in names or PROBLEMS]
    warm_up()
    for seed in range(1, 1 + max(each.seeds for each in problems)):
        for problem in problems:
            if seed <= problem.seeds and (problem.name, seed) not in done:
                told = search(problem, seed)
                more(FILE, told)
                print(told)
    keep({"ours": formula})


def warm_up() -> None:
    """Compile, or read what was compiled, before anything is measured."""
    learn(PROBLEMS["xd6"].rows(1), effort=1_000, seed=1, workers=1)


if __name__ == "__main__":
    main(sys.argv[1:])
