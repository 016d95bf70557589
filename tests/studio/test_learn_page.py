"""The page of tables in a real browser: drop one, learn, click, point, try, download."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, expect

from evobool.learning.lesson import Given, Lesson
from evobool.learning.parts import parts_of
from evobool.learning.search.learn import searched
from evobool.learning.search.options import Options
from evobool.learning.tables.table import read_table
from tests.support.tables import ill
from tests.support.visiting import AXE, Visit

pytestmark = pytest.mark.browser
EFFORT = 4_000_000  # the least that the page offers
SERIOUS = ("serious", "critical")


@pytest.fixture
def visit(context: BrowserContext, address: str) -> Iterator[Visit]:
    found = Visit(context.new_page(), address)
    yield found
    assert found.complaints == []
    assert found.foreign == []


def put(visit: Visit, content: bytes, name: str = "ill.csv") -> None:
    """Choose a file."""
    visit.go("/learn")
    given = FilePayload(name=name, mimeType="text/csv", buffer=content)
    visit.page.locator("#table-file").set_input_files(given)


def begin(visit: Visit) -> None:
    """Learn with a seed and little effort."""
    page = visit.page
    page.get_by_text("More", exact=True).click()
    page.get_by_label("seed", exact=True).fill("7")
    page.get_by_label("effort", exact=True).select_option("quick: 4 million")
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.locator(".says b")).to_be_visible(timeout=120_000)


def lesson(path: Path) -> Lesson:
    """What the page should have learnt."""
    path.write_bytes(ill())
    table, asked = read_table(path, "ill"), Options(effort=EFFORT, seed=7)
    given = Given(table, parts_of(table, "ill.csv", seed=7), asked)
    return Lesson(given, searched(given.parts.rows, asked))


def test_from_a_table_to_a_file(visit: Visit, tmp_path: Path) -> None:
    put(visit, ill())
    page = visit.page
    assert page.get_by_label("learn", exact=True).input_value() == "ill"
    begin(visit)
    found = lesson(tmp_path / "ill.csv")
    points, learned = page.locator(".front-point"), found.learned
    expect(points).to_have_count(len(learned.front))
    shown = page.locator(".formula-told pre")
    expect(shown).to_have_text(found.rule.written("indented"))
    assert found.held is not None
    expect(page.locator(".facts")).to_contain_text(f"{found.held.accuracy:.2f}")
    expect(page.locator("code.command")).to_have_text(
        "evobool learn ill.csv --label ill --effort 4000000 --seed 7"
    )

    points.first.click()
    first = learned.front[0]
    expect(shown).to_have_text(found.rule_of(first.tree).written("indented"))
    points.last.focus()
    page.keyboard.press("Enter")
    last = found.rule_of(learned.front[-1].tree)
    expect(shown).to_have_text(last.written("indented"))

    judged = found.judged(found.given.parts.held, learned.front[-1])  # type: ignore[arg-type]
    for clause, line in zip(judged.clauses, page.locator(".clause-table tbody tr").all(), strict=True):
        line.hover()
        expect(page.locator(".row-square:not(.outside)")).to_have_count(clause.rows)
    page.locator("h3").first.hover()
    expect(page.locator(".row-square.outside")).to_have_count(0)
    expect(page.locator(".row-square.wrong")).to_have_count(judged.errors)

    page.get_by_label("form of the file").select_option("sql")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the formula").click()
    assert download.value.suggested_filename == f"ill-{last.leaves}.sql"
    assert Path(download.value.path()).read_text().rstrip() == last.written("sql").rstrip()


def test_what_if(visit: Visit) -> None:
    put(visit, ill(), "what.csv")
    begin(visit)
    page = visit.page
    page.locator(".front-point").last.click()
    box = page.locator(".by-hand")
    box.get_by_label("age", exact=True).fill("60")
    box.get_by_label("thal", exact=True).select_option("normal")
    box.get_by_label("bp", exact=True).fill("100")
    expect(page.locator(".says b")).to_have_text("yes")
    box.get_by_label("thal", exact=True).select_option("fixed")
    expect(page.locator(".says b")).to_have_text("no")
    box.get_by_label("bp", exact=True).fill("high")
    expect(box.locator(".problem:not(:empty)")).to_have_text("must be a number")
    box.get_by_label("bp", exact=True).fill("150")
    expect(page.locator(".says b")).to_have_text("yes")
    expect(page.locator(".holding .yes").first).to_be_visible()
    page.locator(".row-square.negative:not(.wrong)").first.click()
    expect(page.locator(".says b")).to_have_text("no")


def test_a_table_is_dropped_and_what_is_wrong_is_said_in_one_line(visit: Visit) -> None:
    visit.go("/learn")
    page = visit.page
    rows = "\\n".join(f"{k},{k % 7},{'yes' if k % 7 > 3 else 'no'}" for k in range(60))
    page.evaluate(
        f"""() => {{
          const given = new DataTransfer();
          given.items.add(new File(["id,day,ill\\n{rows}\\n"], "days.csv"));
          document.body.dispatchEvent(new DragEvent("drop", {{dataTransfer: given, bubbles: true}}));
        }}"""
    )
    expect(page.locator(".drop")).to_contain_text("60 rows, 3 columns")
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.locator(".state-error")).to_contain_text("like an id")
    expect(page.locator(".problem.general")).to_contain_text("column = id: numbers the rows, like an id")
    page.get_by_role("button", name="Leave id out and learn").click()
    expect(page.locator(".formula-told pre")).to_have_text("day > 3", timeout=120_000)
    put(visit, b"a,b\n1,2\n3\n4,5,6\n", "odd.csv")
    expect(page.locator(".state-error")).to_be_visible()
    assert "\n" not in page.locator(".problem.general").inner_text()


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_what_was_learnt_is_readable(browser: Browser, address: str, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        reduced_motion="reduce",
        bypass_csp=True,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    visit = Visit(context.new_page(), address)
    put(visit, ill())
    begin(visit)
    page = visit.page
    page.get_by_text("What the columns were read as").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.add_script_tag(path=AXE)
    answer = page.evaluate("axe.run()")
    found = {
        each["id"]: [node["html"][:160] for node in each["nodes"][:3]]
        for each in answer["violations"]
        if each["impact"] in SERIOUS
    }
    context.close()
    assert found == {}
