"""Which tests `make check` leaves out, and what keeps the others short.

A test is *long* if it lies in one of the ROOMS, asks for a browser, or is marked so. Only long tests may
start a process or open a port. In any other it is an error, so a new test cannot be in the wrong place.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
ROOMS = (
    "atlas",
    "docs",
    "input",
    "package",
    "pages",
    "paper",
    "statistical",
    "studio",
)  # whole programs, many runs
_running: list[pytest.Item] = []


def is_long(item: pytest.Item) -> bool:
    """Whether a test is marked or lies in a room that is."""
    return item.get_closest_marker("long") is not None


def sort_in(item: pytest.Item) -> None:
    """Mark a test as long, or as one for a browser, by where it lies and what it asks for."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    place = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
    if place in ROOMS or item.path.suffix == ".md" or item.get_closest_marker("browser"):
        item.add_marker("long")


def started(item: pytest.Item) -> None:
    """From now on what happens belongs to this test and its fixtures."""
    _running.append(item)


def ended() -> None:
    _running.clear()


def watch() -> None:
    """Refuse processes and ports to tests that are not long."""
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("subprocess.Popen", "os.fork", "socket.bind") or not _running or is_long(_running[0]):
        return
    if event == "subprocess.Popen" and Path(arguments[0]).name != Path(sys.executable).name:
        return  # such as fc-list, which matplotlib asks for fonts once
    pytest.fail(f"{event} in a test that is not marked long: see CONTRIBUTING.md")
