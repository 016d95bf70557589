"""What the page on the trap measures: settings, how many runs of each, and a row for each in a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from csv_rows import load, write

from evobool import Setting
from evobool.engines import pick

OBJECTIVES = ("errors", "balanced")
CAP = 1_000_000  # iterations, where runs may not end


@dataclass(frozen=True)
class Row:
    """Runs of a setting: how many, how many were solved, and T of those with its standard error."""

    part: str
    target: str
    n: int
    literals: str
    limit: str
    deletion: str
    algorithm: str
    training: str
    objective: str
    cap: int
    runs: int
    solved: int
    T: float
    error: float
    wrong: float
    seconds: float


Plan = tuple[str, Setting, int]  # the part of the page, the setting, the runs


def scaling() -> Iterator[Plan]:
    """AND_n with balanced errors: limits, (1+1) GP, leaf deletion; and OR_n."""
    sizes = {
        4: 2000,
        6: 2000,
        8: 2000,
        10: 1000,
        12: 1000,
        16: 1000,
        24: 400,
        32: 200,
        48: 50,
        64: 20,
        100: 4,
    }
    balanced: dict[str, Any] = {"literals": "all", "objective": "balanced", "max_iterations": 10**9}
    for n, runs in sizes.items():
        for limit in ("2n", "none", "n+1"):
            if limit != "n+1" or n <= 32:
                yield "limits", Setting(n=n, limit=limit, **balanced), runs
        if n <= 24:
            yield "algorithm", Setting(n=n, limit="2n", algorithm="1+1-gp", **balanced), runs
            yield (
                "leaf",
                Setting(n=n, limit="2n", deletion="leaf", **balanced | {"max_iterations": CAP}),
                runs,
            )
            yield "or", Setting(n=n, target="or", limit="2n", **balanced), runs
    for n in (3, 4, 5, 6, 7):
        yield "errors", Setting(n=n, limit="2n", literals="all", max_iterations=10**9), 1000 if n < 7 else 300


def targets() -> Iterator[Plan]:
    """Other targets, with both objectives."""
    terms = {(2, 3): 500, (3, 2): 500, (2, 4): 200, (4, 2): 200, (2, 5): 50, (3, 3): 100}
    named = [
        ("majority", 3),
        ("majority", 5),
        ("majority", 7),
        ("xor", 2),
        ("xor", 3),
        ("mux", 3),
        ("mux", 6),
    ]
    for objective in OBJECTIVES:
        for (m, k), runs in terms.items():
            n = m * k
            text = " | ".join(
                "(" + " & ".join(f"x{k * term + i + 1}" for i in range(k)) + ")" for term in range(m)
            )
            for literals in ("positive", "all"):
                yield (
                    f"DNF {m} x {k}",
                    Setting(
                        n=n,
                        target=text,
                        literals="positive" if literals == "positive" else "all",
                        limit="4n",
                        objective=objective,
                        max_iterations=CAP,
                    ),
                    runs if literals == "positive" else runs // 5,
                )
        for name, n in named:
            setting = Setting(n=n, target=name, literals="all", objective=objective, max_iterations=CAP)
            yield name, setting, 200 if n < 7 else 40
        for k in (2, 4, 6):
            setting = Setting(
                n=8, target=f"and:{k}", literals="all", limit="2n", objective=objective, max_iterations=CAP
            )
            yield "k of n", setting, 300
        for s in (64, 256, 1024):
            for n in (6, 16):
                setting = Setting(n=n, literals="all", training=s, objective=objective, max_iterations=1000)
                yield "rows", setting, 300


def classes() -> Iterator[Plan]:
    """Every function of two to four variables, up to the names and signs of its inputs and its output."""
    from evobool.atlas.classes import npn_classes

    for n, runs in ((2, 2000), (3, 500), (4, 60)):
        for each in npn_classes(n):
            for objective in OBJECTIVES:
                target = f"table:{each.table:0{max(1, 2**n // 4)}x}"
                setting = Setting(
                    n=n, target=target, literals="all", objective=objective, max_iterations=100_000
                )
                yield f"atlas {n}", setting, runs


def key(row: Row) -> tuple[Any, ...]:
    """What a row is of."""
    return (
        row.part,
        row.target,
        row.n,
        row.literals,
        row.limit,
        row.deletion,
        row.algorithm,
        row.training,
        row.objective,
        row.cap,
    )


def fields(part: str, setting: Setting) -> tuple[Any, ...]:
    """The same of a setting."""
    return (
        part,
        setting.target,
        setting.n,
        setting.literals,
        setting.limit,
        setting.deletion,
        setting.algorithm,
        str(setting.training),
        setting.objective,
        setting.max_iterations,
    )


def measured(part: str, setting: Setting, runs: int) -> Row:
    """Make the runs."""
    engine = pick(setting)
    engine.warm_up()
    started = time.process_time()
    made = engine.runs(26, 0, runs)
    seconds = time.process_time() - started
    solved = made.iterations[made.solved]
    mean = float(solved.mean()) if len(solved) else float("nan")
    error = float(solved.std(ddof=1) / np.sqrt(len(solved))) if len(solved) > 1 else float("nan")
    shares = [float(run.generalisation_error) for run in made if run.generalisation_error is not None]
    wrong = float(np.mean(shares)) if shares else float("nan")
    return Row(*(*fields(part, setting), runs, len(solved), mean, error, wrong, seconds))


def collected(path: Path) -> dict[tuple[Any, ...], Row]:
    """All rows, from the file or measured."""
    found = {key(row): row for row in load(path, Row)}
    for part, setting, runs in (*targets(), *classes(), *scaling()):
        if fields(part, setting) not in found:
            row = measured(part, setting, runs)
            print(row, file=sys.stderr)
            found[key(row)] = row
            write(path, [row], ".6g", more=True)
    return found


if __name__ == "__main__":
    collected(Path(__file__).resolve().parents[1] / "data" / "trap.csv")
