from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import pytest

import evobool.engines.compiling.jit  # registers with numba
from evobool.cli.shared.spinner import CompilerNews, Spinner
from evobool.engines.compiling.announce import LISTENERS, compiling
from evobool.engines.warm import warm
from tests.support.machine import JIT

assert evobool.engines.compiling.jit
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def told() -> Iterator[list[int]]:
    """Grows with every kernel that is compiled."""
    found: list[int] = []

    def listener() -> None:
        found.append(1)

    LISTENERS.append(listener)
    yield found
    LISTENERS.remove(listener)


@pytest.mark.skipif(not JIT, reason="needs the compiler")
def test_only_what_is_compiled_is_told(told: list[int]) -> None:
    twice: Any = numba.njit(lambda number: 2 * number)
    assert twice(3) == 6
    assert told == [1]
    assert twice(4) == 8
    assert told == [1]


def test_one_line_where_there_is_no_terminal(capsys: Capture) -> None:
    news = CompilerNews(quiet=False)
    with Spinner(False, "loading"):
        for _ in range(3):
            news()
    assert capsys.readouterr().err == "evobool: compiling, only this once ...\n"


def test_quiet_is_quiet(capsys: Capture) -> None:
    CompilerNews(quiet=True)()
    assert capsys.readouterr().err == ""


def test_a_spinner_that_is_seen_says_it_instead(capsys: Capture) -> None:
    news = CompilerNews(quiet=False)
    with Spinner(False, "loading") as spinner:
        spinner.seen = True
        news()
        assert spinner.status is not None
        assert "compiling, only this once (1)" in str(spinner.status.status)
    assert "compiling" not in capsys.readouterr().err


def test_a_command_leaves_no_listener(capsys: Capture) -> None:
    from evobool.cli import main

    before = list(LISTENERS)
    main(["--version"])
    assert before == LISTENERS


def test_warm_compiles_nothing_twice(capsys: Capture, told: list[int]) -> None:
    made = warm()
    assert len(told) == made
    assert (capsys.readouterr().err == "") == (made == 0)
    assert warm() == 0


def test_listeners_are_called_in_turn(told: list[int]) -> None:
    compiling()
    assert told == [1]
