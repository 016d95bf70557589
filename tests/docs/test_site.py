"""The site is built without a warning, its links lead somewhere, and a phone shows it, offline."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.building import ROOT, called

SECTIONS = [
    "Start",
    "Learn from data",
    "Evolve and study",
    "The paper",
    "The science",
    "Reference",
    "Develop",
]
# what of an article is wider than the screen, and cannot be scrolled
CUT = """() => [...document.querySelectorAll(".bd-article *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .filter((each) => !each.closest("pre, .pst-scrollable-table-container, .cell_output, .headerlink"))
  .map((each) => `${each.tagName} ${each.textContent.slice(0, 40)}`)"""
BROKEN = "() => [...document.images].filter((each) => !each.naturalWidth).map((each) => each.src)"


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        self.links += [found[name] for name in ("href", "src") if name in found]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = ["--fail-on-warning", "--keep-going", "--quiet", "-d", folder / "kept", ROOT / "docs", folder]
    called(sys.executable, "-m", "sphinx", *words)
    return folder


def pages(site: Path) -> Iterator[Path]:
    return (path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts)


def test_every_link_leads_somewhere(site: Path) -> None:
    read = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in pages(site)}
    assert len(read) > 80
    lost = []
    for path, page in read.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not to.exists() or (anchor and to in read and anchor not in read[to].anchors):
                lost.append(f"{path.relative_to(site)}: {link}")
    assert not lost


def test_the_sections(site: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto((site / "index.html").as_uri())
    named = page.locator(".bd-header .navbar-nav .nav-link").all_inner_texts()
    assert [name.strip() for name in named if name.strip()] == SECTIONS


def test_pages_fit_a_phone_and_ask_nobody_else(site: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 800})
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    for path in pages(site):
        page.goto(path.as_uri())
        faults = [*page.evaluate(CUT), *page.evaluate(BROKEN)]
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            faults.append("wider than the screen")
        said += [f"{path.relative_to(site)}: {fault}" for fault in faults]
    assert not said
    assert not [address for address in asked if not address.startswith(("file:", "data:"))]


def test_search_finds_what_a_page_says(site: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto((site / "search.html").as_uri() + "?q=certificate")
    found = page.locator('#search-results li a[href*="study/landscapes.html"]')  # they come one by one
    expect(found.first).to_be_attached(timeout=20_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_site_follows_the_system(site: Path, context: BrowserContext, scheme: str) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto((site / "index.html").as_uri())
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]")
    assert (ground < 60) == (scheme == "dark")
