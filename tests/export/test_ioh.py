"""IOHprofiler's format: laid out as `ioh` does it, and read back by `iohinspector`."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import ioh
import iohinspector
import polars as pl
import pytest

from evobool.api import evolve
from evobool.errors import InputError
from evobool.export import export
from evobool.export.ioh import algorithm_name
from evobool.model.seeds import setting_seed
from evobool.model.settings.setting import DEFINITIONS, FIELDS, Setting
from evobool.studies.analysis.results import Results
from evobool.studies.plan.study import Study, grid
from evobool.studies.store.store import StoreError
from tests.support.damaging import forged

SEED, RUNS = 5, 6
SETTINGS = [
    *grid(n=[3, 4], target=["and", "or"], limit=["n", "2n"]),
    *grid(n=4, limit="n", deletion=["subtree", "leaf"], training=[8]),
    Setting(n=4, limit="n", algorithm="1+1-gp", max_iterations=7, first_leaf="insertion"),
    Setting(n=3, limit="n", max_iterations=1, first_leaf="insertion"),
    Setting(n=4, limit="n", max_iterations=4),
    Setting(n=4, limit="n", training=30, max_iterations=12),  # its last error is often not its least
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("store") / "small.db"
    return Study(SETTINGS, runs=RUNS, seed=SEED, engine="reference").collect(path, workers=1)


@pytest.fixture(scope="module")
def folder(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "ioh"
    files = export(results, "ioh", out)
    assert sorted(files) == sorted(path for path in out.rglob("*") if path.is_file())
    return out


def read(folder: Path) -> iohinspector.DataManager:
    manager = iohinspector.DataManager()
    manager.add_folder(str(folder))
    return manager


def key(setting: Setting) -> tuple[str, str, int]:
    return algorithm_name(setting), setting.target.upper(), setting.n


def test_reader_finds_every_run_and_pools_no_settings(folder: Path) -> None:
    overview = read(folder).overview
    assert len(overview) == RUNS * len(SETTINGS)
    groups = overview.group_by("algorithm_name", "function_name", "dimension").len()
    assert {row[:3]: row[3] for row in groups.iter_rows()} == {key(setting): RUNS for setting in SETTINGS}
    assert set(overview["suite"]) == {"evobool"}
    assert set(overview["instance"]) == {1}
    functions = overview.select("function_id", "function_name").unique().rows()
    assert set(functions) == {(1, "AND"), (2, "OR")}


def test_reader_finds_the_end_of_every_run(results: Results, folder: Path) -> None:
    data = read(folder).load(monotonic=False, include_meta_data=True)
    ends = data.group_by("algorithm_name", "function_name", "dimension", "run_id").agg(
        pl.col("evaluations").first().alias("first"),
        pl.col("evaluations", "raw_y").last(),
        pl.col("evals").first(),
        pl.col("raw_y").min().alias("least"),
        pl.col("best_y").first(),
    )
    assert len(ends) == RUNS * len(SETTINGS)
    assert set(ends["first"]) == {1}
    assert ends["evaluations"].to_list() == ends["evals"].to_list()
    assert ends["least"].to_list() == ends["best_y"].to_list()
    found = {row[:4]: row[5:7] for row in ends.iter_rows()}
    by_id = {setting.id: setting for setting in SETTINGS}
    for frame in results.runs():
        for row in frame.iter_rows(named=True):
            setting = by_id[row["setting"]]
            error = worst(setting) if row["error"] is None else int(row["error"])
            assert found[*key(setting), row["index"] + 1] == (row["evaluations"], error)


def worst(setting: Setting) -> int:
    return 1 + setting.rows


def scenario(folder: Path, setting: Setting) -> tuple[dict[str, Any], Path]:
    for path in folder.rglob("*.json"):
        index = json.loads(path.read_text())
        if (index["algorithm"]["name"], index["function_name"]) == key(setting)[:2]:
            (found,) = (entry for entry in index["scenarios"] if entry["dimension"] == setting.n)
            return found, path.parent / found["path"]
    raise AssertionError(setting)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: "-".join(map(str, key(setting))))
def test_rows_are_the_improvements_and_the_ends(folder: Path, setting: Setting) -> None:
    found, path = scenario(folder, setting)
    blocks = path.read_text().split("evaluations raw_y\n")[1:]
    assert len(blocks) == len(found["runs"]) == RUNS
    for index, block in enumerate(blocks):
        run = evolve(
            setting, seed=setting_seed(SEED, setting), index=index, engine="reference", trajectory=True
        )
        assert run.trajectory is not None
        wanted = {1: worst(setting)}
        for step in run.trajectory:
            if step.error < min(wanted.values()):
                wanted[setting.evaluations(step.iteration)] = step.error
        if run.error is not None:
            wanted[run.evaluations] = run.error
        wanted.setdefault(run.evaluations, worst(setting))
        assert block == "".join(f"{when} {error:.10f}\n" for when, error in wanted.items())


def reference_folder(root: Path) -> Path:
    """What `ioh` itself writes: two runs of three evaluations of a function to minimise."""
    ioh.problem.wrap_integer_problem(lambda x: float(sum(x)), "AND", ioh.OptimizationType.MIN, 0, 1)
    problem = ioh.get_problem("AND", 1, 3, ioh.ProblemClass.INTEGER)
    logger = ioh.logger.Analyzer(root=str(root), folder_name="gold", algorithm_name="a", algorithm_info="b")
    problem.attach_logger(logger)
    for _ in range(2):
        for point in ([1, 1, 1], [1, 0, 0], [1, 1, 0]):
            problem(point)
        problem.reset()
    logger.close()
    return root / "gold"


def shape(value: Any) -> Any:
    """The keys and types of JSON, in their order, with lists as their first entry."""
    if isinstance(value, dict):
        return [(name, shape(entry)) for name, entry in value.items() if name != "x"]
    return [shape(value[0])] if isinstance(value, list) else type(value).__name__


def test_files_are_laid_out_as_ioh_does(folder: Path, tmp_path: Path) -> None:
    gold = reference_folder(tmp_path)
    (index,) = gold.glob("*.json")
    theirs = json.loads(index.read_text())
    for path in folder.rglob("*.json"):
        ours = json.loads(path.read_text())
        assert ours.pop("run_attributes") == ["seed", "index"]
        for entry in ours["scenarios"]:
            for run in entry["runs"]:
                assert (type(run.pop("seed")), type(run.pop("index"))) == (str, int)
        assert shape(ours) == shape(theirs)
        assert ours["attributes"] == theirs["attributes"]
        assert ours["maximization"] is theirs["maximization"] is False
        for content, where in ((ours, path), (theirs, index)):
            number, name = content["function_id"], content["function_name"]
            assert where.name == f"IOHprofiler_f{number}_{name}.json"
            for entry in content["scenarios"]:
                data = f"data_f{number}_{name}/IOHprofiler_f{number}_DIM{entry['dimension']}.dat"
                assert entry["path"] == data
    (rows,) = gold.rglob("*.dat")  # the last row is the last value, not the best
    block = "evaluations raw_y\n1 3.0000000000\n2 1.0000000000\n3 2.0000000000\n"
    assert rows.read_text() == 2 * block


def test_every_field_but_n_and_target_is_in_the_name() -> None:
    usual = Setting(n=4, limit="n+1")
    values = {name: each.takes.unusual(getattr(usual, name)) for name, each in DEFINITIONS.items()}
    changed = [
        usual.with_(**{name: value})
        for name, value in values.items()
        if name not in ("n", "target") and value is not None  # of a registry with a single entry
    ]
    assert len(changed) >= len(FIELDS) - 3
    assert len({algorithm_name(usual), *map(algorithm_name, changed)}) == len(changed) + 1
    assert algorithm_name(Setting(n=4)) == algorithm_name(Setting(n=5, target="or"))


def test_run_that_comes_out_otherwise_is_refused(results: Results, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with sqlite3.connect(results.path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    forged(copy, "UPDATE run SET evaluations = evaluations + 1 WHERE run = 2 AND setting = 1")
    with pytest.raises(StoreError, match=f"run 2 of setting {SETTINGS[0].id} comes out differently"):
        export(Results(copy), "ioh", tmp_path / "out")


@pytest.mark.parametrize("engine", ["exact", "packed", "reference"])
def test_any_engine_is_repeated(tmp_path: Path, engine: str) -> None:
    path, settings = tmp_path / "small.db", [Setting(n=4, limit="n"), Setting(n=4, limit="n", training=8)]
    results = Study(settings, runs=3, seed=1, engine=engine).collect(path, workers=1)
    export(results, "ioh", tmp_path / "out")
    assert read(tmp_path / "out").n_runs == 6


def test_errors_beyond_floating_point_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.db"
    large = [Setting(n=n, limit="n", max_iterations=2) for n in (1023, 1024)]
    Study(large[:1], runs=1, seed=1).collect(path, workers=1)
    export(Results(path), "ioh", tmp_path / "out")
    assert read(tmp_path / "out").load(monotonic=False)["raw_y"].is_finite().all()
    Study(large, runs=1, seed=1).collect(path, workers=1)
    with pytest.raises(InputError, match="n = 1024"):
        export(Results(path), "ioh", tmp_path / "more")
