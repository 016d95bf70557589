"""What was tried against odd input, damage and machines, kept for docs/reference/reliability.md.

A test calls `tried` with what it did. Nothing is written unless EVOBOOL_RECORD is set, so that only a
deliberate run of the heavy tests changes the table.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "docs" / "data" / "reliability"


_sums: dict[str, tuple[int, int]] = {}


def tried(name: str, what: str, times: int = 1, failed: int = 0) -> None:
    """Note that something was tried so many times, and how often it failed; `name` is the file's.

    Calls of one name add up, so that each case of a parametrised test can note itself at its end.
    """
    before = _sums.get(name, (0, 0))
    _sums[name] = before[0] + times, before[1] + failed
    if os.environ.get("EVOBOOL_RECORD"):
        RECORDS.mkdir(parents=True, exist_ok=True)
        record = {"what": what, "times": _sums[name][0], "failed": _sums[name][1]}
        (RECORDS / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n")
