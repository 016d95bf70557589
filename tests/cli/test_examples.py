from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from evobool.cli import app, main
from evobool.cli.shared.examples import EXAMPLES, WIDTH
from tests.support.commands import COMMANDS

Capture = pytest.CaptureFixture[str]
# Their words are checked: what takes long, and what needs a table.
LONG = tuple(f"evobool {name}" for name in ("reproduce", "theory", "studio", "learn", "predict"))


def shown(capsys: Capture, name: str) -> str:
    main([*name.split(), "--help"])
    return capsys.readouterr().out


def examples(capsys: Capture, name: str) -> list[str]:
    """The lines that a help page ends with, as a shell reads them."""
    _, listed = shown(capsys, name).split("\nExamples:\n")
    return [" ".join(line.split()) for line in listed.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_two_or_three_examples(capsys: Capture, name: str) -> None:
    found = examples(capsys, name)
    assert len(found) in (2, 3)
    assert len(set(found)) == len(found)
    assert f"{found[0]} ".startswith(f"evobool {name} ")
    assert set(found) <= set(EXAMPLES[name]), "what is shown is what is read below"
    assert all(len(line) <= WIDTH + 6 for line in shown(capsys, name).split("Examples:\n")[1].splitlines())


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_python_in_any_help(capsys: Capture, name: str) -> None:
    text = shown(capsys, name)
    for python in ("('", "',", "[default: None]", "[default: False]", "[default: ]"):
        assert python not in text


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_help_points_to_a_file_that_is_not_installed(capsys: Capture, name: str) -> None:
    assert ".md" not in shown(capsys, name)


@pytest.mark.parametrize("line", sorted({line for lines in EXAMPLES.values() for line in lines}))
def test_every_example_is_understood(line: str) -> None:
    command, *words = shlex.split(line)
    assert command == "evobool"
    app.parse_args(words, exit_on_error=False, print_error=False)


@pytest.mark.long
@pytest.mark.compiled
def test_the_examples_work_in_an_empty_folder(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for name in COMMANDS for line in examples(capsys, name)]
    stores = examples(capsys, "study run")
    for line in [*stores, *(line for line in lines if line not in stores)]:
        if line.startswith(LONG) or "*" in line:
            continue
        main(shlex.split(line)[1:])
    made = {path.name for path in tmp_path.iterdir()}
    assert made >= {
        "run.svg",
        "runs.csv",
        "leaf.db",
        "both.db",
        "T.svg",
        "law.svg",
        "proof.json",
        "drift.svg",
    }


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_laid_out_for_its_reader(capsys: Capture, name: str) -> None:
    """Without marks of code, and a line of words goes on to the edge."""
    text = shown(capsys, name).split("\nExamples:\n")[0]
    assert "`" not in text
    lines = [line for line in text.splitlines()[1:] if not line.startswith(("│", "╭", "╰"))]
    for line, following in pairwise(lines):
        if line and following:
            assert len(f"{line.rstrip()} {following.split()[0]}") > 80
