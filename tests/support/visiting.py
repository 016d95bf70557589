"""A page of the studio in a browser, and what it complains about."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import ConsoleMessage, Page, Request

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


class Visit:
    """A page of the studio, and everything it asked for or complained about."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        page.on("console", self.complain)
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.on("request", self.note)

    def complain(self, message: ConsoleMessage) -> None:
        self.complaints.append(message.text)

    def note(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.foreign.append(request.url)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    @property
    def iteration(self) -> int:
        return int(self.page.locator(".step").get_attribute("data-iteration") or -1)
