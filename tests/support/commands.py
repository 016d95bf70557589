"""Commands run inside the test process."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cyclopts import App

from evobool.cli import app, main


def _named(within: App) -> list[str]:
    return [name for name in within if not name.startswith("-")]


COMMANDS = [name for name in _named(app) if name != "study"] + [
    f"study {name}" for name in _named(app["study"])
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
