"""A rule on labelled rows: right and wrong by class, what each clause covers, which rows are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_, xor
from typing import NamedTuple

import numpy as np

from evobool.learning.forms.reading import line_of
from evobool.learning.forms.terms import Group, Term, folded
from evobool.learning.parts import Part
from evobool.learning.rules import Rule, rule_of
from evobool.learning.tables.table import Table
from evobool.model.formulas.tree import Tree
from evobool.model.targets.labelled import values_of
from evobool.studies.analysis.estimates import share_interval

_JOINS = {"and": and_, "or": or_, "xor": xor}


class Clause(NamedTuple):
    """A part of a rule, as it reads; the rows on which it holds, and the positive ones among them.

    `deciding` are the rows on which the rule would say something else without it; `right` those of them on
    which the rule is right.
    """

    text: str
    rows: int
    positives: int
    deciding: int
    right: int


class Judged(NamedTuple):
    """A rule on some rows. `false_alarms` and `misses` are numbers of rows in the file."""

    rows: int
    positives: int
    false_alarms: tuple[int, ...]
    misses: tuple[int, ...]
    clauses: tuple[Clause, ...]

    @property
    def errors(self) -> int:
        """The wrong rows."""
        return len(self.false_alarms) + len(self.misses)

    @property
    def accuracy(self) -> float:
        """The share of right rows."""
        return 1 - self.errors / self.rows

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for it, at 95 %."""
        return share_interval(self.rows - self.errors, self.rows)

    @property
    def always(self) -> float:
        """The accuracy of always naming the class that has more rows."""
        return max(self.positives, self.rows - self.positives) / self.rows

    @property
    def confusion(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """For positive and for negative rows, how many are predicted positive and negative."""
        missed, alarms = len(self.misses), len(self.false_alarms)
        return (self.positives - missed, missed), (alarms, self.rows - self.positives - alarms)


def judged(tree: Tree, table: Table, part: Part) -> Judged:
    """A formula over a table's features on some rows.

    >>> import polars as pl
    >>> from evobool.learning.parts import parts_of
    >>> from evobool.learning.tables.table import read_table
    >>> table = read_table(pl.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "y": [0, 1, 1, 0]}), "y")
    >>> found = judged(Tree.parse("x1 | x2"), table, parts_of(table, hold_out="0").learnt)
    >>> found.confusion, found.false_alarms, found.clauses[0]
    (((2, 0), (1, 1)), (4,), Clause(text='a', rows=2, positives=1, deciding=1, right=1))
    """
    rule, rows = rule_of(tree, table), part.rows
    columns = [rows.columns[variable - 1] for variable in sorted(tree.variables)]
    said = value_of(rule.term, columns, rows.ones)
    wrong = said ^ rows.labels

    def numbers(line: int) -> tuple[int, ...]:
        places = np.flatnonzero(values_of(line, rows.rows))
        return tuple(part.numbers[places].tolist())

    return Judged(
        rows.rows,
        rows.labels.bit_count(),
        numbers(wrong & ~rows.labels),
        numbers(wrong & rows.labels),
        tuple(_clauses(rule, columns, rows.ones, said, rows.labels)),
    )


def clauses_of(term: Term) -> tuple[Term, ...]:
    """The parts of a whole term, or the whole one if it is a literal."""
    return term.parts if isinstance(term, Group) else (term,)


def _clauses(rule: Rule, columns: Sequence[int], ones: int, said: int, labels: int) -> list[Clause]:
    term, parts = rule.term, clauses_of(rule.term)
    values, found = [value_of(part, columns, ones) for part in parts], []
    for place, (part, value) in enumerate(zip(parts, values, strict=True)):
        others = values[:place] + values[place + 1 :]
        without = reduce(_JOINS[term.function], others) if isinstance(term, Group) else said ^ ones
        deciding = said ^ without
        found.append(
            Clause(
                line_of(part, rule.literal),
                value.bit_count(),
                (value & labels).bit_count(),
                deciding.bit_count(),
                (deciding & ~(said ^ labels)).bit_count(),
            )
        )
    return found


def value_of(term: Term, columns: Sequence[int], ones: int) -> int:
    """A term's values, a bit a row."""

    def leaf(literal: int) -> int:
        column = columns[abs(literal) - 1]
        return column if literal > 0 else column ^ ones

    return folded(term, leaf, lambda name, parts, whole: reduce(_JOINS[name], parts))
