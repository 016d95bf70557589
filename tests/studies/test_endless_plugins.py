"""Plugins that do not return: a line says where they are, and signals end them."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from evobool import evolve, plugins
from evobool.plugins import waiting

HERE = "sys.stderr.write('here\\n'); sys.stderr.flush()"
ENDLESS = f"""import sys
from evobool.plugins import selection

@selection("endless")
def accepts(offspring, parent, draws):
    if not parent.leaves:  # of the empty tree, which runs begin with
        {HERE}
        while True:
            try:
                while True: pass
            except PROBLEM: raise
    return True
"""


@pytest.mark.long
@pytest.mark.parametrize(("ended", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("words", [["run"], ["study", "run"], ["study", "run", "--workers=2"]])
def test_a_signal_ends_an_endless_plugin(
    words: list[str], ended: signal.Signals, status: int, tmp_path: Path
) -> None:
    (tmp_path / "f.py").write_text(ENDLESS.replace("PROBLEM", "ValueError"))
    process = begun(tmp_path, words)
    with process:
        process.send_signal(ended)
        assert process.wait(timeout=60) == status


@pytest.mark.long
def test_a_signal_ends_a_plugin_that_catches_it(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text(ENDLESS.replace("PROBLEM: raise", "BaseException: pass"))
    process = begun(tmp_path, ["study", "run", "--workers=1"])
    with process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 143


def begun(folder: Path, words: list[str]) -> subprocess.Popen[bytes]:
    """A command that has come to where it does not return."""
    study = ["--store=a.db", "--grid=n=4", "--grid=selection=endless"]
    given = study if "study" in words else ["--n=4", "--selection=endless"]
    command = [sys.executable, "-m", "evobool", *words, *given]
    process = subprocess.Popen(
        [*command, "--runs=4", "--seed=1", "--quiet", "--plugin=f.py"], cwd=folder, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"here\n"
    return process


def test_a_call_that_does_not_return_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, said = tmp_path / "f.py", list[str]()
    file.write_text(
        ENDLESS.replace(HERE, "import evobool.plugins.waiting as waiting").replace(
            "while True: pass", "while not waiting.SAID: pass\n                return True"
        )
    )
    monkeypatch.setattr(waiting, "SAID", said, raising=False)
    monkeypatch.setattr(waiting, "tell", said.append)
    monkeypatch.setattr(waiting, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0.05)
    with plugins.forgotten():
        plugins.load(file)
        evolve(n=3, selection="endless", seed=1, max_iterations=3)
    assert said[0].startswith(f"plugin {file}, line 10: accepts has not returned for 0 seconds")
