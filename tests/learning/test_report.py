from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import BrowserContext

from evobool.learning.lesson import Given, Lesson
from evobool.learning.parts import parts_of
from evobool.learning.report.report import report_html
from evobool.learning.search.learn import searched
from evobool.learning.search.options import Options
from evobool.learning.tables.table import read_table

ODD = '<b>"a & b"</b>\n{{x}}'


def lesson(hold_out: str = "0.25", objective: str = "errors", folds: int = 2, name: str = "age") -> Lesson:
    """More than 40 and not fixed, with a wrong label now and then; a column has an odd name."""
    rows = range(80)
    frame = pl.DataFrame(
        {
            name: [20 + 37 * row % 41 for row in rows],
            "thal": [("normal", "fixed", "<i>")[row % 3] for row in rows],
        }
    )
    ill = (frame[name] > 40) & (frame["thal"] != "fixed")
    frame = frame.with_columns(pl.Series("ill", [each != (row % 17 == 0) for row, each in enumerate(ill)]))
    table = read_table(frame, "ill", keep=True)
    asked = Options(seed=1, effort=20_000, folds=folds, objective=objective, max_leaves=8)
    given = Given(table, parts_of(table, "t.csv", hold_out=hold_out, seed=1), asked)
    return Lesson(given, searched(given.parts.rows, asked, workers=1))


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize(("hold_out", "objective", "folds"), [("0.25", "errors", 2), ("0", "balanced", 0)])
def test_the_page_says_what_was_found(hold_out: str, objective: str, folds: int) -> None:
    told = lesson(hold_out, objective, folds)
    page = report_html(told)
    text = text_of(page)
    for point in told.learned.front:
        assert told.rule_of(point.tree).written() in text
    for line in told.rule.written("indented").split("\n"):
        assert line.strip() in text
    if told.held is not None:
        assert f"{told.held.accuracy:.3f} accuracy on {told.held.rows} rows" in text
        for number in (*told.held.false_alarms, *told.held.misses):
            assert re.search(rf"<th>{number}</th><td>(true|false|ill|not ill)", page)
    else:
        assert "No rows were held out" in text
        assert "accuracy" not in text, "of rows learnt from it is never shown alone"
    assert page.count("<circle") == len(told.learned.front)
    assert page.count('<rect class="folds"') == len(told.learned.crossed)
    assert report_html(told) == page


def test_names_cannot_break_out() -> None:
    page = report_html(lesson(name=ODD))
    assert "<b>" not in page.replace('<p class="figure"><b>', "")
    assert "<i>" not in page
    assert "<script" not in page


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_it_is_whole_without_a_network(context: BrowserContext, tmp_path: Path, width: int) -> None:
    (tmp_path / "report.html").write_text(report_html(lesson(name="a " * 40)), encoding="utf-8")
    page, seen = context.new_page(), list[str]()
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((tmp_path / "report.html").as_uri())
    assert seen == [(tmp_path / "report.html").as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
