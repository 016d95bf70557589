"""Settings by the grid: every combination of some values of some fields."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from math import prod
from typing import Any, Unpack

from evobool.errors import InputError
from evobool.model.settings.given import completed, known_fields
from evobool.model.settings.keywords import Grid
from evobool.model.settings.setting import DEFINITIONS, Setting
from evobool.model.targets.row_files import rows_of

MOST_SETTINGS = 100_000


@completed(Grid)
def grid(**fields: Unpack[Grid]) -> list[Setting]:
    """Every combination of the given values; a field may have one value or a list of them.

    The fields vary in the order they have in `Setting`, the last one fastest.

    >>> [(s.n, s.limit) for s in grid(n=[4, 8], limit=["n", "2n"])]
    [(4, 'n'), (4, '2n'), (8, 'n'), (8, '2n')]
    >>> [s.functions for s in grid(n=range(4, 5), functions="and+or,and+or+xor")]
    [('and', 'or'), ('and', 'or', 'xor')]

    See Also
    --------
    Study : runs them
    Setting : one of them
    """
    return combinations(known_fields("grid", fields))


def combinations(fields: Mapping[str, Any]) -> list[Setting]:
    """The same from a mapping, whose order is kept: its last field varies fastest.

    >>> [(s.n, s.limit) for s in combinations({"limit": ["n", "2n"], "n": [4, 8]})]
    [(4, 'n'), (8, 'n'), (4, '2n'), (8, '2n')]
    """
    known_fields("grid", fields)
    lists = {name: DEFINITIONS[name].takes.values(name, value) for name, value in fields.items()}
    for name, values in lists.items():
        if not values:
            raise InputError("grid", name, "has no values, so the grid is empty")
    targets = lists.get("target", [])
    if "n" not in lists and not (targets and all(rows_of(target) is not None for target in targets)):
        raise InputError("grid", "n", "must be given")
    size = prod(len(values) for values in lists.values())
    if size > MOST_SETTINGS:
        raise InputError("grid", f"{size:,} settings", f"must be at most {MOST_SETTINGS:,}")
    found = {}
    for combination in itertools.product(*lists.values()):
        setting = Setting(**dict(zip(lists, combination, strict=True)))
        found[setting.id] = setting
    return list(found.values())
