"""Same seed, same run: what version 0.1 found, run for run."""

from __future__ import annotations

import pytest

from evobool.engines import pick
from tests.support.choices import CHOICES
from tests.support.old_runs import ENTRIES, SEED, found, setting_of


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
