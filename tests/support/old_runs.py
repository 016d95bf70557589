"""Runs that version 0.1 made, before anything was decided by structure.

Each entry of `data/runs.json` has a setting, an engine, and for the runs 0, 1, ... of seed 13 the iterations,
the leaves, the error, why the run stopped, and the beginning of the SHA-256 of the final tree.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from evobool import Run, Setting

ENTRIES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "runs.json").read_text())
SEED = 13


def setting_of(entry: dict[str, Any]) -> Setting:
    fields = entry["setting"]
    return Setting(**fields | {"functions": tuple(fields.get("functions", ("and", "or")))})


def found(run: Run) -> list[object]:
    digest = hashlib.sha256(str(run.tree).encode()).hexdigest()
    return [run.iterations, run.leaves, run.error, run.stopped, digest[:12]]
