"""Stores of the first released schema live on; those of the two before it were never released."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from evobool import InputError, Results, Setting, Study, grid
from evobool.cli import main
from evobool.model.seeds import setting_seed
from evobool.studies.store.check import check
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.merge import merge
from evobool.studies.store.store import Store
from tests.support.damaging import edited

ID = "48b043296034b902"
ROW = (0, 1, 1, "solved", 29, 29, 4, 0, 0.0, 3, 3, 0, 0, "reference", "and and and 4 3 2 1")
NEW = [
    *grid(n=4, target="xor", functions=[("xor",), ("and", "xor")], max_iterations=200),
    Setting(n=4, functions=("and", "nand"), weights="2:1:1", offspring=2, start="x1", max_iterations=30),
]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(
        (Path(__file__).parents[1] / "data" / "schema_3.sql").read_text(encoding="utf-8")
    )
    connection.execute("PRAGMA application_id = 1702260578")
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()
    return path


def test_it_opens_and_shows(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setting = Results(old).settings()[ID]
    assert setting == Setting(n=4, limit="2n")
    assert setting.id == ID
    row = Results(old).summary().row(0, named=True)
    assert (row["T_mean"], row["ands_accepted_mean"], row["ors_accepted_mean"]) == (29, 3, 0)
    assert row["weights"] == "1:1:1"
    main(["study", "show", str(old)])
    assert "29" in capsys.readouterr().out


def test_it_goes_on_with_the_same_setting(old: Path) -> None:
    Study([Setting(n=4, limit="2n")], runs=3, seed=7, engine="reference").collect(old, workers=1)
    with Store(old) as store:
        ((_, rows),) = store.columns(COLUMNS)
        assert rows[0] == ROW
        assert [row[0] for row in rows] == [0, 1, 2]
        assert store.column_names() == COLUMNS
    assert check(old).is_sound


def test_it_goes_on_with_new_settings(old: Path) -> None:
    results = Study(NEW, runs=3, seed=7, engine="packed").collect(old, workers=1)
    with Store(old) as store:
        more = ("xors_accepted", "xors_final", "nands_accepted", "nands_final")
        assert store.column_names() == (*COLUMNS, *more)
        assert dict(store.columns(COLUMNS))[ID] == [ROW]
        for key, fields in store.setting_fields().items():
            assert Setting(**fields).id == key
    assert check(old).is_sound
    for sample in results.samples("xors_final"):
        assert (sample.column("xors_final") == 0).all() != ("xor" in sample.setting.functions)
    frames = list(results.runs())
    assert len({tuple(frame.columns) for frame in frames}) == 1
    assert [frame["xors_accepted"].null_count() for frame in frames] == [0] * 4
    assert frames[0]["xors_accepted"].to_list() == [0]


@pytest.mark.parametrize("schema", [1, 2])
def test_what_was_never_released_is_refused(old: Path, schema: int) -> None:
    edited(old, f"PRAGMA user_version = {schema}")
    why = rf"store = .*old\.db: has schema {schema}, from before the first release; make its runs again$"
    for read in (Store, check, lambda path: merge([path], path.with_name("new.db"), sound=True)):
        with pytest.raises(InputError, match=why):
            read(old)
    with pytest.raises(InputError, match=why):
        Study([Setting(n=4, limit="2n")], runs=3, seed=7, engine="reference").collect(old, workers=1)


def test_the_counts_are_those_of_the_runs(tmp_path: Path) -> None:
    from evobool import evolve

    Study(NEW, runs=2, seed=7, engine="packed").collect(tmp_path / "a.db", workers=1)
    for frame in Results(tmp_path / "a.db").runs():
        for row in frame.iter_rows(named=True):
            setting = next(each for each in NEW if each.id == row["setting"])
            run = evolve(setting, seed=setting_seed(7, setting), index=row["index"])
            for name in ("and", "or", "xor", "nand"):
                assert row[f"{name}s_accepted"] == run.functions_accepted.get(name, 0)
                assert row[f"{name}s_final"] == run.functions_final[name]


@pytest.mark.parametrize("turned", [False, True])
def test_old_and_new_are_merged(old: Path, tmp_path: Path, turned: bool) -> None:
    new, both = tmp_path / "new.db", tmp_path / "both.db"
    Study(NEW, runs=3, seed=7, engine="packed").collect(new, workers=1)
    paths = [new, old] if turned else [old, new]
    assert merge(paths, both).added == 10
    assert merge(paths, both).added == 0
    held: dict[str, list[str]] = {}
    for path in (old, new, both):
        for frame in Results(path).runs():
            numbers = frame.select("setting", "index", "iterations", "ands_final", "ors_final", "tree").rows()
            held.setdefault(path.name, []).extend(map(str, numbers))
    assert sorted(held["both.db"]) == sorted(held["old.db"] + held["new.db"])
    with Store(new) as one, Store(both) as other:
        counted = ("run", "xors_accepted", "xors_final", "nands_final")
        whole = dict(other.columns(counted))
        assert all(whole[key] == rows for key, rows in one.columns(counted))


def test_the_fields_are_what_the_id_is_made_of(tmp_path: Path) -> None:
    import hashlib

    Study([Setting(n=3), *NEW], runs=1, seed=7, engine="packed").collect(tmp_path / "a.db", workers=1)
    connection = sqlite3.connect(tmp_path / "a.db")
    rows = connection.execute("SELECT id, fields FROM setting").fetchall()
    connection.close()
    assert len(rows) == 4
    for key, fields in rows:
        assert hashlib.sha256(fields.encode()).hexdigest()[:16] == key
        assert Setting(**json.loads(fields)).id == key
