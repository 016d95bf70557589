"""Writes the picture of a report in docs/learn/table.md; needs Chromium.

python docs/scripts/learn_report.py
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from screens import FIGURES, FLAGS
from tables import TABLES

from evobool.cli import main as evobool

WORDS = "--label diagnosis --seed 1 --effort 4000000 --quiet"


def main() -> None:
    """Learn, and take the picture."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        evobool(["learn", str(TABLES / "cancer.csv"), *WORDS.split(), "--html", str(report)])
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 1180})
        page.goto(report.as_uri())
        page.screenshot(path=FIGURES / "learn-report.png")
        browser.close()


if __name__ == "__main__":
    main()
