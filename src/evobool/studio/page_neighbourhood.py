"""What surrounds a tree, for the page that lets one walk from tree to tree."""

from __future__ import annotations

from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import OPERATIONS, Change
from evobool.model.settings.calls import command
from evobool.model.settings.describing import describe, short
from evobool.model.settings.setting import Setting
from evobool.pages.run_data import LARGEST_NUMBER, Known, function_data
from evobool.studio.allowed import EXPLORE_SECONDS, INSTEAD, MOST_EXPLORED, MOST_OFFSPRING
from evobool.theory.drift.outcomes import Outcome
from evobool.theory.landscape.digest import MEANING, Neighbour, answer, fate, neighbours
from evobool.theory.landscape.landscape import Landscape, classify

MOST_LINES, MOST_CLOSED = 300, 12


def neighbourhood(tree: Tree, setting: Setting) -> dict[str, Any]:
    """The tree, its offspring by operation, and the way out or the closed set."""
    count = max(1, tree.nodes) * len(setting.literal_list) * (len(setting.functions) + 1)
    if count > MOST_OFFSPRING:
        why = f"has more than {MOST_OFFSPRING:,} offspring, the most in the studio; {INSTEAD}"
        raise InputError("tree", str(tree)[:40], why)
    if setting.operator.outcomes is not None:
        raise InputError("mutation", setting.mutation, "the page draws only HVL-Prime; use evobool landscape")
    found = classify(tree, setting, MOST_EXPLORED, seconds=EXPLORE_SECONDS)
    merged, explored = neighbours(found), found.exploration
    known = Known(setting)
    return {
        "title": describe(setting),
        "tree": str(tree),
        "prefix": tree.prefix,
        "leaves": tree.leaves,
        "limit": setting.leaf_limit,
        "inputs": _error(2**setting.n),
        "error": _error(found.error) if tree.prefix else None,
        "kind": found.kind,
        "meaning": MEANING[found.kind],
        "fate": None if found.kind == "optimum" else fate(explored),
        "reachable": explored.reachable,
        "shortest": explored.shortest,
        "way": [
            {"operation": move.operation, "prefix": move.tree.prefix, "tree": str(move.tree)}
            | {"error": _error(move.error), "leaves": move.tree.leaves}
            for move in found.way
        ],
        "closed": _closed(found),
        "closed_count": len(explored.met) if explored.reachable is False else None,
        "chances": _chances(found),
        "offspring": [_line(found, one) for one in merged[:MOST_LINES]],
        "count": len(merged),
        "left_out": float(sum(one.probability for one in merged[MOST_LINES:])),
        "functions": function_data(),
        "map": {"inputs": known.inputs, "target": known.values_of_target, "values": known.values(tree)},
        "command": command(setting, {}, "landscape", str(tree)),
        "warnings": setting.warnings,
    }


def _line(found: Landscape, one: Neighbour) -> dict[str, Any]:
    """One offspring: where it leads and how likely it is."""
    more = one.error - found.error if found.tree.prefix else None
    return {
        "tree": str(one.tree),
        "mutation": _change(one.change),
        "operations": one.operations,
        "probability": float(one.probability),
        "exact": str(one.probability),
        "leaves": one.leaves,
        "error": _error(one.error),
        "change": None if more is None else _error(more),
        "answer": answer(found, one),
        "accepted": one.accepted,
        "same": one.same,
    }


def _change(change: Outcome) -> dict[str, Any]:
    """What the page draws a mutation by."""
    assert isinstance(change, Change)
    return change._asdict() | {"node": None if change.node < 0 else change.node}


def _chances(found: Landscape) -> list[dict[str, Any]]:
    """For each operation, how likely it is to make something better, equal, worse or too large."""
    told = {name: dict.fromkeys(("better", "equal", "worse", "too large"), 0.0) for name in OPERATIONS}
    limit = found.setting.leaf_limit
    for each in found.offspring:
        large = limit is not None and each.leaves > limit
        kind = "too large" if large else _order(each.error, found.error)
        told[each.operation][kind] += float(each.probability)
    return [{"operation": name} | chances for name, chances in told.items()]


def _order(error: int, parent: int) -> str:
    return "better" if error < parent else "equal" if error == parent else "worse"


def _closed(found: Landscape) -> list[dict[str, Any]]:
    """The trees that a run cannot leave, or the first of them."""
    if found.reachable is not False:
        return []
    return [{"prefix": tree.prefix, "tree": str(tree)} for tree in found.exploration.met[:MOST_CLOSED]]


def _error(error: int) -> int | str:
    """A number as it is, or in words where JavaScript cannot hold it."""
    return error if abs(error) < LARGEST_NUMBER else f"{'-' if error < 0 else ''}{short(abs(error))}"
