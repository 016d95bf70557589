"""Containers: a user without an entry in passwd, without a HOME, or with one that cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evobool.engines.compiling import folder

NOBODY = """
import os, pwd, sys

def unknown(*given):
    raise KeyError("getpwuid(): uid not found")

pwd.getpwuid = pwd.getpwnam = unknown
from evobool.cli import main
main(sys.argv[1:])
"""


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of somebody whom the system does not know; "" unsets a variable."""
    kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME")}
    given = {name: value for name, value in environment.items() if value}
    return subprocess.run(
        [sys.executable, "-c", NOBODY, *words], capture_output=True, text=True, env=kept | given
    )


@pytest.mark.parametrize("environment", [{}, {"HOME": "/dev/null"}], ids=["no home", "a wrong one"])
@pytest.mark.parametrize("words", ["--help", "run --n 4 --seed 1 --json --quiet"])
def test_commands_need_no_home(words: str, environment: dict[str, str]) -> None:
    done = run(*words.split(), **environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_pictures_and_stores_need_no_home(tmp_path: Path) -> None:
    done = run("run", "--n", "4", "--seed", "1", "--quiet", "--plot", str(tmp_path / "a.svg"))
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert (tmp_path / "a.svg").exists()
    store = str(tmp_path / "a.db")
    done = run("study", "run", "--store", store, "--grid", "n=3,4", "--runs", "3", "--seed", "1", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    done = run("study", "show", store)
    assert (done.returncode, done.stderr) == (0, "")


def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*given: object) -> None:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)


def test_a_named_folder_needs_no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody(monkeypatch)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    found = folder.cache_folder()
    assert found is not None
    assert found.parent == tmp_path


def test_without_a_home_and_a_folder_code_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody(monkeypatch)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "engines").mkdir()
    (tmp_path / "engines" / "__pycache__").touch()
    monkeypatch.setattr(folder, "SOURCES", ())
    monkeypatch.setattr(folder, "PACKAGE", tmp_path)
    assert folder.cache_folder() is None
    assert capsys.readouterr().err.count("\n") == 1
