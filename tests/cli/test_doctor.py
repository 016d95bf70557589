"""`evobool doctor`, which bug reports begin with."""

from __future__ import annotations

import json
import sys

import pytest

from evobool.cli import main
from evobool.cli.doctor import needs

Capture = pytest.CaptureFixture[str]


def test_a_line_for_everything_a_bug_report_needs(capsys: Capture) -> None:
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    told = {line.split("  ")[0]: line for line in lines}
    packages, extras = needs()
    assert {"numba", "numpy", "polars"} <= set(packages)
    assert {"studio", "cluster"} <= set(extras)
    assert {"evobool", "Python", "cores", "memory", "compiled code", *packages} <= set(told)
    assert {f"extra {name}" for name in extras} <= set(told)
    main(["doctor", "--json"])
    assert list(json.loads(capsys.readouterr().out)) == list(told)


def test_what_is_missing_is_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["evobool.cli.doctor"], "version", _nothing)
    main(["doctor"])
    out = capsys.readouterr().out
    assert "no: pip install 'evobool[studio]'" in out
    assert any(line.split() == ["numba", "missing"] for line in out.splitlines())


def _nothing(name: str) -> str:
    from importlib.metadata import PackageNotFoundError

    raise PackageNotFoundError(name)
