"""The report in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from evobool.atlas.atlas import Atlas

pytestmark = [pytest.mark.browser, pytest.mark.compiled]
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    atlas = Atlas(3, 12, 5, tmp_path_factory.mktemp("atlas") / "a", max_iterations=3_000)
    atlas.collect(lambda runs: None)
    atlas.write()
    return atlas.out / "report.html"


@pytest.fixture(params=[(1440, "light"), (390, "dark")], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, report: Path) -> Iterator[Page]:
    width, scheme = request.param
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    made = context.new_page()
    problems: list[str] = []
    made.on("pageerror", lambda problem: problems.append(str(problem)))
    made.on("request", lambda request: problems.append(request.url) if "http" in request.url else None)
    made.goto(report.as_uri())
    yield made
    assert problems == []
    assert made.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_every_class_has_its_tile(page: Page) -> None:
    expect(page.locator("button.tile")).to_have_count(14)
    expect(page.locator("h1")).to_have_text("Every Boolean function of three variables")
    expect(page.locator(".row")).to_have_count(8)
    tile = page.locator('[data-class="96"]')
    assert "XOR of 3" in (tile.get_attribute("aria-label") or "")


def test_the_colours_follow_the_system(page: Page) -> None:
    tile = page.locator('[data-class="88"]')

    def colours() -> list[str]:
        style = "getComputedStyle(tile).getPropertyValue"
        return list(tile.evaluate(f"tile => ['--a', '--b'].map((name) => {style}(name))"))

    first, second = colours()
    assert first == second, "AND and OR are dual"
    page.get_by_role("button", name="RLS-GP, F = {nand}").click()
    first, second = colours()
    assert first != second, "NAND has no dual"
    assert "stuck" in (tile.get_attribute("class") or "")
    page.get_by_role("button", name="runs that fail").click()
    expect(page.locator(".scale .what")).to_have_text("share of the runs that gave up")


def test_a_click_shows_numbers_and_trees_and_escape_closes(page: Page) -> None:
    page.get_by_role("button", name="RLS-GP, F = {nand}").click()
    page.locator('[data-class="88"]').click()
    dialog = page.locator("dialog.details")
    expect(dialog.locator("h2")).to_have_text("AND of 2")
    expect(dialog.locator(".large-map td.true")).to_have_count(2)
    expect(dialog.locator(".numbers tbody tr")).to_have_count(6)
    expect(dialog.get_by_text("A dead end: no optimum can be reached").first).to_be_visible()
    assert dialog.locator(".trees svg .node").count() > 3
    assert page.evaluate("location.hash") == "#88"
    for box in dialog.locator(".tree-box").all():
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth + 1"), "the whole tree is seen"
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()


def test_an_address_opens_its_function(page: Page, report: Path) -> None:
    page.goto(report.as_uri() + "#e8")
    page.reload()
    expect(page.locator("dialog.details h2")).to_have_text("majority of 3")


def test_t_can_be_drawn_against_everything(page: Page) -> None:
    axis = page.get_by_label("T against", exact=True)
    names = axis.locator("option").all_inner_texts()
    assert names[0] == "fewest leaves"
    for name in names:
        axis.select_option(name)
        expect(page.locator("circle.point")).to_have_count(14)
    expect(page.locator("circle.rho")).to_have_count(4 * len(names))


def test_axe_finds_nothing_serious(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for click in (None, '[data-class="96"]'):
        if click is not None:
            page.locator(click).click()
        answer = page.evaluate("axe.run()")
        serious = [
            (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
            for each in answer["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == []


def test_the_report_is_small(report: Path) -> None:
    assert report.stat().st_size < 5_000_000
    text = report.read_text(encoding="utf-8")
    assert "src=" not in text
