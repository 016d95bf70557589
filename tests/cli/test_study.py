"""`evobool study`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from evobool import Setting, Study, grid
from evobool.cli import main

Capture = pytest.CaptureFixture[str]
ENGINE = ("--engine", "reference", "--workers", "1", "--quiet")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "leaf.db"
    main(
        [
            "study",
            "run",
            "--store",
            str(path),
            "--grid",
            "n=2,3",
            "--grid",
            "limit=n,2n",
            "--runs",
            "9",
            "--seed",
            "4",
            *ENGINE,
        ]
    )
    return path


def test_run_from_a_plan_and_again(tmp_path: Path, capsys: Capture) -> None:
    plan, path = tmp_path / "leaf.toml", tmp_path / "leaf.db"
    plan.write_text('runs = 5\nseed = 4\nengine = "reference"\n[grid]\nn = [2, 3]\nlimit = "n+1"\n')
    main(["study", "run", str(plan), "--store", str(path), "--workers", "1"])
    output = capsys.readouterr()
    assert output.out == ""
    assert "10 runs of 2 settings" in output.err
    before = path.read_bytes()
    main(["study", "run", str(plan), "--store", str(path), "--workers", "1", "--quiet"])
    assert path.read_bytes() == before
    assert capsys.readouterr().err == ""


def test_progress_for_machines(tmp_path: Path, capsys: Capture) -> None:
    words = f"study run --store {tmp_path / 'a.db'} --grid n=2,3 --seed 1 --progress json --runs"
    for runs, made in ((4, 8), (6, 4)):
        main([*words.split(), str(runs), "--engine", "reference", "--workers", "1"])
        lines = capsys.readouterr().err.splitlines()
        last = json.loads(lines[-2])
        assert (last["runs"], last["owed"], last["seconds_left"]) == (made, 0, 0)
        assert last["iterations_a_second"] > 0


def test_progress_counts_what_this_study_owes(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.db"
    Study(grid(n=[2, 3, 4]), runs=20, seed=1, engine="reference").collect(path, workers=1)
    words = f"study run --store {path} --grid n=3,5 --runs 25 --progress json --engine reference --workers 1"
    main(words.split())
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()[:-1]]
    assert all(line["owed"] + line["runs"] == 30 and line["seconds_left"] >= 0 for line in lines)
    assert (lines[-1]["owed"], lines[-1]["runs"]) == (0, 30)


def test_status(store: Path, capsys: Capture) -> None:
    main(["study", "status", str(store), "--runs", "12"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "36 runs of 4 settings, seed 4"
    assert lines[2] == "still to be made, to reach 12 of each: 12 runs of 4 settings"
    assert lines[3].startswith("about ")
    assert lines[4].startswith("  3 of n=2 limit=n training=complete")
    main(["study", "status", str(store)])
    assert "still to be made, to reach 9 of each: none\n" in capsys.readouterr().out


def test_show(store: Path, capsys: Capture) -> None:
    main(["study", "show", str(store), "--value", "B"])
    output = capsys.readouterr().out
    assert "B by n and limit" in output
    assert "limit = 2n" in output


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_export(store: Path, tmp_path: Path, capsys: Capture, form: str) -> None:
    folder = tmp_path / "out"
    main(["study", "export", str(store), "--format", form, "--out", str(folder)])
    files = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [file.name for file in files] == [f"runs.{form}", f"summary.{form}"]
    read = pl.read_csv if form == "csv" else pl.read_parquet
    runs, summary = read(files[0]), read(files[1])
    assert (len(runs), len(summary)) == (36, 4)
    mean = runs.filter(pl.col("solved"), pl.col("setting") == summary["id"][0])["iterations"].mean()
    assert summary["T_mean"][0] == pytest.approx(mean)
    with pytest.raises(SystemExit, match="2"):
        main(["study", "export", str(store), "--out", str(folder)])
    assert "exists and is not an empty folder" in capsys.readouterr().err


def test_merge(store: Path, tmp_path: Path, capsys: Capture) -> None:
    into = tmp_path / "all.db"
    main(["study", "merge", str(store), "--into", str(into)])
    main(["study", "merge", str(store), str(store), "--into", str(into)])
    assert capsys.readouterr().out.splitlines() == [f"36 runs added to {into}", f"0 runs added to {into}"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("run --store {new}", "give either a TOML file or --grid"),
        ("run absent.toml --store {new}", "plan = absent.toml: No such file"),
        ("run --store {new} --grid n=4 --runs 0", "runs = 0"),
        ("run --store {new} --grid n=4 --workers 0", "workers = 0"),
        ("run --store {new} --grid n=", "the grid is empty"),
        ("run --store {new} --grid n=4 --grid limit=n-4", "limit = n-4"),
        ("run --store {new} --grid n=4 --engine quantum", "engine = quantum"),
        ("run --store {new} --grid n=4 --progress dots", "progress = dots"),
        ("run --store {store} --grid n=4 --seed 5", "holds runs of seed 4"),
        ("run --store {new} --grid n=4 --shard 1/3", "seed = None: must be given with a shard"),
        ("run --store {new} --grid n=4 --seed 1 --shard 0/3", "shard = 0/3: must be i/N with i from 1 to N"),
        ("run --store {new} --grid n=4 --seed 1 --shard 4/3", "shard = 4/3"),
        ("run --store {new} --grid n=4 --seed 1 --shard 2", "shard = 2: must be i/N"),
        ("run --store {store} --grid n=4 --seed 4 --shard 1/2", "is the store of a whole study; shard 1/2"),
        ("status {new}", "there is no such file"),
        ("status {store} --runs 0", "runs = 0"),
        ("show {store} --rows m", "rows = m"),
        ("export {store} --format xml --out {new}", "format = xml"),
        ("export {new} --out {new}", "there is no such file"),
        ("merge --into {new}", "give at least one"),
    ],
)
def test_bad_input_is_one_line(store: Path, tmp_path: Path, capsys: Capture, words: str, why: str) -> None:
    arguments = words.format(store=store, new=tmp_path / "new").split()
    with pytest.raises(SystemExit, match="2"):
        main(["study", *arguments])
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert why in output.err
    assert not list(tmp_path.iterdir())


def test_show_of_a_store_that_varies_more(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "more.db"
    Study(grid(n=[2, 3], limit=["n", "2n"], deletion=["leaf", "subtree"]), runs=3, seed=1).collect(path)
    with pytest.raises(SystemExit):
        main(["study", "show", str(path)])
    assert "also varies deletion (leaf, subtree); choose with where deletion=leaf" in capsys.readouterr().err
    main(["study", "show", str(path), "--where", "deletion=leaf"])
    assert "T by n and limit" in capsys.readouterr().out
    for pair, why in (
        ("deletion=twig", "no such runs; there are leaf, subtree"),
        ("leaf", "must be a field and its value"),
        ("height=3", "must be one of"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(["study", "show", str(path), "--where", pair])
        assert stopped.value.code == 2
        assert why in capsys.readouterr().err


def test_status_remembers_how_many_runs_were_asked_for(tmp_path: Path, capsys: Capture) -> None:
    """Also where none of them was made: the study was interrupted."""
    study = Study([Setting(n=3)], runs=40, seed=1)
    with pytest.raises(KeyboardInterrupt):
        study.collect(tmp_path / "a.db", carry=_interrupted)
    main(["study", "status", str(tmp_path / "a.db")])
    assert "still to be made, to reach 40 of each: 40 runs of 1 setting\n" in capsys.readouterr().out


def _interrupted(works: object) -> Any:
    raise KeyboardInterrupt
