"""The picture of the rooms is that of the rooms there are."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_picture_is_up_to_date() -> None:
    drawn = runpy.run_path(str(DOCS / "scripts" / "rooms.py"))["picture"]()
    kept = (DOCS / "figures" / "rooms.svg").read_text(encoding="utf-8")
    assert kept == drawn, "run docs/scripts/rooms.py"
