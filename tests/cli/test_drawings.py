from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from evobool import Run, evolve
from evobool.cli import main
from evobool.engines.reference import ReferenceEngine

Capture = pytest.CaptureFixture[str]
SMALL = ["--n", "4", "--limit", "n", "--seed", "7", "--engine", "packed"]


def run(*arguments: object) -> None:
    main(["run", *map(str, arguments)])


def refused(capsys: Capture, *arguments: object) -> str:
    """The one line that a command refuses with, having done nothing."""
    with pytest.raises(SystemExit) as stop:
        run(*arguments)
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err


def test_every_picture_is_written_and_named(tmp_path: Path, capsys: Capture) -> None:
    files = {"plot": "run.svg", "svg": "tree.svg", "dot": "tree.dot", "tikz": "tree.tex"}
    run(*SMALL, *(word for option, name in files.items() for word in (f"--{option}", tmp_path / name)))
    told = capsys.readouterr().err
    assert all(f"to {tmp_path / name}\n" in told for name in files.values())
    tree = evolve(n=4, limit="n", seed=7, engine="packed").tree
    for option, made in (("svg", tree.svg()), ("dot", tree.dot()), ("tikz", tree.tikz())):
        assert (tmp_path / files[option]).read_text(encoding="utf-8") == made
    assert ElementTree.parse(tmp_path / "run.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize("ending", ["pdf", "png"])
def test_a_plot_takes_the_format_of_its_ending(tmp_path: Path, capsys: Capture, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    run(*SMALL, "--plot", path, "--quiet")
    assert path.read_bytes()[:4] == {"pdf": b"%PDF", "png": b"\x89PNG"}[ending]
    assert capsys.readouterr().err == ""


def test_json_and_a_picture_of_the_same_run(tmp_path: Path, capsys: Capture) -> None:
    run(*SMALL, "--index", 5, "--json", "--svg", tmp_path / "tree.svg", "--quiet")
    found = json.loads(capsys.readouterr().out)
    expected = evolve(n=4, limit="n", seed=7, index=5, engine="packed")
    assert (found["index"], found["T"]["mean"]) == (5, expected.iterations)
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == expected.tree.svg()


def test_index_is_the_number_of_the_run(tmp_path: Path, capsys: Capture) -> None:
    run(*SMALL, "--runs", 9, "--records", tmp_path / "all.jsonl", "--quiet")
    run(*SMALL, "--index", 6, "--records", tmp_path / "one.jsonl")
    assert "seed 7, index 6, packed engine" in capsys.readouterr().out
    run(*SMALL, "--index", 6, "--runs", 3, "--records", tmp_path / "rest.jsonl", "--quiet")
    assert "3 runs from index 6 on, seed 7" in capsys.readouterr().out
    every = (tmp_path / "all.jsonl").read_text().splitlines()
    assert (tmp_path / "one.jsonl").read_text().splitlines() == every[6:7]
    assert (tmp_path / "rest.jsonl").read_text().splitlines() == every[6:]


def test_index_of_a_race(capsys: Capture) -> None:
    answers = []
    for options in (("--index", 2), ("--runs", 3)):
        run(*SMALL, "--race", 4, *options, "--json", "--quiet")
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["runs"] == 1
    assert answers[0]["T"]["mean"] <= answers[1]["T"]["mean"] * 3


@pytest.mark.parametrize(
    ("option", "name", "why"),
    [
        ("plot", "run.txt", "must end in .svg, .pdf or .png"),
        ("plot", "none/run.svg", "its folder does not exist"),
        ("plot", "folder.svg", "is a folder"),
        ("svg", "tree.png", "must end in .svg"),
        ("dot", "tree.svg", "must end in .dot or .gv"),
        ("tikz", "tree.pdf", "must end in .tex or .tikz"),
        ("tikz", "none/tree.tex", "its folder does not exist"),
    ],
)
def test_a_bad_path_is_found_before_the_run(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, option: str, name: str, why: str
) -> None:
    (tmp_path / "folder.svg").mkdir()
    monkeypatch.setattr("evobool.engines.packed.PackedEngine._batch", lambda *_: pytest.fail("a run began"))
    message = refused(capsys, *SMALL, f"--{option}", tmp_path / name)
    assert message == f"evobool: {option} = {tmp_path / name}: {why}\n"


@pytest.mark.parametrize("many", [("--runs", 2), ("--race", 2)])
def test_pictures_are_of_one_run(tmp_path: Path, capsys: Capture, many: tuple[str, int]) -> None:
    message = refused(capsys, *SMALL, *many, "--svg", tmp_path / "tree.svg")
    assert f"shows one run; leave {many[0]} 2 out, and choose a run by --index" in message


def test_two_pictures_need_two_files(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.svg"
    assert "is the file of --plot as well" in refused(capsys, *SMALL, "--svg", path, "--plot", path)


def test_a_negative_index_is_refused(capsys: Capture) -> None:
    assert "index = -1: must be at least 0" in refused(capsys, *SMALL, "--index", -1)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--n", 16], "(at n = 16 a run takes about 220)"),
        (["--n", 16, "--target", "or"], "(at n = 16 a run takes about 220)"),
        (["--n", 16, "--limit", "2n"], None),
        (["--n", 16, "--literals", "all"], None),
        (["--n", 16, "--training", 1000], None),
        (["--n", 16, "--limit", "2n", "--deletion", "leaf"], "ask evobool landscape"),
    ],
)
@pytest.mark.parametrize("runs", [1, 2])
def test_giving_up_names_the_flag_and_what_is_known(
    capsys: Capture, options: list[object], expected: str | None, runs: int
) -> None:
    run(*options, "--max-iterations", 3, "--seed", 1, "--runs", runs, "--engine", "packed")
    told = [line for line in capsys.readouterr().err.splitlines() if "gave up" in line]
    who = "gave up" if runs == 1 else "every run gave up"
    assert len(told) == 1
    assert told[0].startswith(f"evobool: {who} after 3 iterations; raise --max-iterations")
    assert ("about" in told[0] or "landscape" in told[0]) == (expected is not None)
    assert (expected or "") in told[0]


class Left(io.StringIO):
    """The output of a command whose reader has left."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize("option", ["plot", "svg", "html", "records"])
def test_files_are_written_before_anything_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    path = tmp_path / {"records": "a.csv", "html": "a.html"}.get(option, "a.svg")
    monkeypatch.setattr(sys, "stdout", Left())
    with pytest.raises(SystemExit) as stop:
        run("--n", 3, "--seed", 1, "--engine", "reference", f"--{option}", path)
    assert stop.value.code == 141
    assert path.stat().st_size > 100


def test_a_run_is_made_once_for_all_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = ReferenceEngine.run

    def counted(self: ReferenceEngine, seed: int, index: int, **options: Any) -> Run:
        made.append(index)
        return make(self, seed, index, **options)

    monkeypatch.setattr(ReferenceEngine, "run", counted)
    small = ["--n", "3", "--seed", "1", "--engine", "reference", "--quiet"]
    run(*small, "--svg", tmp_path / "a.svg", "--html", tmp_path / "a.html")
    run(*small, "--json", "--html", tmp_path / "b.html")
    assert made == [0, 0]
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
