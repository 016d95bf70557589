"""A page with a run in a real browser, and what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from evobool import Run
from evobool.model.targets.wrong import wrong_share


class Player:
    """A page with a run in it, and everything it asked for or complained about."""

    def __init__(self, context: BrowserContext, run: Run, path: Path, iteration: int | None = None) -> None:
        self.run, self.page = run, context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        run.save_html(path)
        self.address = path.as_uri()
        self.page.goto(self.address + ("" if iteration is None else f"#{iteration}"))
        expect(self.page.locator(".step")).to_be_visible()

    @property
    def iteration(self) -> int:
        return int(self.page.locator(".step").get_attribute("data-iteration") or -1)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def check(self, candidate: int | None = None) -> None:
        """Everything on the page is as the run has it at this iteration."""
        assert self.run.attempts is not None
        setting, number = self.run.setting, self.iteration
        if number == 0:
            assert self.text(".formula code") == str(setting.start_tree)
            return
        attempts = [attempt for attempt in self.run.attempts if attempt.iteration == number]
        taken = next((attempt for attempt in attempts if attempt.accepted), None)
        if candidate is None:
            judged = [attempt for attempt in attempts if attempt.after is not None]
            attempt = taken or min(judged, key=lambda each: each.after or 0, default=attempts[0])
        else:
            attempt = attempts[candidate]
        survivor = taken.tree if taken else attempt.parent
        state = (
            "accepted" if attempt.accepted else "no change" if attempt.tree == attempt.parent else "rejected"
        )
        assert self.text(".formula code") == str(survivor)
        assert self.text(".reason") == attempt.reason
        assert self.text(".verdict") == state
        assert self.page.locator(".mutation").count() == len(attempt.mutations)
        for mutation, line in zip(attempt.mutations, self.page.locator(".mutation").all(), strict=True):
            assert line.inner_text().startswith(mutation.operation)
        if not setting.judged_on.complete and survivor.prefix:
            share = float(wrong_share(survivor.prefix, setting.goal))
            assert float(self.page.locator("dd").last.inner_text()) == pytest.approx(share, rel=0.01)
        assert self.drawn("inserted", faint=False) == (self.added() if attempt.accepted else 0)
        shown = attempt.tree if attempt.accepted else attempt.parent
        assert self.page.locator(".tree .node:not(.faint)").count() == shown.nodes

    def added(self) -> int:
        return self.page.locator(".tree .node.inserted:not(.deleted)").count()

    def drawn(self, mark: str, faint: bool) -> int:
        state = ".faint" if faint else ":not(.faint)"
        return self.page.locator(f".tree .node.{mark}:not(.deleted){state}").count()
