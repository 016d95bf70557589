"""What was tried against odd input, damage and machines, kept for docs/reliability.md.

A test calls `tried` with what it did. Nothing is written unless EVOBOOL_RECORD is set, so that only a
deliberate run of the heavy tests changes the table.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

RECORDS = Path(__file__).parents[1] / "docs" / "data" / "reliability"


def tried(name: str, what: str, times: int, failed: int) -> None:
    """Note that something was tried so many times, and how often it failed; `name` is the file's."""
    if os.environ.get("EVOBOOL_RECORD"):
        RECORDS.mkdir(parents=True, exist_ok=True)
        record = {"what": what, "times": times, "failed": failed}
        (RECORDS / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n")
