"""What a page wants to learn from its table: words read as `evobool learn` reads its flags."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass

from evobool.errors import InputError
from evobool.learning.parts import HOLD_OUT, share_of
from evobool.learning.search.options import EFFORT, FOLDS, MAX_LEAVES, Options
from evobool.learning.tables.thresholds import DEFAULT
from evobool.studio.allowed import LEARN_SECONDS, MOST_EFFORT, MOST_LEARNT_LEAVES
from evobool.studio.asked import Words, only, whole
from evobool.studio.learn.tables import file_of

NAMES = ("file", "label", "positive", "leave_out", "hold_out", "thresholds", "functions")
SEARCH = ("max_leaves", "objective", "folds", "effort", "seed")
USUAL = {
    "max_leaves": MAX_LEAVES,
    "objective": "errors",
    "functions": "and,or",
    "hold_out": HOLD_OUT,
    "thresholds": DEFAULT,
    "folds": FOLDS,
    "effort": EFFORT,
}


@dataclass(frozen=True)
class Wanted:
    """A column to learn from others, how the table is read, and what is asked of the search."""

    file: str
    label: str
    positive: str | None
    leave_out: tuple[str, ...]
    hold_out: str
    thresholds: int
    options: Options

    @classmethod
    def of(cls, words: Words) -> Wanted:
        """From the words of an address."""
        only(words, [*NAMES, *SEARCH])
        if "label" not in words:
            raise InputError("label", "(nothing)", "must name the column to learn")
        hold_out = words.get("hold_out", "").strip() or HOLD_OUT
        share_of(hold_out)
        functions = words.get("functions", "").strip() or USUAL["functions"]
        options = Options(
            max_leaves=whole(words, "max_leaves", MAX_LEAVES, 1, MOST_LEARNT_LEAVES),
            objective=words.get("objective", "").strip() or "errors",
            functions=tuple(name.strip() for name in str(functions).split(",")),
            folds=_number(words, "folds", FOLDS, 0, 20),
            effort=whole(words, "effort", EFFORT, 1, MOST_EFFORT),
            seconds=LEARN_SECONDS,
            seed=whole(words, "seed", None, 0, 2**64 - 1),
        )
        return cls(
            file_of(words),
            words["label"],
            words.get("positive") or None,
            _names(words.get("leave_out", "")),
            hold_out,
            _number(words, "thresholds", DEFAULT, 1, 100),
            options,
        )

    @property
    def command(self) -> str:
        """The same on the command line, what is usual left out.

        >>> Wanted.of({"file": "heart.csv", "label": "ill", "max_leaves": "8", "seed": "1"}).command
        'evobool learn heart.csv --label ill --max-leaves 8 --seed 1'
        """
        told = ["evobool", "learn", self.file, "--label", self.label]
        if self.positive is not None:
            told += ["--positive", self.positive]
        for name in self.leave_out:
            told += ["--leave-out", name]
        given = {
            "max_leaves": self.options.max_leaves,
            "objective": self.options.objective,
            "functions": ",".join(self.options.functions),
            "hold_out": self.hold_out,
            "thresholds": self.thresholds,
            "folds": self.options.folds,
            "effort": self.options.effort,
        }
        for name, value in given.items():
            if value != USUAL[name]:
                told += [f"--{name.replace('_', '-')}", str(value)]
        return shlex.join([*told, "--seed", str(self.options.seed)])


def _number(words: Words, name: str, default: int, least: int, most: int) -> int:
    found = whole(words, name, default, least, most)
    assert found is not None, "there is a default"
    return found


def _names(text: str) -> tuple[str, ...]:
    """Columns, as a list in JSON: a name may hold any character."""
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise InputError("leave_out", text[:40], "must be a list of names")
    return tuple(found)
