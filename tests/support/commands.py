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


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What a command says that refuses: one line, status 2."""
    with pytest.raises(SystemExit) as stop:
        main([*map(str, words)])
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err
