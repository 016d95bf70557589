"""`evobool reproduce`, as a user types it."""

from __future__ import annotations

import contextlib
import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import evobool.paper.folder
from evobool.api import evolve
from evobool.cli import main
from evobool.model.seeds import setting_seed
from evobool.paper.parts import PARTS, choose
from evobool.paper.reproduce import Reproduction
from evobool.studies.store.store import Store
from tests.support.markup import Tags
from tests.support.pretended import reproduction
from tests.support.stores import count

Capture = pytest.CaptureFixture[str]
PARTS_MADE = ["table1", "figure1", "figure2", "races", "theorem6"]


def reproduce(words: str, out: Path) -> str:
    """What the command prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(["reproduce", *words.split(), "--out", str(out)])
    return printed.getvalue()


def files(folder: Path) -> dict[str, bytes]:
    """Every file but the store and the one that says when."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("runs.db", "made.txt"))
    }


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with Store(folder / "runs.db") as store:
        return dict(store.columns(["run", "iterations", "tree"]))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder made at once, and what was printed."""
    out = tmp_path_factory.mktemp("reproduce") / "whole"
    return out, reproduce(f"{' '.join(PARTS_MADE)} --runs 6 --seed 3 --quiet", out)


@pytest.mark.long
@pytest.mark.compiled
def test_what_is_printed(whole: tuple[Path, str]) -> None:
    _, printed = whole
    assert "Table 1. Leaf deletion, complete truth table" in printed
    assert "469.9 (258.0)" in printed, "the paper's"
    assert "Failed runs of table 1" in printed
    assert re.search(r"\d+ of 96 runs failed", printed)
    assert "\nTable 1: too few successes to compare T, B within chance in 16 of 16\n" in printed


@pytest.mark.long
@pytest.mark.compiled
def test_what_is_written(whole: tuple[Path, str]) -> None:
    out, _ = whole
    text = (out / "report.html").read_text(encoding="utf-8")
    tags = Tags(text)
    for name in PARTS_MADE:
        assert tags.count("section", id=name) == 1
    assert tags.count("svg") >= 3 + 3 + 3 + 1 + 2
    assert tags.count("script") == tags.count("link") == tags.count("img") == 0
    made = (out / "made.txt").read_text(encoding="utf-8")
    assert re.fullmatch(r"Written .*, with 696 new runs, in \d+\.\d s\.\n", made)
    assert "<tr><th>seed</th><td>3</td></tr>" in text
    for name, length in (("table1", 96), ("figure2", 336), ("races", 96), ("theorem6", 168)):
        assert len(pl.read_csv(out / f"data/{name}.csv")) == length
        assert len(pl.read_parquet(out / f"data/{name}.parquet")) == length
    for name in ("table1.tex", "figure1.tex", "races.tex", "theorem6.tex"):
        assert (out / "tables" / name).is_file()
    for name in ("figure1-tree1", "figure2-T", "races-left", "theorem6-c2"):
        assert (out / f"figures/{name}.svg").is_file()
        assert (out / f"figures/{name}.pdf").is_file()


@pytest.mark.long
@pytest.mark.compiled
def test_the_runs_are_those_of_the_seed(whole: tuple[Path, str]) -> None:
    found = rows(whole[0])
    for setting in (PARTS["table1"].settings[5], PARTS["races"].settings[0]):
        run = evolve(setting, seed=setting_seed(3, setting), index=4)
        assert found[setting.id][4] == (4, run.iterations, " ".join(map(str, run.tree.prefix)))


@pytest.mark.long
@pytest.mark.compiled
def test_in_steps_and_with_other_workers_it_is_the_same(
    whole: tuple[Path, str], tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "steps"
    reproduce("races table1 --runs 3 --seed 3 --workers 1", out)
    assert f"evobool: wrote {out}/report.html in " in capsys.readouterr().err
    with Store(out / "runs.db") as store:
        assert sum(store.done().values()) == 16 * 3 + 48
    assert reproduce(f"{' '.join(PARTS_MADE)} --runs 6 --workers 1 --quiet", out) == whole[1]
    assert rows(out) == {key: rows(whole[0])[key] for key in rows(out)}
    assert files(out) == files(whole[0])


@pytest.mark.long
@pytest.mark.compiled
def test_another_seed_gives_other_runs(whole: tuple[Path, str], tmp_path: Path) -> None:
    reproduce("races --runs 2 --seed 4 --quiet", tmp_path)
    (setting,) = PARTS["races"].settings
    assert len(rows(tmp_path)[setting.id]) == 32
    assert rows(tmp_path)[setting.id] != rows(whole[0])[setting.id][:32]


@pytest.mark.long
@pytest.mark.compiled
def test_bad_input_leaves_a_reproduction_alone(whole: tuple[Path, str], capsys: Capture) -> None:
    before = files(whole[0]), (whole[0] / "runs.db").read_bytes()
    with pytest.raises(SystemExit, match="2"):
        main(["reproduce", "table1", "--seed", "4", "--out", str(whole[0])])
    assert re.fullmatch(r"evobool: seed = 4: .* holds runs of seed 3\n", capsys.readouterr().err)
    assert (files(whole[0]), (whole[0] / "runs.db").read_bytes()) == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tabel1", "part = tabel1: unknown; did you mean table1? (known: all, paper, beyond, koza, table1, "),
        ("table1 nonsense", "part = nonsense: unknown (known: all, paper, beyond, koza, table1, "),
        ("table1 --runs 1", "runs = 1: must be at least 2"),
        ("table1 --runs 0", "runs = 0: must be at least 2"),
        ("table1 --runs -1", "runs = -1: must be at least 2"),
        ("table1 --runs 2.5", "runs = 2.5: must be an integer"),
        ("table1 --runs many", "many"),
        ("table1 --seed -1", "seed = -1"),
        ("table1 --workers 0", "workers = 0: must be at least 1"),
        ("table1 --rums 5", "--rums"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, capsys: Capture, words: str, why: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["reproduce", *words.split(), "--out", str(tmp_path / "new")])
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert why in output.err
    assert not list(tmp_path.iterdir())


def test_folders_in_the_way(tmp_path: Path, capsys: Capture) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_text("mine")
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    for out, why in (
        (file, "is a file; name a folder"),
        (other, "is not empty and holds no reproduction; name another folder"),
        (file / "inside", "Not a directory"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(["reproduce", "or1", "--runs", "2", "--quiet", "--out", str(out)])
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert why in output.err
    assert file.read_text() == "mine"
    assert [path.name for path in other.iterdir()] == ["thesis.tex"]


def test_the_same_again_makes_nothing_new(tmp_path: Path, capsys: Capture) -> None:
    made = reproduction(choose(["or1", "or3"]), tmp_path, runs=12)
    first = reproduce("or1 or3 --runs 12 --seed 3", tmp_path), files(tmp_path), made.store.read_bytes()
    assert ", with 0 new runs, in " in (tmp_path / "made.txt").read_text(encoding="utf-8")
    assert "Table 1 for OR_n: chi-square of T" in first[0]
    assert (reproduce("or3 --runs 5", tmp_path), files(tmp_path), made.store.read_bytes()) == first
    assert capsys.readouterr().err.count("report.html in ") == 2


def test_ctrl_c_while_writing(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*parts: object) -> str:
        raise KeyboardInterrupt

    reproduction(choose(["or1"]), tmp_path, runs=2)
    with monkeypatch.context() as patch:
        patch.setattr(evobool.paper.folder, "report_html", interrupted)
        with pytest.raises(SystemExit, match="130"):
            reproduce("or1 --runs 2", tmp_path)
    assert f"stopped; finished runs are in {tmp_path}; rerun to continue" in capsys.readouterr().err
    assert not (tmp_path / "report.html").exists()
    reproduce("or1 --runs 2 --quiet", tmp_path)
    Tags((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert capsys.readouterr().err == ""


@pytest.mark.long
@pytest.mark.compiled
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """Table 3 runs long: 100,000 runs of 10,000 iterations in nearly every cell."""
    words = [
        "-m",
        "evobool",
        "reproduce",
        "table3",
        "--runs",
        "100000",
        "--seed",
        "3",
        "--out",
        str(tmp_path),
    ]
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 120
    while process.poll() is None and count(tmp_path / "runs.db") == 0 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert printed == ""
    assert f"stopped; finished runs are in {tmp_path}; rerun to continue" in errors
    assert "Traceback" not in errors
    made = count(tmp_path / "runs.db")
    assert 0 < made < 1_600_000
    assert Reproduction(choose(["table3"]), 100_000, 3, tmp_path).owed() == 1_600_000 - made


@pytest.mark.compiled
def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["reproduce", "table2", "--runs", "12", "--out", str(tmp_path / "new"), "--json"])
    printed = capsys.readouterr()
    assert printed.err == ""
    told = json.loads(printed.out)
    assert told["parts"] == ["table2"]
    (verdict,) = told["verdicts"].values()
    assert verdict["cells"] == len(verdict["differences"]) == 16
    assert verdict["agrees"]
