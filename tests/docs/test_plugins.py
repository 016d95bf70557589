"""The page on plugins: its listings are the files beside it, and its commands do what they should."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from evobool.cli import main

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "study" / "plugins.md").read_text(encoding="utf-8")
FILES = sorted((DOCS / "plugins").glob("*.py"))


def test_every_listing_is_its_file() -> None:
    shown = dict(re.findall(r"<!-- plugins/(\S+) -->\n```python\n(.*?)\n```", PAGE, re.DOTALL))
    assert shown == {path.name: path.read_text(encoding="utf-8").rstrip() for path in FILES}
    assert len(shown) == 6


@pytest.mark.compiled
def test_every_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(DOCS / "plugins", tmp_path / "plugins")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    (evobool (?:run|study|exact|landscape) .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 18
    for command in commands:
        main(shlex.split(command)[1:])
        assert capsys.readouterr().out or "study run" in command


def test_every_example_is_used() -> None:
    for path in FILES:
        for name in re.findall(r'^@?\w+\("([\w-]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            assert f" {name}" in PAGE, name
