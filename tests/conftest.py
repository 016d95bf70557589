"""What all tests share: repeatable examples, no false alarms without the compiler."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NO_BROWSER = "no Chromium found"

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    if not JIT:  # 64-bit words wrap around in silence when compiled, with a warning as numpy scalars
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not JIT and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs the compiler"))
        if CHROMIUM is None and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that did not run is not a test that passed: say so."""
    skipped = sum(NO_BROWSER in report.longreprtext for report in terminalreporter.getreports("skipped"))
    if skipped:
        terminalreporter.write_line(f"{skipped} browser tests not run: {NO_BROWSER}", yellow=True)
