"""Up to which n the complete truth table is quicker in rows than in counts: measured, not guessed.

`benchmarks/thresholds.py` measures both engines and writes `thresholds.csv`.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from evobool.model.settings.setting import Setting

TABLE = Path(__file__).with_name("thresholds.csv")


class Kind(NamedTuple):
    """What decides how often the exact engine must count."""

    literals: str
    variables: str
    mutations: str


def kind_of(setting: Setting) -> Kind:
    """The kind of a setting whose target joins literals.

    >>> kind_of(Setting(n=8)), kind_of(Setting(n=8, target="and:4", algorithm="1+1-gp")).variables
    (Kind(literals='positive', variables='all', mutations='one'), 'some')
    """
    literals = setting.goal.literals
    positive = setting.literals == "positive" and all(literal > 0 for literal in literals)
    return Kind(
        literals="positive" if positive else "negated",
        variables="all" if len(literals) == setting.n else "some",
        mutations="several" if setting.scheme.several else "one",
    )


def rows_are_quicker(setting: Setting) -> bool:
    """Whether to judge on the rows of the complete truth table, where both engines can.

    >>> rows_are_quicker(Setting(n=4)), rows_are_quicker(Setting(n=20))
    (True, False)
    """
    return setting.n <= _largest()[kind_of(setting)]


@cache
def _largest() -> dict[Kind, int]:
    with TABLE.open(newline="", encoding="utf-8") as file:
        return {
            Kind(row["literals"], row["variables"], row["mutations"]): int(row["n"])
            for row in csv.DictReader(file)
        }
