"""Every public call and every command, with odd values: they end well, or in an error of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fuzz import Drawing, calls, carry_out, commands, prepared
from tests.support.pools import HOSTILE
from tests.support.reliability import tried


def failures(folder: Path, first: int, last: int) -> list[str]:
    """What went wrong in cases `first` ... `last - 1`."""
    prepared(folder)
    return [told for told in (carry_out(number, folder) for number in range(first, last)) if told is not None]


def test_there_is_something_to_draw_for_every_parameter_and_option(tmp_path: Path) -> None:
    """What is new must be added to the pools, or left out on purpose."""
    drawing = Drawing(1, tmp_path)
    for name, (code, kind) in calls().items():
        drawing.arguments(name, code, kind is not None)
        if kind is not None:
            drawing.instance(kind)
    for name in commands():
        drawing.words(name)
    assert {"evolve", "race", "grid", "Setting", "Tree.parse", "Study.collect", "Results.pivot"} <= set(
        calls()
    )
    assert {"run", "study run", "study merge", "exact", "landscape", "drift", "theory"} <= set(commands())
    assert len(HOSTILE) > 100


def test_odd_calls_and_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = failures(tmp_path, 0, 1000)
    assert found == [], "\n".join(told[:300] for told in found[:40])


@pytest.mark.slow
def test_many_odd_calls_and_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = failures(tmp_path, 1000, 21_000)
    tried(
        "fuzzer",
        "calls and commands drawn from signatures and registries, with odd values",
        20_000,
        len(found),
    )
    assert found == [], "\n".join(told[:300] for told in found[:40])
