"""A rule that a page holds: what it says of one row typed by hand, and its written forms."""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.learning.forms.registry import FORMS, written
from evobool.learning.forms.rulefile import checked
from evobool.learning.judged import clauses_of, value_of
from evobool.learning.rules import Rule
from evobool.learning.tables.columns import Column
from evobool.learning.tables.features import Value, value_text
from evobool.studio.asked import Words, only

TRUTH = {"true": True, "false": False, "1": True, "0": False}


def by_hand(words: Words, content: bytes) -> dict[str, Any]:
    """What a rule says of the values of one row, and which of its clauses hold."""
    only(words, [])
    rule, sent = _rule(content)
    values = sent.get("values")
    if not isinstance(values, dict):
        raise InputError("values", str(values)[:40], "must be there, one a column")
    row = pl.DataFrame([_series(column, values.get(column.name)) for column in rule.binarising.columns])
    columns = [int(line[0]) & 1 for line in rule.binarising.lines(row)]
    said = rule.predict(row)[0]
    return {
        "says": value_text(said) if rule.label.two or said == rule.label.positive else str(said),
        "holds": bool(value_of(rule.term, columns, 1)),
        "clauses": [bool(value_of(clause, columns, 1)) for clause in clauses_of(rule.term)],
    }


def in_form(words: Words, content: bytes) -> dict[str, str]:
    """A rule in a form, as a file."""
    only(words, ["form"])
    name = words.get("form", "json")
    check_choice("form", name, FORMS)
    text = written(_rule(content)[0], name)
    return {"text": text if text.endswith("\n") else f"{text}\n", "ending": FORMS[name].ending}


def _rule(content: bytes) -> tuple[Rule, dict[str, Any]]:
    try:
        sent = json.loads(content)
    except (ValueError, RecursionError):
        sent = None
    if not isinstance(sent, dict):
        raise InputError("rule", "(nothing)", "must be sent as JSON")
    return checked(sent.get("rule")), sent


def _series(column: Column, typed: object) -> pl.Series:
    """A value as it was typed; nothing typed is a missing value."""
    text = typed.strip() if isinstance(typed, str) else ""
    if not text:
        if not column.missing:
            raise InputError(column.name, "(nothing)", "must be given: no value of it was missing")
        kinds: dict[str, Any] = {"number": pl.Float64, "truth": pl.Boolean, "category": pl.String}
        return pl.Series(column.name, [None], dtype=kinds[column.kind])
    return pl.Series(column.name, [_value(column, text)])


def _value(column: Column, text: str) -> Value:
    if column.kind == "category":
        spelled = {each if isinstance(each, str) else value_text(each): each for each in column.known}
        if text not in spelled:
            raise InputError(column.name, text[:40], "is a value that the rule has never seen")
        return spelled[text]
    if column.kind == "truth":
        check_choice(column.name, text.lower(), TRUTH)
        return TRUTH[text.lower()]
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not abs(found) < float("inf"):
        raise InputError(column.name, text[:40], "must be a number")
    return found
