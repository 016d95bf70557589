"""A short run by the reference engine is the run that the command's own engine would make."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evobool import Setting, Step
from evobool.engines import pick
from evobool.engines.short import EVALUATIONS, LARGEST, short_run

SETTINGS: list[dict[str, Any]] = [
    {"n": 8},
    {"n": 12, "limit": "n", "deletion": "leaf"},
    {"n": 6, "algorithm": "1+1-gp", "selection": "strict"},
    {"n": 5, "offspring": 3, "selection": "parsimony"},
    {"n": 5, "training": "fixed:20", "literals": "all"},
    {"n": 3, "start": "x1 & (x2 & x3)"},
    {"n": 4, "target": "xor", "max_iterations": 50},
]


@pytest.mark.parametrize("fields", SETTINGS, ids=str)
@pytest.mark.parametrize("index", [0, 5])
def test_it_is_the_same_run_with_the_same_changes(fields: dict[str, Any], index: int) -> None:
    setting, seen, expected = Setting(**fields), list[Step](), list[Step]()
    run = short_run(setting, 3, index, seen.append)
    assert run is not None
    engine = pick(setting)
    assert engine.name != "reference"
    assert replace(run, engine=engine.name) == engine.run(3, index, watch=expected.append)
    assert seen == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"n": LARGEST + 1},
        {"n": 8, "training": 30},
        {"n": 8, "offspring": EVALUATIONS + 1},
        {"n": 6, "target": "xor"},
    ],
    ids=["many rows", "fresh rows", "many offspring", "a long run"],
)
def test_what_is_not_short_is_left_to_others(fields: dict[str, Any]) -> None:
    assert short_run(Setting(**fields), 1, 0, lambda step: None) is None
