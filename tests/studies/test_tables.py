"""Studies of targets given by tables: the table is kept in the store, and travels with the work."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from evobool import InputError, Setting
from evobool.cli import main
from evobool.cli.shared.data_file import check_used
from evobool.model.targets.labelled import KNOWN
from evobool.studies.store.check import check
from evobool.studies.store.damage import DamagedError
from evobool.studies.store.store import Store

TABLE = "a,b,c,ill\n" + "".join(
    f"{row >> 2 & 1},{row >> 1 & 1},{row & 1},{int(row > 2)}\n" for row in range(8)
)
GRID = ["--grid", "target=data:rows.csv", "--grid", "limit=4,8", "--grid", "literals=all", "--runs", "5"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(TABLE)
    return tmp_path


def collect(store: str, *more: str) -> None:
    main(["study", "run", "--store", store, *GRID, "--seed", "3", "--quiet", *more])


def runs_of(store: str) -> list[object]:
    with Store(Path(store)) as opened:
        names = ("run", "iterations", "error", "generalisation_error", "tree")
        return [row for key in opened.settings() for row in next(iter(opened.columns(names, [key])))[1]]


def test_a_store_can_be_read_where_the_table_is_not() -> None:
    collect("a.db", "--label", "ill")
    before = runs_of("a.db")
    Path("rows.csv").unlink()
    KNOWN.clear()
    assert runs_of("a.db") == before
    with Store(Path("a.db")) as opened:
        (title,) = {setting.goal.title for setting in opened.settings().values()}
    assert title == "ill in rows.csv"
    assert check(Path("a.db")).is_sound


def test_processes_are_sent_the_table() -> None:
    collect("a.db", "--engine", "reference")
    collect("b.db", "--engine", "reference", "--workers", "2")
    collect("c.db")
    assert runs_of("a.db") == runs_of("b.db") == runs_of("c.db")


def test_another_table_of_the_same_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    collect("a.db")
    Path("rows.csv").write_text(TABLE + "1,1,1,0\n")
    with pytest.raises(SystemExit) as ended:
        collect("a.db")
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "a.db was made with another table ill in rows.csv" in told
    assert told.count("\n") == 1
    with Store(Path("a.db")) as opened:
        assert len(opened.tables()) == 1


def test_stores_are_merged_with_their_tables() -> None:
    collect("a.db")
    Path("rows.csv").rename("other.csv")
    main(
        [
            "study",
            "run",
            "--store",
            "b.db",
            *GRID[2:],
            "--grid",
            "target=data:other.csv",
            "--seed",
            "3",
            "--quiet",
        ]
    )
    main(["study", "merge", "a.db", "b.db", "--into", "both.db"])
    assert runs_of("both.db") == runs_of("a.db")


def test_a_changed_table_is_damage() -> None:
    collect("a.db")
    with closing(sqlite3.connect("a.db")) as connection, connection:
        connection.execute("UPDATE given SET content = 'no table'")
    KNOWN.clear()
    with pytest.raises(DamagedError, match="seal over given"):
        Store(Path("a.db"))
    report = check(Path("a.db"))
    assert not report.is_sound
    assert not report.sound


def test_a_plan_sees_its_table_from_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        'runs = 5\nseed = 3\nlabel = "ill"\ntest = "rows.csv"\n[grid]\ntarget = "data:rows.csv"\nlimit = 4\n'
    )
    (folder / "plan.toml").write_text(text)
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    main(["study", "run", "../plan.toml", "--store", "a.db", "--quiet", "--workers", "1"])
    with Store(Path("a.db")) as opened:
        (setting,) = opened.settings().values()
    assert isinstance(setting, Setting)
    assert setting.n == 3
    assert setting.goal.given is not None
    assert setting.goal.given.held_out is not None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("a,y\n", "has no rows"),
        ("a,y\n0,1\n0\n", "line 3 has 1 columns, the names are 2"),
        ("a,y\n0,2\n", "row 1, column y: '2' is not 0, 1, false or true"),
        ("a,a,y\n0,0,1\n", "column = a: there are two of this name"),
        ("a,,y\n0,0,1\n", "column 2 has no name"),
        ("y\n0\n", "has the label only"),
        ('a,"y\n0,1\n', "is not a table"),
        ("a,y\nnan,1\n", "row 1, column a: 'nan' is not"),
        ("\udcff", "is not UTF-8"),
    ],
)
def test_what_is_no_table_of_bits_is_refused(
    text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("rows.csv").write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(SystemExit) as ended:
        main(["run", "--target", "data:rows.csv", "--records", "runs.csv"])
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert told in message
    assert message.count("\n") == 1
    assert not Path("runs.csv").exists()


def test_a_label_needs_a_table() -> None:
    with pytest.raises(InputError, match=r"^test = held\.csv: "):
        check_used(None, Path("held.csv"), [Setting(n=3)])
