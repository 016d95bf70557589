"""From one row of an export alone, the run can be made again."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from evobool import Results, Setting, Study, Tree, evolve, grid
from evobool.cli import main
from evobool.export import export
from evobool.export.ioh import algorithm_name
from evobool.model.settings.fields import Whole
from evobool.model.settings.setting import DEFINITIONS, FIELDS

SETTINGS = [
    *grid(n=[3, 4], limit=["n", "none"], deletion="leaf", target="or", max_iterations=40),
    Setting(n=4, training=7, accept_error=1, literals="all", max_iterations=30),
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("repeat") / "a.db"
    return Study(SETTINGS, runs=5, seed=3, engine="reference").collect(path, workers=1)


def repeat(row: dict[str, Any]) -> None:
    """Make the run of a row, from text or numbers, and compare."""
    fields: dict[str, Any] = {name: int(row[name]) if name in INTEGERS else row[name] for name in FIELDS}
    run = evolve(seed=int(row["seed"]), index=int(row["index"]), engine=row["engine"], **fields)
    assert run.tree == Tree.parse(row["tree"])
    assert run.iterations == int(row["iterations"])
    assert run.setting.id == row["setting"]


INTEGERS = {name for name, each in DEFINITIONS.items() if isinstance(each.takes, Whole)}


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_exports_of_a_study(results: Results, tmp_path: Path, form: str) -> None:
    runs, _ = export(results, form, tmp_path / "out")
    rows = pl.read_parquet(runs).to_dicts() if form == "parquet" else read_csv(runs)
    assert len(rows) == 25
    for row in rows:
        repeat(row)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_records_of_runs(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"runs.{ending}"
    words = (
        f"run --n 4 --limit n+1 --literals all --runs 3 --seed 8 --engine reference --quiet --records {path}"
    )
    main(words.split())
    if ending == "parquet":
        rows = pl.read_parquet(path).to_dicts()
    else:
        rows = read_csv(path) if ending == "csv" else read_json(path)
    assert len(rows) == 3
    for row in rows:
        repeat(row)


def test_ioh_runs_have_seed_and_index(results: Results, tmp_path: Path) -> None:
    settings = {(algorithm_name(each), each.target.upper(), each.n): each for each in SETTINGS}
    repeated = 0
    for path in (file for file in export(results, "ioh", tmp_path / "out") if file.suffix == ".json"):
        index = json.loads(path.read_text())
        for scenario in index["scenarios"]:
            names = (index["algorithm"]["name"], index["function_name"], scenario["dimension"])
            for run in scenario["runs"]:
                seed, number = int(run["seed"]), run["index"]
                again = evolve(settings[names], seed=seed, index=number, engine="reference")
                assert again.evaluations == run["evals"]
                repeated += 1
    assert repeated == 25


def read_csv(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_json(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
