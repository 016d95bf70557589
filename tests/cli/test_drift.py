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


def test_a_picture(tmp_path: Path, capsys: Capture) -> None:
    main([*WORDS, "--quiet", "--plot", str(tmp_path / "drift.svg")])
    assert "<svg" in (tmp_path / "drift.svg").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--n 4", "limit = none: lemma 2 needs one: try n or 2n"),
        ("--n 4 --limit 3", "limit = 3: must be at least n = 4"),
        ("--n 4 --limit n --literals all", "literals = all: lemma 2 is about positive"),
        ("--n 4 --limit n --runs 0", "runs = 0: must be at least 1"),
        ("--n 4 --limit n --plot a.gif", "plot = a.gif: must end in .svg, .pdf or .png"),
    ],
)
def test_bad_input_is_one_line(words: str, message: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["drift", *words.split()])
    assert stop.value.code == 2
    assert capsys.readouterr().err == f"evobool: {message}\n"
