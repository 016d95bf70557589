"""The trees that a run begins with, and how deep trees may be."""

from __future__ import annotations

from typing import Any

from evobool.checks import as_integer, is_whole
from evobool.errors import InputError
from evobool.model.formulas.reading import parsed
from evobool.model.formulas.tree import Tree
from evobool.model.growing import depth_of
from evobool.model.named import Named, named
from evobool.model.populations.begin import BEGINNINGS

DEEPEST = 2**20


def start_of(value: object) -> Tree | Named:
    """The tree that a formula or `empty` names, or the way in which random ones are drawn."""
    if isinstance(value, Tree):
        return value
    if not isinstance(value, str):
        raise InputError("start", value, "must be empty or a formula such as x1 & x2")
    text = value.strip()
    if text.partition(":")[0].strip() in BEGINNINGS:
        return named("start", text, BEGINNINGS)
    return Tree() if text.lower() == "empty" else Tree.trusted(parsed(value, "start"))


def written_start(found: Tree | Named) -> str:
    """How it is written in one way."""
    if isinstance(found, Named):
        return found.written
    return str(found) if found.prefix else "empty"


def beginning_of(setting: Any) -> Any:
    """The registry's entry that a start names; of a tree, what no plugin has made."""
    return BEGINNINGS["leaf"] if setting.beginning is None else setting.beginning.entry


def depth_allowed(value: object) -> int | None:
    """The depth that a setting's field allows.

    >>> depth_allowed("17"), depth_allowed("none")
    (17, None)
    """
    if value is None or (isinstance(value, str) and value.strip() == "none"):
        return None
    number = int(value) if isinstance(value, str) and is_whole(value) else as_integer(value)
    if number is None or not 0 <= number <= DEEPEST:
        raise InputError("depth", value, f"must be none or a whole number from 0 to {DEEPEST:,}")
    return number


def check_start(setting: Any) -> None:
    """Refuse a start that a run cannot hold: foreign to the setting, too large or too deep."""
    if setting.beginning is None:
        try:
            setting.check_tree(setting.start_tree)
        except InputError as problem:
            raise InputError("start", setting.start, problem.why) from None
        deepest = depth_of(setting.start_tree.prefix) if setting.start_tree.prefix else 0
    else:
        deepest = setting.beginning.entry.deepest(setting.beginning.argument)
        if setting.leaf_limit is not None and 2**deepest > setting.leaf_limit:
            why = f"may have {2**deepest:,} leaves, the limit is {setting.leaf_limit}"
            raise InputError("start", setting.start, why)
    if setting.deepest is not None and deepest > setting.deepest:
        raise InputError("start", setting.start, f"may be {deepest} deep, the depth is {setting.deepest}")
