"""Commands run inside the test process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evobool.cli import main

COMMANDS = [
    *("run", "predict", "simplify", "reproduce", "atlas", "exact", "landscape", "drift", "theory", "studio"),
    "doctor",
    *(
        f"study {name}"
        for name in ("run", "status", "show", "stuck", "plot", "fit", "compare", "export", "merge", "check")
    ),
]


def loaded(capsys: pytest.CaptureFixture[str], command: str, *arguments: object) -> dict[str, Any]:
    """What --json prints: one line, one object, nothing on stderr."""
    main([command, *map(str, arguments), "--json", "--quiet"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.count("\n") == 1
    found = json.loads(printed.out)
    assert isinstance(found, dict)
    return found
