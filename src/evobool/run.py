"""`Run`: the record of one seeded run, and the two ways to make one: `evolve` and `race`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from evobool.errors import InputError
from evobool.setting import Setting, check_integer
from evobool.tree import Tree

LARGEST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Step:
    """One accepted change: when, what, and what it led to."""

    iteration: int
    operation: str
    error: int
    leaves: int
    tree: Tree


@dataclass(frozen=True)
class Run:
    """The record of one run.

    `error` counts wrong rows of the last training set, `generalisation_error` is the exact fraction
    of all 2^n inputs that the tree gets wrong; both are None for the empty tree. Equal runs of different
    engines compare equal.
    """

    setting: Setting
    seed: int
    index: int
    solved: bool
    iterations: int
    evaluations: int
    error: int | None
    functions_accepted: dict[str, int]
    tree: Tree
    generalisation_error: Fraction | None
    trajectory: tuple[Step, ...] | None = None
    stopped: str = field(default="", compare=False)
    engine: str = field(default="", compare=False)

    @property
    def leaves(self) -> int:
        """The leaves of the final tree (the paper's S, if solved)."""
        return self.tree.leaves

    @property
    def functions_final(self) -> dict[str, int]:
        """How many nodes of each function the final tree has."""
        return self.tree.functions

    def to_dict(self) -> dict[str, Any]:
        """One flat row: what `--records` writes."""
        wrong = self.generalisation_error
        row: dict[str, Any] = {
            "setting": self.setting.id,
            "seed": self.seed,
            "index": self.index,
            "solved": self.solved,
            "stopped": self.stopped,
            "iterations": self.iterations,
            "evaluations": self.evaluations,
            "leaves": self.leaves,
            "error": self.error,
            "generalisation_error": None if wrong is None else float(wrong),
        }
        final = self.functions_final
        for name, count in self.functions_accepted.items():
            row[f"{name}s_accepted"] = count
            row[f"{name}s_final"] = final[name]
        return row | {"tree": str(self.tree)}


def new_seed() -> int:
    """A seed nobody chose, short enough to type again."""
    return secrets.randbelow(2**32)


def check_seed(seed: int | None) -> int:
    """The seed itself, or a new one where none is given."""
    if seed is None:
        return new_seed()
    check_integer("seed", seed, 0)
    if seed > LARGEST_SEED:
        raise InputError("seed", seed, "must be less than 2^64")
    return seed


def as_setting(setting: Setting | None, fields: dict[str, Any]) -> Setting:
    """A setting given whole, by its fields, or whole with some fields changed."""
    unknown = set(fields) - set(Setting.__dataclass_fields__)
    if unknown:
        known = ", ".join(Setting.__dataclass_fields__)
        raise InputError("setting", ", ".join(sorted(unknown)), f"unknown field; known: {known}")
    if setting is not None:
        return setting.with_(**fields) if fields else setting
    if "n" not in fields:
        raise InputError("n", None, "must be given")
    return Setting(**fields)


def evolve(
    setting: Setting | None = None,
    *,
    seed: int | None = None,
    index: int = 0,
    engine: str = "auto",
    trajectory: bool = False,
    max_branches: int | None = None,
    **fields: Any,
) -> Run:
    """Run one setting once.

    `index` is the number of the run among those of one seed: `evobool run --runs 500 --seed 1` makes
    the runs 0 ... 499 of seed 1.

    >>> run = evolve(target="and", n=4, limit="n", seed=7)
    >>> run.solved, run.iterations, str(run.tree)
    (True, 37, 'x2 & (x4 & (x3 & x1))')
    """
    from evobool.engines import pick

    chosen = as_setting(setting, fields)
    check_integer("index", index, 0)
    worker = pick(chosen, engine, max_branches)
    if not trajectory:
        return worker.run(check_seed(seed), index)
    steps: list[Step] = []
    run = worker.run(check_seed(seed), index, watch=steps.append)
    return replace(run, trajectory=tuple(steps))


@dataclass(frozen=True)
class Race:
    """The outcome of K runs that step together until the first meets the threshold."""

    winner: Run
    runs: int
    evaluations: int


def race(
    setting: Setting | None = None,
    *,
    runs: int,
    seed: int | None = None,
    index: int = 0,
    engine: str = "auto",
    max_branches: int | None = None,
    **fields: Any,
) -> Race:
    """The lambda runs of section 4: K runs side by side, the first success ends them all.

    Race number `index` of a seed is made of the runs `index * runs` ... `index * runs + runs - 1`. All of
    them have done as many iterations as the winner when it stops them, and all count.

    >>> outcome = race(target="and", n=8, runs=4, seed=1)
    >>> outcome.winner.iterations, outcome.evaluations
    (37, 148)
    """
    from evobool.engines import pick

    chosen = as_setting(setting, fields)
    check_integer("runs", runs, 1)
    check_integer("index", index, 0)
    return pick(chosen, engine, max_branches).race(check_seed(seed), index, runs)
