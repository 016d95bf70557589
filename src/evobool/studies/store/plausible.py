"""Whether stored runs can be what they say, as far as their columns must agree with one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.survivors import read
from evobool.model.settings.setting import Setting
from evobool.studies.store.columns import MEMBERS, Row, counted_functions, counts_of

STOPPED = ("solved", "iterations", "branching")
COUNTED = ("run", "provenance", "iterations", "evaluations", "leaves")
LARGEST = 2**63


def fault_of(setting: Setting, names: Sequence[str], row: Row) -> str | None:
    """What is wrong with a run, None if everything agrees.

    >>> from evobool.studies.store.columns import COLUMNS
    >>> row = (0, 1, 1, "solved", 41, 41, 2, 0, 0.0, 1, 1, 0, 0, "exact", "and 1 2")
    >>> fault_of(Setting(n=2), COLUMNS, row)
    >>> fault_of(Setting(n=2), COLUMNS, (*row[:4], 40, *row[5:]))
    'evaluations'
    """
    from evobool.studies.store.store import stored_tree

    kept: dict[str, Any] = dict(zip(names, row, strict=True))
    for name in COUNTED:
        if type(kept[name]) is not int or not 0 <= kept[name] < LARGEST:
            return name
    if kept["stopped"] not in STOPPED or kept["solved"] != (kept["stopped"] == "solved"):
        return "solved"
    if not isinstance(kept["engine"], str) or not isinstance(kept["tree"], str):
        return "engine or tree"
    if kept["iterations"] > setting.max_iterations:
        return "iterations"
    if kept["evaluations"] != setting.evaluations(kept["iterations"]):
        return "evaluations"
    try:
        tree = stored_tree(kept["tree"])
        setting.check_tokens(tree)
    except (InputError, ValueError):
        return "tree"
    if tree.leaves != kept["leaves"]:
        return "leaves"
    if kept.get(MEMBERS) is not None and not _is_population(setting, tree, kept[MEMBERS]):
        return MEMBERS
    return _fault_of_counts(setting, names, kept, tree.functions) or _fault_of_errors(setting, kept)


def _is_population(setting: Setting, best: Tree, line: str) -> bool:
    """Whether trees of the setting are listed, the best first."""
    try:
        found = read(line)
        for each in found:
            setting.check_tokens(each.tree)
    except (InputError, ValueError):
        return False
    errors = [(each.error, each.leaves) for each in found]
    return errors == sorted(errors) and (not found or found[0].tree == best)


def _fault_of_counts(
    setting: Setting, names: Sequence[str], kept: dict[str, Any], final: dict[str, int]
) -> str | None:
    """Counts of functions: whole, in the tree as the tree has them, 0 for what is not in F."""
    for name in counted_functions(names):
        accepted, at_end = counts_of(name)
        inserted = kept[accepted] or 0
        if type(inserted) is not int or inserted < 0 or (inserted and name not in setting.functions):
            return accepted
        if (kept[at_end] or 0) != final.get(name, 0):
            return at_end
    return None


def _fault_of_errors(setting: Setting, kept: dict[str, Any]) -> str | None:
    """The error is a count, the generalisation error a share; on the complete truth table one gives both."""
    error, share = kept["error"], kept["generalisation_error"]
    if error is None:
        return None if share is None and not kept["solved"] else "error"
    try:
        wrong = int(error)
    except (ValueError, TypeError):
        return "error"
    if wrong < 0 or isinstance(error, float) or (kept["solved"] and wrong > setting.accept_error):
        return "error"
    if share is not None and not (isinstance(share, float) and 0 <= share <= 1):
        return "generalisation_error"
    if setting.on_all_inputs and share is not None and wrong / 2**setting.n != share:
        return "generalisation_error"
    return None
