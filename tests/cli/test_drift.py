"""`evobool drift`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evobool.cli import main

Capture = pytest.CaptureFixture[str]
WORDS = ["drift", "--n", "4", "--limit", "n", "--runs", "4", "--seed", "1", "--engine", "reference"]


def test_a_table_and_the_nearest_trees(capsys: Capture) -> None:
    main(WORDS)
    output = capsys.readouterr()
    assert "AND_4, rls-gp, limit n" in output.out
    assert "4 … 7" in output.out
    assert output.out.count("nearest to") == 3
    main([*WORDS, "--quiet"])
    again = capsys.readouterr()
    assert again.out == output.out
    assert again.err == ""


def test_json_is_all_there_is(capsys: Capture) -> None:
    main([*WORDS, "--json"])
    output = capsys.readouterr()
    assert output.err == ""
    found = json.loads(output.out)
    assert (found["setting"]["n"], found["runs"], found["seed"]) == (4, 4, 1)
    assert found["trees"] == sum(row["trees"] for row in found["classes"])
    assert 0 < found["full"] < found["trees"]
    near = found["smallest"]["log"]
    assert near["ratio"] == pytest.approx(near["drift"] / near["bound"])
    assert near["ratio"] == min(row["smallest"]["ratio"] for row in found["classes"] if row["smallest"])


def test_without_lemma_2(capsys: Capture) -> None:
    words = ["drift", "--n", "3", "--target", "xor", "--functions", "xor,gt", "--runs", "3", "--seed", "1"]
    main([*words, "--engine", "reference", "--quiet"])
    printed = capsys.readouterr().out
    assert "no bounds: target = xor: lemma 2 is about AND_n and OR_n" in " ".join(printed.split())
    assert "median drift" in printed
    assert "nearest to" not in printed
    main([*words, "--engine", "reference", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["smallest"], found["full"]) == ({}, 0)
    assert found["beyond_lemma_2"] == "target = xor: lemma 2 is about AND_n and OR_n"
    assert {"drift", "drift_exact", "error", "tree"} == set(found["classes"][0]["smallest"])


def test_a_picture(tmp_path: Path, capsys: Capture) -> None:
    main([*WORDS, "--quiet", "--plot", str(tmp_path / "drift.svg")])
    assert "<svg" in (tmp_path / "drift.svg").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--n 4 --algorithm 1+1-gp", "algorithm = 1+1-gp: the exact drift is that of rls-gp"),
        ("--n 4 --training 9", "training = 9: must be complete: a sample's error is random"),
        (
            "--n 4 --offspring 2",
            "offspring = 2: the exact drift is that of one; simulate it instead, with evobool run",
        ),
        ("--n 4 --limit n --runs 0", "runs = 0: must be at least 1"),
        ("--n 4 --limit n --plot a.gif", "plot = a.gif: must end in .svg, .pdf or .png"),
    ],
)
def test_bad_input_is_one_line(words: str, message: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["drift", *words.split()])
    assert stop.value.code == 2
    assert capsys.readouterr().err == f"evobool: {message}\n"
