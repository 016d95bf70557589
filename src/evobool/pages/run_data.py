"""What the player needs to know of a run, as JSON types."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import log2
from typing import Any

from evobool.engines.base import generalisation_error
from evobool.errors import InputError
from evobool.model.formulas.counting import COUNTABLE
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.attempt import Attempt, of_rows
from evobool.model.outcome.run import Run
from evobool.model.settings.describing import describe, short
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import truth_columns
from evobool.model.targets.wrong import LARGEST_TABLE
from evobool.show.drawing import FILL

LARGEST_NUMBER = 2**53  # beyond it JavaScript's numbers have gaps
MOST_MAPPED = 8  # variables whose inputs are shown one by one
MOST_DIAGRAMS = 10  # trees of a page
BRIGHT = 0.28  # relative luminance from which black is easier to read than white


def player_data(run: Run) -> dict[str, Any]:
    """The whole run; its offspring are grouped by iteration."""
    if run.attempts is None:
        raise InputError("trajectory", run.trajectory is not None, 'must be "all" for a page')
    groups = [list(group) for _, group in groupby(run.attempts, lambda attempt: attempt.iteration)]
    known = Known(run.setting)
    told = opening(run, groups[0] if groups else [], known)
    told["attempts"] = [iteration_data(group, known) for group in groups]
    return told | ending(run, known)


def opening(run: Run, first: Sequence[Attempt], known: Known) -> dict[str, Any]:
    """What comes before the offspring; `first` are those of the first iteration, if there is one."""
    setting = run.setting
    return {
        "title": describe(setting),
        "outcome": f"{_which(run)}.",
        "limit": setting.leaf_limit,
        "offspring": setting.offspring,
        "error_label": f"error{of_rows(setting)}",
        "sampled": known.shares,
        "rows": setting.judged_on.rows or None if known.shares else None,
        "functions": function_data(),
        "inputs": known.inputs,
        "target": known.values_of_target,
        "start": _held(setting.start_tree, _start_error(run, first), known),
        "attempts": [],
        "end": None,
        "iterations": None,
    }


def ending(run: Run, known: Known) -> dict[str, Any]:
    """What comes after the offspring: how the run ended."""
    ended = f"{_counted(run.iterations, 'iteration')}, {_counted(run.leaves, 'leaf', 'leaves')}"
    how = "Solved" if run.solved else "Not solved"
    return {
        "outcome": f"{_which(run)}. {how}: {ended}, error {short(run.error)}.",
        "solved": run.solved,
        "stopped": _stopped(run),
        "iterations": run.iterations,
        "end": _held(run.tree, run.error, known),
    }


def function_data() -> dict[str, dict[str, str]]:
    """How every function is written and coloured."""
    return {
        name: {
            "symbol": function.symbol,
            "glyph": function.glyph,
            "fill": FILL[name],
            "ink": ink(FILL[name]),
        }
        for name, function in FUNCTIONS.items()
    }


def _which(run: Run) -> str:
    return f"seed {run.seed}, index {run.index}, {run.engine} engine"


def iteration_data(attempts: Sequence[Attempt], known: Known) -> dict[str, Any]:
    """One iteration: the offspring of one parent."""
    taken = [number for number, attempt in enumerate(attempts) if attempt.accepted]
    return {
        "iteration": attempts[0].iteration,
        "before": _number(attempts[0].before),
        "accepted": taken[0] if taken else None,
        "offspring": [_offspring(attempt, known) for attempt in attempts],
    }


class Known:
    """What is known of a tree beyond its error on the training set.

    For runs on rows that is the exact share of all inputs it gets wrong: there the error does not tell. Trees
    that take a decision diagram can take seconds each, so there is an end to these. For few variables it is
    the tree's value on every input. Neither is known where the target is given by the rows of a table.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        counted = setting.goal.joins is not None and set(setting.functions) <= COUNTABLE
        self.left = None if counted or setting.n <= LARGEST_TABLE else MOST_DIAGRAMS
        self.shares = setting.goal.total and not setting.judged_on.complete
        self.inputs = setting.n if setting.goal.total and setting.n <= MOST_MAPPED else None
        self._columns = truth_columns(setting.n) if self.inputs else []
        self._ones = (1 << 2**setting.n) - 1 if self.inputs else 0

    def share(self, tree: Tree) -> float | None:
        """The share; None if it is not needed, or took or would take too long."""
        if not self.shares or not tree.prefix or self.left == 0:
            return None
        if self.left is not None:
            self.left -= 1
        share = generalisation_error(self.setting, tree, 0)
        return None if share is None else float(share)

    def values(self, tree: Tree) -> str | None:
        """The tree's value on input r as bit r, in hexadecimal; None for many inputs and the empty tree."""
        if not self.inputs or not tree.prefix:
            return None
        return f"{tree.evaluate(self._columns, self._ones):x}"

    @property
    def values_of_target(self) -> str | None:
        """The target's values, likewise."""
        if not self.inputs:
            return None
        return f"{int(self.setting.goal.value(self._columns, self._ones)):x}"


def ink(fill: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> ink("#0072b2"), ink("#56b4e9")
    ('#ffffff', '#000000')
    """
    parts = [int(fill[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > BRIGHT else "#ffffff"


def _offspring(attempt: Attempt, known: Known) -> dict[str, Any]:
    """One offspring: the changes that make it of its parent or, where they are not known, its tree."""
    changes = _changes(attempt)
    made = {"tree": attempt.tree.prefix} if changes is None else {"mutations": changes}
    unchanged = attempt.tree == attempt.parent
    return made | {
        "operation": attempt.operation,
        "leaves": attempt.leaves,
        "after": _number(attempt.after),
        "share": known.share(attempt.tree) if attempt.accepted else None,
        "values": known.values(attempt.tree) if attempt.accepted else None,
        "state": "accepted" if attempt.accepted else "unchanged" if unchanged else "rejected",
        "reason": attempt.reason,
    }


def _changes(attempt: Attempt) -> list[dict[str, Any]] | None:
    """The mutations as HVL-Prime makes them; None if one of them is not known to be such a change."""
    tree, changes = attempt.parent, []
    for mutation in attempt.mutations:
        change = mutation.change
        if change is None or change.apply(tree) != mutation.tree:
            return None
        changes.append(change._asdict() | {"node": None if change.node < 0 else change.node})
        tree = mutation.tree
    return changes


def _start_error(run: Run, first: Sequence[Attempt]) -> int | None:
    """The start tree's error; on fresh rows nobody knows it before the first iteration."""
    if run.setting.judged_on.fresh:
        return None
    return first[0].before if first else run.error if run.iterations == 0 else None


def _held(tree: Tree, error: int | None, known: Known) -> dict[str, Any]:
    """A tree that the run holds."""
    return {
        "tree": tree.prefix,
        "error": _number(error),
        "leaves": tree.leaves,
        "share": known.share(tree),
        "values": known.values(tree),
    }


def _number(error: int | None) -> int | dict[str, float] | None:
    """An error as it is, or its logarithm if it is too large to be written out."""
    if error is None or error < LARGEST_NUMBER:
        return error
    return {"log2": round(log2(error), 3)}


def _stopped(run: Run) -> str:
    if run.stopped == "branching":
        return "counting took more case distinctions than allowed"
    return f"gave up after {_counted(run.iterations, 'iteration')}"


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
