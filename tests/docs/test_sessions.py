"""What README and the first steps show is what the programs print, and what other pages say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.compiled
def test_sessions_and_facts_are_up_to_date() -> None:
    words = [sys.executable, str(ROOT / "docs" / "scripts" / "sessions.py"), "--check"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_readme_is_short_and_its_pictures_are_seen_anywhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 120
    assert "](docs/" not in text
    opening = text.partition("\n## ")[0]
    assert "    make reproduce" in opening
    assert "    make test" in opening
