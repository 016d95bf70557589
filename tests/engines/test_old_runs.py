"""Same seed, same run: what version 0.1 found before anything was decided by structure, run for run.

Each entry of `data/runs.json` has a setting, an engine, and for the runs 0, 1, ... of seed 13 the iterations,
the leaves, the error, why the run stopped, and the beginning of the SHA-256 of the final tree.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from evobool import Run, Setting
from evobool.engines import pick
from tests.support.choices import CHOICES

ENTRIES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "runs.json").read_text())
SEED = 13


def setting_of(entry: dict[str, Any]) -> Setting:
    fields = entry["setting"]
    return Setting(**fields | {"functions": tuple(fields.get("functions", ("and", "or")))})


def found(run: Run) -> list[object]:
    digest = hashlib.sha256(str(run.tree).encode()).hexdigest()
    return [run.iterations, run.leaves, run.error, run.stopped, digest[:12]]


@pytest.mark.compiled
def test_old_runs_are_made_again() -> None:
    for entry in ENTRIES:
        runs = pick(setting_of(entry), entry["engine"]).runs(SEED, 0, len(entry["runs"]))
        assert [found(run) for run in runs] == entry["runs"], entry["setting"]


def test_every_kind_of_setting_is_among_them() -> None:
    every = [setting_of(entry) for entry in ENTRIES]
    for field in ("literals", "deletion", "algorithm", "first_leaf"):
        assert {getattr(setting, field) for setting in every} == set(CHOICES[field])
    assert {setting.selection for setting in every} >= {"nonstrict", "strict", "parsimony"}
    assert {(setting.goal.joins, len(setting.goal.literals) < setting.n) for setting in every} >= {
        ("and", False),
        ("and", True),
        ("or", False),
        ("or", True),
    }
    fresh = {entry["engine"] for entry in ENTRIES if setting_of(entry).judged_on.fresh}
    assert fresh == {"exact", "packed"}
