"""Runs that nobody made: what the report is tested on where only its form matters."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np

from evobool.model.formulas.tree import Tree
from evobool.model.outcome.run import Run
from evobool.model.settings.setting import Setting
from evobool.paper.measured import SHOWN
from evobool.paper.parts import Part
from evobool.paper.reproduce import Reproduction
from evobool.studies.analysis.sample import Sample
from evobool.studies.work.executors import Work

STUCK = Tree.parse("(x1 & x2) | (x1 & x2)")


def pretended(setting: Setting, seed: int, index: int) -> Run:
    """A run of a moment: solved, but for every fifth of leaf deletion at n = 4 with limit n."""
    draw = Random(f"{seed}:{index}")
    failed = setting.deletion == "leaf" and (setting.n, setting.limit) == (4, "n") and index % 5 == 0
    ors = draw.randrange(2)
    tree = STUCK if failed else Tree.parse("(x1 & x2) | x3" if ors else "x1 & (x2 & x3)")
    iterations = setting.max_iterations if failed else draw.randrange(10, 100)
    return Run(
        setting=setting,
        seed=seed,
        index=index,
        solved=not failed,
        iterations=iterations,
        evaluations=setting.evaluations(iterations),
        error=3 if failed else 0,
        functions_accepted={"and": 2, "or": ors},
        tree=tree,
        generalisation_error=Fraction(1, draw.randrange(50, 5000)),
        stopped="iterations" if failed else "solved",
        engine="pretended",
    )


def pretend(works: Sequence[Work]) -> Generator[list[Run], None, None]:
    """What `Study.collect` takes as carry."""
    for work in works:
        yield [
            pretended(work.setting, work.seed, index) for index in range(work.first, work.first + work.count)
        ]


def reproduction(parts: Sequence[Part], out: Path, runs: int = 6, seed: int | None = 3) -> Reproduction:
    """A reproduction whose runs are pretended."""
    wanted = Reproduction(parts, runs, seed, out)
    wanted.collect(lambda runs: None, carry=pretend)
    return wanted


def measured(setting: Setting, times: Iterable[float], **columns: Iterable[float]) -> Sample:
    """Runs of these times, all solved unless `solved` says otherwise; 0 for what is not given."""
    held = {"T": np.array(list(times), dtype=float)}
    for name in SHOWN[1:]:
        held[name] = np.array(list(columns.pop(name, np.zeros(len(held["T"])))), dtype=float)
    solved = np.array(list(columns.pop("solved", np.ones(len(held["T"])))), dtype=bool)
    assert not columns, columns
    return Sample(setting, solved, held)


def measured_part(part: Part, runs: int = 6) -> dict[str, Sample]:
    """What a part needs to be shown, of pretended runs."""
    found = {}
    for setting in part.settings:
        made = [pretended(setting, 3, index) for index in range(runs * part.times)]
        found[setting.id] = measured(
            setting,
            [run.iterations for run in made],
            S=[run.leaves for run in made],
            ors_accepted=[run.functions_accepted["or"] for run in made],
            ors_final=[run.functions_final["or"] for run in made],
            generalisation_error=[float(run.generalisation_error or 0) for run in made],
            wrong_rows=[run.error or 0 for run in made],
            solved=[run.solved for run in made],
        )
    return found
