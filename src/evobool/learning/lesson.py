"""One table learnt from: what was given, what was found, and how it does on rows learnt from and held out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evobool.learning.judged import Judged, judged
from evobool.learning.parts import Part, Parts
from evobool.learning.rules import Rule, rule_of
from evobool.learning.search.floor import Floor, floor_of
from evobool.learning.search.fronts import Point
from evobool.learning.search.learn import Learned
from evobool.learning.search.options import Options
from evobool.learning.tables.table import Table
from evobool.model.formulas.tree import Tree


@dataclass(frozen=True)
class Given:
    """A table cut in parts, and what is asked of the search."""

    table: Table
    parts: Parts
    asked: Options

    @cached_property
    def floor(self) -> Floor:
        """The fewest errors that any formula makes on the rows learnt from."""
        return floor_of(self.parts.learnt.rows)


@dataclass(frozen=True)
class Lesson:
    """A front of formulas learnt from a table, and the one chosen."""

    given: Given
    learned: Learned

    @cached_property
    def rule(self) -> Rule:
        """The formula chosen."""
        return self.rule_of(self.learned.chosen.tree)

    def rule_of(self, tree: Tree) -> Rule:
        """A formula in the words of the table."""
        return rule_of(tree, self.given.table)

    def judged(self, part: Part, point: Point | None = None) -> Judged:
        """How a formula of the front, or the one chosen, does on some rows."""
        return judged((point or self.learned.chosen).tree, self.given.table, part)

    @cached_property
    def learnt(self) -> Judged:
        """The formula chosen on the rows learnt from."""
        return self.judged(self.given.parts.learnt)

    @cached_property
    def held(self) -> Judged | None:
        """The same on rows held out, if there are any."""
        held = self.given.parts.held
        return None if held is None else self.judged(held)

    def to_dict(self, form: str = "text") -> dict[str, Any]:
        """What `evobool learn --json` prints: formulas are written in a form."""
        held, chosen = self.learned.held_out, self.learned.chosen
        return {
            "formula": self.rule.written(form),
            "leaves": chosen.leaves,
            "errors": chosen.errors,
            "rows": self.learned.rows.rows,
            "floor": self.learned.floor.errors,
            "front": [
                {
                    "leaves": point.leaves,
                    "errors": point.errors,
                    "formula": self.rule_of(point.tree).written(form),
                }
                for point in self.learned.front
            ],
            "held_out": None
            if held is None
            else {
                "errors": held.errors,
                "rows": held.rows,
                "accuracy": held.accuracy,
                "interval": list(held.interval),
            },
            "seed": self.learned.seed,
            "seconds": round(self.learned.seconds, 6),
        }
