"""Features: yes-or-no questions, each asked of one column, that a formula's variables stand for.

A missing value answers every question with no, except whether it is missing: it is neither at most a
threshold nor above it, and no category. So a column with missing values has both `age <= 42` and `age > 42`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evobool.errors import InputError

if TYPE_CHECKING:
    from evobool.learning.tables.values import Values

Value = bool | int | float | str
Bits = NDArray[np.bool_]
KEYWORDS = {"and", "or", "not", "xor", "is", "if", "missing", "true", "false"}
_PLAIN = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"[^\W\d_][\w-]*")


@dataclass(frozen=True)
class Test:
    """A kind of question: how a rule file calls it, when it holds, and how it and its negation read.

    `opposite` is how the negation reads where no value is missing; `denied` how it reads always. In `python`
    and `sql`, `sql_denied` is the negation, true where the value is missing.
    """

    name: str
    holds: Callable[[Values, Value], Bits]
    text: str
    denied: str
    opposite: str
    python: str
    sql: str
    sql_denied: str


TESTS: dict[str, Test] = {
    test.name: test
    for test in (
        Test(
            "true",
            lambda values, value: values.truth == 1,
            "{column}",
            "not {column}",
            "not {column}",
            "is_({column}, {value})",
            "{column} = {value}",
            "({column} IS NULL OR {column} <> {value})",
        ),
        Test(
            "false",
            lambda values, value: values.truth == 0,
            "{column} is false",
            "not {column} is false",
            "not {column} is false",
            "is_({column}, {value})",
            "{column} = {value}",
            "({column} IS NULL OR {column} <> {value})",
        ),
        Test(
            "=",
            lambda values, value: values.is_category(value),
            "{column} = {value}",
            "{column} != {value}",
            "{column} != {value}",
            "is_({column}, {value})",
            "{column} = {value}",
            "({column} IS NULL OR {column} <> {value})",
        ),
        Test(
            "<=",
            lambda values, value: values.numbers <= float(value),
            "{column} <= {value}",
            "not {column} <= {value}",
            "{column} > {value}",
            "at_most({column}, {value})",
            "{column} <= {value}",
            "({column} IS NULL OR {column} > {value})",
        ),
        Test(
            ">",
            lambda values, value: values.numbers > float(value),
            "{column} > {value}",
            "not {column} > {value}",
            "{column} <= {value}",
            "above({column}, {value})",
            "{column} > {value}",
            "({column} IS NULL OR {column} <= {value})",
        ),
        Test(
            "missing",
            lambda values, value: values.missing,
            "{column} is missing",
            "not {column} is missing",
            "not {column} is missing",
            "is_missing({column})",
            "{column} IS NULL",
            "{column} IS NOT NULL",
        ),
    )
}


@dataclass(frozen=True)
class Feature:
    """A question asked of a column; `gaps` says whether values of the column were missing.

    >>> age = Feature("age", "<=", 42)
    >>> print(age, "|", age.text(positive=False), "|", Feature("blood type", "=", "0+"))
    age <= 42 | age > 42 | "blood type" = "0+"
    """

    column: str
    test: str
    value: Value = True
    gaps: bool = False

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise InputError("test", self.test, f"must be one of {', '.join(TESTS)}")

    @property
    def kind(self) -> Test:
        """The question's entry among the tests."""
        return TESTS[self.test]

    def text(self, positive: bool = True) -> str:
        """How the question, or its negation, is written."""
        kind = self.kind
        form = kind.text if positive else kind.denied if self.gaps else kind.opposite
        return form.format(column=name_text(self.column), value=value_text(self.value))

    def holds(self, values: Values) -> Bits:
        """The rows on which the answer is yes."""
        return self.kind.holds(values, self.value)

    def __str__(self) -> str:
        return self.text()


def name_text(name: str) -> str:
    """A column's name as formulas write it: in quotes unless it is one plain word.

    >>> name_text("age"), name_text("blood type"), name_text("not")
    ('age', '"blood type"', '"not"')
    """
    plain = _PLAIN.fullmatch(name) is not None and name.lower() not in KEYWORDS
    return name if plain else json.dumps(name, ensure_ascii=not name.isprintable())


def value_text(value: Value) -> str:
    """A value as formulas write it: numbers bare, words bare where they cannot be taken for anything else.

    >>> value_text(42), value_text(0.5), value_text("red"), value_text("42"), value_text("0+")
    ('42', '0.5', 'red', '"42"', '"0+"')
    """
    if isinstance(value, str):
        plain = _WORD.fullmatch(value) is not None and value.lower() not in KEYWORDS
        return value if plain else json.dumps(value, ensure_ascii=not value.isprintable())
    return json.dumps(value)
