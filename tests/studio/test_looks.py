"""What a reader of the studio's pages would mind: what is cut, what is too long, what hides what."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from evobool import Study, grid
from evobool.studio.server import Studio
from tests.support.serving import serving

pytestmark = pytest.mark.browser
LAST = "all => all.map((one) => [...document.querySelectorAll(one)].at(-1).getBoundingClientRect().toJSON())"


def test_an_offspring_takes_few_lines_on_a_narrow_screen(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{address}/neighbourhood?tree=(x3+%26+x2)+%7C+(x2+%26+x3)&n=4&limit=n")
    rows = page.locator("table.offspring-table tbody tr")
    expect(rows.first).to_be_visible()
    heights = [(row.bounding_box() or {"height": 0})["height"] for row in rows.all()]
    assert 30 < max(heights) < 110
    context.close()


def test_the_command_and_the_call_are_shown_whole(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    words = "n=6&target=majority&functions=and%2Cor%2Cxor&deletion=leaf&limit=2n&max_iterations=50&seed=1"
    page.goto(f"{address}/run?{words}")
    expect(page.locator(".step")).to_be_visible()
    codes = page.locator(".codes code")
    assert [code.inner_text().split()[0].split("(")[0] for code in codes.all()] == [
        "evobool",
        "evobool.evolve",
    ]
    for code in codes.all():
        assert code.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


def test_b_does_not_lie_on_a_curve_that_rises(context: BrowserContext, tmp_path: Path) -> None:
    store, page = tmp_path / "hard.db", context.new_page()
    settings = grid(n=[3, 6], target="majority", functions=("and", "or", "xor"), max_iterations=6000)
    Study(settings, runs=40, seed=1).collect(store)
    with serving(Studio(store=store)) as address:
        page.goto(f"{address}/study")
        expect(page.locator(".curve-note").last).to_be_visible()
        boxes = page.evaluate(LAST, [".curve-note", ".curve-mark.survivors"])
    assert boxes[0]["bottom"] <= boxes[1]["top"] + 2
    assert boxes[0]["right"] <= boxes[1]["right"]


def test_a_link_into_a_long_run_goes_there_before_its_end_is_told(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()  # whether this run is stuck takes a second or two to explore
    page.goto(f"{address}/run?n=6&target=majority&functions=and%2Cor%2Cxor&seed=1#30")
    expect(page.locator(".step[data-iteration='30']")).to_be_visible(timeout=60_000)
    assert "olved" not in page.locator(".outcome").inner_text()
    page.close()
