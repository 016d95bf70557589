"""What all tests share: repeatable examples, a browser, no false alarms without the compiler."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support import speeds
from tests.support.examples import register
from tests.support.machine import CHROMIUM, JIT, NO_BROWSER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

register()

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if not JIT:  # 64-bit words wrap around in silence when compiled, with a warning as numpy scalars
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
    speeds.watch()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        speeds.sort_in(item)
        if not JIT and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs the compiler"))
        if CHROMIUM is None and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    speeds.started(item)
    try:
        return (yield)
    finally:
        speeds.ended()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that did not run is not a test that passed: say so."""
    skipped = sum(NO_BROWSER in report.longreprtext for report in terminalreporter.getreports("skipped"))
    if skipped:
        terminalreporter.write_line(f"{skipped} browser tests not run: {NO_BROWSER}", yellow=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()
