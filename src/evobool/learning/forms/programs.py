"""Forms that programs execute: Python, SQL, sympy. A missing value means the same in each."""

from __future__ import annotations

from collections.abc import Sequence

from evobool.errors import InputError
from evobool.learning.forms.reading import words
from evobool.learning.forms.terms import depth, folded
from evobool.learning.rules import Rule
from evobool.learning.tables.features import TESTS, Value

DEEPEST = 90  # groups within groups; Python reads at most 200 parentheses within each other
_PYTHON = '''{doc}


def predict(row):
    """The label of a row, a mapping from columns to values; None and NaN are missing."""

    def is_missing(column):
        return row[column] is None or row[column] != row[column]

    def is_(column, value):
        return not is_missing(column) and row[column] == value

    def at_most(column, bound):
        return not is_missing(column) and row[column] <= bound

    def above(column, bound):
        return not is_missing(column) and row[column] > bound

    holds = {formula}
    return {positive} if holds else {other}
'''


def python(rule: Rule) -> str:
    """A function `predict(row)`."""
    _check_depth(rule, "python")

    def leaf(literal: int) -> str:
        feature = rule.features[abs(literal) - 1]
        asked = TESTS[feature.test].python.format(column=repr(feature.column), value=repr(feature.value))
        return asked if literal > 0 else f"(not {asked})"

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        joined = f" {'^' if name == 'xor' else name} ".join(parts)
        return f"({joined})"

    label = rule.label
    return _PYTHON.format(
        doc=repr(f"A rule learnt by evobool: {words(rule)}"),
        formula=folded(rule.term, leaf, group),
        positive=repr(label.positive),
        other=repr(label.other),
    )


def sql(rule: Rule) -> str:
    """A condition for WHERE, where a comparison with NULL counts as false; none is negated as it stands."""
    _check_depth(rule, "sql")
    for feature in rule.features:
        if "\0" in feature.column + str(feature.value):
            raise InputError("form", "sql", f"cannot hold a NUL, as in {feature}")

    def leaf(literal: int) -> str:
        feature = rule.features[abs(literal) - 1]
        kind = TESTS[feature.test]
        name = '"' + feature.column.replace('"', '""') + '"'
        return (kind.sql if literal > 0 else kind.sql_denied).format(column=name, value=_sql(feature.value))

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        if name == "xor":
            return f"({' + '.join(f'CASE WHEN {part} THEN 1 ELSE 0 END' for part in parts)}) % 2 = 1"
        joined = f" {name.upper()} ".join(parts)
        return joined if whole else f"({joined})"

    return folded(rule.term, leaf, group)


def _sql(value: Value) -> str:
    """A value as SQL writes it."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value).upper() if isinstance(value, bool) else repr(value)


def sympy(rule: Rule) -> str:
    """Python that makes a Boolean expression of sympy's; its symbols are named as the questions read."""
    _check_depth(rule, "sympy")

    def leaf(literal: int) -> str:
        symbol = f"Symbol({str(rule.features[abs(literal) - 1])!r})"
        return symbol if literal > 0 else f"Not({symbol})"

    formula = folded(rule.term, leaf, lambda name, parts, whole: f"{name.capitalize()}({', '.join(parts)})")
    return f"from sympy import And, Not, Or, Symbol, Xor\n\nformula = {formula}\n"


def _check_depth(rule: Rule, form: str) -> None:
    found = depth(rule.term)
    if found > DEEPEST:
        raise InputError("form", form, f"cannot hold {found} groups within each other, at most {DEEPEST}")
