"""The rule file: a rule as JSON, which `evobool predict` reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.learning.rules import Rule
from evobool.learning.tables.binarising import Binarising
from evobool.learning.tables.columns import KINDS, Column
from evobool.learning.tables.features import TESTS, Feature, Value
from evobool.learning.tables.labels import Label
from evobool.model.formulas.tree import Tree

FORMAT = 1
LARGEST_FILE = 1 << 26  # bytes
KEYS = {"evobool", "format", "label", "columns", "features", "unused", "formula"}


def to_json(rule: Rule) -> str:
    """The rule as JSON."""
    return json.dumps(to_dict(rule), indent=1, ensure_ascii=False) + "\n"


def to_dict(rule: Rule) -> dict[str, Any]:
    """What the file holds."""
    label = rule.label
    return {
        "evobool": "rule",
        "format": FORMAT,
        "label": {"column": label.column, "positive": label.positive, "other": label.other, "two": label.two},
        "columns": [
            {"name": each.name, "kind": each.kind, "missing": each.missing > 0, "known": list(each.known)}
            for each in rule.binarising.columns
        ],
        "features": [
            {"column": each.column, "test": each.test, "value": each.value} for each in rule.features
        ],
        "unused": list(rule.unused),
        "formula": str(rule.tree),
        "text": rule.written(),
        "words": rule.written("words"),
        "leaves": rule.leaves,
    }


def read_rule(path: Path) -> Rule:
    """A rule from its file; anything else is refused in one line."""
    if path.is_file() and path.stat().st_size > LARGEST_FILE:
        raise InputError("rule", path, "is too large for a rule")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):  # no UTF-8, no JSON, or a number of too many digits
        raise InputError("rule", path, "is not a rule: it is not JSON") from None
    return checked(content, str(path))


def checked(content: Any, name: str = "rule") -> Rule:
    """A rule from what should be its dictionary; anything else is refused in one line."""
    try:
        return from_dict(content, name)
    except InputError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as problem:
        raise InputError("rule", name, f"is not a rule: {type(problem).__name__} at {problem}") from None


def from_dict(content: Any, name: str = "rule") -> Rule:
    """A rule from what `to_dict` gives."""

    def fail(why: str) -> InputError:
        return InputError("rule", name, f"is not a rule: {why}")

    if not isinstance(content, dict) or content.get("evobool") != "rule" or not content.keys() >= KEYS:
        raise fail(f"it needs the fields {', '.join(sorted(KEYS))}")
    if content["format"] != FORMAT:
        raise fail(f"its format is {content['format']!r}, this version reads {FORMAT}")
    label = Label(*(content["label"][key] for key in ("column", "positive", "other", "two")))
    columns = [
        Column(each["name"], each["kind"], int(bool(each["missing"])), tuple(map(_value, each["known"])))
        for each in content["columns"]
    ]
    by_name = {column.name: column for column in columns}
    if len(by_name) < len(columns) or any(each.kind not in KINDS for each in columns):
        raise fail("its columns are not distinct, or of an unknown kind")
    features = list[Feature]()
    for each in content["features"]:
        column = by_name.get(each["column"])
        if column is None or each["test"] not in TESTS:
            raise fail(f"it asks {each['test']!r} of {each['column']!r}")
        feature = Feature(column.name, each["test"], _value(each["value"]), column.missing > 0)
        if not column.suits(feature):
            raise fail(f"it asks whether {feature}, of a column that is a {column.kind}")
        features.append(feature)
    tree = Tree.parse(content["formula"])
    if not tree.prefix or tree.variables - set(range(1, len(features) + 1)):
        raise fail("its formula is empty, or has variables that are not features")
    for value in (label.positive, label.other):
        _value(value)
    if not isinstance(label.column, str) or not isinstance(label.two, bool):
        raise fail("its label has no name")
    unused = content["unused"]
    if not isinstance(unused, list) or not all(isinstance(each, str) for each in unused):
        raise fail("its unused columns are not a list of names")
    return Rule(tree, Binarising(tuple(columns), tuple(features)), label, tuple(unused))


def _value(value: Any) -> Value:
    if not isinstance(value, bool | int | float | str):
        raise TypeError(f"the value {value!r:.40}")
    return value
