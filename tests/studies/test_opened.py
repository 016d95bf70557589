"""A study over other targets, functions and rules, as a researcher would make it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from evobool import InputError, Results, Run, Setting, Study, grid
from evobool.cli import main
from evobool.export import export
from evobool.export.ioh import algorithm_name
from evobool.studies.analysis.choosing import select
from evobool.studies.laws.curves import curves
from evobool.studies.plan.plan import parse_grid
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.merge import merge
from evobool.studies.store.shard import Shard
from evobool.studies.store.store import Store
from tests.support.stores import rows

Capture = pytest.CaptureFixture[str]
GRID = {
    "target": ["xor:3", "majority", "x1 & (x2 | ~x3) ^ x4"],
    "functions": [("and", "or", "xor"), ("nand",)],
    "selection": ["nonstrict", "parsimony"],
}
SETTINGS = grid(n=4, literals="all", limit="n + log2 n", weights="2:1:1", max_iterations=150, **GRID)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opened") / "a.db"
    Study(SETTINGS, runs=6, seed=2, engine="packed").collect(path, workers=2)
    return path


def test_it_resumes_after_an_interruption(made: Path, tmp_path: Path) -> None:
    count = 0

    def stop(runs: Sequence[Run]) -> None:
        nonlocal count
        count += len(runs)
        if count > 20:
            raise KeyboardInterrupt

    study = Study(SETTINGS, runs=6, seed=2, engine="packed")
    with pytest.raises(KeyboardInterrupt):
        study.collect(tmp_path / "a.db", workers=1, progress=stop)
    with Store(tmp_path / "a.db") as store:
        assert 0 < sum(store.done().values()) < 72
    study.collect(tmp_path / "a.db", workers=1)
    assert rows(tmp_path / "a.db") == rows(made)


def test_shards_of_different_columns_are_merged(made: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        Study(SETTINGS, runs=6, seed=2, engine="packed", shard=Shard(number, 2)).collect(
            tmp_path / f"{number}.db"
        )
    assert merge([tmp_path / "1.db", tmp_path / "2.db"], tmp_path / "both.db").added == 72
    assert rows(tmp_path / "both.db") == rows(made)


def test_every_surface_has_them(made: Path, tmp_path: Path, capsys: Capture) -> None:
    store = str(made)
    where = ["--where", "functions=and+or+xor", "--where", "target=(x1&(x2|~x3))^x4"]
    main(["study", "show", store, "--rows", "selection", "--columns", "n", "--value", "xors_final", *where])
    assert "parsimony" in capsys.readouterr().out
    main(["study", "status", store, "--runs", "7"])
    owed = capsys.readouterr().out
    assert "1 of n=4 limit=n+log2(n) training=complete target=xor:3 functions=and,or,xor" in owed
    picture = tmp_path / "B.svg"
    words = ["--y", "B", "--group", "target,functions,selection", "--out", str(picture)]
    main(["study", "plot", store, *words])
    assert "12 curves, 12 settings, 72 runs" in capsys.readouterr().out
    export(Results(made), "parquet", tmp_path / "parquet")
    written = export(Results(made), "csv", tmp_path / "csv")
    with written[0].open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    assert list(first).index("xors_final") < list(first).index("engine")
    assert {"ands_accepted", "xors_accepted", "nands_final", "weights", "start"} < set(first)
    export(Results(made), "ioh", tmp_path / "ioh")
    names = {path.name for path in (tmp_path / "ioh").iterdir()}
    assert len(names) == len({algorithm_name(setting) for setting in SETTINGS}) == 4


def test_a_summary_has_the_functions_of_the_store(made: Path) -> None:
    frame = Results(made).summary()
    assert {"ands_final_mean", "xors_accepted_q95", "nands_final_sd"} < set(frame.columns)
    assert "xnors_final_mean" not in frame.columns
    with pytest.raises(InputError, match=r"value = nors_final: no setting of .* has nor among its functions"):
        Results(made).pivot("target", "functions", "nors_final")
    with pytest.raises(
        InputError, match=r"value = ors: must be one of .*ors_final \(or ands_, xors_, \.\.\.\)"
    ):
        Results(made).pivot("target", "functions", "ors")


def test_values_of_fields_are_read_as_settings_write_them() -> None:
    settings = [Setting(n=4, limit="1.5n"), Setting(n=4, target="x1 & x2", functions=("and", "xor"))]
    assert select(settings, {"limit": "3n/2"}) == settings[:1]
    assert select(settings, {"target": "x1&x2"}) == settings[1:]
    assert select(settings, {"functions": "xor+and"}) == settings[1:]
    with pytest.raises(InputError, match="no such runs; there are 1:1:1"):
        select(settings, {"weights": "1:2:3"})


def test_a_grid_of_words() -> None:
    words = ["n=4", "target=x1 & x2,and:2", "weights=1:1:1,2:1:1", "training=fixed:100,64", "offspring=1,5"]
    assert parse_grid([*words, "functions=and+xor,nand", "start=x1"]) == {
        "n": [4],
        "target": ["x1 & x2", "and:2"],
        "weights": ["1:1:1", "2:1:1"],
        "training": ["fixed:100", "64"],
        "offspring": [1, 5],
        "functions": [("and", "xor"), ("nand",)],
        "start": ["x1"],
    }


def test_numbers_along_an_axis(tmp_path: Path) -> None:
    settings = [
        *grid(n=6, training=["fixed:8", "fixed:32", "16", "64"], accept_error=1),
        *grid(n=6, target=["and:2", "and:4", "and", "or:3"]),
        *grid(n=6, offspring=[2, 3], weights=["1:1:1", "1:1:2"], start="x1"),
    ]
    results = Study(settings, runs=3, seed=1, engine="packed").collect(tmp_path / "a.db", workers=1)
    found = curves(results, "training", group="limit", where={"accept_error": 1})
    assert [(curve.name, [point.x for point in curve.points]) for curve in found] == [
        ("limit none, training fixed", [8, 32]),
        ("limit none, training fresh", [16, 64]),
    ]
    chosen: dict[str, object] = {"accept_error": 0, "start": "empty"}
    found = curves(results, "target", group="limit", where=chosen)
    assert [(curve.name, [point.x for point in curve.points]) for curve in found] == [
        ("limit none, target and", [2, 4, 6]),
        ("limit none, target or", [3]),
    ]
    found = curves(results, "offspring", group="weights", where={"start": "x1"})
    assert [(curve.name, len(curve.points)) for curve in found] == [
        ("weights 1:1:1", 2),
        ("weights 1:1:2", 2),
    ]
    with pytest.raises(InputError, match=r"x = weights: is not a number in every setting \(here 1:1:1\)"):
        curves(results, "weights", group="offspring", where={"start": "x1"})


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        (Setting(n=3, start="x1"), "the format has no error before the first change; use csv"),
        (Setting(n=1030, max_iterations=2), "the format cannot hold errors for n > 1023; use csv"),
    ],
)
def test_what_the_ioh_format_cannot_say_is_refused(tmp_path: Path, setting: Setting, why: str) -> None:
    results = Study([setting], runs=1, seed=1).collect(tmp_path / "a.db", workers=1)
    with pytest.raises(InputError, match=why):
        export(results, "ioh", tmp_path / "ioh")


def test_a_limit_with_a_slash_is_one_folder(tmp_path: Path) -> None:
    results = Study(grid(n=6, limit=["n/3+4", "n-3"]), runs=1, seed=1).collect(tmp_path / "a.db", workers=1)
    export(results, "ioh", tmp_path / "ioh")
    assert sorted(path.name for path in (tmp_path / "ioh").iterdir()) == [
        "rls-gp_limit=n-3_deletion=subtree",
        "rls-gp_limit=n÷3+4_deletion=subtree",
    ]


def test_a_store_of_the_papers_settings_keeps_its_columns(tmp_path: Path) -> None:
    Study(grid(n=3), runs=1, seed=1, engine="reference").collect(tmp_path / "a.db", workers=1)
    with Store(tmp_path / "a.db") as store:
        assert store.column_names() == COLUMNS
        assert store.plugins() == {}
