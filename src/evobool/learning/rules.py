"""`Rule`: a formula whose variables are questions about a table's columns, and the label it predicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evobool.above import above
from evobool.learning.forms.terms import Term, term_of
from evobool.learning.tables.binarising import Binarising, unpacked
from evobool.learning.tables.features import Bits, Feature, Value
from evobool.learning.tables.labels import Label
from evobool.learning.tables.table import Table
from evobool.model.formulas.tree import Tree

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True)
class Rule:
    """A formula over named features: x1 is the first of them.

    >>> import polars as pl
    >>> from evobool.learning.tables.table import read_table
    >>> table = read_table(pl.DataFrame({"age": [41, 44, 60], "ill": ["no", "no", "yes"]}), "ill")
    >>> rule = rule_of(Tree.parse("~x2"), table)
    >>> print(rule, "|", rule.written("words"), "|", rule.predict(pl.DataFrame({"age": [50, 60]})))
    age > 52 | ill = yes if age > 52 | ['no', 'yes']
    """

    tree: Tree
    binarising: Binarising
    label: Label
    unused: tuple[str, ...] = ()  # other columns of the table it was learnt from

    @property
    def leaves(self) -> int:
        """The number of literals."""
        return self.tree.leaves

    @property
    def features(self) -> tuple[Feature, ...]:
        """What its variables stand for."""
        return self.binarising.features

    @cached_property
    def term(self) -> Term:
        """The formula with literals, ANDs, ORs and XORs only, negations at the literals."""
        return term_of(self.tree.prefix)

    def literal(self, literal: int) -> str:
        """How a literal is written."""
        return self.features[abs(literal) - 1].text(literal > 0)

    def holds(self, frame: polars.DataFrame, ignore_unknown: bool = False) -> Bits:
        """The rows of a table on which the formula is true; values never seen are refused, or ignored."""
        columns = unpacked(self.binarising.lines(frame, ignore_unknown), len(frame))
        found: Bits = self.tree.evaluate(list(columns), np.ones(len(frame), dtype=np.bool_))
        return found

    def predict(self, frame: polars.DataFrame) -> list[Value]:
        """The label of every row of a table, in the label's own values."""
        return [self.label.value(bool(held)) for held in self.holds(frame)]

    def written(self, form: str = "text") -> str:
        """The rule as text, words, indented, json, python, sql, sympy, pla, blif, verilog, latex or dot."""
        text: str = above("Rule.written", self, form)
        return text

    def __str__(self) -> str:
        return self.written()


def rule_of(tree: Tree, table: Table) -> Rule:
    """A formula over a table's features as a rule, which keeps only those that it uses."""
    used = sorted(tree.variables)
    places: dict[int, int] = {variable: place for place, variable in enumerate(used, start=1)}
    renamed: Callable[[int], int] = lambda token: places[abs(token)] * (1 if token > 0 else -1)  # noqa: E731
    prefix = tuple(token if isinstance(token, str) else renamed(token) for token in tree.prefix)
    features = [table.features[variable - 1] for variable in used]
    told = table.binarising.only(features)
    asked = {column.name for column in told.columns}
    unused = tuple(each.name for each in table.binarising.columns if each.name not in asked)
    return Rule(Tree.trusted(prefix), told, table.label, unused)
