"""Writes the pictures of the studio shown in README and docs/study/studio.md; needs Chromium."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from evobool import Study, grid

FIGURES = Path(__file__).resolve().parents[2] / "docs" / "figures"
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
DEAD_END = "tree=(x3+%26+x2)+%7C+(x2+%26+x3)&n=4&limit=n"
# name: address, what must be seen first, whether it is dark
PICTURES = {
    "studio-run": ("/run?n=8&limit=n%2B1&seed=3#30", ".step[data-iteration='30']", False),
    "studio-many": ("/many?n=4&limit=n&deletion=leaf&runs=1000&seed=1", ".plot .law", False),
    "studio-neighbourhood": (f"/neighbourhood?{DEAD_END}", ".way .tree .node", True),
    "studio-study": ("/study?law=best", ".curve-law", False),
    "studio-learn": ("/learn", ".state", False),
}


def main() -> None:
    """Serve a small study, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "leaf.db"
        Study(grid(n=[4, 6, 8, 10, 12], limit=["n", "2n"], deletion="leaf"), runs=200, seed=1).collect(store)
        words = ["studio", "--no-browser", "--port", "0", "--store", str(store)]
        process = subprocess.Popen(
            [sys.executable, "-m", "evobool", *words], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        address = process.stdout.readline().split()[4].rstrip("/")
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            for name in PICTURES:
                take(browser, address, name)
            browser.close()
        process.send_signal(signal.SIGINT)
        process.wait()


def learn(page: Page) -> None:
    """Learn from the example."""
    page.set_viewport_size({"width": 1440, "height": 1230})
    page.get_by_role("button", name="Try it on tic-tac-toe").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("seed", exact=True).fill("1")
    page.get_by_label("effort", exact=True).select_option("quick: 4 million")
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.locator(".says b")).to_be_visible(timeout=600_000)


def take(browser: Browser, address: str, name: str) -> None:
    """One picture."""
    path, seen, dark = PICTURES[name]
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    page.goto(address + path)
    expect(page.locator(seen).first).to_be_attached(timeout=120_000)
    if name == "studio-learn":
        learn(page)
    page.wait_for_timeout(1_500)  # what is on its way arrives
    page.screenshot(path=FIGURES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
