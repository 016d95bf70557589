"""Populations in stores, exports and records."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars as pl
import pytest

from evobool import Results, Setting, Study, evolve
from evobool.cli import main
from evobool.export import export
from evobool.model.outcome.survivors import read
from evobool.studies.store.check import check
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.merge import merge
from evobool.studies.store.plausible import fault_of
from evobool.studies.store.store import Store
from tests.support.damaging import edited

ONE = Setting(n=3, limit="n")
SEVERAL = Setting(n=3, population=4, max_iterations=30)
ARCHIVE = Setting(n=3, target="xor", objective="classes+size", survival="pareto", max_iterations=30)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    Study([ONE], runs=3, seed=1, engine="reference").collect(path, workers=1)
    Study([ONE, SEVERAL, ARCHIVE], runs=3, seed=1, engine="reference").collect(path, workers=1)
    return path


def test_they_are_stored_beside_runs_of_one_tree(stored: Path) -> None:
    assert check(stored).is_sound
    with Store(stored) as store:
        store.verify()
        held = dict(store.columns(["run", "members"]))
        for setting in (SEVERAL, ARCHIVE):
            seed = next(Results(stored).runs([setting.id]))["seed"][0]
            for index, line in held[setting.id]:
                assert read(line) == evolve(setting, seed=seed, index=index).population
        assert [line for _, line in held[ONE.id]] == [None] * 3


def test_a_changed_population_is_damage(stored: Path) -> None:
    edited(stored, "UPDATE run SET members = REPLACE(members, '1', '2') WHERE run = 1")
    assert not check(stored).is_sound


def test_a_population_must_be_one_of_the_setting(stored: Path) -> None:
    with Store(stored) as store:
        names = store.column_names()
        ((_, rows),) = store.columns(names, [SEVERAL.id])
    assert names[-1] == "members"
    assert fault_of(SEVERAL, names, rows[0]) is None
    for line in ("0 0 4", "0 x 1", "0 0 and 1", "4 0 1;0 0 1"):
        assert fault_of(SEVERAL, names, (*rows[0][:-1], line)) == "members"


def test_they_are_merged_and_exported(stored: Path, tmp_path: Path) -> None:
    merged = tmp_path / "b.db"
    Study([ONE], runs=2, seed=1, engine="reference").collect(merged, workers=1)
    with Store(merged) as store:
        assert store.column_names() == COLUMNS
    merge([stored], into=merged)
    assert check(merged).is_sound
    frame = pl.concat(list(Results(merged).runs()), how="vertical_relaxed")
    told = frame.filter(pl.col("survival") == "pareto")["members"][0]
    assert set(json.loads(told)[0]) == {"error", "false_positives", "false_negatives", "leaves", "tree"}
    assert frame.filter(pl.col("setting") == ONE.id)["members"].null_count() == 3
    (tmp_path / "out").mkdir()
    export(Results(merged), "csv", tmp_path / "out")
    assert told in pl.read_csv(tmp_path / "out" / "runs.csv")["members"].to_list()


def test_they_are_told_in_json_and_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "--n", "3", "--population", "4", "--start", "leaf", "--seed", "2", "--quiet"]
    main([*words, "--json", "--records", str(tmp_path / "a.csv")])
    told = json.loads(capsys.readouterr().out)["members"]
    run = evolve(n=3, population=4, start="leaf", seed=2)
    assert told == [each.to_dict() for each in run.population or ()]
    assert len(told) == 4
    with (tmp_path / "a.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert json.loads(row["members"]) == told
    main(words)
    assert f"{run.iterations} iterations, {run.evaluations} evaluations" in capsys.readouterr().out
