"""The notebooks in docs run, without errors or warnings, and print what they did when they were written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


def check(path: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(DOCS / "scripts" / "notebooks.py"), "--check", str(path)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4


@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_as_it_did(path: Path) -> None:
    done = check(path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_its_outputs_and_without_traces_of_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/home/" not in text
    assert "/work/" not in text
    assert "/tmp/" not in text
    notebook = json.loads(text)
    assert "execution" not in json.dumps([cell["metadata"] for cell in notebook["cells"]])
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


def changed(path: Path, source: str, folder: Path) -> Path:
    """A notebook of one cell, whose kept output is 1."""
    output = {"name": "stdout", "output_type": "stream", "text": ["1\n"]}
    cell = {"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "outputs": [output]}
    notebook = json.loads(path.read_text(encoding="utf-8")) | {"cells": [cell | {"source": [source]}]}
    made = folder / "changed.ipynb"
    made.write_text(json.dumps(notebook), encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("print(1)", ""),
        ("print(2)", "cell 0 printed '2"),
        ("import warnings; warnings.warn('old'); print(1)", "UserWarning: old"),
        ("print(1 / 0)", "ZeroDivisionError"),
    ],
)
def test_the_check_finds_what_it_should(tmp_path: Path, source: str, fault: str) -> None:
    done = check(changed(NOTEBOOKS[0], source, tmp_path))
    assert (done.returncode == 0) == (not fault)
    assert fault in done.stderr
