"""`Run`: the record of one seeded run; `Step`, one accepted change in it; `Race`, the best of several."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.above import above
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.attempt import Attempt
from evobool.model.outcome.survivors import Survivor
from evobool.model.settings.setting import Setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Step:
    """One accepted change: when, what, and what it led to.

    >>> from evobool import evolve
    >>> first = evolve(n=4, seed=1, trajectory=True).trajectory[0]
    >>> first.iteration, first.operation, first.error, str(first.tree)
    (1, 'INS', 7, 'x4')

    See Also
    --------
    evolve : `trajectory=True` keeps the changes
    Run : whose `trajectory` they are
    """

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
    engines compare equal. Where several trees are kept, `tree` is the best, and `population` holds all
    those of the last iteration, the best first. With `trajectory="all"`, `attempts` holds every offspring
    of the first `attempts_cap` iterations.

    >>> from evobool import evolve
    >>> run = evolve(n=8, limit="n+1", seed=3)
    >>> run.solved, run.iterations, run.leaves, run.generalisation_error
    (True, 50, 9, Fraction(0, 1))

    See Also
    --------
    evolve : makes one
    Race : several side by side
    Results.runs : all runs of a store as a frame
    """

    setting: Setting
    seed: int
    index: int
    solved: bool
    iterations: int
    evaluations: int
    error: int | None
    functions_accepted: dict[str, int] = field(hash=False)  # all else is hashable
    tree: Tree
    generalisation_error: Fraction | None
    population: tuple[Survivor, ...] | None = None
    trajectory: tuple[Step, ...] | None = None
    attempts: tuple[Attempt, ...] | None = None
    attempts_cap: int | None = None
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

    def save_html(self, path: str | Path) -> None:
        """Write a page that steps through the run; it needs `trajectory="all"` and a browser, no network."""
        above("Run.save_html", self, Path(path))

    def save_animation(self, path: str | Path) -> None:
        """Write the tree after each accepted change as an animated .gif or .webp, or as numbered .svg files.

        It needs `trajectory=True` and, except for .svg, Pillow.
        """
        above("Run.save_animation", self, Path(path))

    def to_dict(self) -> dict[str, Any]:
        """One row of plain types; flat, except for the population if there is one."""
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
        if self.population is not None:
            row["members"] = [each.to_dict() for each in self.population]
        return row | {"tree": str(self.tree)}

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how the error fell; the run must have its trajectory. Without axes, a figure is made.

        >>> from matplotlib.figure import Figure
        >>> from evobool import evolve
        >>> run = evolve(n=4, seed=1, trajectory=True)
        >>> run.plot(Figure().subplots()).get_xlabel()
        'iteration'
        """
        axes: Axes = above("Run.plot", self, ax)
        return axes

    def __repr__(self) -> str:
        return f"<{above('Run.__repr__', self)}>"

    def _repr_html_(self) -> str:
        html: str = above("Run._repr_html_", self)
        return html


@dataclass(frozen=True)
class Race:
    """The outcome of K runs that step together until the first meets the threshold.

    >>> from evobool import race
    >>> race(n=8, runs=4, seed=1)
    <Race of 4 runs of Setting(n=8), seed=1: solved in 37 iterations, 148 evaluations>

    See Also
    --------
    race : makes one
    """

    winner: Run
    runs: int
    evaluations: int

    def __repr__(self) -> str:
        return f"<{above('Race.__repr__', self)}>"

    def _repr_html_(self) -> str:
        html: str = above("Race._repr_html_", self)
        return html
